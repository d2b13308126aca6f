/** Renames or removes a column in the definitions, with all readers of the column. Source: docs/operations.md#rename_column, docs/operations.md#drop_column; D17. */

import { NotedbError, conflictError, nearOf, refuseConflicts } from '../../errors';
import type { ColumnSpec } from '../../values/column-spec';
import type { Catalog } from '../catalog';
import { type ColumnReader, columnReaders, mapColumnReads, readerConflict } from './column-references';
import type { TableDefinition } from '../definition';
import { originsOf } from './inheritance';
import { nearNames, suggest } from '../../../kernel/near-names';

/** The column of that name. Throws `refused` (`unknown_column`) with near names. D18 */
export function requireColumn({ columns, name: table }: TableDefinition, name: string): ColumnSpec {
  const found = columns.find((spec) => spec.name === name);
  if (found !== undefined) return found;
  const names = columns.map((spec) => spec.name);
  const near = nearNames(name, names);
  const message = `${table} has no column "${name}"`;
  throw new NotedbError('refused', message, {
    violations: [{ path: null, column: name, code: 'unknown_column', message, ...nearOf(near) }],
    ...suggest(near, `its columns: ${names.join(', ') || 'none'}`),
  });
}

/** The base that a column of a table comes from; null for one of its own. */
export const originOf = (catalog: Catalog, table: TableDefinition, column: string): string | null =>
  originsOf(table, catalog.definition.bases).get(column) ?? null;

/** Throws `refused` for a column that comes from a base. Source: docs/operations.md#set_table_bases (only restyled) */
export function refuseInherited(catalog: Catalog, table: TableDefinition, column: string, hint: string): void {
  const base = originOf(catalog, table, column);
  if (base === null) return;
  const message = `${column} is inherited from the base ${base} and can't be changed in ${table.name} alone`;
  throw conflictError({ column, code: 'inherited', message, actual: base }, hint);
}

/** Throws `conflict` with every reader, by name. */
export const refuseReaders = (what: string, column: string, readers: readonly ColumnReader[], hint: string): void =>
  refuseConflicts(
    what,
    readers.map((reader) => readerConflict(column, reader)),
    hint,
  );

/** The catalog with the column called `to` in its table and wherever it is read. Throws when something can't follow. */
export function withRenamedColumn(catalog: Catalog, { qualified }: TableDefinition, from: string, to: string): Catalog {
  const { changes, stuck } = mapColumnReads(catalog, {
    column: ({ table, column }) => (table === qualified && column === from ? to : column),
  });
  refuseReaders(
    `${from} can't be renamed`,
    from,
    stuck,
    'what a base says holds for all its heirs: change the base with define_base',
  );
  return withColumns(catalog.withChanges(changes), qualified, (specs) =>
    specs.map((spec) => (spec.name === from ? { ...spec, name: to } : spec)),
  );
}

/** The catalog without the column. Throws `conflict` when anything reads it. */
export function withoutColumn(catalog: Catalog, { qualified }: TableDefinition, column: string): Catalog {
  const readers = columnReaders(catalog, qualified, column);
  refuseReaders(
    `${column} can't be dropped`,
    column,
    readers,
    'take away what reads it first: drop_constraint, alter_column (ref_where, ref_by), alter_table (patterns), drop_column, or define_base for what a base says',
  );
  return withColumns(catalog, qualified, (specs) => specs.filter(({ name }) => name !== column));
}

export function withColumns(
  catalog: Catalog,
  qualified: string,
  change: (declared: readonly ColumnSpec[]) => readonly ColumnSpec[],
): Catalog {
  const table = catalog.table(qualified);
  return table === null ? catalog : catalog.withTable({ ...table, declared: change(table.declared) });
}
