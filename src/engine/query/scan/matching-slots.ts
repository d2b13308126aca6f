/** The rows that match a filter: found by an index where one narrows them down, then tested column by column. */

import type { SchedulerPort } from '../../ports/host';
import { CHUNK_SIZE, chunkOf, offsetOf } from '../../storage/columns/chunked-array';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import { chunkFilter } from './chunk-filter';
import { ALWAYS, type Predicate } from '../where/predicate';
import type { QueryStats } from '../query-stats';
import { ROWS_A_STEP, inSteps, upTo } from '../group/value-vector';
import type { FrozenColumn } from '../../storage/columns/stored-column';
import { type TestPredicate, bucketsThatMatch } from './matching-buckets';
import { type ValuePostings, isAskedAgain, postingsOf, slotsOfBucket } from './value-postings';

/** Chunks between two pauses: some 8,000 rows. */
const CHUNKS_BETWEEN_PAUSES = 16;

export interface MatchingSlots {
  readonly count: number;
  /** True when every row of the snapshot matches. */
  readonly isEverything: boolean;
  /** Ascending. Gathered when they are asked for: a count may be enough. */
  slots(): Promise<Uint32Array>;
}

export async function findMatching(
  snapshot: RowsSnapshot,
  where: Predicate,
  scheduler: SchedulerPort,
  stats: QueryStats | null,
): Promise<MatchingSlots> {
  if (where === ALWAYS) return matchEverything(snapshot, scheduler, stats);
  const found = await candidatesOf(where, snapshot, scheduler);
  stats?.look(found === null ? snapshot.size : found.count);
  if (found === null) return matchingOf(await scanMatching(snapshot, where, scheduler));
  stats?.use(found.index);
  if (found.rest === ALWAYS) {
    return { count: found.count, isEverything: false, slots: () => mergeAscending(found, snapshot, scheduler) };
  }
  return matchingOf(
    await filterSlots(snapshot, await mergeAscending(found, snapshot, scheduler), found.rest, scheduler),
  );
}

const matchingOf = (slots: Uint32Array): MatchingSlots => ({
  count: slots.length,
  isEverything: false,
  slots: () => Promise.resolve(slots),
});

function matchEverything(snapshot: RowsSnapshot, scheduler: SchedulerPort, stats: QueryStats | null): MatchingSlots {
  const slots = (): Promise<Uint32Array> => {
    stats?.look(snapshot.size);
    return scanMatching(snapshot, ALWAYS, scheduler);
  };
  return { count: snapshot.size, isEverything: true, slots };
}

async function scanMatching(snapshot: RowsSnapshot, where: Predicate, scheduler: SchedulerPort): Promise<Uint32Array> {
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

/** How many rows match, at once and without an index: for a count that each write asks for. */
export function countMatching(snapshot: RowsSnapshot, where: Predicate): number {
  if (where === ALWAYS) return snapshot.size;
  const filter = chunkFilter(where, snapshot);
  const rows = new Uint16Array(CHUNK_SIZE);
  let count = 0;
  for (let chunk = 0; chunk * CHUNK_SIZE < snapshot.capacity; chunk++)
    count += filter(chunk, rows, liveRows(snapshot.live[chunk] as Uint8Array, rows));
  return count;
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
export async function filterSlots(
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
async function mergeAscending(
  { lists, count }: IndexCandidates,
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

interface IndexCandidates {
  /** The name of the column whose index was used. */
  readonly index: string;
  /** Each slot is in one list, and the slots of a list ascend. */
  readonly lists: readonly Uint32Array[];
  /** Slots in all lists. */
  readonly count: number;
  /** What they have to match yet; ALWAYS: nothing. */
  readonly rest: Predicate;
}

interface NarrowedTest {
  readonly part: TestPredicate;
  readonly count: number;
  /** False: the index gives more rows than those that match. */
  readonly isExact: boolean;
  lists(): readonly Uint32Array[];
}

/** Above this share of the rows a look at all of them is not slower, unless nothing is left to be looked at. */
const MOST = 1 / 2;

/** Null when no index is there that helps: then every row has to be looked at. */
async function candidatesOf(
  where: Predicate,
  snapshot: RowsSnapshot,
  scheduler: SchedulerPort,
): Promise<IndexCandidates | null> {
  const parts = where.kind === 'all' ? where.parts : [where];
  let best: NarrowedTest | null = null;
  const tests = parts.filter((part) => part.kind === 'test');
  const costs = new Map(tests.map((part) => [part, decidedBy(part, snapshot)]));
  for (const part of tests.sort((a, b) => costs.get(a)! - costs.get(b)!)) {
    // To judge more values than there are rows left takes longer than to test these.
    if (best !== null && costs.get(part)! > best.count) break;
    const found = await narrowByIndex(part, snapshot, scheduler);
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

/** Rows of one number, where it is unknown. */
const ROWS_A_NUMBER = 8;

/** How many values an index of the column would have to be asked for, about. */
function decidedBy({ subject: { stored }, test, negated }: TestPredicate, snapshot: RowsSnapshot): number {
  const column = stored === null ? undefined : snapshot.columns.get(stored);
  if (column === undefined || (!negated && (test.byLinks ?? test.only) !== undefined)) return 0;
  return column.kind === 'codes' ? column.dictionary.size : snapshot.size / ROWS_A_NUMBER;
}

async function narrowByIndex(
  part: TestPredicate,
  snapshot: RowsSnapshot,
  scheduler: SchedulerPort,
): Promise<NarrowedTest | null> {
  const { stored } = part.subject;
  const { slotOf } = snapshot;
  const { onlyPaths } = part.test;
  if (onlyPaths !== undefined && !part.negated && slotOf !== undefined) {
    const slots = onlyPaths.map((path) => slotOf(path)).filter((slot) => slot >= 0);
    return ofSlots(part, distinctSlots(Uint32Array.from(slots)));
  }
  const column = stored === null ? undefined : snapshot.columns.get(stored);
  if (column === undefined || slotOf === undefined) return null;
  const { byLinks } = part.test;
  if (byLinks !== undefined && !part.negated) {
    const isWorth = byLinks.isReady(column, snapshot) || byLinks.isDear || isAskedAgain(column, snapshot);
    const slots = isWorth ? await byLinks.slots(column, snapshot, scheduler) : null;
    return slots === null ? null : ofSlots(part, distinctSlots(slots));
  }
  const postings = await postingsOf(column, snapshot, scheduler);
  return postings === null ? null : ofBuckets(part, column, postings);
}

const ofSlots = (part: TestPredicate, slots: Uint32Array): NarrowedTest => ({
  part,
  count: slots.length,
  isExact: true,
  lists: () => [slots],
});

/** Ascending, each once. */
export function distinctSlots(slots: Uint32Array): Uint32Array {
  const sorted = slots.slice().sort();
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]!;
  }
  return sorted.subarray(0, count);
}

function ofBuckets(part: TestPredicate, column: FrozenColumn, postings: ValuePostings): NarrowedTest {
  const { buckets, count, isExact } = bucketsThatMatch(part, column, postings);
  return { part, count, isExact, lists: () => buckets.map((bucket) => slotsOfBucket(postings, bucket)) };
}
