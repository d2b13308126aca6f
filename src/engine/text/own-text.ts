/** Cuts text so that the slice does not hold the whole text in memory. */

/** Engines copy a cut below this length and only point into the whole above it. */
const COPIED_ANYWAY = 13;

/** `text.slice(start, end)` in memory of its own: a row that lives for hours must not keep its note's text alive. */
export function ownSlice(text: string, start: number, end: number): string {
  const cut = text.slice(start, end);
  return end - start < COPIED_ANYWAY ? cut : ` ${cut}`.slice(1);
}
