/** Every row of a table or a view, in as many calls as that takes. docs/page.md#export */

import type { GridColumn, GridRow } from '../../components/grid-column';
import type { OperationsClient } from '../../client/operations-client';
import { tableColumns } from '../../client/table-columns';
import type { RowsQuery } from '../../rows/table-rows';
import type { ExportedRows } from './export-text';

/** What one call gives at most. docs/operations.md#select_rows */
const MOST_A_CALL = 1000;

interface ExportQuery extends Pick<RowsQuery, 'table' | 'where' | 'orderBy'> {
  /** Null: those that the table declares. */
  readonly columns: readonly GridColumn[] | null;
}

export async function askEveryRow(
  client: OperationsClient,
  { table, columns: given, where, orderBy }: ExportQuery,
): Promise<ExportedRows> {
  const columns = given ?? tableColumns((await client.run('describe_table', { table })).columns);
  const found: GridRow[] = [];
  for (;;) {
    const { rows, total } = await client.run('select_rows', {
      table,
      ...(given === null ? {} : { columns: ['id', 'path', ...given.map(({ name }) => name)] }),
      ...(where === null ? {} : { where }),
      ...(orderBy.length === 0 ? {} : { order_by: [...orderBy] }),
      limit: MOST_A_CALL,
      offset: found.length,
    });
    for (const row of rows) found.push({ key: row.id ?? row.path ?? '', path: row.path ?? '', values: row });
    if (rows.length === 0 || found.length >= total) return { columns, rows: found };
  }
}
