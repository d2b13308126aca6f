/** The rows of a column by value: an index that is made when a column is asked for the second time, and kept until it changes. */

import type { SchedulerPort } from '../../ports/host';
import { chunkOf, offsetOf } from '../../storage/columns/chunked-array';
import type { FrozenColumn } from '../../storage/columns/stored-column';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import type { Json } from '../../json';
import { type KeptIndex, WORTH_AN_INDEX, keepIndex } from './kept-indexes';
import { inSteps } from '../group/value-vector';

/** Rows by bucket: `slots` from `starts[bucket]` to `starts[bucket + 1]`, ascending. Every row of the snapshot is in one. */
export interface ValuePostings {
  readonly starts: Uint32Array;
  readonly slots: Uint32Array;
  /** The distinct numbers, ascending, of a column of numbers; the bucket after them has no number. Null: a bucket is a code. */
  readonly numbers: Float64Array | null;
}

export const bucketCount = ({ starts }: ValuePostings): number => starts.length - 1;

export const slotsOfBucket = (
  { starts, slots }: Pick<ValuePostings, 'starts' | 'slots'>,
  bucket: number,
): Uint32Array => slots.subarray(starts[bucket], starts[bucket + 1]);

export const sizeOfBucket = ({ starts }: ValuePostings, bucket: number): number =>
  starts[bucket + 1]! - starts[bucket]!;

/** The value that the rows of a bucket share. Undefined: they have none. */
export function valueOfBucket(postings: ValuePostings, column: FrozenColumn, bucket: number): Json | undefined {
  return column.kind === 'codes' ? column.dictionary.value(bucket) : postings.numbers?.[bucket];
}

interface AskedIndex extends KeptIndex {
  readonly generation: object;
  times: number;
  postings: ValuePostings | null;
}

const askedIndexes = new WeakMap<FrozenColumn, AskedIndex>();

/** Null when there is none yet, and for a column in which a hand left values of other types among numbers. */
export async function postingsOf(
  column: FrozenColumn,
  snapshot: RowsSnapshot,
  scheduler: SchedulerPort,
): Promise<ValuePostings | null> {
  if (snapshot.slotOf === undefined || (column.kind === 'numbers' && column.odd.size > 0)) return null;
  const entry = askedOf(column, snapshot.generation);
  if (++entry.times < WORTH_AN_INDEX) return null;
  const postings = (entry.postings ??= await (column.kind === 'codes'
    ? byBucket(snapshot, column.dictionary.size, codesOf(column), null, scheduler)
    : byNumber(column, snapshot, scheduler)));
  keepIndex(entry, snapshot);
  return postings;
}

/** True at the second time that rows are asked for by what a column says, so that an index of it is worth its making. */
export function isAskedAgain(column: FrozenColumn, { generation }: RowsSnapshot): boolean {
  return ++askedOf(column, generation).times >= WORTH_AN_INDEX;
}

function askedOf(column: FrozenColumn, generation: object): AskedIndex {
  const present = askedIndexes.get(column);
  if (present?.generation === generation) return present;
  const forget = (): void => void askedIndexes.delete(column);
  const entry: AskedIndex = { columns: [column], generation, times: 0, postings: null, forget };
  askedIndexes.set(column, entry);
  return entry;
}

type BucketAt = (slot: number) => number;

const codesOf =
  ({ chunks }: FrozenColumn & { readonly kind: 'codes' }): BucketAt =>
  (slot) =>
    chunks[chunkOf(slot)]![offsetOf(slot)]!;

async function byNumber(
  column: FrozenColumn & { readonly kind: 'numbers' },
  snapshot: RowsSnapshot,
  scheduler: SchedulerPort,
): Promise<ValuePostings> {
  const distinct = new Set<number>();
  const numberAt = (slot: number): number => column.chunks[chunkOf(slot)]![offsetOf(slot)]!;
  await eachRow(snapshot, scheduler, (slot) => {
    const number = numberAt(slot);
    if (!Number.isNaN(number)) distinct.add(number);
  });
  const numbers = Float64Array.from(distinct).sort();
  await scheduler.pause();
  const buckets = new Map<number, number>();
  for (let bucket = 0; bucket < numbers.length; bucket++) buckets.set(numbers[bucket]!, bucket);
  await scheduler.pause();
  const bucketAt: BucketAt = (slot) => buckets.get(numberAt(slot)) ?? numbers.length;
  return byBucket(snapshot, numbers.length + 1, bucketAt, numbers, scheduler);
}

/** Counted, then placed, so that the slots of a bucket ascend. */
async function byBucket(
  snapshot: RowsSnapshot,
  count: number,
  bucketAt: BucketAt,
  numbers: Float64Array | null,
  scheduler: SchedulerPort,
): Promise<ValuePostings> {
  const starts = new Uint32Array(count + 1);
  await eachRow(snapshot, scheduler, (slot) => {
    starts[bucketAt(slot) + 1]!++;
  });
  await inSteps(count, scheduler, (from, to) => {
    for (let bucket = from; bucket < to; bucket++) starts[bucket + 1]! += starts[bucket]!;
  });
  const next = starts.slice();
  const slots = new Uint32Array(snapshot.size);
  await eachRow(snapshot, scheduler, (slot) => {
    slots[next[bucketAt(slot)]!++] = slot;
  });
  return { starts, slots, numbers };
}

async function eachRow(
  { capacity, live }: RowsSnapshot,
  scheduler: SchedulerPort,
  visit: (slot: number) => void,
): Promise<void> {
  await inSteps(capacity, scheduler, (from, to) => {
    for (let slot = from; slot < to; slot++) if (live[chunkOf(slot)]![offsetOf(slot)] === 1) visit(slot);
  });
}
