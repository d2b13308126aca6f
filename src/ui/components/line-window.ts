/** Where the lines of a source lie, and which of them a window shows: rows of one size, one or several side by side, and headings across. Pixels. */

export interface Lines {
  readonly length: number;
  /** Lines that are headings, in their order; absent: there are none. */
  readonly headings?: readonly number[] | undefined;
}

export interface LineSizes {
  readonly row: number;
  readonly heading: number;
  /** How many rows lie side by side; absent: one. */
  readonly perLine?: number | undefined;
}

/** A half-open range. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

export class LinePlaces {
  private readonly headings: readonly number[];
  /** The top of each heading, and the end of all lines. */
  private readonly tops: readonly number[];
  readonly perLine: number;

  constructor(
    private readonly lines: Lines,
    private readonly sizes: LineSizes,
  ) {
    this.perLine = Math.max(1, sizes.perLine ?? 1);
    this.headings = lines.headings ?? [];
    const [first = lines.length] = this.headings;
    let top = this.rowsHeight(first);
    const tops = this.headings.map((line, at) => {
      const own = top;
      top += sizes.heading + this.rowsHeight((this.headings[at + 1] ?? lines.length) - line - 1);
      return own;
    });
    this.tops = [...tops, top];
  }

  /** Of all lines. */
  get height(): number {
    return this.tops.at(-1) ?? 0;
  }

  topOf(line: number): number {
    const [top, inGroup] = this.inGroup(line);
    return top + Math.floor(Math.max(inGroup, 0) / this.perLine) * this.sizes.row;
  }

  /** Which of the rows side by side it is. */
  sideOf(line: number): number {
    return Math.max(this.inGroup(line)[1], 0) % this.perLine;
  }

  /** Lines in sight, with some on both sides, so that a quick hand meets no gap. There are never more than some sixty, unless more are in sight. */
  inSight({ top, height }: { readonly top: number; readonly height: number }): Span {
    const { perLine, sizes } = this;
    const seen = Math.max(height, 0);
    const rows = (Math.ceil(seen / sizes.row) + 1) * perLine;
    const around = Math.max(2 * perLine, Math.min(OVERSCAN * perLine, Math.floor((MOST_LINES - rows) / 2)));
    // Steps, so that a slow scroll does not draw at each pixel.
    const first = Math.floor((this.lineAt(top) - around) / STEP) * STEP;
    const last = Math.ceil((this.lineAt(top + seen) + perLine + around) / STEP) * STEP;
    const clamp = (line: number): number => Math.min(Math.max(line, 0), this.lines.length);
    return { first: clamp(first), last: clamp(last) };
  }

  private rowsHeight(rows: number): number {
    return Math.ceil(rows / this.perLine) * this.sizes.row;
  }

  /** Where the rows of its group begin, and which of them it is; -1 for the heading itself. */
  private inGroup(line: number): readonly [top: number, inGroup: number] {
    const at = lastBelow(this.headings.length, (each) => (this.headings[each] ?? 0) <= line);
    if (at < 0) return [0, line];
    const inGroup = line - (this.headings[at] ?? 0) - 1;
    return [(this.tops[at] ?? 0) + (inGroup < 0 ? 0 : this.sizes.heading), inGroup];
  }

  private lineAt(y: number): number {
    if (this.headings.length === 0) return Math.floor(y / this.sizes.row) * this.perLine;
    return Math.max(
      lastBelow(this.lines.length, (line) => this.topOf(line) <= y),
      0,
    );
  }
}

const OVERSCAN = 8;
const STEP = 4;
const MOST_LINES = 52;

/** The last of the numbers below `count` for which `holds`, which holds from 0 up to some number; -1: for none. */
function lastBelow(count: number, holds: (at: number) => boolean): number {
  let [low, high] = [-1, count];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

export const isSameSpan = (one: Span, other: Span): boolean => one.first === other.first && one.last === other.last;
