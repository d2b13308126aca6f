/** Rows in the places that they had before an edit: nothing moves under the hands of whoever types. */

import type { GridRow } from '../components/grid-column';

export interface HeldOrder {
  readonly rows: readonly GridRow[];
  /** How many of them stand elsewhere in the order asked for. */
  readonly moved: number;
}

/** `held` are keys in their order, null for none. Rows that came since stand at the end. */
export function inHeldOrder(rows: readonly GridRow[], held: readonly string[] | null): HeldOrder {
  if (held === null) return { rows, moved: 0 };
  const place = new Map(rows.map(({ key }, index) => [key, index]));
  const known = new Set(held);
  const places = held.map((key) => place.get(key)).filter((index) => index !== undefined);
  rows.forEach(({ key }, index) => known.has(key) || places.push(index));
  const inOrder = places.map((index) => rows[index]).filter((row) => row !== undefined);
  return { rows: inOrder, moved: places.length - longestRise(places) };
}

/** How many numbers can stay where they are while the others move to their places. */
function longestRise(numbers: readonly number[]): number {
  /** The smallest number that ends a rise of each length. */
  const ends: number[] = [];
  for (const number of numbers) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    ends[low] = number;
  }
  return ends.length;
}
