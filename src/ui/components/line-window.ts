/** Which lines a window shows, and where each is: rows of one height, headings of another. Pixels. */

export interface Lines {
  readonly length: number;
  /** How many headings come before a line; absent: there are none. */
  headingsBefore?(line: number): number;
}

export interface LineHeights {
  readonly row: number;
  readonly heading: number;
}

/** A half-open range. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** Of a line, or of the end of all lines. */
export function topOf(lines: Lines, { row, heading }: LineHeights, line: number): number {
  const headings = row === heading ? 0 : (lines.headingsBefore?.(line) ?? 0);
  return headings * heading + (line - headings) * row;
}

/** Lines in sight, with some on both sides, so that a quick hand meets no gap. There are never more than some sixty, unless more are in sight. */
export function linesInSight(
  lines: Lines,
  heights: LineHeights,
  { top, height }: { readonly top: number; readonly height: number },
): Span {
  const { length } = lines;
  const seen = Math.ceil(Math.max(height, 0) / Math.min(heights.row, heights.heading)) + 1;
  const around = Math.max(2, Math.min(OVERSCAN, Math.floor((MOST_LINES - seen) / 2)));
  const start = lineAt(lines, heights, top) - around;
  // Steps, so that a slow scroll does not draw at each pixel.
  const first = Math.max(0, Math.floor(start / STEP) * STEP);
  return { first: Math.min(first, length), last: Math.min(first + seen + 2 * around + STEP, length) };
}

const OVERSCAN = 8;
const STEP = 4;
const MOST_LINES = 52;

function lineAt(lines: Lines, heights: LineHeights, y: number): number {
  if (heights.row === heights.heading) return Math.floor(y / heights.row);
  let [low, high] = [0, lines.length];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (topOf(lines, heights, middle) <= y) low = middle;
    else high = middle;
  }
  return low;
}

export const isSameSpan = (one: Span, other: Span): boolean => one.first === other.first && one.last === other.last;
