/** Answers a select from the columns of a source and the few rows laid over them. spec: select_rows, D6. */

import type { SchedulerPort } from '../ports/host';
import { CHUNK_SIZE } from '../storage/chunks';
import { type RowsSnapshot, snapshotRow } from '../storage/column-table';
import type { Row } from '../storage/row';
import type { ScanSource } from '../storage/view';
import { chunkFilter } from './mask';
import { rowOrder } from './order';
import { indexedRow } from './indexed-row';
import { ALWAYS, type Predicate, rowMatches } from './predicate';
import type { SelectQuery, SelectResult } from './select-query';
import { type Source, rowsInColumns } from './source';
import { topSlots } from './top-rows';
import type { ChosenRows } from './vector';

export type { SelectQuery, SelectResult };

/** Chunks between two pauses: some 30,000 rows. */
const CHUNKS_BETWEEN_PAUSES = 16;

export async function select(
  rows: Pick<Source, 'index' | 'scan' | 'select'>,
  query: SelectQuery,
  scheduler: SchedulerPort,
): Promise<SelectResult> {
  if (rows.select !== undefined) return rows.select(query, scheduler);
  const row = rows.index === null ? null : indexedRow(rows.index, query.where);
  if (row !== null) return { total: 1, rows: query.offset > 0 || query.limit === 0 ? [] : [row] };
  const source = await rows.scan(scheduler);
  const slots = await matchingSlots(source, query.where, scheduler);
  const staged = source.added.filter((row) => rowMatches(query.where, row));
  const total = slots.length + staged.length;
  const end = query.limit === null ? total : Math.min(total, query.offset + query.limit);
  if (query.limit === 0 || query.offset >= total) return { total, rows: [] };
  const first = await topSlots(source.snapshot, slots, query.order, end, query.zone, scheduler);
  const from = staged.length === 0 ? query.offset : 0;
  const found: Row[] = [];
  for (let i = from; i < first.length; i++) found.push(snapshotRow(source.snapshot, first[i] as number));
  if (staged.length === 0) return { total, rows: found };
  return { total, rows: [...found, ...staged].sort(rowOrder(query.order, query.zone)).slice(query.offset, end) };
}

/** The rows that match, at positions in the order of their slots; what a transaction changes is laid over the table before. */
export async function chosenRows(source: Source, where: Predicate, scheduler: SchedulerPort): Promise<ChosenRows> {
  const scanned = await source.scan(scheduler);
  const isPlain = scanned.hidden.size === 0 && scanned.added.length === 0;
  const snapshot = isPlain ? scanned.snapshot : await flattened(source, scanned, scheduler);
  const slots = await matchingSlots({ snapshot, hidden: new Set(), added: [] }, where, scheduler);
  return { snapshot, slots };
}

async function flattened(source: Source, scanned: ScanSource, scheduler: SchedulerPort): Promise<RowsSnapshot> {
  const kept = await matchingSlots(scanned, ALWAYS, scheduler);
  const rows = function* (): Generator<Row> {
    for (const slot of kept) yield snapshotRow(scanned.snapshot, slot);
    yield* scanned.added;
  };
  return rowsInColumns(source, rows(), scheduler);
}

async function matchingSlots(source: ScanSource, where: Predicate, scheduler: SchedulerPort): Promise<Uint32Array> {
  const { snapshot, hidden } = source;
  const filter = chunkFilter(where, snapshot);
  const rows = new Uint16Array(CHUNK_SIZE);
  let slots = new Uint32Array(CHUNK_SIZE * 2);
  let count = 0;
  for (let chunk = 0; chunk * CHUNK_SIZE < snapshot.capacity; chunk++) {
    if (chunk % CHUNKS_BETWEEN_PAUSES === CHUNKS_BETWEEN_PAUSES - 1) await scheduler.pause();
    const matches = filter(chunk, rows, liveRows(snapshot.live[chunk] as Uint8Array, rows));
    if (count + matches > slots.length) slots = grown(slots);
    for (let i = 0; i < matches; i++) slots[count++] = chunk * CHUNK_SIZE + rows[i]!;
  }
  const found = slots.subarray(0, count);
  return hidden.size === 0 ? found : found.filter((slot) => !hidden.has(pathAt(source, slot)));
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

function grown(slots: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(slots.length * 2);
  larger.set(slots);
  return larger;
}

function pathAt({ snapshot }: ScanSource, slot: number): string {
  return snapshot.paths[Math.floor(slot / CHUNK_SIZE)]?.[slot % CHUNK_SIZE] as string;
}
