/** Which values of an index a condition matches. */

import type { FrozenColumn } from '../../storage/columns/column';
import { ANSWER, judgeOf, knownCodes } from './judge';
import { type Postings, bucketCount, sizeOfBucket } from './postings';
import type { Predicate } from '../where/predicate';

export type Test = Predicate & { readonly kind: 'test' };

export interface MatchingBuckets {
  /** Those that have rows. */
  readonly buckets: readonly number[];
  /** Rows in all of them. */
  readonly count: number;
  /** False: more rows than those that match, because the note decides for some value. */
  readonly isExact: boolean;
}

/** Each distinct value is judged once; of an equality only those that can be equal. */
export function bucketsThatMatch(part: Test, column: FrozenColumn, postings: Postings): MatchingBuckets {
  const buckets: number[] = [];
  let count = 0;
  let isExact = true;
  const judge = judgeOf(part, column, postings);
  const look = (bucket: number): void => {
    const size = sizeOfBucket(postings, bucket);
    if (size === 0) return;
    const answer = judge(bucket);
    if (answer === ANSWER.no) return;
    if (answer === ANSWER.byRow) isExact = false;
    buckets.push(bucket);
    count += size;
  };
  const known = part.negated ? null : knownBuckets(part, column, postings);
  if (known !== null) for (const bucket of known) look(bucket);
  else for (let bucket = 0; bucket < bucketCount(postings); bucket++) look(bucket);
  return { buckets, count, isExact };
}

/** The buckets that a test names; null: any may match. */
function knownBuckets({ test }: Test, column: FrozenColumn, { starts, numbers }: Postings): Iterable<number> | null {
  if (test.only === undefined) return null;
  if (column.kind === 'codes') {
    // Codes that came later are of no row of this snapshot.
    return [...knownCodes(test.only, column.dictionary)].filter((code) => code < starts.length - 1);
  }
  const sorted = numbers as Float64Array;
  return [...new Set(test.only)].flatMap((value) => {
    const at = typeof value === 'number' ? firstFrom(sorted, value) : sorted.length;
    return sorted[at] === value ? [at] : [];
  });
}

/** The place of the first number that is not less. */
function firstFrom(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
