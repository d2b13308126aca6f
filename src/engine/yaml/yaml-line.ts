/** Finds its way in one line of block YAML without reading the whole: marks, key, value, quotes, comment. */

/** How a value is quoted: a quoted one has its quotes and escapes around and in it. */
export type YamlQuote = 'none' | 'double' | 'single';

const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const EXCLAMATION = 33;
const DOUBLE_QUOTE = 34;
const HASH = 35;
const AMPERSAND = 38;
const SINGLE_QUOTE = 39;
const DASH = 45;
const COLON = 58;
const QUESTION = 63;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const OPEN_MAP = 123;

/** The place of the last list mark of a line, or of a key behind it: its value is indented more. */
export function lastMark(text: string, content: number, end: number): number {
  let mark = content;
  let at = content;
  while (isListMark(text, at)) {
    mark = at;
    at = skipBlanks(text, at + 1, end);
  }
  return keyEnd(text, at, end) > at ? at : mark;
}

/** Behind the mark or the key, and what YAML puts before a value. */
export function valueStart(text: string, mark: number, end: number): number {
  let at = isListMark(text, mark) ? skipBlanks(text, mark + 1, end) : skipBlanks(text, keyEnd(text, mark, end), end);
  for (let code = text.charCodeAt(at); code === AMPERSAND || code === EXCLAMATION; code = text.charCodeAt(at)) {
    while (at < end && !isBlank(text.charCodeAt(at))) at++;
    at = skipBlanks(text, at, end);
  }
  return at;
}

function isListMark(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code === DASH || code === QUESTION) && isBlank(text.charCodeAt(at + 1));
}

/** Offset behind the colon of the key at `start`; `start` itself when no key is there. */
function keyEnd(text: string, start: number, end: number): number {
  const first = text.charCodeAt(start);
  if (first === OPEN_LIST || first === OPEN_MAP || first === HASH) return start;
  let at = start;
  if (first === DOUBLE_QUOTE) at = endOfQuoted(text, start + 1, end, 'double') + 1;
  if (first === SINGLE_QUOTE) at = endOfQuoted(text, start + 1, end, 'single') + 1;
  for (; at < end; at++) {
    if (text.charCodeAt(at) === COLON && (at + 1 === end || isBlank(text.charCodeAt(at + 1)))) return at + 1;
  }
  return start;
}

/** Offset of the quote that ends a text, or `end`. */
export function endOfQuoted(text: string, from: number, end: number, quote: YamlQuote): number {
  const mark = quote === 'double' ? DOUBLE_QUOTE : SINGLE_QUOTE;
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH && mark === DOUBLE_QUOTE) at++;
    else if (code === mark) {
      if (mark === DOUBLE_QUOTE || text.charCodeAt(at + 1) !== SINGLE_QUOTE) return at;
      at++;
    }
  }
  return end;
}

/** Offset of the `#` that begins a comment, or `end`. */
export function commentStart(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    if (text.charCodeAt(at) === HASH && (at === from || isBlank(text.charCodeAt(at - 1)))) return at;
  }
  return end;
}

export function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}

export const isBlank = (code: number): boolean =>
  code === SPACE || code === TAB || code === RETURN || code === LINE_FEED;
