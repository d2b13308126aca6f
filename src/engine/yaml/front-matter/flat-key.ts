/** Reads a key and its colon for the flat tokenizer; null means: that is for `yaml`. */

import { isFalseText, isNullText, isTrueText } from '../core-schema';
import { type FlatCursor, HASH, SPACE, skipSpaces } from './flat-cursor';
import { goesOnBehindColon, isQuote, readQuoted, startsPlain, takePlain } from './flat-scalar';

const DOLLAR = 0x24;
const OPEN_ROUND = 0x28;
const COMMA = 0x2c;
const COLON = 0x3a;
const LESS = 0x3c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const TILDE = 0x7e;

/** YAML's own limit for a key without `?`. */
const LONGEST_KEY = 1024;

/** Goes behind the key's colon. */
export function readKey(cursor: FlatCursor): string | null {
  const { text, at } = cursor;
  if (!isQuote(text.charCodeAt(at))) return readPlainKey(cursor, plainKeyEnd(text, at));
  const key = readQuoted(cursor);
  if (key === null || cursor.at - at > LONGEST_KEY) return null;
  skipSpaces(cursor);
  if (text.charCodeAt(cursor.at) !== COLON || text.charCodeAt(cursor.at + 1) > SPACE) return null;
  cursor.at += 1;
  return key;
}

/** The same in braces, where the value may follow a quoted key at once. */
export function readFlowKey(cursor: FlatCursor): string | null {
  const { text, at } = cursor;
  if (!isQuote(text.charCodeAt(at))) return readPlainKey(cursor, flowKeyEnd(text, at));
  const key = readQuoted(cursor);
  if (key === null || cursor.at - at > LONGEST_KEY || text.charCodeAt(cursor.at) !== COLON) return null;
  cursor.at += 1;
  return key;
}

/** `end`: where the key's colon is, or -1. */
function readPlainKey(cursor: FlatCursor, end: number): string | null {
  if (end < 0 || end - cursor.at > LONGEST_KEY) return null;
  const key = takePlain(cursor, end);
  cursor.at = end + 1;
  return isWord(key) ? null : key;
}

function plainKeyEnd(text: string, at: number): number {
  if (!startsPlainKey(text, at)) return -1;
  for (let i = at; ; i += 1) {
    const code = text.charCodeAt(i);
    if (code > COLON) continue;
    if (code === COLON) {
      if (text.charCodeAt(i + 1) <= SPACE) return i;
    } else if (code < SPACE || (code === HASH && text.charCodeAt(i - 1) === SPACE)) {
      return -1;
    }
  }
}

function flowKeyEnd(text: string, at: number): number {
  if (!startsPlainKey(text, at)) return -1;
  for (let i = at; ; i += 1) {
    const code = text.charCodeAt(i);
    if (code === COLON && !goesOnBehindColon(text.charCodeAt(i + 1))) return i;
    if (code < SPACE || FLOW_MARKS.has(code) || (code === HASH && text.charCodeAt(i - 1) === SPACE)) return -1;
  }
}

const FLOW_MARKS: ReadonlySet<number> = new Set([COMMA, OPEN, CLOSE, OPEN_BRACE, CLOSE_BRACE]);

/** `yaml` takes keys that could be numbers, so that `1` and `01` are one key for it. */
function startsPlainKey(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  if (first === LESS || first === TILDE) return false;
  return startsPlain(text, at) && (first > COLON || first === DOLLAR || first === OPEN_ROUND);
}

const isWord = (key: string): boolean =>
  (key.length === 4 || key.length === 5) && (isNullText(key) || isTrueText(key) || isFalseText(key));
