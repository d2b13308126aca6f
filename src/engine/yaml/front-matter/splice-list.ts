/** Sets some items of a list and leaves the bytes of the others: their quotes, comments and indentation, in a block or in brackets. spec: D2 */

import type { FrontMatterEntry } from './front-matter-entry';
import { type ListChanges, changesBetween } from './list-changes';
import { type ListItems, findItems } from './list-items';
import type { Raw } from '../raw';
import { renderInLine, renderValue } from './render-value';

/** A piece of the entry's source: an item, with what stands around its value, or lines between items. */
interface Piece {
  readonly item: boolean;
  readonly before: string;
  readonly value: string;
  readonly behind: string;
}

/** What becomes of a piece, and of the list, item by item. */
type Step<P> =
  | { readonly kind: 'keep'; readonly piece: P }
  | { readonly kind: 'replace'; readonly piece: P; readonly by: Raw }
  | { readonly kind: 'add'; readonly by: Raw };

/** The entry with the items of `wanted`; null where none of its items stays, or where they can't be told apart by lines or commas. */
export function spliceList(text: string, entry: FrontMatterEntry, wanted: Raw): string | null {
  const { raw } = entry;
  if (raw.kind !== 'list' || wanted.kind !== 'list' || wanted.items.length === 0 || raw.items.length === 0) return null;
  const changes = changesBetween(raw.items, wanted.items);
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

interface BracketPiece extends Piece {
  /** Before the item, and before the comment of the one before it. */
  readonly comma: string;
}

/** What stands before an item without comments of its own. */
const lastLineOf = (before: string): string => /\r?\n[^\n]*$/.exec(before)?.[0] ?? before;

/** Plain where that can't be taken for the marks of the list. */
function itemInBrackets(by: Raw): string {
  const text = by.kind === 'json' || by.kind === 'list' ? null : renderItem(by);
  return text !== null && (/^["']/.test(text) || !/[,[\]{}]/.test(text)) ? text : renderInLine(by).slice(1);
}

const renderItem = (by: Raw): string => renderValue({ kind: 'list', items: [by] }).replace(/^\n {2}- ?/, '');

/** `- a` below the key, each item in lines of its own. Null where two stand in one line. */
function inBlock(source: string, { values }: ListItems, changes: ListChanges): string | null {
  const head = source.slice(0, source.indexOf('\n') + 1);
  const pieces: Piece[] = [];
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

/** The lines of a collection stand below its first key, wherever that is. */
const itemInLines = (by: Raw, column: number): string => renderItem(by).replaceAll('\n    ', `\n${' '.repeat(column)}`);

function stepsOf<P extends Piece>(pieces: readonly P[], { gone, replaced, added }: ListChanges): readonly Step<P>[] {
  const steps: Step<P>[] = [];
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
