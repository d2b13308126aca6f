/** Numbers for pairs of small integers, in the order in which they are first seen. */

/** Above this many possible pairs they are kept in a map. */
const DENSE = 4_000_000;

/** Gives each number below `groups` times `size` the number that it got first, or `next` when it is new. */
export function pairNumbers(groups: number, size: number): (pair: number, next: number) => number {
  if (groups * size <= DENSE) {
    const known = new Int32Array(groups * size).fill(-1);
    return (pair, next) => (known[pair] === -1 ? (known[pair] = next) : known[pair]!);
  }
  const known = new Map<number, number>();
  return (pair, next) => {
    const present = known.get(pair);
    if (present === undefined) known.set(pair, next);
    return present ?? next;
  };
}
