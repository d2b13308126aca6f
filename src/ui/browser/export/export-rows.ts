/** Every row of a table or a view, in as many calls as that takes. docs/page.md#export */

import type { GridRow } from '../../components/grid-column';
import type { OperationsClient } from '../operations-client';
import { tableColumns } from '../table-columns';
import type { RowsQuery } from '../table-rows';
import type { ExportedRows } from './export-text';

/** What one call gives at most. docs/operations.md#select_rows */
const MOST_A_CALL = 1000;

export async function askEveryRow(
  client: OperationsClient,
  { table, where, orderBy }: Omit<RowsQuery, 'columns'>,
): Promise<ExportedRows> {
  const { columns } = await client.run('describe_table', { table });
  const found: GridRow[] = [];
  for (;;) {
    const { rows, total } = await client.run('select_rows', {
      table,
      ...(where === null ? {} : { where }),
      ...(orderBy.length === 0 ? {} : { order_by: [...orderBy] }),
      limit: MOST_A_CALL,
      offset: found.length,
    });
    for (const row of rows) found.push({ key: row.id ?? row.path ?? '', path: row.path ?? '', values: row });
    if (rows.length === 0 || found.length >= total) return { columns: tableColumns(columns), rows: found };
  }
}
