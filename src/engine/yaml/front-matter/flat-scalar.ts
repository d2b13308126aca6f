/** Reads one scalar on one line for the flat tokenizer; null means: that is for `yaml`. */

import { type FlatCursor, HASH, SPACE, isBreak } from './flat-cursor';
import { ownSlice } from '../../text/own-text';
import { isNullText } from '../core-schema';
import { RAW_EMPTY, type RawValue, rawPlain, rawString } from '../raw-value';

const DOUBLE = 0x22;
const SINGLE = 0x27;
const COMMA = 0x2c;
const DASH = 0x2d;
const COLON = 0x3a;
const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Characters that a plain scalar does not start with, or where `yaml` has to say what they mean. */
const INDICATORS = new Set(['?', ':', ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', "'", '"', '%', '@', '`']);

const STARTS_PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
  code > SPACE && code < 0x7f && !INDICATORS.has(String.fromCharCode(code)) ? 1 : 0,
);

export function isQuote(code: number): boolean {
  return code === DOUBLE || code === SINGLE;
}

/** Whether a plain scalar starts at `at`. */
export function startsPlain(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code >= 128) return isTextCode(code);
  if (code !== DASH) return STARTS_PLAIN[code] === 1;
  const next = text.charCodeAt(at + 1);
  return next > SPACE && next !== COMMA && next !== CLOSE;
}

/** Byte order marks and other breaks are left to `yaml`. */
const isTextCode = (code: number): boolean => code !== 0xfeff && code !== 0x85 && code !== 0xa0;

/** A scalar in quotes, or one that `plain` reads; null in plain style is empty. */
export function readScalar(cursor: FlatCursor, plain: (cursor: FlatCursor) => string | null): RawValue | null {
  const { text, at } = cursor;
  if (isQuote(text.charCodeAt(at))) {
    const quoted = readQuoted(cursor);
    return quoted === null ? null : rawString(quoted);
  }
  const read = startsPlain(text, at) ? plain(cursor) : null;
  if (read === null) return null;
  return isNullText(read) ? RAW_EMPTY : rawPlain(read);
}

/** A plain scalar in block context, up to a comment or the end of the line. */
export function readPlain(cursor: FlatCursor): string | null {
  const { text, at } = cursor;
  let i = at;
  for (; ; i += 1) {
    const code = text.charCodeAt(i);
    if (code > COLON) continue;
    if (code === COLON) {
      if (text.charCodeAt(i + 1) <= SPACE) return null;
    } else if (code === HASH) {
      if (text.charCodeAt(i - 1) === SPACE) break;
    } else if (code < SPACE) {
      if (isBreak(text, i)) break;
      return null;
    }
  }
  return takePlain(cursor, i);
}

/** A plain scalar in brackets or braces, up to `,`, `]` or `}`. */
export function readFlowPlain(cursor: FlatCursor): string | null {
  const { text, at } = cursor;
  let i = at;
  for (; ; i += 1) {
    const code = text.charCodeAt(i);
    if (code === COMMA || code === CLOSE || code === CLOSE_BRACE) break;
    if (code < SPACE || code === OPEN || code === OPEN_BRACE) return null;
    if (code === HASH && text.charCodeAt(i - 1) === SPACE) return null;
    if (code === COLON && !goesOnBehindColon(text.charCodeAt(i + 1))) return null;
  }
  return takePlain(cursor, i);
}

/** In brackets and braces. */
export const goesOnBehindColon = (code: number): boolean =>
  code > SPACE && code !== COMMA && code !== OPEN && code !== CLOSE && code !== OPEN_BRACE && code !== CLOSE_BRACE;

/** Up to `stop`, without the blanks before it. */
export function takePlain(cursor: FlatCursor, stop: number): string {
  let end = stop;
  while (cursor.text.charCodeAt(end - 1) === SPACE) end -= 1;
  const start = cursor.at;
  cursor.at = end;
  return ownSlice(cursor.text, start, end);
}

/** A quoted scalar; goes behind its closing quote. */
export function readQuoted(cursor: FlatCursor): string | null {
  return cursor.text.charCodeAt(cursor.at) === DOUBLE ? readDouble(cursor) : readSingle(cursor);
}

function readSingle(cursor: FlatCursor): string | null {
  const { text } = cursor;
  const start = cursor.at + 1;
  let doubled = false;
  let i = start;
  for (; ; i += 1) {
    const code = text.charCodeAt(i);
    if (code < SPACE) return null;
    if (code !== SINGLE) continue;
    if (text.charCodeAt(i + 1) !== SINGLE) break;
    doubled = true;
    i += 1;
  }
  cursor.at = i + 1;
  return doubled ? text.slice(start, i).replaceAll("''", "'") : ownSlice(text, start, i);
}

function readDouble(cursor: FlatCursor): string | null {
  const { text } = cursor;
  const start = cursor.at + 1;
  let escaped = false;
  let i = start;
  for (; ; i += 1) {
    const code = text.charCodeAt(i);
    if (code < SPACE) return null;
    if (code === DOUBLE) break;
    if (code !== BACKSLASH) continue;
    if (text.charCodeAt(i + 1) < SPACE) return null;
    escaped = true;
    i += 1;
  }
  cursor.at = i + 1;
  return escaped ? unescapeQuoted(text.slice(start, i)) : ownSlice(text, start, i);
}

/** The escapes that writers use; null for the others. */
function unescapeQuoted(text: string): string | null {
  let result = '';
  for (let at = 0; ;) {
    const slash = text.indexOf('\\', at);
    if (slash < 0) return result + text.slice(at);
    const meant = ESCAPES[text.charAt(slash + 1)];
    if (meant === undefined) return null;
    result += text.slice(at, slash) + meant;
    at = slash + 2;
  }
}

const ESCAPES: Readonly<Record<string, string | undefined>> = { '"': '"', '\\': '\\', '/': '/', n: '\n', t: '\t' };
