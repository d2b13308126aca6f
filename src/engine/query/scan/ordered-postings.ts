/**
 * The rows of each value of a column in the order of another one, of all rows where there is no such column. Equal rows are
 * together and in order, so that they are counted and paged without a look at each. Made at the second request.
 */

import type { SchedulerPort } from '../../ports/host';
import { chunkOf, offsetOf } from '../../storage/columns/chunked-array';
import type { FrozenColumn } from '../../storage/columns/stored-column';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import { indexScan } from './index-scan';
import { type KeptIndex, WORTH_AN_INDEX, keepIndex } from './kept-indexes';
import { type OrderKey, valueOrder } from '../row-order';
import { type ValuePostings, bucketCount, slotsOfBucket } from './value-postings';
import { ROWS_A_STEP } from '../group/value-vector';

/** Rows by bucket, as in the postings of the column that they are grouped by: ascending in the order, then by path. */
export type OrderedPostings = Pick<ValuePostings, 'starts' | 'slots'>;

/** What such an index is of. */
export interface PostingsOrder {
  readonly snapshot: RowsSnapshot;
  /** Null: all rows are one bucket. */
  readonly by: { readonly column: FrozenColumn; readonly postings: ValuePostings } | null;
  readonly key: OrderKey;
  /** The column of the key. */
  readonly column: FrozenColumn;
  /** Null: there are none yet. */
  readonly postings: ValuePostings | null;
  readonly zone: string;
}

interface AskedPostings extends KeptIndex {
  readonly by: FrozenColumn | null;
  readonly order: string;
  readonly generation: object;
  times: number;
  made: OrderedPostings | null;
}

/** By the column that orders. */
const askedByColumn = new WeakMap<FrozenColumn, readonly AskedPostings[]>();

/** Null when there is none yet, and while what it is made of is not there. */
export async function orderedPostings(
  ordering: PostingsOrder,
  scheduler: SchedulerPort,
): Promise<OrderedPostings | null> {
  const entry = askedOf(ordering);
  entry.times++;
  entry.made ??= await madeOf(ordering, entry.times >= WORTH_AN_INDEX, scheduler);
  if (entry.made !== null) keepIndex(entry, ordering.snapshot);
  return entry.made;
}

function askedOf({ snapshot: { generation }, by: grouping, key, column, zone }: PostingsOrder): AskedPostings {
  const by = grouping?.column ?? null;
  const order = valueOrder(key.subject.spec, zone).key;
  const present = (askedByColumn.get(column) ?? []).filter((each) => each.generation === generation);
  const found = present.find((each) => each.by === by && each.order === order);
  if (found !== undefined) return found;
  const forget = (): void => {
    const others = (askedByColumn.get(column) ?? []).filter((each) => each !== entry);
    askedByColumn.set(column, others);
  };
  const columns = by === null ? [column] : [by, column];
  const entry: AskedPostings = { columns, forget, by, order, generation, times: 0, made: null };
  // Single requests must not pile up.
  askedByColumn.set(column, [...present.slice(-MOST_ASKED), entry]);
  return entry;
}

const MOST_ASKED = 7;

async function madeOf(
  ordering: PostingsOrder,
  isWorthIt: boolean,
  scheduler: SchedulerPort,
): Promise<OrderedPostings | null> {
  const { snapshot, by, postings, key, column, zone } = ordering;
  // Asked for at the first time too: the order of paths is not made before the second one.
  const paths = (await snapshot.slotsByPath?.(scheduler)) ?? null;
  if (!isWorthIt || paths === null || postings === null) return null;
  const lists = await indexScan(postings, { key: { ...key, descending: false }, column, zone }, scheduler);
  const places = new Uint32Array(snapshot.capacity);
  for (let place = 0; place < paths.length; place++) places[paths[place]!] = place;
  const buckets = by === null ? null : await bucketsOf(by.postings, snapshot, scheduler);
  const starts = by?.postings.starts ?? Uint32Array.of(0, snapshot.size);
  const next = starts.slice();
  const slots = new Uint32Array(snapshot.size);
  let since = 0;
  for (const list of lists) {
    since += list.length + 1;
    if (since >= ROWS_A_STEP) {
      since = 0;
      await scheduler.pause();
    }
    const placed = list.length === 1 ? list : inOrder(list, places, paths);
    for (let i = 0; i < placed.length; i++) {
      const slot = placed[i]!;
      slots[next[buckets === null ? 0 : buckets[slot]!]!++] = slot;
    }
  }
  return { starts, slots };
}

/** The slots by path. */
function inOrder(slots: Uint32Array, places: Uint32Array, paths: Uint32Array): Uint32Array {
  return slots
    .map((slot) => places[slot]!)
    .sort()
    .map((place) => paths[place]!);
}

/** By slot. */
async function bucketsOf(
  postings: ValuePostings,
  { capacity }: RowsSnapshot,
  scheduler: SchedulerPort,
): Promise<Uint32Array> {
  const buckets = new Uint32Array(capacity);
  let since = 0;
  for (let bucket = 0; bucket < bucketCount(postings); bucket++) {
    const slots = slotsOfBucket(postings, bucket);
    for (let i = 0; i < slots.length; i++) buckets[slots[i]!] = bucket;
    since += slots.length + 1;
    if (since < ROWS_A_STEP) continue;
    since = 0;
    await scheduler.pause();
  }
  return buckets;
}

/** A number for each row, in the order of the column: Infinity where it has no value. */
export type KeyAt = (slot: number) => number;

export function keyAtOf(column: FrozenColumn, ranks: Float64Array | null): KeyAt {
  if (column.kind === 'codes') {
    const { chunks } = column;
    return (slot) => (ranks as Float64Array)[chunks[chunkOf(slot)]![offsetOf(slot)]!]!;
  }
  const { chunks } = column;
  return (slot) => {
    const number = chunks[chunkOf(slot)]![offsetOf(slot)]!;
    return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number;
  };
}
