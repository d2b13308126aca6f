/**
 * Where the body of a note holds no links: code, HTML comments and math. A `%%` comment is not among them: Obsidian
 * indexes the links in it (seen in its metadata cache), so do we. D6 (never inside code).
 */

import type { TextRange } from '../../text/text-line';
import { codeRanges, isInRanges } from '../markdown/code-spans';
import { NextIndex } from '../../text/next-index';
import { isEscaped } from './wiki-link';

/** Sorted, not overlapping. Linear in the length of the text. */
export function unlinkedRanges(text: string, from: number): readonly TextRange[] {
  const code = codeRanges(text, from);
  if (!text.includes('<!--', from) && !text.includes('$', from)) return code;
  return mergeRanges([...code, ...new CommentsAndMath(text, code).ranges(from)]);
}

/** Whether there may be more than indented code, at the price of a few searches. */
export const mayHideLinks = (text: string, from: number): boolean =>
  text.includes('`', from) ||
  text.includes('~~~', from) ||
  text.includes('\t', from) ||
  text.includes('$', from) ||
  text.includes('<!--', from);

/** Says, at growing offsets, whether the line of an offset begins as indented code may, behind marks of quotes and lists. */
export class IndentedLines {
  private start: number;
  private end = -1;
  private isIndented = false;

  constructor(
    private readonly text: string,
    from: number,
  ) {
    this.start = from;
  }

  holds(at: number): boolean {
    if (at <= this.end) return this.isIndented;
    for (let start = this.end < 0 ? this.start : this.end + 1; this.end < at; start = this.end + 1) {
      const lineFeed = this.text.indexOf('\n', start);
      this.start = start;
      this.end = lineFeed < 0 ? this.text.length : lineFeed;
    }
    this.isIndented = beginsIndented(this.text, this.start, this.end);
    return this.isIndented;
  }
}

function beginsIndented(text: string, start: number, end: number): boolean {
  let spaces = 0;
  for (let at = start; at < end && spaces < 4; at++) {
    const code = text.charCodeAt(at);
    if (code === SPACE) spaces++;
    else if (code < BEHIND_DIGITS || code === GREATER) spaces = 0;
    else return false;
  }
  return spaces === 4;
}

const SPACE = 32;
/** Below this lie all characters that quotes and list items begin with, but `>`. */
const BEHIND_DIGITS = 58;
const GREATER = 62;

class CommentsAndMath {
  private readonly comment: NextIndex;
  private readonly commentEnd: NextIndex;
  private readonly dollar: NextIndex;
  private readonly dollars: NextIndex;
  private readonly lineFeed: NextIndex;
  private paragraph = -1;

  constructor(
    private readonly text: string,
    private readonly code: readonly TextRange[],
  ) {
    this.comment = new NextIndex(text, '<!--');
    this.commentEnd = new NextIndex(text, '-->');
    this.dollar = new NextIndex(text, '$');
    this.dollars = new NextIndex(text, '$$');
    this.lineFeed = new NextIndex(text, '\n');
  }

  ranges(from: number): TextRange[] {
    const found: TextRange[] = [];
    let next = from;
    for (;;) {
      const at = Math.min(this.comment.from(next), this.dollar.from(next));
      if (at === Infinity) return found;
      const end = isInRanges(this.code, at) ? -1 : this.endOf(at);
      if (end > 0) found.push([at, end]);
      next = end > 0 ? end : at + (this.text.startsWith('$$', at) ? 2 : 1);
    }
  }

  private endOf(at: number): number {
    if (this.text.charAt(at) === '<') return this.endOfComment(at);
    if (isEscaped(this.text, at)) return -1;
    return this.text.startsWith('$$', at) ? this.endOfBlockMath(at) : this.endOfInlineMath(at);
  }

  /** A comment that begins a line may span paragraphs, and an open one hides the rest; another ends in its paragraph. */
  private endOfComment(at: number): number {
    const close = this.commentEnd.from(at + 2);
    if (beginsLine(this.text, at)) return Math.min(close + 3, this.text.length);
    return close < this.paragraphEnd(at) ? close + 3 : -1;
  }

  private endOfBlockMath(at: number): number {
    const close = this.dollars.from(at + 2);
    if (close === Infinity) return -1;
    return beginsLine(this.text, at) || close < this.paragraphEnd(at) ? close + 2 : -1;
  }

  /** `$…$` is on one line and touches its content, and no digit follows it: prices are text. */
  private endOfInlineMath(at: number): number {
    const { text } = this;
    const close = this.dollar.from(at + 1);
    if (close === Infinity || close > this.lineFeed.from(at)) return -1;
    if (isEscaped(text, close) || isInRanges(this.code, close)) return -1;
    const touches = !/\s/.test(text.charAt(at + 1)) && !/\s/.test(text.charAt(close - 1));
    return touches && !/\d/.test(text.charAt(close + 1)) ? close + 1 : -1;
  }

  private paragraphEnd(at: number): number {
    if (at < this.paragraph) return this.paragraph;
    let end = this.lineFeed.from(at);
    while (end !== Infinity && !/^[ \t\r]*$/.test(this.text.slice(end + 1, this.lineFeed.from(end + 1)))) {
      end = this.lineFeed.from(end + 1);
    }
    this.paragraph = end;
    return end;
  }
}

function beginsLine(text: string, at: number): boolean {
  let first = at;
  while (text.charAt(first - 1) === ' ' || text.charAt(first - 1) === '\t') first--;
  return first === 0 || text.charAt(first - 1) === '\n';
}

function mergeRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  const result: TextRange[] = [];
  for (const range of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = result[result.length - 1];
    if (last !== undefined && range[0] <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], range[1])];
    else result.push(range);
  }
  return result;
}
