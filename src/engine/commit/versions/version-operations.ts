/** The operation name and the metrics of a version, as in Delta Lake. Source: docs/history.md#versions; D8, D17. */

import type { StagedChange } from '../../storage/transaction/staged-change';
import type { Store } from '../../storage/store/store';
import { encodeUtf8 } from '../../values/utf8';
import type { RowChange, VersionOperation } from '../../history/versions/table-version';

/** A step of a batch. */
export interface StepTaken {
  readonly op: string;
  /** Qualified names that it is about. */
  readonly tables: readonly string[];
  /** Qualified names of the tables whose rows it changed. */
  readonly touched: ReadonlySet<string>;
  /** Of a merge: the rows that were given. */
  readonly sourceRows?: number | undefined;
}

/** Facts of a write. */
export interface WriteTaken {
  readonly op: string;
  readonly tables: readonly string[];
  readonly steps?: readonly StepTaken[] | undefined;
  readonly sourceRows?: number | undefined;
}

/** How one table changed by it. */
export interface TableTaken {
  readonly qualified: string;
  /** It has a log from now on, or the name of a dropped table again. */
  readonly isMade: boolean;
  readonly isRedefined: boolean;
}

const OF_ROWS: Readonly<Record<string, VersionOperation>> = {
  insert_row: 'WRITE',
  adopt_rows: 'WRITE',
  update_row: 'UPDATE',
  update_rows: 'UPDATE',
  delete_rows: 'DELETE',
  merge_rows: 'MERGE',
  recompute_columns: 'RECOMPUTE',
  align_relations: 'UPDATE',
  restore_table: 'RESTORE',
};

export function versionOperation(write: WriteTaken, table: TableTaken): VersionOperation {
  if (write.op === 'undo_migration') return 'UNDO';
  if (write.op === 'restore_table' && write.tables[0] === table.qualified) return 'RESTORE';
  if (table.isMade) return 'CREATE TABLE';
  if (write.steps !== undefined) return table.isRedefined ? 'ALTER TABLE' : commonOperation(write.steps, table);
  return operationOf(write, table);
}

function operationOf(write: WriteTaken, { qualified, isRedefined }: TableTaken): VersionOperation {
  const { op, tables } = write;
  const isMeant = tables.includes(qualified);
  if (op === 'add_column' && isMeant) return 'ADD COLUMNS';
  if (isRedefined) return 'ALTER TABLE';
  // Links that follow, inverses, cleared links: rows of a table that the write is not about.
  if (!isMeant) return 'UPDATE';
  if (op === 'move_rows') return tables[0] === qualified ? 'DELETE' : 'WRITE';
  return OF_ROWS[op] ?? 'ALTER TABLE';
}

/** What all steps that touched the table have in common, else MERGE. D17 */
function commonOperation(steps: readonly StepTaken[], table: TableTaken): VersionOperation {
  const operations = new Set(
    steps.filter(({ touched }) => touched.has(table.qualified)).map((step) => operationOf(step, table)),
  );
  const [only] = operations;
  return operations.size === 1 && only !== undefined ? only : 'MERGE';
}

/** The rows that merges into this table were given; null without a merge. */
export function sourceRowsOf(write: WriteTaken, qualified: string): number | null {
  const merges = [...(write.steps ?? []), write].filter(({ tables }) => tables.includes(qualified));
  const counts = merges.flatMap(({ sourceRows }) => sourceRows ?? []);
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

/** Facts that the changes alone do not hold. */
export interface MetricFacts {
  readonly sourceRows: number | null;
  sizes(): RestoreSizes;
}

/** Sizes in bytes, for RESTORE. */
export interface RestoreSizes {
  readonly removed: number;
  readonly restored: number;
  /** Of all rows afterwards. */
  readonly table: number;
  readonly rows: number;
}

export function versionMetrics(
  operation: VersionOperation,
  changes: readonly RowChange[],
  facts: MetricFacts,
): Readonly<Record<string, number>> {
  const inserted = changes.filter(({ from }) => from === null).length;
  const deleted = changes.filter(({ to }) => to === null).length;
  const updated = changes.length - inserted - deleted;
  const others = {
    ...(inserted > 0 ? { numOutputRows: inserted } : {}),
    ...(updated > 0 ? { numUpdatedRows: updated } : {}),
    ...(deleted > 0 ? { numDeletedRows: deleted } : {}),
  };
  switch (operation) {
    case 'CREATE TABLE':
    case 'WRITE':
      return { ...others, numOutputRows: inserted };
    case 'UPDATE':
    case 'RECOMPUTE':
    case 'ALTER TABLE':
    case 'ADD COLUMNS':
      return { ...others, numUpdatedRows: updated };
    case 'DELETE':
      return { ...others, numDeletedRows: deleted };
    case 'MERGE':
      return {
        ...(facts.sourceRows === null ? {} : { numSourceRows: facts.sourceRows }),
        numTargetRowsInserted: inserted,
        numTargetRowsUpdated: updated,
        numTargetRowsDeleted: deleted,
        numOutputRows: inserted + updated,
      };
    case 'RESTORE':
      return restoreMetrics({ inserted, updated, deleted }, facts.sizes());
    case 'UNDO':
    case 'EXTERNAL_EDIT':
      return { numOutputRows: inserted, numUpdatedRows: updated, numDeletedRows: deleted };
  }
}

/** Delta's six; a note is a file. D8 */
const restoreMetrics = (
  { inserted, updated, deleted }: Readonly<Record<'inserted' | 'updated' | 'deleted', number>>,
  { removed, restored, table, rows }: RestoreSizes,
): Readonly<Record<string, number>> => ({
  tableSizeAfterRestore: table,
  numOfFilesAfterRestore: rows,
  numRemovedFiles: updated + deleted,
  numRestoredFiles: inserted + updated,
  removedFilesSize: removed,
  restoredFilesSize: restored,
});

/** To be called when the store is where the restore leaves it. */
export function restoreSizesOf(store: Store, qualified: string, changes: readonly StagedChange[]): RestoreSizes {
  const sizeOf = (text: string | null): number => (text === null ? 0 : encodeUtf8(text).length);
  const own = changes.filter(({ was, becomes }) => was?.table === qualified || becomes?.table === qualified);
  const sizes = new Map(own.flatMap(({ to, after }) => (to === null ? [] : [[to, sizeOf(after)] as const])));
  const isThere = store.catalog.table(qualified) !== null;
  const paths = isThere ? [...store.columnTable(qualified).pathsOfRows()] : [];
  return {
    removed: own.reduce((sum, { was, before }) => sum + (was?.table === qualified ? sizeOf(before) : 0), 0),
    restored: own.reduce((sum, { becomes, after }) => sum + (becomes?.table === qualified ? sizeOf(after) : 0), 0),
    table: paths.reduce((sum, path) => sum + (sizes.get(path) ?? Math.max(0, store.files.get(path)?.size ?? 0)), 0),
    rows: paths.length,
  };
}
