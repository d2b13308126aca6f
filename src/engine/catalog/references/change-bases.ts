/** The definitions with a base replaced, or with other bases of a table, and everything that follows from it. spec: define_base, set_table_bases; D17. */

import { refuseConflicts, refuseReaders } from './change-column';
import type { Catalog } from '../catalog';
import { columnReaders, mapColumnReads, readerConflict } from './column-references';
import { resolveBases } from '../declare/declare-base';
import type { BaseDefinition, TableDefinition } from '../definition';
import { inheritedColumns, originsOf } from './inheritance';
import { inheritorsOf, unusedBaseTable } from './inheritors';
import { type Problem, refuseProblems } from '../problem';
import { checkTable } from '../declare/table-rules';

export type Renames = ReadonlyMap<string, string>;

const NO_RENAMES: Renames = new Map();

/** The base replaced in all its heirs. Throws `conflict` for what reads a column that goes, `refused` for what does not fit. */
export function withBase(catalog: Catalog, base: BaseDefinition, renames: Renames): Catalog {
  const heirs = catalog.heirs(base.name).map(({ qualified }) => qualified);
  const inheritors = new Set(inheritorsOf(base.name, catalog.definition));
  const { changes, stuck } = mapColumnReads(catalog, {
    column: ({ table, column }) => (inheritors.has(table) ? (renames.get(column) ?? column) : column),
  });
  const what = `the base ${base.name} can't be replaced`;
  const others = stuck.filter(({ owner }) => owner !== base.name);
  refuseReaders(what, [...renames.keys()].join(', '), others, 'change these bases first');
  const followed = catalog.withChanges(changes);
  const next = new Map(heirs.map((name) => [name, tableOf(followed, name)] as const));
  const result = settled(catalog, followed.withBase(base), next, renames, what);
  refuseLostInBases(catalog, result, base, renames, what);
  return result;
}

/** The table with these bases. Throws as withBase, and 404 for a base that there is not. */
export function withTableBases(catalog: Catalog, table: TableDefinition, bases: readonly string[]): Catalog {
  const names = [...new Set(bases)];
  resolveBases(catalog, names);
  const what = `the bases of ${table.qualified} can't be changed`;
  return settled(catalog, catalog, new Map([[table.qualified, { ...table, bases: names }]]), NO_RENAMES, what);
}

function tableOf(catalog: Catalog, qualified: string): TableDefinition {
  const table = catalog.table(qualified);
  if (table === null) throw new Error(`${qualified} is in the catalog`);
  return table;
}

/** `tables` in the catalog `next`: their own entries give way to what they inherit now. */
function settled(
  catalog: Catalog,
  next: Catalog,
  tables: ReadonlyMap<string, TableDefinition>,
  renames: Renames,
  what: string,
): Catalog {
  const entries = [...tables].map(([name, table]) => [name, ownEntry(catalog, next, table, renames)] as const);
  const result = next.withChanges({ tables: new Map(entries) });
  refuseProblems(what, heritageProblems(result));
  for (const [name] of entries) refuseLostColumns(catalog, result, name, renames, what);
  refuseProblems(
    what,
    entries.flatMap(([name]) => tableProblems(tableOf(result, name))),
  );
  return result;
}

/** A column that comes to be inherited replaces the table's own; what was said of one that goes, goes with it. */
function ownEntry(catalog: Catalog, next: Catalog, table: TableDefinition, renames: Renames): TableDefinition {
  const before = originsOf(tableOf(catalog, table.qualified), catalog.definition.bases);
  const after = originsOf(table, next.definition.bases);
  const declared = table.declared.flatMap((spec) => {
    const wasInherited = before.has(spec.name);
    const name = wasInherited ? (renames.get(spec.name) ?? spec.name) : spec.name;
    return after.has(name) === wasInherited ? [{ ...spec, name }] : [];
  });
  return { ...table, declared };
}

/** What stands against any base or table inheriting what it does. A catalog that is in force has none. */
function heritageProblems(catalog: Catalog): Problem[] {
  const all = [...catalog.bases().map(({ name }) => [name]), ...catalog.tables().map(({ bases }) => bases)];
  const found = all.flatMap((names) => inheritedColumns(names, catalog.definition.bases).problems);
  return [...new Map(found.map((problem) => [problem.message, problem])).values()].map(({ column, message }) => ({
    at: ['bases'],
    column,
    code: 'exists',
    grammar: false,
    message,
  }));
}

const tableProblems = (table: TableDefinition): Problem[] =>
  checkTable(table).map((problem) => ({ ...problem, message: `${table.qualified}: ${problem.message}` }));

/** The columns that a table has in one catalog and not in the other; a renamed one stays. */
export function lostColumns(before: TableDefinition, after: TableDefinition, renames: Renames): readonly string[] {
  const names = new Set(after.columns.map(({ name }) => name));
  return before.columns.map(({ name }) => name).filter((name) => !names.has(renames.get(name) ?? name));
}

/** Readers are looked for as if the columns were there still, so that what goes with them does not count. */
function refuseLostColumns(catalog: Catalog, next: Catalog, name: string, renames: Renames, what: string): void {
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
  renames: Renames,
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
