/** Which index narrows a filter down the most. docs/queries.md (How it is answered). */

import type { SchedulerPort } from '../../ports/host';
import type { FrozenColumn } from '../../storage/columns/column';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import { type Test, bucketsThatMatch } from './matching-buckets';
import { type Postings, isAskedAgain, postingsOf, slotsOfBucket } from './postings';
import { ALWAYS, type Predicate } from '../where/predicate';

export interface Candidates {
  /** The name of the column whose index was used. */
  readonly index: string;
  /** Each slot stands in one list, and the slots of a list ascend. */
  readonly lists: readonly Uint32Array[];
  /** Slots in all lists. */
  readonly count: number;
  /** What they have to match yet; ALWAYS: nothing. */
  readonly rest: Predicate;
}

interface Narrowed {
  readonly part: Test;
  readonly count: number;
  /** False: the index gives more rows than those that match. */
  readonly isExact: boolean;
  lists(): readonly Uint32Array[];
}

/** Above this share of the rows a look at all of them is no slower, unless nothing is left to be looked at. */
const MOST = 1 / 2;

/** Null when no index is there that helps: then every row has to be looked at. */
export async function candidatesOf(
  where: Predicate,
  snapshot: RowsSnapshot,
  scheduler: SchedulerPort,
): Promise<Candidates | null> {
  const parts = where.kind === 'all' ? where.parts : [where];
  let best: Narrowed | null = null;
  const tests = parts.filter((part) => part.kind === 'test');
  const costs = new Map(tests.map((part) => [part, judgedBy(part, snapshot)]));
  for (const part of tests.sort((a, b) => costs.get(a)! - costs.get(b)!)) {
    // To judge more values than there are rows left takes longer than to test these.
    if (best !== null && costs.get(part)! > best.count) break;
    const found = await narrow(part, snapshot, scheduler);
    if (found !== null && (best === null || found.count < best.count)) best = found;
  }
  if (best === null) return null;
  const { part, count, isExact } = best;
  const rest = parts.filter((each) => each !== part || !isExact);
  if (rest.length > 0 && count > snapshot.size * MOST) return null;
  return { index: part.subject.name, lists: best.lists(), count, rest: allOf(rest) };
}

function allOf(parts: readonly Predicate[]): Predicate {
  const [only, ...more] = parts;
  return only === undefined ? ALWAYS : more.length === 0 ? only : { kind: 'all', parts };
}

/** Rows of one number, where nobody knows. */
const ROWS_A_NUMBER = 8;

/** How many values an index of the column would have to be asked for, about. */
function judgedBy({ subject: { stored }, test, negated }: Test, snapshot: RowsSnapshot): number {
  const column = stored === null ? undefined : snapshot.columns.get(stored);
  if (column === undefined || (!negated && (test.byLinks ?? test.only) !== undefined)) return 0;
  return column.kind === 'codes' ? column.dictionary.size : snapshot.size / ROWS_A_NUMBER;
}

async function narrow(part: Test, snapshot: RowsSnapshot, scheduler: SchedulerPort): Promise<Narrowed | null> {
  const { stored } = part.subject;
  const column = stored === null ? undefined : snapshot.columns.get(stored);
  if (column === undefined || snapshot.slotOf === undefined) return null;
  const { byLinks } = part.test;
  if (byLinks !== undefined && !part.negated) {
    const isWorth = byLinks.isReady(column, snapshot) || byLinks.isDear || isAskedAgain(column, snapshot);
    const slots = isWorth ? await byLinks.slots(column, snapshot, scheduler) : null;
    return slots === null ? null : ofSlots(part, distinct(slots));
  }
  const postings = await postingsOf(column, snapshot, scheduler);
  return postings === null ? null : ofBuckets(part, column, postings);
}

const ofSlots = (part: Test, slots: Uint32Array): Narrowed => ({
  part,
  count: slots.length,
  isExact: true,
  lists: () => [slots],
});

/** Ascending, each once. */
function distinct(slots: Uint32Array): Uint32Array {
  const sorted = slots.slice().sort();
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]!;
  }
  return sorted.subarray(0, count);
}

function ofBuckets(part: Test, column: FrozenColumn, postings: Postings): Narrowed {
  const { buckets, count, isExact } = bucketsThatMatch(part, column, postings);
  return { part, count, isExact, lists: () => buckets.map((bucket) => slotsOfBucket(postings, bucket)) };
}
