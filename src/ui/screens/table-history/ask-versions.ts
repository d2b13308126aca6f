/** What the history of a table is made of: its versions, its columns, its rows as they were. */

import type { GridColumn } from '../../components/grid-column';
import { refusalOf } from '../../client/describe-problem';
import { noteName } from '../../client/note-text';
import { type OperationsClient, asText } from '../../client/operations-client';
import { humanName, namedColumns, tableColumns } from '../../client/table-columns';
import type { ChangedRow, Version, VersionRow } from './version-changes';
import type { ShownRow } from './version-rows';

export interface TableVersions {
  /** Qualified. */
  readonly table: string;
  readonly label: string;
  readonly columns: readonly GridColumn[];
  /** The oldest first; null: the table keeps none. */
  readonly versions: readonly Version[] | null;
  readonly rows: number;
}

const MOST_VERSIONS = 1000;

export async function askVersions(client: OperationsClient, table: string): Promise<TableVersions> {
  const described = await client.run('describe_table', { table });
  const known = {
    table: described.qualified,
    label: humanName(described.name),
    columns: tableColumns(described.columns),
    rows: 'rows' in described ? Number(described.rows) : 0,
  };
  try {
    const { history } = await client.run('describe_history', { table, limit: MOST_VERSIONS });
    // Without the history setting, versions stay and none is added: the earlier ones are not a history of the present table.
    const keeps = 'options' in described && described.options.history;
    return { ...known, versions: keeps ? [...history].reverse() : null };
  } catch (thrown) {
    if (refusalOf(thrown)?.conflicts.some(({ code }) => code === 'history') === true)
      return { ...known, versions: null };
    throw thrown;
  }
}

/** As many as one call gives. docs/operations.md#select_rows */
const MOST_ROWS = 1000;

export interface RowsThen {
  readonly total: number;
  readonly rows: readonly (VersionRow & { readonly id: string | null })[];
}

export async function askRowsThen(client: OperationsClient, table: string, version: number): Promise<RowsThen> {
  const { total, rows } = await client.run('select_rows', { table, version, limit: MOST_ROWS });
  return {
    total,
    rows: rows.map(({ path = '', ...values }) => ({
      path,
      id: asText(values['id']),
      values: Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    })),
  };
}

/** Rows that were added since have no earlier values to show: they come last, as they are now. */
export function shownRows(changed: readonly ChangedRow[], then: RowsThen | null): readonly ShownRow[] {
  if (then === null) {
    return changed.flatMap((each): ShownRow[] => {
      const row = each.then ?? each.now;
      return row === null ? [] : [{ key: each.key, row, changed: each }];
    });
  }
  const byKey = new Map(changed.map((each) => [each.key, each]));
  return then.rows.map((row) => {
    const key = row.id ?? row.path;
    return { key, row, changed: byKey.get(key) ?? null };
  });
}

/** The note is called so already. */
const isItsName = ({ row, changed }: ShownRow, column: string): boolean =>
  row.values[column] === noteName(row.path) && changed?.differing.has(column) !== true;

/** Present columns, then earlier ones that no longer exist; for differing rows, only columns with differences. */
export function versionColumns(
  columns: readonly GridColumn[],
  rows: readonly ShownRow[],
  onlyDiffering: boolean,
): readonly GridColumn[] {
  const names = new Set(rows.flatMap(({ row }) => Object.keys(row.values)));
  const gone = [...names].filter(
    (name) => name !== 'id' && name !== 'table' && columns.every((column) => column.name !== name),
  );
  const all = [...columns, ...namedColumns([], gone)].filter(({ name }) => !rows.every((row) => isItsName(row, name)));
  if (!onlyDiffering) return all;
  const differing = new Set(rows.flatMap(({ changed }) => [...(changed?.differing ?? [])]));
  const isWhole = rows.some(({ changed }) => changed?.then === null || changed?.now === null);
  return isWhole ? all : all.filter(({ name }) => differing.has(name));
}
