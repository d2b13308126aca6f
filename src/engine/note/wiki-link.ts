/** Reads what stands between `[[` and `]]`. */

import type { LinkQuote, LinkSpan } from './link-span';

const TAB = 9;
const SPACE = 32;
const EXCLAMATION = 33;
const HASH = 35;
const COLON = 58;
const BACKSLASH = 92;
const PIPE = 124;

/**
 * Fills `span` for the wiki link that opens at `open` and whose `]]` stands at `close`, both on one line. False: this is
 * no link (it is empty, escaped, or an address such as `[[https://…]]`).
 */
export function readWikiLink(text: string, open: number, close: number, quote: LinkQuote, span: LinkSpan): boolean {
  if (isEscaped(text, open)) return false;
  const from = open + 2;
  const pipe = indexWithin(text, PIPE, from, close);
  const linkEnd = pipe < 0 ? close : pipe;
  const hash = indexWithin(text, HASH, from, linkEnd);
  // In a table the alias follows `\|`: that backslash is the table's, not the path's.
  const textEnd = pipe < 0 ? linkEnd : withoutBackslashes(text, from, linkEnd);
  span.subpathStart = hash < 0 ? textEnd : hash;
  span.subpathEnd = trimmedEnd(text, span.subpathStart, textEnd);
  span.pathStart = trimmedStart(text, from, span.subpathStart);
  span.pathEnd = trimmedEnd(text, span.pathStart, span.subpathStart);
  if (span.pathStart === span.pathEnd && span.subpathEnd - span.subpathStart < 2) return false;
  if (isAddress(text, span.pathStart, span.pathEnd)) return false;
  span.kind = 'wiki';
  span.quote = quote;
  span.embed = text.charCodeAt(open - 1) === EXCLAMATION && !isEscaped(text, open - 1);
  span.start = span.embed ? open - 1 : open;
  span.end = close + 2;
  span.displayStart = pipe < 0 ? -1 : pipe + 1;
  span.displayEnd = close;
  return true;
}

/** Whether an odd number of backslashes stands before `at`. */
export function isEscaped(text: string, at: number): boolean {
  return text.charCodeAt(at - 1) === BACKSLASH && (at - withoutBackslashes(text, 0, at)) % 2 === 1;
}

function indexWithin(text: string, code: number, from: number, end: number): number {
  for (let at = from; at < end; at++) if (text.charCodeAt(at) === code) return at;
  return -1;
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

const isBlank = (code: number): boolean => code === SPACE || code === TAB;

function isAddress(text: string, from: number, end: number): boolean {
  const colon = indexWithin(text, COLON, from, end);
  return colon >= 0 && colon + 3 <= end && text.startsWith('://', colon);
}
