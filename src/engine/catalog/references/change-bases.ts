/** Replaces a base, or the bases of a table, and adapts the definitions that depend on it. Source: docs/operations.md#define_base, docs/operations.md#set_table_bases; D17. */

import { refuseConflicts } from '../../errors';
import { refuseReaders } from './change-column';
import type { Catalog } from '../catalog';
import { columnReaders, mapColumnReads, readerConflict } from './column-references';
import { resolveBases } from '../declare/declare-base';
import type { BaseDefinition, TableDefinition } from '../definition';
import { inheritedColumns, originsOf } from './inheritance';
import { inheritorsOf, unusedBaseTable } from './inheritors';
import { type Problem, problemAt, refuseProblems } from '../problem';
import { checkTableDefinition } from '../declare/table-rules';

export type ColumnRenames = ReadonlyMap<string, string>;

const NO_RENAMES: ColumnRenames = new Map();

/** The base replaced in all its heirs. Throws `conflict` for what reads a column that goes, `refused` for what does not fit. */
export function withBase(catalog: Catalog, base: BaseDefinition, renames: ColumnRenames): Catalog {
  const inheriting = catalog.inheritingTables(base.name).map(({ qualified }) => qualified);
  const inheritors = new Set(inheritorsOf(base.name, catalog.definition));
  const { changes, stuck } = mapColumnReads(catalog, {
    column: ({ table, column }) => (inheritors.has(table) ? (renames.get(column) ?? column) : column),
  });
  const what = `the base ${base.name} can't be replaced`;
  const others = stuck.filter(({ owner }) => owner !== base.name);
  refuseReaders(what, [...renames.keys()].join(', '), others, 'change these bases first');
  const followed = catalog.withChanges(changes);
  const next = new Map(inheriting.map((name) => [name, tableOf(followed, name)] as const));
  const result = withInheritedEntries(catalog, followed.withBase(base), next, renames, what);
  refuseLostInBases(catalog, result, base, renames, what);
  return result;
}

/** The table with these bases. Throws as withBase, and 404 for a base that there is not. */
export function withTableBases(catalog: Catalog, table: TableDefinition, bases: readonly string[]): Catalog {
  const names = [...new Set(bases)];
  resolveBases(catalog, names);
  const what = `the bases of ${table.qualified} can't be changed`;
  return withInheritedEntries(
    catalog,
    catalog,
    new Map([[table.qualified, { ...table, bases: names }]]),
    NO_RENAMES,
    what,
  );
}

function tableOf(catalog: Catalog, qualified: string): TableDefinition {
  const table = catalog.table(qualified);
  if (table === null) throw new Error(`${qualified} is in the catalog`);
  return table;
}

/** `tables` in the catalog `next`: their own entries give way to what they inherit now. */
function withInheritedEntries(
  catalog: Catalog,
  next: Catalog,
  tables: ReadonlyMap<string, TableDefinition>,
  renames: ColumnRenames,
  what: string,
): Catalog {
  const entries = [...tables].map(([name, table]) => [name, declaredEntry(catalog, next, table, renames)] as const);
  const result = next.withChanges({ tables: new Map(entries) });
  refuseProblems(what, baseProblems(result));
  for (const [name] of entries) refuseLostColumns(catalog, result, name, renames, what);
  refuseProblems(
    what,
    entries.flatMap(([name]) => tableProblems(tableOf(result, name))),
  );
  return result;
}

/** A newly inherited column replaces the table's own. The entry of a removed column goes with it. */
function declaredEntry(
  catalog: Catalog,
  next: Catalog,
  table: TableDefinition,
  renames: ColumnRenames,
): TableDefinition {
  const before = originsOf(tableOf(catalog, table.qualified), catalog.definition.bases);
  const after = originsOf(table, next.definition.bases);
  const declared = table.declared.flatMap((spec) => {
    const wasInherited = before.has(spec.name);
    const name = wasInherited ? (renames.get(spec.name) ?? spec.name) : spec.name;
    return after.has(name) === wasInherited ? [{ ...spec, name }] : [];
  });
  return { ...table, declared };
}

/** The problems of inheritance in all bases and tables. A catalog in force has none. */
function baseProblems(catalog: Catalog): Problem[] {
  const all = [...catalog.bases().map(({ name }) => [name]), ...catalog.tables().map(({ bases }) => bases)];
  const found = all.flatMap((names) => inheritedColumns(names, catalog.definition.bases).problems);
  return [...new Map(found.map((problem) => [problem.message, problem])).values()].map(({ column, message }) =>
    problemAt(['bases'], 'exists', message, { column }),
  );
}

const tableProblems = (table: TableDefinition): Problem[] =>
  checkTableDefinition(table).map((problem) => ({ ...problem, message: `${table.qualified}: ${problem.message}` }));

/** The columns that a table has in one catalog and not in the other; a renamed one stays. */
export function lostColumns(
  before: TableDefinition,
  after: TableDefinition,
  renames: ColumnRenames,
): readonly string[] {
  const names = new Set(after.columns.map(({ name }) => name));
  return before.columns.map(({ name }) => name).filter((name) => !names.has(renames.get(name) ?? name));
}

/** Readers are looked for as if the columns were there still, so that what goes with them does not count. */
function refuseLostColumns(catalog: Catalog, next: Catalog, name: string, renames: ColumnRenames, what: string): void {
  const [before, after] = [tableOf(catalog, name), tableOf(next, name)];
  const lost = lostColumns(before, after, renames);
  if (lost.length === 0) return;
  const specs = before.columns.filter((spec) => lost.includes(spec.name));
  const kept = next.withTable({ ...after, declared: [...after.declared, ...specs] });
  const conflicts = lost.flatMap((column) =>
    columnReaders(kept, name, column)
      .filter((reader) => reader.kind === 'check' || reader.owner !== name || !lost.includes(reader.name ?? ''))
      .map((reader) => readerConflict(column, reader)),
  );
  refuseConflicts(what, conflicts, HINT);
}

/** A base that no table inherits reads the columns of its bases too. */
function refuseLostInBases(
  catalog: Catalog,
  next: Catalog,
  base: BaseDefinition,
  renames: ColumnRenames,
  what: string,
): void {
  const present = catalog.base(base.name);
  if (present === null) return;
  const before = unusedBaseTable(present, catalog.definition.bases);
  const after = unusedBaseTable(base, next.definition.bases);
  const others = inheritorsOf(base.name, next.definition).filter(
    (name) => name !== after.qualified && next.table(name) === null,
  );
  const conflicts = lostColumns(before, after, renames).flatMap((column) =>
    others.flatMap((name) => columnReaders(next, name, column)).map((reader) => readerConflict(column, reader)),
  );
  refuseConflicts(what, conflicts, HINT);
}

const HINT =
  'take away what reads these columns first: drop_constraint, alter_column (ref_where, ref_by), alter_table (patterns), drop_column, or define_base for what another base says';
