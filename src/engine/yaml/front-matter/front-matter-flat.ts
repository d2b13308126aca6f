/** The fast tokenizer of front matter: flat mappings of scalars and lists of scalars, as most notes have. */

import { isFalseText, isNullText, isTrueText } from '../core-schema';
import { CR, type FlatCursor, HASH, LF, SPACE, endLine, isBreak, nextIndent, skipSpaces } from './flat-cursor';
import { isQuote, readFlowPlain, readPlain, readPlainKey, readQuoted, startsPlain } from './flat-scalar';
import type { FrontMatterEntry } from './front-matter-entry';
import { readWithYaml } from './front-matter-yaml';
import { RAW_EMPTY, type RawValue, rawList, rawPlain, rawString } from '../raw-value';

const DASH = 0x2d;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/** YAML's own limit for a key without `?`. */
const LONGEST_KEY = 1024;

/** A block of more entries beyond the flat subset goes to `yaml` as one, so that its limit of tokens counts them all. */
const MOST_YAML_ENTRIES = 100;

const NULL_ITEM = rawPlain('null');

/**
 * The entries between `start` and `end`. An entry beyond the flat subset (a block or multi-line scalar, a nested
 * collection, a tag, an unusual escape, a tab) is given to `yaml` alone. Null when the entries can't be told apart, or one
 * of them has a problem (anchors and repeated keys too): then `yaml` reads the whole block.
 */
export function readFlat(text: string, start: number, end: number): readonly FrontMatterEntry[] | null {
  const cursor: FlatCursor = { text, at: start, end };
  const entries: FrontMatterEntry[] = [];
  let left = MOST_YAML_ENTRIES;
  for (;;) {
    const isContinued = nextIndent(cursor) > 0;
    if (cursor.at >= end) return hasRepeatedKey(entries) ? null : entries;
    // Only the first line was read of an entry that goes on below it.
    const start = isContinued ? entries.pop()?.start : cursor.at;
    if (start === undefined) return null;
    let entry = isContinued ? null : readFlatEntry(cursor);
    if (entry === null && left-- > 0) entry = readEntryWithYaml(cursor, start);
    if (entry === null) return null;
    entries.push(entry);
  }
}

function readFlatEntry(cursor: FlatCursor): FrontMatterEntry | null {
  const start = cursor.at;
  const key = readKey(cursor);
  if (key === null) return null;
  const raw = readValue(cursor);
  return raw === null ? null : { key, start, end: cursor.at, raw };
}

/** Goes behind the comments below the entry too. Null also for a key that `yaml` may join with the line above. */
function readEntryWithYaml(cursor: FlatCursor, start: number): FrontMatterEntry | null {
  cursor.at = start;
  if (readKey(cursor) === null) return null;
  const end = nextKeyLine(cursor, start);
  const entries = readWithYaml(cursor.text, start, end);
  if (typeof entries === 'string' || entries.length !== 1) return null;
  cursor.at = end;
  return entries[0] ?? null;
}

/** The next line in the root's column that is neither a comment nor an item of a list: no value goes on there. */
function nextKeyLine({ text, end }: FlatCursor, start: number): number {
  for (let at = start; ;) {
    at = text.indexOf('\n', at) + 1;
    if (at >= end) return end;
    const code = text.charCodeAt(at);
    const isItemMark = code === DASH && text.charCodeAt(at + 1) <= SPACE;
    if (code > SPACE && code !== HASH && !isItemMark) return at;
  }
}

/** Goes behind the key's colon. */
export function readKey(cursor: FlatCursor): string | null {
  const { text, at } = cursor;
  if (!isQuote(text.charCodeAt(at))) {
    const key = readPlainKey(cursor);
    return key === null || cursor.at - at > LONGEST_KEY || isWord(key) ? null : key;
  }
  const key = readQuoted(cursor);
  if (key === null || cursor.at - at > LONGEST_KEY) return null;
  skipSpaces(cursor);
  if (text.charCodeAt(cursor.at) !== COLON || text.charCodeAt(cursor.at + 1) > SPACE) return null;
  cursor.at += 1;
  return key;
}

const isWord = (key: string): boolean =>
  (key.length === 4 || key.length === 5) && (isNullText(key) || isTrueText(key) || isFalseText(key));

function readValue(cursor: FlatCursor): RawValue | null {
  skipSpaces(cursor);
  const raw = readInLine(cursor);
  if (raw === null || !endLine(cursor)) return null;
  return raw === 'nothing' ? readBelow(cursor) : raw;
}

/** The value in the key's line, `nothing` when only a comment or the line's end is there. */
export function readInLine(cursor: FlatCursor): RawValue | 'nothing' | null {
  const code = cursor.text.charCodeAt(cursor.at);
  if (code === LF || code === CR || code === HASH) return 'nothing';
  return code === OPEN ? readFlowList(cursor) : readScalar(cursor);
}

function readScalar(cursor: FlatCursor): RawValue | null {
  const { text, at } = cursor;
  if (isQuote(text.charCodeAt(at))) {
    const quoted = readQuoted(cursor);
    return quoted === null ? null : rawString(quoted);
  }
  if (!startsPlain(text, at)) return null;
  const plain = readPlain(cursor);
  if (plain === null) return null;
  return isNullText(plain) ? RAW_EMPTY : rawPlain(plain);
}

/** The lines below a key without a value in its line: a block list, or nothing. */
function readBelow(cursor: FlatCursor): RawValue | null {
  const behindKey = cursor.at;
  const indent = nextIndent(cursor);
  if (isItem(cursor, indent)) return readBlockList(cursor, indent);
  if (indent > 0) return null;
  cursor.at = behindKey;
  return RAW_EMPTY;
}

function isItem({ text, at, end }: FlatCursor, indent: number): boolean {
  const mark = at + indent;
  return (
    mark < end && text.charCodeAt(mark) === DASH && (text.charCodeAt(mark + 1) === SPACE || isBreak(text, mark + 1))
  );
}

function readBlockList(cursor: FlatCursor, indent: number): RawValue | null {
  const items: RawValue[] = [];
  for (;;) {
    cursor.at += indent + 1;
    const item = readItem(cursor);
    if (item === null || !endLine(cursor)) return null;
    items.push(item);
    const behindItem = cursor.at;
    const next = nextIndent(cursor);
    if (next === indent && isItem(cursor, indent)) continue;
    if (next > 0) return null;
    cursor.at = behindItem;
    return rawList(items);
  }
}

function readItem(cursor: FlatCursor): RawValue | null {
  skipSpaces(cursor);
  if (isBreak(cursor.text, cursor.at) || cursor.text.charCodeAt(cursor.at) === HASH) return NULL_ITEM;
  const raw = readScalar(cursor);
  return raw === RAW_EMPTY ? NULL_ITEM : raw;
}

function readFlowList(cursor: FlatCursor): RawValue | null {
  const items: RawValue[] = [];
  cursor.at += 1;
  for (;;) {
    skipSpaces(cursor);
    if (cursor.text.charCodeAt(cursor.at) !== CLOSE) {
      const item = readFlowItem(cursor);
      if (item === null) return null;
      items.push(item);
      skipSpaces(cursor);
    }
    const code = cursor.text.charCodeAt(cursor.at);
    cursor.at += 1;
    if (code === CLOSE) return rawList(items);
    if (code !== COMMA) return null;
  }
}

/** An item of a list in brackets. */
export function readFlowItem(cursor: FlatCursor): RawValue | null {
  const { text, at } = cursor;
  if (isQuote(text.charCodeAt(at))) {
    const quoted = readQuoted(cursor);
    return quoted === null ? null : rawString(quoted);
  }
  if (!startsPlain(text, at)) return null;
  const plain = readFlowPlain(cursor);
  if (plain === null) return null;
  return isNullText(plain) ? NULL_ITEM : rawPlain(plain);
}

/** Few keys are compared with each other, many through a set. */
function hasRepeatedKey(entries: readonly FrontMatterEntry[]): boolean {
  if (entries.length > 16) return new Set(entries.map(({ key }) => key)).size < entries.length;
  for (let i = 1; i < entries.length; i += 1) {
    const key = entries[i]?.key;
    for (let j = 0; j < i; j += 1) if (entries[j]?.key === key) return true;
  }
  return false;
}
