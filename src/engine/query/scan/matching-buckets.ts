/** Which values of an index a condition matches. */

import type { FrozenColumn } from '../../storage/columns/stored-column';
import { TRUTH, codeTruthOf, knownCodes } from './code-truth';
import { type ValuePostings, bucketCount, sizeOfBucket } from './value-postings';
import type { Predicate } from '../where/predicate';

export type TestPredicate = Predicate & { readonly kind: 'test' };

export interface MatchingBuckets {
  /** Those that have rows. */
  readonly buckets: readonly number[];
  /** Rows in all of them. */
  readonly count: number;
  /** False: more rows than those that match, because the note decides for some value. */
  readonly isExact: boolean;
}

/** Each distinct value is judged once; of an equality only those that can be equal. */
export function bucketsThatMatch(part: TestPredicate, column: FrozenColumn, postings: ValuePostings): MatchingBuckets {
  const buckets: number[] = [];
  let count = 0;
  let isExact = true;
  const truthOf = codeTruthOf(part, column, postings);
  const look = (bucket: number): void => {
    const size = sizeOfBucket(postings, bucket);
    if (size === 0) return;
    const answer = truthOf(bucket);
    if (answer === TRUTH.no) return;
    if (answer === TRUTH.byRow) isExact = false;
    buckets.push(bucket);
    count += size;
  };
  const known = part.negated ? null : knownBuckets(part, column, postings);
  if (known !== null) for (const bucket of known) look(bucket);
  else for (let bucket = 0; bucket < bucketCount(postings); bucket++) look(bucket);
  return { buckets, count, isExact };
}

/** The buckets that a test names; null: any may match. */
function knownBuckets(
  { test }: TestPredicate,
  column: FrozenColumn,
  { starts, numbers }: ValuePostings,
): Iterable<number> | null {
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
