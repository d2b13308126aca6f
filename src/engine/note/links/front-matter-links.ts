/**
 * Finds the links in the strings of front matter: in quoted values, in plain text and in block scalars, but not in
 * comments, and not in the nested list that an unquoted `[[x]]` is to YAML. Obsidian shows a value as a link only when
 * it is nothing but the link; a wiki link within a longer text is followed by renames here all the same, a Markdown link only as a whole value.
 */

import { type LinkSpan, type LinkVisitor, emptySpan } from './link-span';
import { NextIndex } from '../../text/next-index';
import { readMarkdownScalar } from './markdown-link';
import { readWikiLink } from './wiki-link';
import {
  commentStart,
  endOfQuoted,
  isBlank,
  lastMark,
  skipBlanks,
  valueStart,
  type YamlQuote,
} from '../../yaml/yaml-line';

const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const HASH = 35;
const SINGLE_QUOTE = 39;
const DASH = 45;
const COLON = 58;
const GREATER = 62;
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
  if ((first >= 0 && first < end) || hasMarkdownLink(text, end)) new FrontMatterScan(text, end, visit).run();
}

/**
 * As `visitFrontMatterLinks` for who wants the paths only: quicker where every link is a quoted value, as in most
 * notes. `quote` may be wrong where no escape makes a difference.
 */
export function visitFrontMatterPaths(text: string, end: number, visit: LinkVisitor): void {
  if (hasMarkdownLink(text, end)) return visitFrontMatterLinks(text, end, visit);
  const span = emptySpan();
  for (let at = text.indexOf('[['); at >= 0 && at < end; at = text.indexOf('[[', span.next)) {
    if (!isQuotedValue(text, at, end, span)) return visitLinksFrom(text, at, end, visit);
    visit(span);
  }
}

const hasMarkdownLink = (text: string, end: number): boolean => text.slice(0, end).includes('](');

function visitLinksFrom(text: string, start: number, end: number, visit: LinkVisitor): void {
  new FrontMatterScan(text, end, (link) => link.end > start && visit(link)).run();
}

/** Whether the line is `key: "[[…]]"` or `- "[[…]]"`, simple enough to be read without the lines before. */
function isQuotedValue(text: string, at: number, end: number, span: LinkSpan): boolean {
  const mark = text.charCodeAt(at - 1);
  if ((mark !== DOUBLE_QUOTE && mark !== SINGLE_QUOTE) || text.charCodeAt(at - 2) !== SPACE) return false;
  let before = at - 3;
  if (text.charCodeAt(before) === COLON) before--;
  while (isKeyCharacter(text.charCodeAt(before))) before--;
  if (text.charCodeAt(before) !== LINE_FEED) return false;
  if (!readWikiLink(text, at, end, span) || span.start !== at) return false;
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

/** A plain or block scalar that more lines may belong to: those that are indented more than the line it began on. */
interface OpenScalar {
  readonly indent: number;
  readonly start: number;
  end: number;
  readonly isFolded: boolean;
}

class FrontMatterScan {
  private readonly span: LinkSpan = emptySpan();
  private readonly open: NextIndex;
  private readonly openInScalar: NextIndex;
  private readonly markdown: NextIndex;
  private scalar: OpenScalar | null = null;
  /** The quote that is open, and where its text begins. */
  private quote: YamlQuote = 'none';
  private quoted = 0;
  /** Open brackets of a flow collection that spans lines. */
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly end: number,
    private readonly visit: LinkVisitor,
  ) {
    this.open = new NextIndex(text, '[[');
    this.openInScalar = new NextIndex(text, '[[');
    this.markdown = new NextIndex(text, '](');
  }

  run(): void {
    let start = 0;
    while (start < this.end && (this.scalar !== null || this.quote !== 'none' || this.hasLinkFrom(start))) {
      const lineFeed = this.text.indexOf('\n', start);
      const lineEnd = lineFeed < 0 || lineFeed > this.end ? this.end : lineFeed;
      this.line(start, lineEnd);
      start = lineEnd + 1;
    }
    this.closeScalar();
    this.closeQuote(this.end);
  }

  private hasLinkFrom(start: number): boolean {
    return this.open.from(start) < this.end || this.markdown.from(start) < this.end;
  }

  private line(start: number, end: number): void {
    const { text, scalar } = this;
    const content = skipBlanks(text, start, end);
    if (scalar !== null && (content === end || content - start > scalar.indent)) {
      scalar.end = end;
      return;
    }
    if (content === end) return;
    this.closeScalar();
    const open = this.open.from(start);
    if (open < end && isQuotedValue(text, open, this.end, this.span)) {
      // Read for itself, after any text: a quote that was never closed hides nothing.
      this.closeQuote(start);
      this.visitQuotedValue(open);
    } else if (this.quote !== 'none' || this.depth > 0) this.flow(start, end);
    else this.value(start, content, end);
  }

  private value(line: number, content: number, end: number): void {
    const { text } = this;
    const parent = lastMark(text, content, end);
    const start = valueStart(text, parent, end);
    const indent = parent - line;
    const first = text.charCodeAt(start);
    if (first === DOUBLE_QUOTE || first === SINGLE_QUOTE || first === OPEN_LIST || first === OPEN_MAP) {
      this.flow(start, end);
    } else if ((first === PIPE || first === GREATER) && BLOCK_HEAD.test(text.slice(start, end))) {
      this.scalar = { indent, start: end, end, isFolded: first === GREATER };
    } else {
      const comment = commentStart(text, start, end);
      if (comment < end) this.links(start, comment, 'none', false);
      else if (start < end) this.scalar = { indent, start, end, isFolded: true };
    }
  }

  private closeScalar(): void {
    const { scalar } = this;
    if (scalar !== null) this.links(scalar.start, scalar.end, 'none', scalar.isFolded);
    this.scalar = null;
  }

  /** Quoted text and flow collections, character by character; they may go on in the next line. */
  private flow(start: number, end: number): void {
    const { text } = this;
    let at = start;
    do {
      const code = text.charCodeAt(at);
      if (this.quote !== 'none') {
        const close = endOfQuoted(text, at, end, this.quote);
        if (close === end) return;
        this.closeQuote(close);
        at = close;
      } else if (code === HASH && isBlank(text.charCodeAt(at - 1))) return;
      else if (code === DOUBLE_QUOTE) this.openQuote('double', at);
      else if (code === SINGLE_QUOTE && !/\w/.test(text.charAt(at - 1))) this.openQuote('single', at);
      else if (code === OPEN_LIST || code === OPEN_MAP) this.depth++;
      else if (code === CLOSE_LIST || code === CLOSE_MAP) this.depth--;
      at++;
    } while (at < end && (this.depth > 0 || this.quote !== 'none'));
  }

  private visitQuotedValue(open: number): void {
    // The span was read before, but for the quote; a text that was open until now has used it since.
    isQuotedValue(this.text, open, this.end, this.span);
    this.span.quote = this.text.charCodeAt(open - 1) === DOUBLE_QUOTE ? 'double' : 'single';
    this.visit(this.span);
  }

  private closeQuote(end: number): void {
    if (this.quote !== 'none') this.links(this.quoted, end, this.quote, true);
    this.quote = 'none';
  }

  private openQuote(quote: YamlQuote, at: number): void {
    this.quote = quote;
    this.quoted = at + 1;
  }

  private links(from: number, to: number, quote: YamlQuote, isFolded: boolean): void {
    const { text, span } = this;
    const [start, last] = trimmedRange(text, from, to);
    if (readMarkdownScalar(text, start, last, quote, span)) this.visit(span);
    for (let at = this.openInScalar.from(from); at < to; at = this.openInScalar.from(span.next)) {
      if (readWikiLink(text, at, to, span, quote, isFolded)) this.visit(span);
    }
  }
}

/** Without the blanks and line breaks at both ends. */
function trimmedRange(text: string, from: number, to: number): readonly [start: number, end: number] {
  let [start, end] = [from, to];
  while (start < end && text.charCodeAt(start) <= SPACE) start++;
  while (end > start && text.charCodeAt(end - 1) <= SPACE) end--;
  return [start, end];
}
