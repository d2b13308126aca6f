/** Pages of rows, as select_rows tells them. D4 */

import type { JsonObject, Operations } from '../../engine/index';
import type { GridRow } from '../components/grid-column';
import { noteName } from '../client/note-text';
import type { OperationsClient } from '../client/operations-client';

/** Rows that are read at once. */
export const PAGE = 100;

type Row = Operations['select_rows']['result']['rows'][number];

/** Arguments of select_rows but `limit` and `offset`. */
export interface RowsQuery {
  readonly table: string;
  readonly columns: readonly string[] | null;
  readonly where: JsonObject | null;
  readonly orderBy: readonly string[];
}

export interface RowsPage {
  readonly rows: readonly GridRow[];
  readonly total: number;
}

export async function readRows(client: OperationsClient, query: RowsQuery, offset: number): Promise<RowsPage> {
  const { rows, total } = await client.run('select_rows', { ...argumentsOf(query), limit: PAGE, offset });
  return { rows: rows.map(rowOf), total };
}

/** How many rows there are. */
export async function countRows(client: OperationsClient, query: RowsQuery & { readonly limit: 0 }): Promise<number> {
  return (await client.run('select_rows', { ...argumentsOf(query), limit: 0 })).total;
}

/** Paths of rows in their order. */
export async function readPaths(
  client: OperationsClient,
  query: RowsQuery,
  offset: number,
  limit: number,
): Promise<{ readonly paths: readonly string[]; readonly total: number }> {
  const args = { ...argumentsOf({ ...query, columns: ['path'] }), limit, offset };
  const { rows, total } = await client.run('select_rows', args);
  return { paths: rows.map(({ path = '' }) => path), total };
}

/** Rows in no order. */
export async function readRowsOf(
  client: OperationsClient,
  { table, columns }: Pick<RowsQuery, 'table' | 'columns'>,
  where: JsonObject,
  limit: number,
): Promise<readonly GridRow[]> {
  const args = { ...argumentsOf({ table, columns, where, orderBy: [] }), limit };
  return (await client.run('select_rows', args)).rows.map(rowOf);
}

function argumentsOf({ table, columns, where, orderBy }: RowsQuery): Operations['select_rows']['args'] {
  return {
    table,
    ...(columns === null ? {} : { columns: [...columns] }),
    ...(where === null ? {} : { where }),
    ...(orderBy.length === 0 ? {} : { order_by: [...orderBy] }),
  };
}

/** With the link to its note, which every row has without being asked for it. */
function rowOf(row: Row): GridRow {
  const { id, path = '' } = row;
  return {
    key: id ?? path,
    path,
    values: { file_link: `[[${path.replace(/\.md$/i, '')}|${noteName(path)}]]`, ...row },
  };
}
