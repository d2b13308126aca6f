/** Sets some items of a list and leaves the bytes of the others: their quotes, comments and indentation, in a block or in brackets. D2 */

import type { FrontMatterEntry } from './front-matter-entry';
import type { RawValue } from '../raw-value';
import { renderInLine, renderValue } from './render-value';
import { rawEqual } from '../raw-json';
import { type CST, isMap, isSeq, parseDocument } from 'yaml';
import type { TextRange } from '../../text/text-line';
import { type FlatCursor, flatCursor, skipSpaces } from './flat-cursor';
import { readFlowItem } from './flat-flow';
import { readKey } from './flat-key';
import { readInLine } from './flat-value';

/** A piece of the entry's source: an item, with the text around its value, or lines between items. */
interface ListPiece {
  readonly item: boolean;
  readonly before: string;
  readonly value: string;
  readonly behind: string;
}

/** What becomes of a piece, and of the list, item by item. */
type ListStep<P> =
  | { readonly kind: 'keep'; readonly piece: P }
  | { readonly kind: 'replace'; readonly piece: P; readonly by: RawValue }
  | { readonly kind: 'add'; readonly by: RawValue };

/** The entry with the items of `wanted`; null where none of its items stays, or where lines or commas do not separate them. */
export function spliceList(text: string, entry: FrontMatterEntry, wanted: RawValue): string | null {
  const { raw } = entry;
  if (raw.kind !== 'list' || wanted.kind !== 'list' || wanted.items.length === 0 || raw.items.length === 0) return null;
  const changes = listChangesBetween(raw.items, wanted.items);
  if (changes.gone.size + changes.replaced.size === raw.items.length) return null;
  const source = text.slice(entry.start, entry.end);
  const items = findItems(source);
  if (items?.values.length !== raw.items.length) return null;
  return items.open < 0 ? inBlock(source, items, changes) : inBrackets(source, items, changes);
}

/** A comma, the blanks before it, and the comment in its line, which is about the item before it. */
const COMMA = /^((?:\s|#[^\n]*\n)*,)([ \t]+#[^\r\n]*)?/;

/** `[a, "b"]`. A comment in the line of an item goes with it. */
function inBrackets(source: string, { open, values }: ListItems, changes: ListChanges): string {
  const pieces: BracketPiece[] = [];
  let comma = '';
  let from = open;
  for (const [start, end] of values) {
    const before = source.slice(from, start);
    const [whole, nextComma = '', comment = ''] = COMMA.exec(source.slice(end)) ??
      /^()([ \t]+#[^\r\n]*)/.exec(source.slice(end)) ?? [''];
    pieces.push({ item: true, comma, before, value: source.slice(start, end), behind: comment });
    comma = nextComma;
    from = end + whole.length;
  }
  const [first, second] = pieces as [BracketPiece, BracketPiece?];
  const usual = {
    comma: second?.comma ?? ',',
    before: lastLineOf(second?.before ?? (first.before.includes('\n') ? first.before : ' ')),
  };
  let items = '';
  let comment = '';
  for (const [i, step] of stepsOf(pieces, changes).entries()) {
    const value = step.kind === 'keep' ? step.piece.value : itemInBrackets(step.by);
    const around = step.kind === 'add' || step.piece === first ? usual : step.piece;
    items += i === 0 ? first.before + value : around.comma + comment + around.before + value;
    comment = step.kind === 'add' ? '' : step.piece.behind;
  }
  return source.slice(0, open) + items + comma + comment + source.slice(from);
}

interface BracketPiece extends ListPiece {
  /** Before the item, and before the comment of the one before it. */
  readonly comma: string;
}

/** The text before an item without comments of its own. */
const lastLineOf = (before: string): string => /\r?\n[^\n]*$/.exec(before)?.[0] ?? before;

/** Plain where that can't be taken for the marks of the list. */
function itemInBrackets(by: RawValue): string {
  const text = by.kind === 'json' || by.kind === 'list' ? null : renderItem(by);
  return text !== null && (/^["']/.test(text) || !/[,[\]{}]/.test(text)) ? text : renderInLine(by).slice(1);
}

const renderItem = (by: RawValue): string => renderValue({ kind: 'list', items: [by] }).replace(/^\n {2}- ?/, '');

/** `- a` below the key, each item in lines of its own. Null where two are in one line. */
function inBlock(source: string, { values }: ListItems, changes: ListChanges): string | null {
  const head = source.slice(0, source.indexOf('\n') + 1);
  const pieces: ListPiece[] = [];
  let at = head.length;
  const addLines = (end: number): void => {
    if (at < end) pieces.push({ item: false, before: source.slice(at, end), value: '', behind: '' });
  };
  for (const [start, end] of values) {
    const line = source.lastIndexOf('\n', start - 1) + 1;
    if (line < at) return null;
    addLines(line);
    // A block scalar ends behind its last line break.
    const value = source.slice(start, end).replace(/\r?\n$/, '');
    at = source.indexOf('\n', start + value.length) + 1;
    pieces.push({
      item: true,
      before: source.slice(line, start),
      value,
      behind: source.slice(start + value.length, at),
    });
  }
  addLines(source.length);
  const mark = pieces.find(({ item }) => item)?.before ?? '';
  const lineBreak = source.endsWith('\r\n') ? '\r\n' : '\n';
  const parts = stepsOf(pieces, changes).map((step) => {
    if (step.kind === 'keep') return step.piece.before + step.piece.value + step.piece.behind;
    const before = step.kind === 'replace' ? step.piece.before : mark;
    const value = itemInLines(step.by, before.length).replaceAll('\n', lineBreak);
    return (
      (value.startsWith(lineBreak) ? before.trimEnd() : before) +
      value +
      (step.kind === 'replace' ? step.piece.behind : lineBreak)
    );
  });
  return head + parts.join('');
}

/** The lines of a collection are below its first key, wherever that is. */
const itemInLines = (by: RawValue, column: number): string =>
  renderItem(by).replaceAll('\n    ', `\n${' '.repeat(column)}`);

function stepsOf<P extends ListPiece>(
  pieces: readonly P[],
  { gone, replaced, added }: ListChanges,
): readonly ListStep<P>[] {
  const steps: ListStep<P>[] = [];
  const add = (index: number): void => {
    for (const by of added.get(index) ?? []) steps.push({ kind: 'add', by });
  };
  let index = -1;
  add(index);
  for (const piece of pieces) {
    if (!piece.item) {
      steps.push({ kind: 'keep', piece });
      continue;
    }
    index += 1;
    const by = replaced.get(index);
    if (by !== undefined) steps.push({ kind: 'replace', piece, by });
    else if (!gone.has(index)) steps.push({ kind: 'keep', piece });
    add(index);
  }
  return steps;
}

/** Removed items, by index of the old list; the replacement of an old item; the items behind it (-1: in front of all). */
interface ListChanges {
  readonly gone: ReadonlySet<number>;
  readonly replaced: ReadonlyMap<number, RawValue>;
  readonly added: ReadonlyMap<number, readonly RawValue[]>;
}

/** Longer lists are compared at their ends only: the table of what they have in common would grow too large. */
const MOST_COMPARED = 250_000;

function listChangesBetween(old: readonly RawValue[], wanted: readonly RawValue[]): ListChanges {
  let head = 0;
  while (head < old.length && head < wanted.length && isSameItem(old, head, wanted, head)) head += 1;
  let tail = 0;
  const room = Math.min(old.length, wanted.length) - head;
  while (tail < room && isSameItem(old, old.length - 1 - tail, wanted, wanted.length - 1 - tail)) tail += 1;
  const kept = inCommon(old.slice(head, old.length - tail), wanted.slice(head, wanted.length - tail));
  const gone = new Set<number>();
  const replaced = new Map<number, RawValue>();
  const added = new Map<number, readonly RawValue[]>();
  let [from, to] = [head, head];
  for (const [i, j] of [...kept, [old.length - tail - head, wanted.length - tail - head] as const]) {
    // What goes between two items that stay, and what comes there: one takes the place of the other.
    const come = wanted.slice(to, head + j);
    for (let index = from; index < head + i; index += 1) {
      const by = come.shift();
      if (by === undefined) gone.add(index);
      else replaced.set(index, by);
    }
    if (come.length > 0) added.set(head + i - 1, come);
    [from, to] = [head + i + 1, head + j + 1];
  }
  return { gone, replaced, added };
}

/** The longest sequence that both have, as pairs of indexes. */
function inCommon(a: readonly RawValue[], b: readonly RawValue[]): readonly (readonly [number, number])[] {
  if (a.length * b.length > MOST_COMPARED) return [];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] as number;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = isSameItem(a, i, b, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length;) {
    if (isSameItem(a, i, b, j)) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

const isSameItem = (a: readonly RawValue[], i: number, b: readonly RawValue[], j: number): boolean =>
  rawEqual(a[i] as RawValue, b[j] as RawValue);

interface ListItems {
  /** Offset behind the `[`; -1 for a list of lines. */
  readonly open: number;
  /** The values, their tags included. In a list of lines each begins behind its mark and the blanks there. */
  readonly values: readonly TextRange[];
}

/** Null when `source`, an entry of front matter, holds no list with items. */
function findItems(source: string): ListItems | null {
  const found = flatItems(source) ?? yamlItems(source);
  return found === null || found.values.length === 0 ? null : found;
}

function flatItems(source: string): ListItems | null {
  const cursor = flatCursor(source, 0, source.length);
  if (readKey(cursor) === null) return null;
  skipSpaces(cursor);
  if (source[cursor.at] === '[') return flatFlow(cursor);
  return /^(?:#[^\n]*)?\r?\n/.test(source.slice(cursor.at)) ? flatLines(source) : null;
}

function flatFlow(cursor: FlatCursor): ListItems | null {
  const { text } = cursor;
  const open = ++cursor.at;
  const values: TextRange[] = [];
  for (;;) {
    skipSpaces(cursor);
    if (text[cursor.at] === ']') return { open, values };
    const start = cursor.at;
    if (readFlowItem(cursor) === null) return null;
    values.push([start, cursor.at]);
    skipSpaces(cursor);
    if (text[cursor.at] === ',') cursor.at += 1;
    else if (text[cursor.at] !== ']') return null;
  }
}

/** Null where a value takes several lines. */
function flatLines(source: string): ListItems | null {
  const values: TextRange[] = [];
  for (let line = source.indexOf('\n') + 1; line < source.length; line = source.indexOf('\n', line) + 1) {
    const [mark, dash] = /^ *(?:(- +)|(?:#.*)?\r?\n)/.exec(source.slice(line)) ?? [];
    if (mark === undefined) return null;
    if (dash === undefined) continue;
    const cursor = flatCursor(source, line + mark.length, source.length);
    const start = cursor.at;
    const value = readInLine(cursor);
    if (value === null || value === 'nothing' || value.kind === 'list') return null;
    if (!/^[ \t]*(?:[ \t]#.*)?\r?\n/.test(source.slice(cursor.at))) return null;
    values.push([start, cursor.at]);
  }
  return { open: -1, values };
}

/** Tokens before an item that are none of its own. */
const BETWEEN: readonly string[] = ['space', 'newline', 'comment', 'comma'];

function yamlItems(source: string): ListItems | null {
  const { contents, errors } = parseDocument(source, { schema: 'core', keepSourceTokens: true, logLevel: 'error' });
  const list = isMap(contents) ? contents.items[0]?.value : null;
  if (errors.length > 0 || !isSeq(list)) return null;
  const { srcToken } = list;
  const ends = list.items.map((item) => item.range[1]);
  if (srcToken?.type === 'flow-collection') {
    const starts = srcToken.items.flatMap((item) => startInBrackets(item) ?? []);
    if (starts.length !== ends.length) return null;
    return { open: srcToken.start.offset + 1, values: starts.map((start, i) => [start, ends[i] as number]) };
  }
  if (srcToken?.type !== 'block-seq') return null;
  const values = srcToken.items.flatMap(({ start: before, value }, i): readonly TextRange[] => {
    const mark = before.find(({ type }) => type === 'seq-item-ind');
    if (mark === undefined) return [];
    const start = mark.offset + 1 + (/^[ \t]*/.exec(source.slice(mark.offset + 1))?.[0].length ?? 0);
    return [[start, value ? (ends[i] as number) : start]];
  });
  return values.length === ends.length ? { open: -1, values } : null;
}

/** Undefined behind a comma that ends the list. */
const startInBrackets = ({ start, key, value }: CST.CollectionItem): number | undefined =>
  (start.find(({ type }) => !BETWEEN.includes(type)) ?? key ?? value)?.offset;
