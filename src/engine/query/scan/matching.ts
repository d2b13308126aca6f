/** The rows that match a filter: found by an index where one narrows them down, then tested column by column. */

import type { SchedulerPort } from '../../ports/host';
import { CHUNK_SIZE, chunkOf, offsetOf } from '../../storage/columns/chunks';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import { type Candidates, candidatesOf } from './candidates';
import { chunkFilter } from './mask';
import { ALWAYS, type Predicate } from '../where/predicate';
import type { Tally } from '../tally';
import { ROWS_A_STEP, inSteps, upTo } from '../group/vector';

/** Chunks between two pauses: some 8,000 rows. */
const CHUNKS_BETWEEN_PAUSES = 16;

export interface Matching {
  readonly count: number;
  /** True when every row of the snapshot matches. */
  readonly isEverything: boolean;
  /** Ascending. Gathered when they are asked for: a count may be enough. */
  slots(): Promise<Uint32Array>;
}

export async function matching(
  snapshot: RowsSnapshot,
  where: Predicate,
  scheduler: SchedulerPort,
  tally: Tally | null,
): Promise<Matching> {
  if (where === ALWAYS) return everything(snapshot, scheduler, tally);
  const found = await candidatesOf(where, snapshot, scheduler);
  tally?.look(found === null ? snapshot.size : found.count);
  if (found === null) return gathered(await scanned(snapshot, where, scheduler));
  tally?.use(found.index);
  if (found.rest === ALWAYS) {
    return { count: found.count, isEverything: false, slots: () => ascending(found, snapshot, scheduler) };
  }
  return gathered(await filtered(snapshot, await ascending(found, snapshot, scheduler), found.rest, scheduler));
}

const gathered = (slots: Uint32Array): Matching => ({
  count: slots.length,
  isEverything: false,
  slots: () => Promise.resolve(slots),
});

function everything(snapshot: RowsSnapshot, scheduler: SchedulerPort, tally: Tally | null): Matching {
  const slots = (): Promise<Uint32Array> => {
    tally?.look(snapshot.size);
    return scanned(snapshot, ALWAYS, scheduler);
  };
  return { count: snapshot.size, isEverything: true, slots };
}

async function scanned(snapshot: RowsSnapshot, where: Predicate, scheduler: SchedulerPort): Promise<Uint32Array> {
  if (where === ALWAYS && snapshot.size === snapshot.capacity) return upTo(snapshot.size);
  const filter = chunkFilter(where, snapshot);
  const rows = new Uint16Array(CHUNK_SIZE);
  const slots = new Uint32Array(snapshot.size);
  let count = 0;
  for (let chunk = 0; chunk * CHUNK_SIZE < snapshot.capacity; chunk++) {
    if (chunk % CHUNKS_BETWEEN_PAUSES === CHUNKS_BETWEEN_PAUSES - 1) await scheduler.pause();
    const matches = filter(chunk, rows, liveRows(snapshot.live[chunk] as Uint8Array, rows));
    const first = chunk * CHUNK_SIZE;
    for (let i = 0; i < matches; i++) slots[count++] = first + rows[i]!;
  }
  return count === slots.length ? slots : slots.slice(0, count);
}

/** The places in a chunk that hold a row. Without a branch, as everything that looks at every row. */
function liveRows(live: Uint8Array, rows: Uint16Array): number {
  let count = 0;
  for (let at = 0; at < CHUNK_SIZE; at++) {
    rows[count] = at;
    count += live[at]!;
  }
  return count;
}

/** Those of the slots, which ascend, that match. */
async function filtered(
  snapshot: RowsSnapshot,
  slots: Uint32Array,
  where: Predicate,
  scheduler: SchedulerPort,
): Promise<Uint32Array> {
  const filter = chunkFilter(where, snapshot);
  const rows = new Uint16Array(CHUNK_SIZE);
  const found = new Uint32Array(slots.length);
  let count = 0;
  let since = 0;
  for (let at = 0; at < slots.length;) {
    const chunk = chunkOf(slots[at]!);
    let inChunk = 0;
    while (at < slots.length && chunkOf(slots[at]!) === chunk) rows[inChunk++] = offsetOf(slots[at++]!);
    since += inChunk;
    if (since >= ROWS_A_STEP) {
      since = 0;
      await scheduler.pause();
    }
    const matches = filter(chunk, rows, inChunk);
    for (let i = 0; i < matches; i++) found[count++] = chunk * CHUNK_SIZE + rows[i]!;
  }
  return found.slice(0, count);
}

/** Below this share of the rows sorting a few slots is quicker than marking them among all. */
const FEW = 1 / 64;

/** The slots of several lists in one that ascends. */
async function ascending(
  { lists, count }: Candidates,
  snapshot: RowsSnapshot,
  scheduler: SchedulerPort,
): Promise<Uint32Array> {
  const [only, ...more] = lists;
  if (only === undefined) return new Uint32Array(0);
  if (more.length === 0) return only;
  const slots = new Uint32Array(count);
  if (count < snapshot.capacity * FEW) {
    let at = 0;
    for (const list of lists) {
      slots.set(list, at);
      at += list.length;
    }
    return slots.sort();
  }
  const marks = new Uint8Array(snapshot.capacity);
  for (const list of lists) for (let i = 0; i < list.length; i++) marks[list[i]!] = 1;
  let at = 0;
  await inSteps(marks.length, scheduler, (from, to) => {
    // Without a branch; the last place may be written once too often.
    for (let slot = from; slot < to && at < count; slot++) {
      slots[at] = slot;
      at += marks[slot]!;
    }
  });
  return slots;
}
