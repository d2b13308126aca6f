/** How far a place scrolls while something is dragged near its edges. */

/** Near an edge, and how far a frame scrolls there. Pixels. */
const EDGE = 44;
const SCROLL = 12;

export function stepAt(at: number, first: number, last: number): number {
  if (at < first + EDGE && at > first - EDGE) return -SCROLL;
  return at > last - EDGE && at < last + EDGE ? SCROLL : 0;
}
