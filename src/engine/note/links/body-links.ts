/** Finds the links of a note's body: wiki links and Markdown links, in one pass. */

import type { TextRange } from '../../text/text-line';
import { isInRanges } from '../markdown/code-spans';
import { isExternal, readInlineTarget } from './inline-target';
import { type LinkSpan, type LinkVisitor, emptySpan, setMarkdownSpan } from './link-span';
import { IndentedLines, mayHideLinks, unlinkedRanges } from './unlinked-ranges';
import { isEscaped, readWikiLink } from './wiki-link';

/** Visits every link of `text` from offset `from` on, in the order of their ends. Linear in the length of the text. */
export function visitBodyLinks(text: string, from: number, visit: LinkVisitor): void {
  const wiki = text.indexOf('[[', from);
  const markdown = text.indexOf('](', from);
  if (wiki >= 0 || markdown >= 0) new BodyScan(text, from, wiki, markdown, visit).run();
}

const NONE: readonly TextRange[] = [];

class BodyScan {
  private readonly span: LinkSpan = emptySpan();
  private readonly brackets: OpenBrackets;
  private hidden: readonly TextRange[] = NONE;
  /** Nothing hides links but indented code perhaps: that is checked when a link is on an indented line. */
  private indented: IndentedLines | null = null;

  /** `wiki` and `markdown` are the next places to look at, -1 when there are none. */
  constructor(
    private readonly text: string,
    private readonly from: number,
    private wiki: number,
    private markdown: number,
    private readonly visit: LinkVisitor,
  ) {
    this.brackets = new OpenBrackets(text, from);
    if (mayHideLinks(text, from)) this.hidden = unlinkedRanges(text, from);
    else this.indented = new IndentedLines(text, from);
  }

  run(): void {
    while (this.wiki >= 0 || this.markdown >= 0) {
      if (this.markdown < 0 || (this.wiki >= 0 && this.wiki < this.markdown)) this.readWiki(this.wiki);
      else this.readMarkdown(this.markdown);
    }
  }

  private readWiki(at: number): void {
    const { text, span } = this;
    const isLink = readWikiLink(text, at, text.length, span);
    const isHidden = this.isHidden(at) || (this.hidden.length > 0 && this.isHidden(span.next - 1));
    if (!isLink || isHidden) {
      this.wiki = text.indexOf('[[', isHidden ? at + 2 : span.next);
      return;
    }
    if (this.markdown >= 0) this.brackets.pass(span.start, span.end);
    this.goOnAt(span.end);
    this.visit(span);
  }

  private readMarkdown(at: number): void {
    const { text, brackets } = this;
    this.markdown = text.indexOf('](', at + 2);
    if (isEscaped(text, at) || this.isHidden(at)) return;
    const target = readInlineTarget(text, at + 1);
    const open = target === null ? -1 : brackets.openingOf(at, this.hidden);
    if (target === null || open < 0) return;
    const isImage = text.charAt(open - 1) === '!' && !isEscaped(text, open - 1);
    if (!isImage) brackets.closeAll(target.after);
    this.goOnAt(target.after);
    if (target.start === target.end || isExternal(text, target)) return;
    setMarkdownSpan(text, this.span, { open, close: at, isImage }, target);
    this.visit(this.span);
  }

  private isHidden(at: number): boolean {
    if (this.indented?.holds(at) === true) {
      this.indented = null;
      this.hidden = unlinkedRanges(this.text, this.from);
    }
    return this.hidden.length > 0 && isInRanges(this.hidden, at);
  }

  private goOnAt(offset: number): void {
    if (this.wiki >= 0 && this.wiki < offset) this.wiki = this.text.indexOf('[[', offset);
    if (this.markdown >= 0 && this.markdown < offset) this.markdown = this.text.indexOf('](', offset);
  }
}

const LINE_FEED = 10;
const RETURN = 13;
const OPEN = 91;
const CLOSE = 93;

/** Brackets nested deeper than this make no link; it keeps the search linear. */
const DEEPEST = 32;

export class OpenBrackets {
  /** No bracket before this offset is open any more. */
  private floor: number;
  /** Starts and ends of the wiki links behind the floor, whose own brackets don't count. */
  private passed: number[] = [];

  constructor(
    private readonly text: string,
    from: number,
  ) {
    this.floor = from;
  }

  /** A wiki link was read. */
  pass(start: number, end: number): void {
    this.passed.push(start, end);
  }

  /** A link was read: links do not nest, so brackets open before its end open none. */
  closeAll(end: number): void {
    this.floor = end;
    this.passed = [];
  }

  /** The offset of the bracket that the one at `close` closes, in the same paragraph; -1 when there is none. */
  openingOf(close: number, hidden: readonly TextRange[]): number {
    const { text } = this;
    let depth = 0;
    let wiki = this.passed.length;
    let range = hidden.length;
    for (let at = close - 1; at >= this.floor && depth <= DEEPEST; at--) {
      const code = text.charCodeAt(at);
      if (code !== OPEN && code !== CLOSE && code !== LINE_FEED) continue;
      if (code === LINE_FEED) {
        if (isBreak(text.charCodeAt(at + 1))) break;
        continue;
      }
      while (wiki > 0 && (this.passed[wiki - 2] ?? 0) > at) wiki -= 2;
      while (range > 0 && (hidden[range - 1]?.[0] ?? 0) > at) range--;
      if (wiki > 0 && at < (this.passed[wiki - 1] ?? 0)) at = this.passed[wiki - 2] ?? 0;
      else if (range > 0 && at < (hidden[range - 1]?.[1] ?? 0)) at = hidden[range - 1]?.[0] ?? 0;
      else if (isEscaped(text, at)) continue;
      else if (code === CLOSE) depth++;
      else if (depth-- === 0) return at;
    }
    this.closeAll(close + 1);
    return -1;
  }
}

const isBreak = (code: number): boolean => code === LINE_FEED || code === RETURN;
