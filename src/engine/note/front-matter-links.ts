/**
 * Finds the wiki links in the strings of front matter: in quoted values, in plain text and in block scalars, but not in
 * comments, and not in the nested list that an unquoted `[[x]]` is to YAML. Obsidian shows a value as a link only when
 * it is nothing but the link; a link within a longer text is followed by renames here all the same.
 */

import { type LinkQuote, type LinkSpan, type LinkVisitor, emptySpan } from './link-span';
import { NextIndex } from './next-index';
import { readWikiLink } from './wiki-link';

/** Visits the links before `end`, the start of the body, in their order. */
export function visitFrontMatterLinks(text: string, end: number, visit: LinkVisitor): void {
  const first = text.indexOf('[[');
  if (first >= 0 && first < end) new FrontMatterScan(text, end, visit).run();
}

/** The head of a block scalar, at the end of a line. */
const BLOCK_HEAD = /^[|>][-+0-9]*[ \t]*(?:#.*)?\r?$/;

class FrontMatterScan {
  private readonly span: LinkSpan = emptySpan();
  private readonly open: NextIndex;
  private readonly close: NextIndex;
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
    this.close = new NextIndex(text, ']]');
  }

  run(): void {
    let start = 0;
    while (start < this.end) {
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
    if (this.quote !== 'none' || this.depth > 0) {
      this.flow(start, end);
      return;
    }
    const value = valueStart(text, content, end);
    const first = text.charAt(value);
    if (first === '"' || first === "'" || first === '[' || first === '{') this.flow(value, end);
    else if ((first === '|' || first === '>') && BLOCK_HEAD.test(text.slice(value, end))) {
      this.blockIndent = content - start;
    } else if (this.open.from(value) < end) this.links(value, commentStart(text, value, end), 'none');
  }

  /** Quoted text and flow collections, character by character; they may go on in the next line. */
  private flow(start: number, end: number): void {
    const { text } = this;
    let at = start;
    do {
      if (this.quote !== 'none') {
        const close = endOfQuoted(text, at, end, this.quote);
        this.links(at, close, this.quote);
        if (close === end) return;
        this.quote = 'none';
        at = close;
      } else {
        const character = text.charAt(at);
        if (character === '#' && isBlank(text.charAt(at - 1))) return;
        if (character === '"') this.quote = 'double';
        else if (character === "'" && !/\w/.test(text.charAt(at - 1))) this.quote = 'single';
        else if (character === '[' || character === '{') this.depth++;
        else if (character === ']' || character === '}') this.depth--;
      }
      at++;
    } while (at < end && (this.depth > 0 || this.quote !== 'none'));
  }

  private links(from: number, to: number, quote: LinkQuote): void {
    const { text, span } = this;
    let next = from;
    for (;;) {
      const first = this.open.from(next);
      const close = this.close.from(first + 2);
      if (close + 2 > to) return;
      const open = text.lastIndexOf('[[', close - 2);
      if (readWikiLink(text, open, close, quote, span)) this.visit(span);
      next = close + 2;
    }
  }
}

/** Behind list marks, the key, and what YAML puts before a value. */
function valueStart(text: string, content: number, end: number): number {
  let at = content;
  while ((text.charAt(at) === '-' || text.charAt(at) === '?') && isBlank(text.charAt(at + 1))) {
    at = skipBlanks(text, at + 1, end);
  }
  const afterKey = keyEnd(text, at, end);
  if (afterKey > 0) at = skipBlanks(text, afterKey, end);
  while (text.charAt(at) === '&' || text.charAt(at) === '!') {
    while (at < end && !isBlank(text.charAt(at))) at++;
    at = skipBlanks(text, at, end);
  }
  return at;
}

/** Offset behind the colon of a key, or -1. */
function keyEnd(text: string, start: number, end: number): number {
  const first = text.charAt(start);
  let at = start;
  if (first === '"' || first === "'") at = endOfQuoted(text, start + 1, end, first === '"' ? 'double' : 'single') + 1;
  else if (first === '[' || first === '{' || first === '#') return -1;
  for (at = text.indexOf(':', at); at >= 0 && at < end; at = text.indexOf(':', at + 1)) {
    if (at + 1 >= end || isBlank(text.charAt(at + 1))) return at + 1;
  }
  return -1;
}

function endOfQuoted(text: string, from: number, end: number, quote: LinkQuote): number {
  for (let at = from; at < end; at++) {
    const character = text.charAt(at);
    if (quote === 'double' && character === '\\') at++;
    else if (quote === 'double' && character === '"') return at;
    else if (quote === 'single' && character === "'") {
      if (text.charAt(at + 1) !== "'") return at;
      at++;
    }
  }
  return end;
}

function commentStart(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    if (text.charAt(at) === '#' && (at === from || isBlank(text.charAt(at - 1)))) return at;
  }
  return end;
}

function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(text.charAt(at))) at++;
  return at;
}

const isBlank = (character: string): boolean => character === ' ' || character === '\t' || character === '\r';
