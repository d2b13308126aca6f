/** What the form of a column needs to know of its table. */

import type { Operations } from '../../../engine/index';
import type { GridColumn } from '../../components/grid-column';
import type { DescribedColumn, OperationsClient } from '../../client/operations-client';
import { tableColumns } from '../../client/table-columns';

export interface ColumnContext {
  /** Qualified. */
  readonly table: string;
  readonly tableName: string;
  /** Null: there is no such column, or it is to be made. */
  readonly column: DescribedColumn | null;
  readonly columns: readonly GridColumn[];
  /** As the table declares the others. */
  readonly others: readonly DescribedColumn[];
  /** Qualified tables that links can lead to. */
  readonly tables: readonly string[];
  /** Rows by value, for a column of choices. */
  readonly counts: ReadonlyMap<string, number>;
}

export async function askColumn(client: OperationsClient, table: string, name: string | null): Promise<ColumnContext> {
  const [described, { tables }] = await Promise.all([
    client.run('describe_table', { table }),
    client.run('list_tables', {}),
  ]);
  const columns: readonly DescribedColumn[] = described.columns;
  const column = columns.find((each) => each.name === name) ?? null;
  return {
    table: described.qualified,
    tableName: described.name,
    column,
    columns: tableColumns(columns),
    others: columns.filter((each) => each.name !== name),
    tables: tables.map(({ qualified }) => qualified),
    counts: column === null ? new Map() : await countValues(client, table, column),
  };
}

/** Only one value a row: the items of lists are not counted. */
async function countValues(
  client: OperationsClient,
  table: string,
  { name, type }: DescribedColumn,
): Promise<ReadonlyMap<string, number>> {
  if (type !== 'enum') return new Map();
  return new Map((await groupValues(client, table, name)).map(({ value, count }) => [value, count]));
}

/** The texts that the column holds, for choices among them; the most frequent first. */
export async function valuesIn(client: OperationsClient, table: string, column: string): Promise<readonly string[]> {
  return (await groupValues(client, table, column)).map(({ value }) => value);
}

type SelectArgs = Operations['select_rows']['args'];

async function groupValues(
  client: OperationsClient,
  table: string,
  column: string,
): Promise<readonly { readonly value: string; readonly count: number }[]> {
  const args: SelectArgs = { table, group_by: [column], aggregates: { count: 'count' }, limit: MOST_VALUES };
  const { rows } = await client.run('select_rows', args);
  return rows
    .flatMap((row) => {
      const value = row[column];
      return value === null || value === undefined || typeof value === 'object'
        ? []
        : [{ value: String(value), count: Number(row['count'] ?? 0) }];
    })
    .sort((one, other) => other.count - one.count);
}

const MOST_VALUES = 1000;
