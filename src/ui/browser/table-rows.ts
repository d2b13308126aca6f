/** Rows as a grid shows them, however many calls that takes. D4 */

import type { JsonObject } from '../../engine/index';
import type { GridColumn, GridRow } from '../components/grid-column';
import type { OperationsClient } from './operations-client';
import { asObjects, asText, asTexts } from './read-json';
import { namedColumns, tableColumns } from './table-columns';

/** What one call gives at most. D17 */
const MOST_A_CALL = 1000;

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

export async function askRows(client: OperationsClient, query: RowsQuery): Promise<TableRows> {
  const description = await client.run('describe_table', { table: query.table });
  const declared = tableColumns(description);
  // A kept order may be by a column that has another name now, or is gone.
  const orderBy = query.orderBy.filter((each) => declared.some(({ name }) => name === each.replace(/^-/, '')));
  const { pages, total, warnings } = await askPages(client, { ...query, orderBy });
  return {
    table: asText(description['qualified']) ?? '',
    name: asText(description['name']) ?? '',
    description: asText(description['description']),
    columns: query.columns === null ? declared : namedColumns(declared, query.columns),
    rows: pages.map(rowOf),
    total,
    warnings,
  };
}

async function askPages(
  client: OperationsClient,
  { table, columns, where, orderBy, limit }: RowsQuery,
): Promise<{ pages: readonly JsonObject[]; total: number; warnings: readonly string[] }> {
  const pages: JsonObject[] = [];
  for (;;) {
    const answer = await client.run('select_rows', {
      table,
      ...(columns === null ? {} : { columns: columns.includes('id') ? columns : [...columns, 'id'] }),
      ...(where === null ? {} : { where }),
      ...(orderBy.length === 0 ? {} : { order_by: orderBy }),
      limit: Math.min(limit - pages.length, MOST_A_CALL),
      offset: pages.length,
    });
    const rows = asObjects(answer['rows']);
    pages.push(...rows);
    const total = Number(answer['total']);
    const isDone = rows.length === 0 || pages.length >= Math.min(limit, total);
    if (isDone) return { pages, total, warnings: asTexts(answer['warnings']) };
  }
}

function rowOf(row: JsonObject): GridRow {
  const path = asText(row['path']) ?? '';
  return { key: asText(row['id']) ?? path, path, values: row };
}
