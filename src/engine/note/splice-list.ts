/** Sets some items of a list and leaves the bytes of the others: their quotes, comments and indentation, in a block or in brackets. spec: D2 */

import { type FlatCursor, skipSpaces } from './flat-cursor';
import type { FrontMatterEntry } from './front-matter-entry';
import { readFlowItem, readInLine, readKey } from './front-matter-flat';
import type { Raw } from './raw';
import { rawEqual } from './raw-json';
import { renderInLine, renderValue } from './render-value';

/** A piece of the entry's source: an item, with what stands around its value, or lines between items. */
interface Piece {
  readonly item: boolean;
  readonly before: string;
  readonly value: string;
  readonly behind: string;
}

/** What becomes of a piece, and of the list, item by item. */
type Step =
  | { readonly kind: 'keep'; readonly piece: Piece }
  | { readonly kind: 'replace'; readonly piece: Piece; readonly by: Raw }
  | { readonly kind: 'add'; readonly by: Raw };

/** The entry with the items of `wanted`; null where it is no list of scalars that is laid out plainly, or none of them stays. */
export function spliceList(text: string, entry: FrontMatterEntry, wanted: Raw): string | null {
  const { raw } = entry;
  if (raw.kind !== 'list' || wanted.kind !== 'list' || wanted.items.length === 0 || raw.items.length === 0) return null;
  if (![...raw.items, ...wanted.items].every(({ kind }) => kind === 'scalar')) return null;
  const changes = changesBetween(raw.items, wanted.items);
  if (changes.gone.size + changes.replaced.size === raw.items.length) return null;
  return inBrackets(text, entry, changes) ?? inBlock(text, entry, changes);
}

/** What goes, by index of the old list; what is put in the place of an old item; what comes behind it (-1: in front of all). */
interface Changes {
  readonly gone: ReadonlySet<number>;
  readonly replaced: ReadonlyMap<number, Raw>;
  readonly added: ReadonlyMap<number, readonly Raw[]>;
}

/** Longer lists are compared at their ends only: the table of what they have in common would grow too large. */
const MOST_COMPARED = 250_000;

function changesBetween(old: readonly Raw[], wanted: readonly Raw[]): Changes {
  let head = 0;
  while (head < old.length && head < wanted.length && same(old, head, wanted, head)) head += 1;
  let tail = 0;
  const room = Math.min(old.length, wanted.length) - head;
  while (tail < room && same(old, old.length - 1 - tail, wanted, wanted.length - 1 - tail)) tail += 1;
  const kept = inCommon(old.slice(head, old.length - tail), wanted.slice(head, wanted.length - tail));
  const gone = new Set<number>();
  const replaced = new Map<number, Raw>();
  const added = new Map<number, readonly Raw[]>();
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
function inCommon(a: readonly Raw[], b: readonly Raw[]): readonly (readonly [number, number])[] {
  if (a.length * b.length > MOST_COMPARED) return [];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] as number;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = same(a, i, b, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length;) {
    if (same(a, i, b, j)) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

const same = (a: readonly Raw[], i: number, b: readonly Raw[], j: number): boolean =>
  rawEqual(a[i] as Raw, b[j] as Raw);

/** `[a, "b"]` in the key's line. */
function inBrackets(text: string, entry: FrontMatterEntry, changes: Changes): string | null {
  const cursor: FlatCursor = { text, at: entry.start, end: entry.end };
  if (readKey(cursor) === null) return null;
  skipSpaces(cursor);
  if (text[cursor.at] !== '[') return null;
  cursor.at += 1;
  const open = cursor.at;
  const pieces: Piece[] = [];
  let from = open;
  for (;;) {
    skipSpaces(cursor);
    if (text[cursor.at] === ']') break;
    const start = cursor.at;
    if (readFlowItem(cursor) === null) return null;
    pieces.push({ item: true, before: text.slice(from, start), value: text.slice(start, cursor.at), behind: '' });
    from = cursor.at;
    skipSpaces(cursor);
    if (text[cursor.at] === ',') cursor.at += 1;
    else if (text[cursor.at] !== ']') return null;
  }
  const comma = pieces[1]?.before ?? ', ';
  const lead = pieces[0]?.before ?? '';
  const parts = stepsOf(pieces, changes).map((step) => {
    const value = step.kind === 'keep' ? step.piece.value : itemInBrackets(step.by);
    const before = step.kind === 'add' || step.piece === pieces[0] ? comma : step.piece.before;
    return { before, value };
  });
  const items = parts.map(({ before, value }, i) => (i === 0 ? lead : before) + value).join('');
  return text.slice(entry.start, open) + items + text.slice(from, entry.end);
}

const itemInLine = (by: Raw): string => renderValue({ kind: 'list', items: [by] }).replace(/^\n {2}- /, '');

/** Plain where that can't be taken for the marks of the list. */
function itemInBrackets(by: Raw): string {
  const text = itemInLine(by);
  return /^["']/.test(text) || !/[,[\]{}]/.test(text) ? text : renderInLine(by).slice(1);
}

/** `- a` below the key, each item in a line of its own. */
function inBlock(text: string, entry: FrontMatterEntry, changes: Changes): string | null {
  const lines = text.slice(entry.start, entry.end).match(/[^\n]*\n/g) ?? [];
  const [head = '', ...below] = lines;
  if (!/:[ \t]*(?:#[^\n]*)?\r?\n$/.test(head)) return null;
  const pieces = below.map(pieceOf);
  if (pieces.some((piece) => piece === null)) return null;
  const first = pieces.find((piece) => piece?.item === true);
  if (first === undefined || first === null) return null;
  const lineBreak = text[entry.end - 2] === '\r' ? '\r\n' : '\n';
  const parts = stepsOf(pieces as readonly Piece[], changes).map((step) => {
    if (step.kind === 'keep') return step.piece.before + step.piece.value + step.piece.behind;
    const value = itemInLine(step.by);
    return step.kind === 'replace' ? step.piece.before + value + step.piece.behind : first.before + value + lineBreak;
  });
  return head + parts.join('');
}

/** Null for a line of a value that takes several. */
function pieceOf(line: string): Piece | null {
  if (/^\s*(?:#.*)?\r?\n$/.test(line)) return { item: false, before: line, value: '', behind: '' };
  const [before] = /^ *- +/.exec(line) ?? [];
  if (before === undefined) return null;
  const cursor: FlatCursor = { text: line, at: before.length, end: line.length };
  const value = readInLine(cursor);
  if (value === null || value === 'nothing' || value.kind === 'list') return null;
  const behind = line.slice(cursor.at);
  if (!/^[ \t]*(?:[ \t]#.*)?\r?\n$/.test(behind)) return null;
  return { item: true, before, value: line.slice(before.length, cursor.at), behind };
}

function stepsOf(pieces: readonly Piece[], { gone, replaced, added }: Changes): readonly Step[] {
  const steps: Step[] = [];
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
