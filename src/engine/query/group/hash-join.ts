/** Which rows of two sides belong together: a hash join on the numbers of their keys. Source: docs/queries.md#join. */

import type { SchedulerPort } from '../../ports/host';
import { NOTHING, type ValueIds } from './value-ids';
import { inSteps } from './value-vector';
import { addTo } from '../../values/maps';

/** The rows of the right side for each row of the left one. */
export interface JoinMatches {
  /** Of each left position: its key, `NOTHING` for none. A row with several keys (a list) has a key for the set of them. */
  readonly keys: Int32Array;
  /** Of each key: where its right positions start in `rights`, and one more. */
  readonly starts: Uint32Array;
  readonly rights: Uint32Array;
}

/** The right positions that belong to a left position, ascending. */
export function matchesOf({ keys, starts, rights }: JoinMatches, left: number): Uint32Array {
  const key = keys[left]!;
  return key === NOTHING ? rights.subarray(0, 0) : rights.subarray(starts[key], starts[key + 1]);
}

export const matchCount = ({ keys, starts }: JoinMatches, left: number): number => {
  const key = keys[left]!;
  return key === NOTHING ? 0 : starts[key + 1]! - starts[key]!;
};

/** One pair of expressions that have to be equal: their numbers on both sides, out of the same ValueIdMap. */
export interface KeyPair {
  readonly left: ValueIds;
  readonly right: ValueIds;
  /** Distinct values. */
  readonly size: number;
}

/** At least one pair. Rows match when they share a number in every pair; an empty value matches nothing. */
export async function hashJoin(
  pairs: readonly KeyPair[],
  leftCount: number,
  rightCount: number,
  scheduler: SchedulerPort,
): Promise<JoinMatches> {
  const [only, ...others] = pairs;
  if (only !== undefined && others.length === 0 && only.left.starts === null && only.right.starts === null) {
    return { keys: only.left.numbers, ...(await byKey(only.right.numbers, only.size, scheduler)) };
  }
  return matchByText(pairs, leftCount, rightCount, scheduler);
}

/** The right positions sorted by their key: counted, then placed. */
async function byKey(
  keys: Int32Array,
  size: number,
  scheduler: SchedulerPort,
): Promise<Pick<JoinMatches, 'starts' | 'rights'>> {
  const starts = new Uint32Array(size + 1);
  let count = 0;
  await inSteps(keys.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const key = keys[i]!;
      if (key === NOTHING) continue;
      starts[key + 1] = starts[key + 1]! + 1;
      count++;
    }
  });
  for (let key = 0; key < size; key++) starts[key + 1] = starts[key + 1]! + starts[key]!;
  const rights = new Uint32Array(count);
  const next = starts.slice();
  await inSteps(keys.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const key = keys[i]!;
      if (key === NOTHING) continue;
      rights[next[key]!] = i;
      next[key] = next[key]! + 1;
    }
  });
  return { starts, rights };
}

/** Several pairs, or lists: a key is the combination of numbers; left rows with the same combinations share one. */
async function matchByText(
  pairs: readonly KeyPair[],
  leftCount: number,
  rightCount: number,
  scheduler: SchedulerPort,
): Promise<JoinMatches> {
  const byCombination = new Map<string, number[]>();
  await inSteps(rightCount, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      for (const combination of numberCombinations(pairs.map(({ right }) => numbersAt(right, i)))) {
        addTo(byCombination, combination, i);
      }
    }
  });
  const keys = new Int32Array(leftCount);
  const known = new Map<string, number>();
  const lists: (readonly number[])[] = [];
  await inSteps(leftCount, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const wanted = numberCombinations(pairs.map(({ left }) => numbersAt(left, i)));
      const key = wanted.join(' ');
      let number = known.get(key);
      if (number === undefined) {
        number = lists.length;
        known.set(key, number);
        const found = wanted.map((each) => byCombination.get(each) ?? []);
        lists.push(found.length === 1 ? (found[0] as number[]) : [...new Set(found.flat())].sort((a, b) => a - b));
      }
      keys[i] = number;
    }
  });
  return { keys, ...packMatches(lists) };
}

function packMatches(lists: readonly (readonly number[])[]): Pick<JoinMatches, 'starts' | 'rights'> {
  const starts = new Uint32Array(lists.length + 1);
  for (const [i, list] of lists.entries()) starts[i + 1] = starts[i]! + list.length;
  const rights = new Uint32Array(starts[lists.length]!);
  for (const [i, list] of lists.entries()) rights.set(list, starts[i]);
  return { starts, rights };
}

function numbersAt({ starts, numbers }: ValueIds, position: number): readonly number[] {
  if (starts === null) return numbers[position] === NOTHING ? [] : [numbers[position]!];
  return [...numbers.subarray(starts[position], starts[position + 1])].filter((number) => number !== NOTHING);
}

/** Every way to take one number of each list. */
function numberCombinations(lists: readonly (readonly number[])[]): readonly string[] {
  const [first = [], ...rest] = lists;
  let found = first.map(String);
  for (const list of rest) found = found.flatMap((text) => list.map((number) => `${text},${number}`));
  return found;
}
