/**
 * Finds the wiki links in the strings of front matter: in quoted values, in plain text and in block scalars, but not in
 * comments, and not in the nested list that an unquoted `[[x]]` is to YAML. Obsidian shows a value as a link only when
 * it is nothing but the link; a link within a longer text is followed by renames here all the same.
 */

import { type LinkQuote, type LinkSpan, type LinkVisitor, emptySpan } from './link-span';
import { NextIndex } from './next-index';
import { readWikiLink } from './wiki-link';

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
const GREATER = 62;
const QUESTION = 63;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const UNDERSCORE = 95;
const OPEN_MAP = 123;
const PIPE = 124;
const CLOSE_MAP = 125;

/** Visits the links before `end`, the start of the body, in their order. */
export function visitFrontMatterLinks(text: string, end: number, visit: LinkVisitor): void {
  const first = text.indexOf('[[');
  if (first >= 0 && first < end) new FrontMatterScan(text, end, visit).run();
}

/**
 * As `visitFrontMatterLinks` for who wants the paths only: quicker where every link is a quoted value, as in most
 * notes. `quote` may be wrong where no escape makes a difference.
 */
export function visitFrontMatterPaths(text: string, end: number, visit: LinkVisitor): void {
  const span = emptySpan();
  for (let at = text.indexOf('[['); at >= 0 && at < end; at = text.indexOf('[[', span.next)) {
    if (!isQuotedValue(text, at, end, span)) {
      new FrontMatterScan(text, end, (link) => link.end > at && visit(link)).run();
      return;
    }
    visit(span);
  }
}

/** Whether the line is `key: "[[…]]"` or `- "[[…]]"`, simple enough to be told without what stands before. */
function isQuotedValue(text: string, at: number, end: number, span: LinkSpan): boolean {
  const mark = text.charCodeAt(at - 1);
  if ((mark !== DOUBLE_QUOTE && mark !== SINGLE_QUOTE) || text.charCodeAt(at - 2) !== SPACE) return false;
  let before = at - 3;
  if (text.charCodeAt(before) === COLON) before--;
  while (isKeyCharacter(text.charCodeAt(before))) before--;
  if (text.charCodeAt(before) !== LINE_FEED) return false;
  if (!readWikiLink(text, at, end, 'none', span) || span.start !== at) return false;
  const behind = text.charCodeAt(span.end + 1);
  if (text.charCodeAt(span.end) !== mark || (behind !== LINE_FEED && behind !== RETURN)) return false;
  for (let next = at; next < span.end; next++) {
    const code = text.charCodeAt(next);
    if (code === mark || code === BACKSLASH) return false;
  }
  return true;
}

/** Letters, digits, `-`, `_`, blanks: no mark of YAML's that changes what follows. */
const isKeyCharacter = (code: number): boolean =>
  code === SPACE ||
  code === DASH ||
  code === UNDERSCORE ||
  (code >= 48 && code < COLON) ||
  (code >= 65 && code < OPEN_LIST) ||
  (code >= 97 && code < OPEN_MAP) ||
  code > 127;

/** The head of a block scalar, at the end of a line. */
const BLOCK_HEAD = /^[|>][-+0-9]*[ \t]*(?:#.*)?\r?$/;

class FrontMatterScan {
  private readonly span: LinkSpan = emptySpan();
  private readonly open: NextIndex;
  /** The quote that an earlier line left open. */
  private quote: LinkQuote = 'none';
  /** Open brackets of a flow collection that spans lines. */
  private depth = 0;
  /** Indentation of the line that holds the head of the present block scalar, or -1. */
  private blockIndent = -1;

  constructor(
    private readonly text: string,
    private readonly end: number,
    private readonly visit: LinkVisitor,
  ) {
    this.open = new NextIndex(text, '[[');
  }

  run(): void {
    let start = 0;
    while (this.open.from(start) < this.end) {
      const lineFeed = this.text.indexOf('\n', start);
      const lineEnd = lineFeed < 0 || lineFeed > this.end ? this.end : lineFeed;
      this.line(start, lineEnd);
      start = lineEnd + 1;
    }
  }

  private line(start: number, end: number): void {
    const { text } = this;
    const content = skipBlanks(text, start, end);
    if (this.blockIndent >= 0 && content - start > this.blockIndent) {
      this.links(content, end, 'none');
      return;
    }
    if (content === end) return;
    this.blockIndent = -1;
    const open = this.open.from(start);
    if (open < end && isQuotedValue(text, open, this.end, this.span)) {
      // Read for itself, whatever stands before: a quote that was never closed hides nothing.
      this.span.quote = text.charCodeAt(open - 1) === DOUBLE_QUOTE ? 'double' : 'single';
      this.visit(this.span);
      return;
    }
    if (this.quote !== 'none' || this.depth > 0) {
      this.flow(start, end);
      return;
    }
    const value = valueStart(text, content, end);
    const first = text.charCodeAt(value);
    if (first === DOUBLE_QUOTE || first === SINGLE_QUOTE || first === OPEN_LIST || first === OPEN_MAP) {
      this.flow(value, end);
    } else if ((first === PIPE || first === GREATER) && BLOCK_HEAD.test(text.slice(value, end))) {
      this.blockIndent = content - start;
    } else if (this.open.from(value) < end) this.links(value, commentStart(text, value, end), 'none');
  }

  /** Quoted text and flow collections, character by character; they may go on in the next line. */
  private flow(start: number, end: number): void {
    const { text } = this;
    let at = start;
    do {
      const code = text.charCodeAt(at);
      if (this.quote !== 'none') {
        const close = endOfQuoted(text, at, end, this.quote);
        this.links(at, close, this.quote);
        if (close === end) return;
        this.quote = 'none';
        at = close;
      } else if (code === HASH && isBlank(text.charCodeAt(at - 1))) return;
      else if (code === DOUBLE_QUOTE) this.quote = 'double';
      else if (code === SINGLE_QUOTE && !/\w/.test(text.charAt(at - 1))) this.quote = 'single';
      else if (code === OPEN_LIST || code === OPEN_MAP) this.depth++;
      else if (code === CLOSE_LIST || code === CLOSE_MAP) this.depth--;
      at++;
    } while (at < end && (this.depth > 0 || this.quote !== 'none'));
  }

  private links(from: number, to: number, quote: LinkQuote): void {
    const { text, span } = this;
    for (let at = this.open.from(from); at < to; at = this.open.from(span.next)) {
      if (readWikiLink(text, at, to, quote, span)) this.visit(span);
    }
  }
}

/** Behind list marks, the key, and what YAML puts before a value. */
function valueStart(text: string, content: number, end: number): number {
  let at = content;
  let code = text.charCodeAt(at);
  while ((code === DASH || code === QUESTION) && isBlank(text.charCodeAt(at + 1))) {
    at = skipBlanks(text, at + 1, end);
    code = text.charCodeAt(at);
  }
  const afterKey = keyEnd(text, at, end);
  if (afterKey > 0) at = skipBlanks(text, afterKey, end);
  for (code = text.charCodeAt(at); code === AMPERSAND || code === EXCLAMATION; code = text.charCodeAt(at)) {
    while (at < end && !isBlank(text.charCodeAt(at))) at++;
    at = skipBlanks(text, at, end);
  }
  return at;
}

/** Offset behind the colon of a key, or -1. */
function keyEnd(text: string, start: number, end: number): number {
  const first = text.charCodeAt(start);
  if (first === OPEN_LIST || first === OPEN_MAP || first === HASH) return -1;
  let at = start;
  if (first === DOUBLE_QUOTE) at = endOfQuoted(text, start + 1, end, 'double') + 1;
  if (first === SINGLE_QUOTE) at = endOfQuoted(text, start + 1, end, 'single') + 1;
  for (; at < end; at++) {
    if (text.charCodeAt(at) === COLON && (at + 1 === end || isBlank(text.charCodeAt(at + 1)))) return at + 1;
  }
  return -1;
}

function endOfQuoted(text: string, from: number, end: number, quote: LinkQuote): number {
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

function commentStart(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    if (text.charCodeAt(at) === HASH && (at === from || isBlank(text.charCodeAt(at - 1)))) return at;
  }
  return end;
}

function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}

const isBlank = (code: number): boolean => code === SPACE || code === TAB || code === RETURN || code === LINE_FEED;
