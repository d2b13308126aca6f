/** The groups of rows, as numbers from 0, made of the numbers of their keys. */

import type { SchedulerPort } from '../ports/host';
import { NOTHING } from './numbered';
import { inSteps } from './vector';

/** By one key each number is a group, and one more the items without a value; null when some numbers have no item. */
export async function groupsOfNumbers(
  numbers: Int32Array,
  size: number,
  scheduler: SchedulerPort,
): Promise<{ groups: Int32Array; firsts: readonly number[] } | null> {
  const groups = new Int32Array(numbers.length);
  const firsts = new Int32Array(size + 1).fill(-1);
  await inSteps(numbers.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const number = numbers[i]!;
      const group = number === NOTHING ? size : number;
      groups[i] = group;
      if (firsts[group] === -1) firsts[group] = i;
    }
  });
  const found = firsts[size] === -1 ? firsts.subarray(0, size) : firsts;
  return found.includes(-1) ? null : { groups, firsts: Array.from(found) };
}

/** Above this many possible pairs they are kept in a map. */
const DENSE = 4_000_000;

/** Gives each number below `groups` times `size` the number that it got first, or `next` when it is new. */
export function numbersOfPairs(groups: number, size: number): (pair: number, next: number) => number {
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
