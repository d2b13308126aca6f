/** Finds the links of a note's body: wiki links and Markdown links, in one pass. */

import type { TextRange } from './blocks';
import { Brackets } from './brackets';
import { isInRanges } from './code-spans';
import { type InlineTarget, isExternal, readInlineTarget, subpathStartOf } from './inline-target';
import { type LinkSpan, type LinkVisitor, emptySpan } from './link-span';
import { NextIndex } from './next-index';
import { unlinkedRanges } from './unlinked-ranges';
import { isEscaped, readWikiLink } from './wiki-link';

/** Visits every link of `text` from offset `from` on, in the order of their ends. Linear in the length of the text. */
export function visitBodyLinks(text: string, from: number, visit: LinkVisitor): void {
  const wiki = text.indexOf('[[', from);
  const markdown = text.indexOf('](', from);
  if (wiki >= 0 || markdown >= 0) new BodyScan(text, from, wiki, markdown, visit).run();
}

class BodyScan {
  private readonly span: LinkSpan = emptySpan();
  private readonly unlinked: readonly TextRange[];
  private readonly brackets: Brackets;
  private readonly close: NextIndex;
  private readonly lineFeed: NextIndex;

  /** `wiki` and `markdown` are the next places to look at, -1 when there are none. */
  constructor(
    private readonly text: string,
    from: number,
    private wiki: number,
    private markdown: number,
    private readonly visit: LinkVisitor,
  ) {
    this.unlinked = unlinkedRanges(text, from);
    this.brackets = new Brackets(text, from, this.unlinked);
    this.close = new NextIndex(text, ']]');
    this.lineFeed = new NextIndex(text, '\n');
  }

  run(): void {
    while (this.wiki >= 0 || this.markdown >= 0) {
      if (this.markdown < 0 || (this.wiki >= 0 && this.wiki < this.markdown)) this.readWiki(this.wiki);
      else this.readMarkdown(this.markdown);
    }
  }

  private readWiki(at: number): void {
    const { text } = this;
    const close = this.close.from(at + 2);
    const lineEnd = this.lineFeed.from(at);
    if (close > lineEnd || close === Infinity) {
      this.wiki = lineEnd === Infinity ? -1 : text.indexOf('[[', lineEnd);
      return;
    }
    const open = text.lastIndexOf('[[', close - 2);
    const isHidden = isInRanges(this.unlinked, open) || isInRanges(this.unlinked, close);
    if (isHidden || !readWikiLink(text, open, close, 'none', this.span)) {
      this.wiki = text.indexOf('[[', open + 2);
      return;
    }
    if (this.markdown >= 0) {
      this.brackets.advance(open);
      this.brackets.jump(close + 2);
    }
    this.goOnAt(close + 2);
    this.visit(this.span);
  }

  private readMarkdown(at: number): void {
    const { text, brackets } = this;
    this.markdown = text.indexOf('](', at + 2);
    if (isInRanges(this.unlinked, at) || isEscaped(text, at)) return;
    const target = readInlineTarget(text, at + 1);
    if (target === null) return;
    brackets.advance(at);
    const open = brackets.close();
    brackets.jump(at + 1);
    if (open < 0) return;
    const isImage = text.charAt(open - 1) === '!' && !isEscaped(text, open - 1);
    if (!isImage) brackets.forgetLinks();
    brackets.jump(target.after);
    this.goOnAt(target.after);
    if (target.start === target.end || isExternal(text, target)) return;
    this.setMarkdown(open, at, isImage, target);
    this.visit(this.span);
  }

  private setMarkdown(open: number, close: number, isImage: boolean, target: InlineTarget): void {
    const { span } = this;
    const hash = subpathStartOf(this.text, target);
    span.kind = 'markdown';
    span.quote = 'none';
    span.embed = isImage;
    span.start = isImage ? open - 1 : open;
    span.end = target.after;
    span.pathStart = target.start;
    span.pathEnd = hash;
    span.subpathStart = hash;
    span.subpathEnd = target.end;
    span.displayStart = open + 1;
    span.displayEnd = close;
  }

  private goOnAt(offset: number): void {
    if (this.wiki >= 0 && this.wiki < offset) this.wiki = this.text.indexOf('[[', offset);
    if (this.markdown >= 0 && this.markdown < offset) this.markdown = this.text.indexOf('](', offset);
  }
}
