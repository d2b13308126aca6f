/** Answers a select from the columns of a source and the few rows laid over them. Source: docs/operations.md#select_rows, D6. */

import type { SchedulerPort } from '../ports/host';
import { chunkOf, offsetOf } from '../storage/columns/chunked-array';
import type { RowsSnapshot } from '../storage/columns/column-table';
import { snapshotRow } from '../storage/columns/snapshot-row';
import type { Row } from '../storage/row';
import type { ScanSource, TableView } from '../storage/view';
import { firstRows } from './scan/first-rows';
import { type MatchingSlots, findMatching } from './scan/matching-slots';
import { rowOrder } from './row-order';
import { orderedPage } from './scan/ordered-page';
import { ALWAYS, type Predicate, columnsRead, rowMatches } from './where/predicate';
import { ROW_RENDERER, type RowRenderer } from './row-projection';
import type { SelectQuery, SelectResult } from './select-query';
import { type QuerySource, rowsInColumns } from './source/query-source';
import type { QueryStats } from './query-stats';
import type { ChosenRows } from './group/value-vector';
import type { Subject } from './where/subject';

export type { SelectQuery, SelectResult };

export async function select(
  source: SelectableSource,
  query: SelectQuery,
  scheduler: SchedulerPort,
): Promise<SelectResult> {
  return selectAs(ROW_RENDERER, source, query, scheduler);
}

type SelectableSource = Pick<QuerySource, 'index' | 'scan' | 'select'>;

/** As `select`, with the rows as they are to be shown. */
export async function selectAs<T>(
  showing: RowRenderer<T>,
  rows: SelectableSource,
  query: SelectQuery,
  scheduler: SchedulerPort,
): Promise<{ readonly total: number; readonly rows: readonly T[] }> {
  if (rows.select !== undefined) {
    const { total, rows: found } = await rows.select(query, scheduler);
    return { total, rows: await inSlices(found.length, (i) => showing.ofRow(found[i]!), scheduler) };
  }
  const { where, limit, offset, order, zone, stats } = query;
  const row = rows.index === null ? null : indexedRow(rows.index, where, stats);
  if (row !== null) return { total: 1, rows: offset > 0 || limit === 0 ? [] : [showing.ofRow(row)] };
  const read = columnsRead(
    where,
    order.map(({ subject }) => subject),
  );
  const source = await rows.scan(scheduler, read);
  const { snapshot } = source;
  const isPlain = source.hidden.size === 0 && source.added.length === 0;
  const ordered = isPlain ? await orderedPage(snapshot, query, scheduler) : null;
  if (ordered !== null) {
    const { total, slots } = ordered;
    return { total, rows: await shownRows(showing, snapshot, slots, scheduler) };
  }
  const found = await matchingIn(source, where, scheduler, stats ?? null);
  const staged = source.added.filter((each) => rowMatches(where, each));
  const total = found.count + staged.length;
  const end = limit === null ? total : Math.min(total, offset + limit);
  if (limit === 0 || offset >= total) return { total, rows: [] };
  const first = await firstRows({ snapshot, found, order, count: end, zone, stats }, scheduler);
  if (staged.length === 0) {
    return { total, rows: await shownRows(showing, snapshot, Array.from(first).slice(offset), scheduler) };
  }
  const stored = await shownRows(ROW_RENDERER, snapshot, first, scheduler);
  const page = [...stored, ...staged].sort(rowOrder(order, zone)).slice(offset, end);
  return { total, rows: page.map((each) => showing.ofRow(each)) };
}

/** The rows in these slots, as they are to be shown. */
export async function shownRows<T>(
  showing: RowRenderer<T>,
  snapshot: RowsSnapshot,
  slots: ArrayLike<number>,
  scheduler: SchedulerPort,
): Promise<T[]> {
  const complete = (await snapshot.complete?.(slots, showing.read, scheduler)) ?? snapshot;
  const show = showing.ofSlots(complete);
  return inSlices(slots.length, (i) => show(slots[i]!), scheduler);
}

/** Rows between two pauses while they are shown. */
const ROWS_A_SLICE = 256;

export async function inSlices<T>(count: number, show: (i: number) => T, scheduler: SchedulerPort): Promise<T[]> {
  const rows: T[] = [];
  for (let i = 0; i < count; i++) {
    if (i % ROWS_A_SLICE === ROWS_A_SLICE - 1) await scheduler.pause();
    rows.push(show(i));
  }
  return rows;
}

/** The rows that match, at positions in the order of their slots. `read`: as for a scan, beside what the filter looks at. */
export async function chosenRows(
  source: QuerySource,
  where: Predicate,
  scheduler: SchedulerPort,
  { stats, read }: { readonly stats?: QueryStats | undefined; readonly read?: readonly Subject[] } = {},
): Promise<ChosenRows> {
  const names = read === undefined ? undefined : columnsRead(where, read);
  const snapshot = await plainSnapshot(source, scheduler, names);
  const found = await findMatching(snapshot, where, scheduler, stats ?? null);
  return { snapshot, slots: await found.slots(), isWhole: found.isEverything && found.count === snapshot.capacity };
}

/** Rows of a snapshot alone: what a transaction changes is laid over the table before. */
export async function plainSnapshot(
  source: QuerySource,
  scheduler: SchedulerPort,
  read?: ReadonlySet<string>,
): Promise<RowsSnapshot> {
  const scanned = await source.scan(scheduler, read);
  const { snapshot, added, hidden } = scanned;
  if (hidden.size === 0 && added.length === 0) return snapshot;
  const kept = await (await matchingIn(scanned, ALWAYS, scheduler, null)).slots();
  const complete = (await snapshot.complete?.(kept, null, scheduler)) ?? snapshot;
  const rows = function* (): Generator<Row> {
    for (const slot of kept) yield snapshotRow(complete, slot);
    yield* added;
  };
  return rowsInColumns(source, rows(), scheduler);
}

/** The rows of the snapshot that match and are not hidden. */
async function matchingIn(
  { snapshot, hidden, added }: ScanSource,
  where: Predicate,
  scheduler: SchedulerPort,
  stats: QueryStats | null,
): Promise<MatchingSlots> {
  const found = await findMatching(snapshot, where, scheduler, stats);
  stats?.look(added.length);
  if (hidden.size === 0) return found;
  const slots = (await found.slots()).filter((slot) => !hidden.has(pathAt(snapshot, slot)));
  return { count: slots.length, isEverything: false, slots: () => Promise.resolve(slots) };
}

const pathAt = ({ paths }: RowsSnapshot, slot: number): string => paths[chunkOf(slot)]?.[offsetOf(slot)] as string;

type RowIndex = Pick<TableView, 'row' | 'rowById'>;

/** The one row that a filter names by its id or path. Null when it names no row, or one that is not there: then all rows have to be looked at. */
function indexedRow(table: RowIndex, where: Predicate, stats?: QueryStats): Row | null {
  const named = namedRow(table, where);
  if (named === null || !rowMatches(where, named.row)) return null;
  stats?.look(1);
  stats?.use(named.by);
  return named.row;
}

interface NamedByFilter {
  readonly row: Row;
  readonly by: 'path' | 'id';
}

function namedRow(table: RowIndex, where: Predicate): NamedByFilter | null {
  if (where.kind === 'all') {
    for (const part of where.parts) {
      const named = namedRow(table, part);
      if (named !== null) return named;
    }
  }
  if (where.kind !== 'test' || where.negated || where.equals === undefined) return null;
  const { name, stored } = where.subject;
  if (stored !== null || (name !== 'id' && name !== 'path')) return null;
  const row = name === 'id' ? table.rowById(where.equals) : table.row(where.equals);
  return row === null ? null : { row, by: name };
}
