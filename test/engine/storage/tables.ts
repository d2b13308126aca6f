/** Definitions, rows and notes for the tests of the store. */

import { Catalog, EMPTY_DEFINITION } from '../../../src/engine/catalog/catalog';
import type { TableDefinition } from '../../../src/engine/catalog/definition';
import type { FileStat } from '../../../src/engine/ports/vault-port';
import type { Row } from '../../../src/engine/storage/row';
import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import type { Json } from '../../../src/engine/json';

export function tableOf(
  name: string,
  columns: readonly ColumnSpec[],
  more: Partial<TableDefinition> = {},
): TableDefinition {
  return {
    catalog: 'main',
    schema: 'default',
    name,
    qualified: `main.default.${name}`,
    description: `what ${name} are`,
    columns,
    bases: [],
    declared: columns,
    fields: {},
    partition: null,
    timeColumn: null,
    filename: null,
    exclude: [],
    archive: '_archive',
    rowTemplate: null,
    templates: [],
    ...more,
  } as TableDefinition;
}

export const spec = (name: string, type: ColumnSpec['type'], more: Partial<ColumnSpec> = {}): ColumnSpec => ({
  name,
  type,
  description: `what ${name} says`,
  ...more,
});

export const PEOPLE = tableOf('people', [
  spec('name', 'string'),
  spec('email', 'string', { unique: true }),
  spec('age', 'integer'),
]);

export const TASKS = tableOf('tasks', [spec('title', 'string', { unique: true })]);

export const catalogOf = (...tables: readonly TableDefinition[]): Catalog =>
  new Catalog({ ...EMPTY_DEFINITION, tables: new Map(tables.map((table) => [table.qualified, table])) });

export const stat = (path: string, more: Partial<FileStat> = {}): FileStat => ({
  path,
  size: 100,
  mtime: 1000,
  ctime: 1000,
  ...more,
});

export const row = (path: string, values: Readonly<Record<string, Json>>, id = ''): Row => ({
  path,
  id,
  modified: 1000,
  values,
});

/** The text of a note that is a row. */
export function note(table: TableDefinition | string, id: string, values: Readonly<Record<string, Json>> = {}): string {
  const lines = Object.entries(values).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const qualified = typeof table === 'string' ? table : table.qualified;
  return ['---', `table: ${qualified}`, ...(id === '' ? [] : [`id: ${id}`]), ...lines, '---', ''].join('\n');
}
