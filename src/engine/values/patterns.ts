/** Texts with columns in them: file names, folders, row templates. D6 (patterns), D16 (partition, row_template). */

import { toFileName, withoutForbidden } from '../../kernel/file-name';
import { parseLinkValue } from '../note/links/link-syntax';
import { noteNameOf } from '../note/paths';
import { type ColumnSpec, linkSpecOf } from './column-spec';
import { type Json, isEmpty, isList } from '../json';
import { isDatetime } from './time/dates';
import { formatMoment } from './time/moment-format';

/** Literal text, or the place of a column; `format` in Moment's tokens, null: the value as it is. */
export type PatternPart =
  { readonly text: string } | { readonly column: string; readonly format: string | null; readonly source: string };

/** The filled text, or the columns that have no value for it, each once. */
export type FilledText = { readonly text: string } | { readonly missing: readonly string[] };

export type PatternValues = Readonly<Record<string, Json>>;

/** `{column}` or `{column:FORMAT}`; in FORMAT a text in brackets may hold anything. */
const PLACE = /\{([^{}:[\]]*)(?::((?:\[[^[\]]*\]|[^{}[\]])*))?\}/g;

/** Tables have few patterns, and every row asks for them. */
const parsedPatterns = new Map<string, readonly PatternPart[]>();
const MOST_PARSED = 1000;

/** Braces that make no place stay as text. */
export function parsePattern(pattern: string): readonly PatternPart[] {
  const known = parsedPatterns.get(pattern);
  if (known !== undefined) return known;
  if (parsedPatterns.size >= MOST_PARSED) parsedPatterns.clear();
  const parts = readPattern(pattern);
  parsedPatterns.set(pattern, parts);
  return parts;
}

function readPattern(pattern: string): readonly PatternPart[] {
  const parts: PatternPart[] = [];
  let end = 0;
  for (const match of pattern.matchAll(PLACE)) {
    const [source, column = '', format] = match;
    if (match.index > end) parts.push({ text: pattern.slice(end, match.index) });
    parts.push({ column: column.trim(), format: format === undefined || format === '' ? null : format, source });
    end = match.index + source.length;
  }
  if (end < pattern.length) parts.push({ text: pattern.slice(end) });
  return parts;
}

/** The columns that a pattern reads, each once, in their order in the pattern. */
export const patternColumns = (pattern: string): readonly string[] => [
  ...new Set(parsePattern(pattern).flatMap((part) => ('column' in part ? [part.column] : []))),
];

/**
 * A name or a folder: `asked` is what the values ask for, `text` what a file or a folder can be called. What a pattern itself
 * holds, and dates and times, are in `asked` as a name has them: they were not given as names.
 */
export type FilledPath = { readonly text: string; readonly asked: string } | { readonly missing: readonly string[] };

/**
 * The note's name (without extension) that a pattern gives; what a file name can't hold is replaced. Missing: also the
 * columns whose values leave nothing of a name. D6
 */
export function fillFileName(
  pattern: string,
  columns: readonly ColumnSpec[],
  values: PatternValues,
  zone: string,
): FilledPath {
  const source = { columns, values, zone };
  let whole = '';
  let asked = '';
  let missing: Set<string> | null = null;
  for (const part of parsePattern(pattern)) {
    const text = 'text' in part ? part.text : pathText(part.column, part.format, source);
    if (text !== null && text !== '') {
      whole += text;
      asked += 'column' in part && part.format === null ? askedText(text) : withoutForbidden(text);
    } else if ('column' in part) missing = (missing ?? new Set()).add(part.column);
  }
  if (missing !== null) return { missing: [...missing] };
  const text = toFileName(whole);
  return text === '' ? { missing: patternColumns(pattern) } : { text, asked };
}

/**
 * The folder below the table's folder; `''` for an empty pattern. A `/` of the pattern or of a FORMAT makes folders, one
 * of a value becomes `-`, so that no value leads out of the table's folder. D16
 */
export function fillPartition(
  pattern: string,
  columns: readonly ColumnSpec[],
  values: PatternValues,
  zone: string,
): FilledPath {
  const filled = fillPieces(pattern, { columns, values, zone });
  if ('missing' in filled) return filled;
  const [only] = filled.pieces;
  if (only !== undefined && filled.pieces.length === 1 && isOneFolder(only)) {
    const name = toFileName(only.text);
    return name === '' ? { missing: [only.column as string] } : { text: name, asked: askedIn(only) };
  }
  let missing: string[] | null = null;
  let path = '';
  const asked: string[] = [];
  for (const { text, asked: wanted, columns: read } of splitAtSlashes(filled.pieces)) {
    const name = toFileName(text);
    if (name !== '') asked.push(wanted);
    if (name === '') missing = [...(missing ?? []), ...read];
    else path = path === '' ? name : `${path}/${name}`;
  }
  if (missing !== null && missing.length > 0) return { missing: [...new Set(missing)] };
  return { text: path, asked: asked.join('/') };
}

/** The body of a new row: places of existing columns are filled, empty ones with nothing; other braces stay. D16 */
export function fillTemplate(
  template: string,
  columns: readonly ColumnSpec[],
  values: PatternValues,
  zone: string,
): string {
  const known = new Set([...columns.map(({ name }) => name), ...Object.keys(values)]);
  const fill = (part: PatternPart): string => {
    if ('text' in part) return part.text;
    if (!known.has(part.column)) return part.source;
    const value = values[part.column];
    return isEmpty(value) ? '' : (valueText(value as Json, part.format, zone) ?? part.source);
  };
  return parsePattern(template).map(fill).join('');
}

/** A text made of a row. `inValue` says how it holds a value; `hasFolders`: slashes of a FORMAT. D6 */
export function fillPattern(
  pattern: string,
  source: PatternSource,
  inValue: (text: string, hasFolders: boolean) => string,
): FilledText {
  const filled = fillPieces(pattern, source);
  if ('missing' in filled) return filled;
  const texts = filled.pieces.map(({ text, column, hasFolders }) => ({
    column,
    text: column === null ? text : inValue(text, hasFolders),
  }));
  const missing = texts.flatMap(({ text, column }) => (text === '' && column !== null ? [column] : []));
  return missing.length > 0 ? { missing } : { text: texts.map(({ text }) => text).join('') };
}

interface FilledPiece {
  readonly text: string;
  /** Null: text of the pattern itself. */
  readonly column: string | null;
  /** Its slashes part folders. */
  readonly hasFolders: boolean;
}

export interface PatternSource {
  readonly columns: readonly ColumnSpec[];
  readonly values: PatternValues;
  readonly zone: string;
}

function fillPieces(
  pattern: string,
  source: PatternSource,
): { readonly pieces: readonly FilledPiece[] } | { readonly missing: readonly string[] } {
  const pieces: FilledPiece[] = [];
  let missing: Set<string> | null = null;
  for (const part of parsePattern(pattern)) {
    if ('text' in part) {
      pieces.push({ text: part.text, column: null, hasFolders: true });
      continue;
    }
    const text = pathText(part.column, part.format, source);
    if (text === null || text === '') missing = (missing ?? new Set()).add(part.column);
    else pieces.push({ text, column: part.column, hasFolders: part.format !== null });
  }
  return missing === null ? { pieces } : { missing: [...missing] };
}

/** A value in a path: of a link, the name of its note. */
function pathText(column: string, format: string | null, { columns, values, zone }: PatternSource): string | null {
  const value = Object.hasOwn(values, column) ? values[column] : undefined;
  if (value === undefined || isEmpty(value)) return null;
  return valueText(isLink(columns, column) ? withoutBrackets(value) : value, format, zone);
}

function isLink(columns: readonly ColumnSpec[], name: string): boolean {
  for (const spec of columns) if (spec.name === name) return linkSpecOf(spec) !== null;
  return false;
}

function withoutBrackets(value: Json): Json {
  if (isList(value)) return value.map(withoutBrackets);
  const linkpath = typeof value === 'string' ? parseLinkValue(value)?.linkpath : undefined;
  return linkpath === undefined ? value : noteNameOf(linkpath);
}

/** Null when the format is one of dates and the value is none. */
function valueText(value: Json, format: string | null, zone: string): string | null {
  if (format !== null) return typeof value === 'string' ? formatMoment(value, format, zone) : null;
  if (isList(value)) return value.map((item) => valueText(item, null, zone)).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const isOneFolder = ({ text, column, hasFolders }: FilledPiece): boolean =>
  column !== null && !(hasFolders && text.includes('/'));

const askedText = (value: string): string => (isDatetime(value) ? withoutForbidden(value) : value);

const askedIn = ({ text, column, hasFolders }: FilledPiece): string =>
  column !== null && !hasFolders ? askedText(text) : withoutForbidden(text);

interface PathSegment {
  readonly text: string;
  readonly asked: string;
  readonly columns: readonly string[];
}

function splitAtSlashes(pieces: readonly FilledPiece[]): readonly PathSegment[] {
  const segments: { text: string; asked: string; columns: string[] }[] = [{ text: '', asked: '', columns: [] }];
  for (const piece of pieces) {
    const { text, column, hasFolders } = piece;
    const [first = '', ...rest] = hasFolders && text.includes('/') ? text.split('/') : [text];
    const last = segments.at(-1);
    if (last !== undefined) {
      last.text += first;
      last.asked += askedIn({ ...piece, text: first });
    }
    for (const each of rest) segments.push({ text: each, asked: askedIn({ ...piece, text: each }), columns: [] });
    if (column !== null) segments.at(-1)?.columns.push(column);
  }
  return segments;
}
