/** The first rows of an order: along an index where there is one, else selected among those that match. */

import type { SchedulerPort } from '../../ports/host';
import { chunkOf, offsetOf } from '../../storage/columns/chunked-array';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import { indexScan } from './index-scan';
import type { MatchingSlots } from './matching-slots';
import type { OrderKey } from '../row-order';
import { postingsOf } from './value-postings';
import type { QueryStats } from '../query-stats';
import { topSlots } from './top-rows';
import { ROWS_A_STEP } from '../group/value-vector';

export interface FirstRowsQuery {
  readonly snapshot: RowsSnapshot;
  readonly found: MatchingSlots;
  readonly order: readonly OrderKey[];
  readonly count: number;
  readonly zone: string;
  readonly stats?: QueryStats | undefined;
}

/** Among so few the first ones are found at once. */
const FEW_ROWS = 256;

/** To find the place of a row among others costs as much as a look at so many places of an index. */
const LOOKS_A_ROW = 8;

/** The same where few rows share a value: then they need not be ordered by their paths, and an index is of many short lists. */
const SHORT_LOOKS_A_ROW = 1 / 4;

/** Rows of a value, on the average, below which they are few. */
const SHORT = 16;

/** Slots in order, at most `count`. */
export async function firstRows(wanted: FirstRowsQuery, scheduler: SchedulerPort): Promise<ArrayLike<number>> {
  const { snapshot, found, order, count, zone } = wanted;
  const walk = isWorthAWalk(wanted) ? await walkOf(wanted, scheduler) : null;
  if (walk === null) return topSlots(snapshot, await found.slots(), order, count, zone, scheduler);
  wanted.stats?.use(`order by ${walk.name}`);
  const slots = await gatherFromIndex(walk, wanted, scheduler);
  return walk.isSorted ? slots.subarray(0, count) : topSlots(snapshot, slots, order, count, zone, scheduler);
}

/** So many places of the index have to be looked at, by and large, until there are enough that match. */
function isWorthAWalk(wanted: FirstRowsQuery): boolean {
  const { found, count, snapshot } = wanted;
  const looks = (count * snapshot.size) / found.count;
  const looksARow = areShort(wanted) ? SHORT_LOOKS_A_ROW : LOOKS_A_ROW;
  return found.count > FEW_ROWS && looks < found.count * looksARow;
}

function areShort({ order: [first], snapshot }: FirstRowsQuery): boolean {
  const column =
    first === undefined || first.subject.stored === null ? null : snapshot.columns.get(first.subject.stored);
  return column?.kind === 'codes' && column.dictionary.size * SHORT > snapshot.size;
}

/** Slots along an index. */
interface IndexWalk {
  /** What the index is of. */
  readonly name: string;
  /** True when they come in the wanted order; else each list as a whole comes before the next one. */
  readonly isSorted: boolean;
  readonly slots: Iterable<Uint32Array>;
  /** Slots from here on are in no list, and may come before any of them. Absent: each is in one. */
  readonly behind?: number;
}

async function walkOf({ snapshot, order, zone }: FirstRowsQuery, scheduler: SchedulerPort): Promise<IndexWalk | null> {
  const [first] = order;
  if (first === undefined) {
    const slots = (await snapshot.slotsByPath?.(scheduler)) ?? null;
    if (slots !== null) return { name: 'path', isSorted: true, slots: inSlices(slots) };
    const nearly = (await snapshot.nearlyByPath?.(scheduler)) ?? null;
    return nearly === null ? null : { ...nearly, name: 'path', isSorted: false, slots: inSlices(nearly.slots) };
  }
  const { name, stored } = first.subject;
  const column = stored === null ? undefined : snapshot.columns.get(stored);
  const postings = column === undefined ? null : await postingsOf(column, snapshot, scheduler);
  if (column === undefined || postings === null) return null;
  const slots = await indexScan(postings, { key: first, column, zone }, scheduler);
  return { name, isSorted: false, slots };
}

/** Rows that are looked at before it is asked whether there are enough. */
const SLICE = 64;

function* inSlices(slots: Uint32Array): Generator<Uint32Array> {
  for (let from = 0; from < slots.length; from += SLICE) yield slots.subarray(from, from + SLICE);
}

/** Of the slots along the index those that match, until there are enough of them; and all that match and lie behind. */
async function gatherFromIndex(
  walk: IndexWalk,
  wanted: FirstRowsQuery,
  scheduler: SchedulerPort,
): Promise<Uint32Array> {
  const { snapshot, found, count, stats } = wanted;
  const isWhole = walk.behind === undefined;
  const matching = isWhole && found.isEverything ? null : await found.slots();
  const others = isWhole || matching === null ? NONE : slotsFrom(walk.behind, matching);
  const marks = matching === null ? null : markSlots(matching, snapshot.capacity);
  let slots = new Uint32Array(Math.min(found.count, count + ROWS_A_STEP));
  let [taken, looked, since] = [0, 0, 0];
  for (const list of walk.slots) {
    if (taken >= count) break;
    looked += list.length;
    since += list.length;
    if (since >= ROWS_A_STEP) {
      since = 0;
      await scheduler.pause();
    }
    if (taken + list.length > slots.length) slots = grownSlots(slots, taken + list.length);
    for (let i = 0; i < list.length; i++) {
      slots[taken] = list[i]!;
      taken += marks === null ? 1 : marks[list[i]!]!;
    }
  }
  if (matching === null) stats?.look(looked);
  if (taken + others.length > slots.length) slots = grownSlots(slots, taken + others.length);
  // Those that come after the last one are not among the first.
  const last = taken < count ? null : pathAt(snapshot, slots[count - 1]!);
  for (const slot of others) if (last === null || pathAt(snapshot, slot) < last) slots[taken++] = slot;
  return slots.subarray(0, taken);
}

const pathAt = ({ paths }: RowsSnapshot, slot: number): string => paths[chunkOf(slot)]![offsetOf(slot)]!;

const NONE = new Uint32Array(0);

/** Of slots that ascend those from one on. */
function slotsFrom(behind: number, slots: Uint32Array): Uint32Array {
  let [low, high] = [0, slots.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (slots[middle]! < behind) low = middle + 1;
    else high = middle;
  }
  return slots.subarray(low);
}

function markSlots(slots: Uint32Array, capacity: number): Uint8Array {
  const marks = new Uint8Array(capacity);
  for (let i = 0; i < slots.length; i++) marks[slots[i]!] = 1;
  return marks;
}

function grownSlots(slots: Uint32Array, atLeast: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.max(slots.length * 2, atLeast + 1));
  grown.set(slots);
  return grown;
}
