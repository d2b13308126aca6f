/** Where the lines of a list stand: rows of one height, headings of another. Pixels. */

import type { RowSource } from '../../components/grid/row-source';

export const LIST_ROW = 62;
export const LIST_HEADING = 44;
/** Lines beside those in sight, so that a quick hand meets no gap. */
const AROUND = 6;

export class ListLayout {
  constructor(private readonly source: Pick<RowSource, 'length' | 'headingsBefore'>) {}

  /** Of a line, or of the end of the list. */
  top(line: number): number {
    const headings = this.source.headingsBefore?.(line) ?? 0;
    return headings * LIST_HEADING + (line - headings) * LIST_ROW;
  }

  /** The lines that a window shows, with some around them; the last one is not among them. */
  span(top: number, height: number): { readonly first: number; readonly last: number } {
    const { length } = this.source;
    const first = Math.max(this.lineAt(top) - AROUND, 0);
    return { first: Math.min(first, length), last: Math.min(this.lineAt(top + height) + AROUND + 1, length) };
  }

  private lineAt(y: number): number {
    let [low, high] = [0, this.source.length];
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (this.top(middle) <= y) low = middle;
      else high = middle;
    }
    return low;
  }
}
