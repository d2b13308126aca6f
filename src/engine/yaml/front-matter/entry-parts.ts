/** Splits one front matter entry into the replaced value and the parts that stay. */

import { type CST, isMap, parseDocument } from 'yaml';

import { flatCursor, isBreak, skipSpaces } from './flat-cursor';
import { readKey } from './flat-key';
import { readInLine } from './flat-value';
import type { FrontMatterEntry } from './front-matter';

export interface EntryParts {
  /** The key as written, its colon included. */
  readonly head: string;
  /** The blanks between the colon and a value in the same line. */
  readonly padding: string;
  /** The comment in the key's line, or behind the value, with the blanks before it; `''` without one. */
  readonly comment: string;
  readonly lineBreak: '\n' | '\r\n';
}

/** Null when the entry is too unusual to keep anything of it. */
export function entryParts(text: string, entry: FrontMatterEntry): EntryParts | null {
  const lineBreak = text.charCodeAt(entry.end - 2) === 0x0d ? '\r\n' : '\n';
  const parts = flatParts(text, entry) ?? yamlParts(text.slice(entry.start, entry.end));
  return parts === null ? null : { ...parts, lineBreak };
}

type ValueParts = Omit<EntryParts, 'lineBreak'>;

function flatParts(text: string, entry: FrontMatterEntry): ValueParts | null {
  const cursor = flatCursor(text, entry.start, entry.end);
  if (readKey(cursor) === null) return null;
  const behindColon = cursor.at;
  skipSpaces(cursor);
  const valueStart = cursor.at;
  const value = readInLine(cursor);
  if (value === null) return null;
  const valueEnd = value === 'nothing' ? behindColon : cursor.at;
  const rest = restOfLine(text, valueEnd);
  if (rest.trim() !== '' && !rest.trimStart().startsWith('#')) return null;
  const isMultiLine = value !== 'nothing' && text.indexOf('\n', valueEnd) + 1 < entry.end;
  if (isMultiLine) return null;
  return {
    head: text.slice(entry.start, behindColon),
    padding: value === 'nothing' ? ' ' : text.slice(behindColon, valueStart),
    comment: rest.trim() === '' ? '' : rest,
  };
}

function restOfLine(text: string, at: number): string {
  let end = at;
  while (end < text.length && !isBreak(text, end)) end += 1;
  return text.slice(at, end);
}

function yamlParts(source: string): ValueParts | null {
  const { contents } = parseDocument(source, { schema: 'core', keepSourceTokens: true, logLevel: 'error' });
  const map = isMap(contents) ? contents.srcToken : undefined;
  const item = map?.type === 'block-map' ? map.items[0] : undefined;
  const separators = item?.sep ?? [];
  const colon = separators.findIndex(({ type }) => type === 'map-value-ind');
  const mark = separators[colon];
  if (mark === undefined) return null;
  const comment = commentIn(separators.slice(colon + 1)) || commentIn(tokensBehind(item?.value));
  return { head: source.slice(0, mark.offset + 1), padding: ' ', comment };
}

/** Where the comment of the value's line may be. */
function tokensBehind(value: CST.Token | null | undefined): readonly CST.Token[] {
  if (value === null || value === undefined) return [];
  if (value.type === 'block-scalar') return value.props;
  return 'end' in value ? (value.end ?? []) : [];
}

function commentIn(tokens: readonly CST.Token[]): string {
  let blanks = '';
  for (const token of tokens) {
    if (token.type === 'newline') return '';
    if (token.type === 'space') blanks = token.source;
    if (token.type === 'comment') return `${blanks === '' ? ' ' : blanks}${token.source}`;
  }
  return '';
}
