/** The number that would stand at a place if a list was sorted, without sorting it: quickselect (Hoare 1961). */

/** Rounds after which the list is an unlucky one, and sorted: each round leaves half of it on the average. */
const MOST_ROUNDS = 64;

/** `place` from 0. No NaN. The list is left in another order. */
export function nthSmallest(values: Float64Array, place: number): number {
  let [first, last] = [0, values.length - 1];
  for (let round = 0; first < last; round++) {
    if (round === MOST_ROUNDS) return values.subarray(first, last + 1).sort()[place - first]!;
    const pivot = middleOf(values[first]!, values[(first + last) >>> 1]!, values[last]!);
    let [low, high] = [first, last];
    while (low <= high) {
      while (values[low]! < pivot) low++;
      while (values[high]! > pivot) high--;
      if (low > high) break;
      const value = values[low]!;
      values[low++] = values[high]!;
      values[high--] = value;
    }
    if (place <= high) last = high;
    else if (place >= low) first = low;
    else return pivot;
  }
  return values[place]!;
}

const middleOf = (a: number, b: number, c: number): number =>
  a < b ? (b < c ? b : Math.max(a, c)) : a < c ? a : Math.max(b, c);
