/** Sources of a select: a stored table, or computed rows. Source: docs/operations.md#select_rows (table), D9. */

import { type RowsSnapshot, storedKeys } from '../../storage/columns/column-table';
import { makeColumn } from '../../storage/columns/stored-column';
import { CHUNK_SIZE, byteChunks, float64Chunks, textChunks } from '../../storage/columns/chunked-array';
import type { SchedulerPort } from '../../ports/host';
import type { Row } from '../../storage/row';
import type { ScanSource, TableView } from '../../storage/view';
import type { ColumnSpec } from '../../values/column-spec';
import type { Json } from '../../json';
import type { SelectQuery, SelectResult } from '../select-query';

/** The names that a source has, without its rows: enough to read a query and to find its problems. */
export interface SourceShape {
  /** As messages call it: `tasks`. */
  readonly name: string;
  /** As results name it; absent where the name is the whole name. */
  readonly qualified?: string;
  /** Named and typed, in the order in which a row shows them. A name may be an expression: `project.owner`, `date(created)`. */
  readonly columns: readonly ColumnSpec[];
  /** Names of values of any type. */
  readonly fields: Readonly<Record<string, unknown>>;
  /**
   * False for rows that are not notes (a group, a line of information_schema): they have no path, no id and no file
   * columns, and keep the order in which they were given. Absent means true.
   */
  readonly areNotes?: boolean;
}

/** A shape with its rows. Values of a stored table are read in columns; computed rows are put into columns when they are read. */
export interface QuerySource extends SourceShape {
  /** As results name it: `main.default.tasks`, `base:person`. */
  readonly qualified: string;
  /** Finds a row by path or id without a look at the others; null when there is no index. */
  readonly index: Pick<TableView, 'row' | 'rowById'> | null;
  /**
   * The rows, in columns. May compute them: to be called once for each answer. Rejects with what that computation throws.
   * `read`: the columns that are read of all rows; others may be missing until the snapshot is completed. Absent: every one.
   */
  scan(scheduler: SchedulerPort, read?: ReadonlySet<string>): Promise<ScanSource>;
  /** Filters, orders and pages without a scan of everything, where the source knows how. */
  select?(query: SelectQuery, scheduler: SchedulerPort): Promise<SelectResult>;
}

/** A stored table, or one as a transaction would leave it. */
export function tableSource(table: TableView): QuerySource {
  const { name, qualified, columns, fields } = table.definition;
  return { name, qualified, columns, fields, index: table, scan: () => Promise.resolve(table.scan()) };
}

/** Computed rows under a shape. `rows` is called at the first scan; rows that are not notes may have empty paths and ids. */
export function rowsSource(
  shape: SourceShape & { readonly qualified: string },
  rows: () => Promise<Iterable<Row>>,
): QuerySource {
  return {
    ...shape,
    index: null,
    scan: async (scheduler) => ({
      snapshot: await rowsInColumns(shape, await rows(), scheduler),
      hidden: NOTHING_HIDDEN,
      added: [],
    }),
  };
}

const NOTHING_HIDDEN: ReadonlySet<string> = new Set();

/** The keys under which a source stores values, each with its declaration; null: of any type. */
export function keysOfShape(shape: SourceShape): ReadonlyMap<string, ColumnSpec | null> {
  if (shape.areNotes !== false) return storedKeys(shape);
  const keys = new Map<string, ColumnSpec | null>(Object.keys(shape.fields).map((name) => [name, null]));
  for (const column of shape.columns) keys.set(column.name, column);
  return keys;
}

/** Rows in columns, as a table holds them. Values under other keys than those of the shape are left out. */
export async function rowsInColumns(
  shape: SourceShape,
  rows: Iterable<Row>,
  scheduler: SchedulerPort,
): Promise<RowsSnapshot> {
  const [live, paths, ids, modified] = [byteChunks(), textChunks(), textChunks(), float64Chunks()];
  const columns = [...keysOfShape(shape)].map(([name, spec]) => [name, makeColumn(spec?.type ?? null)] as const);
  let size = 0;
  for (const row of rows) {
    if (size % CHUNK_SIZE === 0) await scheduler.pause();
    live.set(size, 1);
    paths.set(size, row.path);
    ids.set(size, row.id);
    modified.set(size, row.modified);
    for (const [name, column] of columns) column.set(size, row.values[name]);
    size++;
  }
  return {
    generation: {},
    size,
    capacity: size,
    live: live.freeze(),
    paths: paths.freeze(),
    ids: ids.freeze(),
    modified: modified.freeze(),
    columns: new Map(columns.map(([name, column]) => [name, column.freeze()])),
  };
}

/** A row of values alone, for `rowsSource`. */
export const rowOfValues = (values: Readonly<Record<string, Json>>): Row => ({ path: '', id: '', modified: 0, values });
