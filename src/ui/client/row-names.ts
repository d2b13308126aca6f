/** Names of rows by their paths: the first column, as the table shows it. docs/tables.md#the-name-of-a-row */

import { plainText } from '../components/cells/cell-value';
import { isEmptyValue } from '../components/grid-column';
import { noteName } from './note-text';
import type { OperationsClient } from './operations-client';
import { shownByTable } from './table-columns';

export type RowNames = ReadonlyMap<string, string>;

/** Rows that are asked for at once; the others are called like their files. */
const MOST = 500;

export async function readRowNames(
  client: OperationsClient,
  table: string,
  paths: readonly string[],
): Promise<RowNames> {
  const described = await client.run('describe_table', { table });
  const pattern = 'options' in described ? described.options.filename : null;
  const [first] = shownByTable(described.columns, pattern);
  if (first === undefined || !first.isDeclared || paths.length === 0) return new Map();
  const asked = [...new Set(paths)].slice(0, MOST);
  const { rows } = await client.run('select_rows', {
    table,
    columns: ['path', first.name],
    where: { path: { in: asked } },
    limit: asked.length,
  });
  return new Map(
    rows.flatMap(({ path = '', [first.name]: value = null }) =>
      isEmptyValue(value) ? [] : [[path, plainText(value)] as const],
    ),
  );
}

export const nameIn = (names: RowNames, path: string): string => names.get(path) ?? noteName(path);
