/** Reads the value of a key for the flat tokenizer, in its line or as a block below it; null means: that is for `yaml`. */

import {
  CR,
  type FlatCursor,
  HASH,
  LF,
  SPACE,
  endLine,
  enterCollection,
  isBreak,
  nextIndent,
  skipSpaces,
} from './flat-cursor';
import { opensBlockScalar, readBlockScalar } from './flat-block-scalar';
import { opensFlow, readFlow } from './flat-flow';
import { readKey } from './flat-key';
import { readPlain, readScalar } from './flat-scalar';
import { rawToJson } from '../raw-json';
import { NULL_ITEM, RAW_EMPTY, type RawValue, isNewKey, rawList } from '../raw-value';
import type { Json } from '../../json';

const DASH = 0x2d;

/** The value of a key in that column, from behind its colon to behind the last of its lines. */
export function readValue(cursor: FlatCursor, column: number): RawValue | null {
  skipSpaces(cursor);
  if (opensBlockScalar(cursor.text.charCodeAt(cursor.at))) return readBlockScalar(cursor, column);
  const raw = readInLine(cursor);
  if (raw === null || !endLine(cursor)) return null;
  return raw === 'nothing' ? readBelow(cursor, column, column + 1) : raw;
}

/** The value in the key's line, `nothing` when only a comment or the line's end is there. */
export function readInLine(cursor: FlatCursor): RawValue | 'nothing' | null {
  const code = cursor.text.charCodeAt(cursor.at);
  if (code === LF || code === CR || code === HASH) return 'nothing';
  return opensFlow(code) ? readFlow(cursor) : readScalar(cursor, readPlain);
}

/** The lines below a key or a mark without a value in its line: a list or a mapping from those columns on, or nothing. */
function readBelow(cursor: FlatCursor, listColumn: number, mapColumn: number): RawValue | null {
  const start = cursor.at;
  const indent = nextIndent(cursor);
  const isList = indent >= listColumn && isItem(cursor, cursor.at + indent);
  if (!isList && (indent < mapColumn || cursor.at >= cursor.end)) {
    cursor.at = start;
    return RAW_EMPTY;
  }
  cursor.at += indent;
  return isList ? readBlockList(cursor, indent) : readBlockMap(cursor, indent);
}

function isItem({ text, end }: FlatCursor, at: number): boolean {
  return at < end && text.charCodeAt(at) === DASH && (text.charCodeAt(at + 1) === SPACE || isBreak(text, at + 1));
}

/** From the first mark, in that column. */
function readBlockList(cursor: FlatCursor, column: number): RawValue | null {
  if (!enterCollection(cursor)) return null;
  const items: RawValue[] = [];
  for (;;) {
    const item = readItem(cursor, column);
    if (item === null) return null;
    items.push(item);
    const next = nextInColumn(cursor, column, true);
    if (next === 'continued') return null;
    if (next === 'end') break;
  }
  cursor.depth -= 1;
  return rawList(items);
}

/** From the mark. */
function readItem(cursor: FlatCursor, column: number): RawValue | null {
  const mark = cursor.at;
  cursor.at += 1;
  skipSpaces(cursor);
  const raw = readItemValue(cursor, column, column + cursor.at - mark);
  if (raw === RAW_EMPTY) return NULL_ITEM;
  return raw?.kind === 'list' ? { kind: 'json', value: rawToJson(raw) } : raw;
}

/** `valueColumn`: of a value in the mark's line, which may be the first line of a list or a mapping itself. */
function readItemValue(cursor: FlatCursor, column: number, valueColumn: number): RawValue | null {
  const start = cursor.at;
  if (isItem(cursor, start)) return readBlockList(cursor, valueColumn);
  if (opensBlockScalar(cursor.text.charCodeAt(start))) return readBlockScalar(cursor, column);
  const raw = readInLine(cursor);
  if (raw !== null && endLine(cursor)) return raw === 'nothing' ? readBelow(cursor, column + 1, column + 1) : raw;
  cursor.at = start;
  return readBlockMap(cursor, valueColumn);
}

/** From the first key, in that column. */
function readBlockMap(cursor: FlatCursor, column: number): RawValue | null {
  if (!enterCollection(cursor)) return null;
  const value: Record<string, Json> = {};
  for (;;) {
    const key = readKey(cursor);
    const raw = key === null ? null : readValue(cursor, column);
    if (key === null || raw === null || !isNewKey(value, key)) return null;
    value[key] = rawToJson(raw);
    const next = nextInColumn(cursor, column, false);
    if (next === 'continued') return null;
    if (next === 'end') break;
  }
  cursor.depth -= 1;
  return { kind: 'json', value };
}

/** Goes to the next item or key of a collection in that column. `continued`: a line is indented more than that. */
function nextInColumn(cursor: FlatCursor, column: number, isList: boolean): 'more' | 'end' | 'continued' {
  const start = cursor.at;
  const indent = nextIndent(cursor);
  if (indent > column) return 'continued';
  if (indent === column && (!isList || isItem(cursor, cursor.at + indent))) {
    cursor.at += indent;
    return 'more';
  }
  cursor.at = start;
  return 'end';
}
