/** Finds the `[` that a Markdown link's `]` closes. */

import type { TextRange } from '../markdown/blocks';
import { isEscaped } from './wiki-link';

const LINE_FEED = 10;
const RETURN = 13;
const OPEN = 91;
const CLOSE = 93;

/** Brackets nested deeper than this make no link; it keeps the search linear. */
const DEEPEST = 32;

export class Brackets {
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

  /** A link was read: no link stands in a link, so what is open before its end opens none. */
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
