/** Finds the items of a list in the source of its entry: by the flat tokenizer, and where that gives up by the `yaml` package. */

import { type CST, isMap, isSeq, parseDocument } from 'yaml';
import type { TextRange } from '../../note/markdown/blocks';
import { type FlatCursor, skipSpaces } from './flat-cursor';
import { readFlowItem, readInLine, readKey } from './front-matter-flat';

export interface ListItems {
  /** Offset behind the `[`; -1 for a list of lines. */
  readonly open: number;
  /** The values, their tags included. In a list of lines each begins behind its mark and the blanks there. */
  readonly values: readonly TextRange[];
}

/** Null when `source`, an entry of front matter, holds no list with items. */
export function findItems(source: string): ListItems | null {
  const found = flatItems(source) ?? yamlItems(source);
  return found === null || found.values.length === 0 ? null : found;
}

function flatItems(source: string): ListItems | null {
  const cursor: FlatCursor = { text: source, at: 0, end: source.length };
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
    const cursor: FlatCursor = { text: source, at: line + mark.length, end: source.length };
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
