/** Rows as a grid shows them, however many calls that takes. D4 */

import type { JsonObject, Operations } from '../../engine/index';
import type { GridColumn, GridRow } from '../components/grid-column';
import { type OperationsClient, asText } from './operations-client';
import { namedColumns, tableColumns } from './table-columns';

/** What one call gives at most. D17 */
const MOST_A_CALL = 1000;

type Row = Operations['select_rows']['result']['rows'][number];

/** Arguments of select_rows but `table`, `limit` and `offset`. */
export interface RowsQuery {
  readonly table: string;
  readonly columns: readonly string[] | null;
  readonly where: JsonObject | null;
  readonly orderBy: readonly string[];
  readonly limit: number;
}

export interface TableRows {
  /** Qualified. */
  readonly table: string;
  readonly name: string;
  readonly description: string | null;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  readonly total: number;
  readonly warnings: readonly string[];
}

/** `held` are rows that are wanted wherever they stand by now, also beyond the limit. */
export async function askRows(
  client: OperationsClient,
  query: RowsQuery,
  held: readonly GridRow[] = [],
): Promise<TableRows> {
  const description = await client.run('describe_table', { table: query.table });
  const declared = tableColumns(description.columns);
  // A kept order may be by a column that has another name now, or is gone.
  const orderBy = query.orderBy.filter((each) => declared.some(({ name }) => name === each.replace(/^-/, '')));
  const { pages, total, warnings } = await askPages(client, { ...query, orderBy });
  const rows = pages.map(rowOf);
  // A row that is held may be none of those that `where` means any more.
  const isAll = query.where === null && rows.length >= total;
  return {
    table: description.qualified,
    name: description.name,
    description: description.description,
    columns: query.columns === null ? declared : namedColumns(declared, query.columns),
    rows: isAll ? rows : [...rows, ...(await askHeld(client, query, missingRows(rows, held)))],
    total,
    warnings,
  };
}

function missingRows(rows: readonly GridRow[], held: readonly GridRow[]): readonly GridRow[] {
  const there = new Set(rows.flatMap(({ path, values }) => [path, values['id'] ?? path]));
  return held.filter(({ path, values }) => !there.has(values['id'] ?? path));
}

async function askHeld(
  client: OperationsClient,
  query: RowsQuery,
  rows: readonly GridRow[],
): Promise<readonly GridRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.flatMap(({ values }) => asText(values['id']) ?? []);
  const paths = rows.filter(({ values }) => asText(values['id']) === null).map(({ path }) => path);
  const where = { or: [{ id: { in: ids } }, { path: { in: paths } }] };
  const { pages } = await askPages(client, { ...query, where, orderBy: [], limit: rows.length });
  return pages.map(rowOf);
}

async function askPages(
  client: OperationsClient,
  { table, columns, where, orderBy, limit }: RowsQuery,
): Promise<{ pages: readonly Row[]; total: number; warnings: readonly string[] }> {
  const pages: Row[] = [];
  for (;;) {
    const {
      rows,
      total,
      warnings = [],
    } = await client.run('select_rows', {
      table,
      ...(columns === null ? {} : { columns: columns.includes('id') ? columns : [...columns, 'id'] }),
      ...(where === null ? {} : { where }),
      ...(orderBy.length === 0 ? {} : { order_by: orderBy }),
      limit: Math.min(limit - pages.length, MOST_A_CALL),
      offset: pages.length,
    });
    pages.push(...rows);
    const isDone = rows.length === 0 || pages.length >= Math.min(limit, total);
    if (isDone) return { pages, total, warnings };
  }
}

function rowOf(row: Row): GridRow {
  const { id, path = '' } = row;
  return { key: id ?? path, path, values: row };
}
