/** Finds the `[` that a Markdown link's `]` closes, in one pass over the text. */

import type { TextRange } from './blocks';

const LINE_FEED = 10;
const RETURN = 13;
const EXCLAMATION = 33;
const OPEN = 91;
const BACKSLASH = 92;
const CLOSE = 93;

export class Brackets {
  /** Offsets of the brackets that are open at `at`, outermost first. */
  private readonly open: number[] = [];
  private at: number;
  private nextRange = 0;

  constructor(
    private readonly text: string,
    from: number,
    /** Sorted ranges whose brackets don't count: code, comments, math. */
    private readonly skipped: readonly TextRange[],
  ) {
    this.at = from;
  }

  /** Reads on to `end`. */
  advance(end: number): void {
    const { text, open } = this;
    let rangeStart = this.skipRangesBefore(this.at);
    while (this.at < end) {
      if (this.at >= rangeStart) {
        this.at = this.skipped[this.nextRange]?.[1] ?? end;
        rangeStart = this.skipRangesBefore(this.at);
        continue;
      }
      const code = text.charCodeAt(this.at);
      if (code === OPEN) open.push(this.at);
      else if (code === CLOSE) open.pop();
      else if (code === BACKSLASH) this.at++;
      else if (code === LINE_FEED && isBlankAfter(text, this.at)) open.length = 0;
      this.at++;
    }
  }

  /** Leaves everything before `end` out, as after a link. */
  jump(end: number): void {
    this.at = Math.max(this.at, end);
  }

  /** Closes the innermost bracket: its offset, or -1. */
  close(): number {
    return this.open.pop() ?? -1;
  }

  /** No link stands in a link: the brackets around one open none any more, but an image's text may hold links. */
  forgetLinks(): void {
    const images = this.open.filter((at) => this.text.charCodeAt(at - 1) === EXCLAMATION);
    this.open.splice(0, this.open.length, ...images);
  }

  private skipRangesBefore(at: number): number {
    while ((this.skipped[this.nextRange]?.[1] ?? Infinity) <= at) this.nextRange++;
    return this.skipped[this.nextRange]?.[0] ?? Infinity;
  }
}

function isBlankAfter(text: string, lineFeed: number): boolean {
  const code = text.charCodeAt(lineFeed + 1);
  return code === LINE_FEED || code === RETURN;
}
