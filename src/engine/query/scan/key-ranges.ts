/** Where in the order of a column the values stand that match conditions on it. */

import type { SchedulerPort } from '../../ports/host';
import type { FrozenColumn } from '../../storage/columns/column';
import type { ValueOrder } from '../../storage/columns/dictionary';
import { ANSWER, judgeOf } from './judge';
import type { Test } from './matching-buckets';
import type { KeyRange } from './ordered-stretches';
import { type Postings, bucketCount } from './postings';
import { inSteps } from '../group/vector';

export interface Judged {
  readonly tests: readonly Test[];
  readonly column: FrozenColumn;
  readonly postings: Postings;
  /** By code; null for numbers. */
  readonly ranks: Float64Array | null;
  readonly order: ValueOrder;
}

/** More than this are no ranges any more. */
const MOST_RANGES = 16;

const EVERYTHING: readonly KeyRange[] = [{ least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY }];

/** Ascending. Null where the note decides, where values of one place differ in their answers, and where there are too many. */
export async function rangesOf(judged: Judged, scheduler: SchedulerPort): Promise<readonly KeyRange[] | null> {
  const { tests, column, postings } = judged;
  if (tests.length === 0) return EVERYTHING;
  const judges = tests.map((test) => judgeOf(test, column, postings));
  const ranges: { least: number; most: number }[] = [];
  let last = { key: Number.NaN, isMatch: false };
  let isClear = true;
  const { count, bucketAt, keyOf } = inOrder(judged);
  const look = (bucket: number): void => {
    const key = keyOf(bucket);
    let answer: number = ANSWER.yes;
    for (const judge of judges) if (answer === ANSWER.yes) answer = judge(bucket);
    const isMatch = answer === ANSWER.yes;
    if (answer === ANSWER.byRow || (last.key === key && last.isMatch !== isMatch)) isClear = false;
    if (isMatch && last.isMatch) ranges.at(-1)!.most = key;
    else if (isMatch) ranges.push({ least: key, most: key });
    last = { key, isMatch };
  };
  await inSteps(count, scheduler, (from, to) => {
    for (let i = from; i < to && isClear; i++) look(bucketAt(i));
  });
  return isClear && ranges.length <= MOST_RANGES ? ranges : null;
}

/** The buckets of a column from the least key to the greatest. */
interface InOrder {
  readonly count: number;
  readonly bucketAt: (place: number) => number;
  readonly keyOf: (bucket: number) => number;
}

function inOrder({ column, postings, ranks, order }: Judged): InOrder {
  const count = bucketCount(postings);
  if (column.kind === 'numbers' || ranks === null) {
    const keyOf = (bucket: number): number => postings.numbers?.[bucket] ?? Number.POSITIVE_INFINITY;
    return { count, bucketAt: (place) => place, keyOf };
  }
  const codes = column.dictionary.inOrder(order).filter((code) => code < count);
  for (let code = 0; code < count; code++) if (ranks[code] === Number.POSITIVE_INFINITY) codes.push(code);
  return { count, bucketAt: (place) => codes[place]!, keyOf: (code) => ranks[code]! };
}
