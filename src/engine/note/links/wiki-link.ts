/** Parses a wiki link between `[[` and `]]`. */

import type { YamlQuote } from '../../yaml/yaml-line';
import type { LinkSpan } from './link-span';

const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const EXCLAMATION = 33;
const HASH = 35;
const SLASH = 47;
const COLON = 58;
const OPEN = 91;
const BACKSLASH = 92;
const CLOSE = 93;
const PIPE = 124;

/**
 * Reads the wiki link that begins at the `[[` at offset `at`, or within it (`[[a [[b]]` is the link `[[b]]`), and ends
 * before `limit` and on the same line, or in the same paragraph where the line breaks are mere folds of YAML. True when
 * it is one: then `span` has its parts. It is none when it is empty, escaped, or an address such as
 * `[[https://…]]`. `span.next` is where to look on in any case.
 */
export function readWikiLink(
  text: string,
  at: number,
  limit: number,
  span: LinkSpan,
  quote: YamlQuote = 'none',
  isFolded = false,
): boolean {
  let open = at;
  let hash = -1;
  let pipe = -1;
  let isAddress = false;
  let next = at + 1;
  for (; next < limit; next++) {
    const code = text.charCodeAt(next);
    // Names are letters: this one comparison settles most characters.
    if (code > PIPE || (code > CLOSE && code < PIPE) || (code > COLON && code < OPEN)) continue;
    if (code === CLOSE && text.charCodeAt(next + 1) === CLOSE && next > open + 1) break;
    if (code === LINE_FEED && !(isFolded && hasTextBelow(text, next))) break;
    if (code === OPEN && text.charCodeAt(next + 1) === OPEN) {
      open = next;
      hash = pipe = -1;
      isAddress = false;
    } else if (pipe >= 0) continue;
    else if (code === PIPE) pipe = next;
    else if (code === HASH && hash < 0) hash = next;
    else if (code === COLON && hash < 0) isAddress ||= startsSlashes(text, next + 1);
  }
  span.next = next;
  if (next + 2 > limit || text.charCodeAt(next) !== CLOSE) return false;
  span.next = next + 2;
  if (isAddress || isEscaped(text, open)) return false;
  setParts(text, open, next, hash, pipe, span);
  span.quote = quote;
  return span.pathStart < span.pathEnd || span.subpathEnd - span.subpathStart > 1;
}

/** Whether an odd number of backslashes precedes `at`. */
export function isEscaped(text: string, at: number): boolean {
  return text.charCodeAt(at - 1) === BACKSLASH && (at - withoutBackslashes(text, 0, at)) % 2 === 1;
}

function setParts(text: string, open: number, close: number, hash: number, pipe: number, span: LinkSpan): void {
  const from = open + 2;
  // In a table the alias follows `\|`: that backslash is the table's, not the path's.
  const textEnd = pipe < 0 ? close : withoutBackslashes(text, from, pipe);
  span.subpathStart = hash < 0 ? textEnd : hash;
  span.subpathEnd = trimmedEnd(text, span.subpathStart, textEnd);
  span.pathStart = trimmedStart(text, from, span.subpathStart);
  span.pathEnd = trimmedEnd(text, span.pathStart, span.subpathStart);
  span.kind = 'wiki';
  span.embed = text.charCodeAt(open - 1) === EXCLAMATION && !isEscaped(text, open - 1);
  span.start = span.embed ? open - 1 : open;
  span.end = close + 2;
  span.displayStart = pipe < 0 ? -1 : pipe + 1;
  span.displayEnd = close;
}

function withoutBackslashes(text: string, from: number, end: number): number {
  let last = end;
  while (last > from && text.charCodeAt(last - 1) === BACKSLASH) last--;
  return last;
}

function trimmedStart(text: string, from: number, end: number): number {
  let first = from;
  while (first < end && isBlank(text.charCodeAt(first))) first++;
  return first;
}

function trimmedEnd(text: string, from: number, end: number): number {
  let last = end;
  while (last > from && isBlank(text.charCodeAt(last - 1))) last--;
  return last;
}

const isBlank = (code: number): boolean => code === SPACE || code === TAB || code === LINE_FEED || code === RETURN;

/** Whether the line behind a line feed holds anything. */
function hasTextBelow(text: string, lineFeed: number): boolean {
  let next = lineFeed + 1;
  while (text.charCodeAt(next) === SPACE || text.charCodeAt(next) === TAB) next++;
  const code = text.charCodeAt(next);
  return code !== LINE_FEED && code !== RETURN;
}

const startsSlashes = (text: string, at: number): boolean =>
  text.charCodeAt(at) === SLASH && text.charCodeAt(at + 1) === SLASH;
