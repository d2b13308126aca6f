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

/** A part of the height of all lines. */
export interface LineView {
  readonly top: number;
  readonly height: number;
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

  /** Lines of which a part is in sight. */
  inSight(view: LineView): Span {
    return this.withAround(view, 0, 1);
  }

  /** Lines in sight, with some on both sides, so that a quick hand meets no gap. There are never more than some sixty, unless more are in sight. */
  near(view: LineView): Span {
    const { perLine, sizes } = this;
    const rows = (Math.ceil(Math.max(view.height, 0) / sizes.row) + 1) * perLine;
    const far = Math.min(OVERSCAN, Math.ceil(MOST_AROUND / sizes.row)) * perLine;
    const around = Math.max(2 * perLine, Math.min(far, Math.floor((MOST_LINES - rows) / 2)));
    // Steps, so that a slow scroll does not draw at each pixel.
    return this.withAround(view, around, STEP);
  }

  private withAround({ top, height }: LineView, around: number, step: number): Span {
    const first = Math.floor((this.lineAt(top) - around) / step) * step;
    const last = Math.ceil((this.lineAt(top + Math.max(height, 0)) + this.perLine + around) / step) * step;
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

  /** The first of those side by side. */
  private lineAt(y: number): number {
    if (this.headings.length === 0) return Math.floor(y / this.sizes.row) * this.perLine;
    const line = lastBelow(this.lines.length, (each) => this.topOf(each) <= y);
    return line < 0 ? 0 : line - this.sideOf(line);
  }
}

/** Lines on each side, but no more than these pixels: high ones hold much. */
const OVERSCAN = 8;
const MOST_AROUND = 700;
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

/** Whether a line lies in it. */
export const isWithin = ({ first, last }: Span, line: number): boolean => line >= first && line < last;

export const overlapOf = (one: Span, other: Span): Span => ({
  first: Math.max(one.first, other.first),
  last: Math.min(one.last, other.last),
});

/** Both in one; the first alone where there is a gap between them. */
export function joined(one: Span, other: Span): Span {
  if (other.first >= other.last || other.first > one.last || one.first > other.last) return one;
  return { first: Math.min(one.first, other.first), last: Math.max(one.last, other.last) };
}

export const isSameSpan = (one: Span, other: Span): boolean => one.first === other.first && one.last === other.last;
