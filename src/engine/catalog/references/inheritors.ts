/** Finds the tables and bases that inherit from a base, and the bases that declare one column together. Source: docs/operations.md#define_base; D17. */

import type { BaseDefinition, CatalogDefinition, TableDefinition } from '../definition';
import { type BasesByName, inheritsFrom, withInheritedColumns } from './inheritance';

type TablesAndBases = Pick<CatalogDefinition, 'tables' | 'bases'>;

/** How reads of columns name a base that no table inherits. */
const nameOfUnused = (base: string): string => `base:${base}`;

/** A table with nothing but the columns of a base. It represents a base without inheriting tables. */
export function unusedBaseTable({ name }: BaseDefinition, all: BasesByName): TableDefinition {
  const bare: TableDefinition = {
    catalog: '',
    schema: '',
    name,
    qualified: nameOfUnused(name),
    description: null,
    aliases: [],
    tags: {},
    columns: [],
    bases: [name],
    declared: [],
    fields: {},
    constraints: [],
    timeColumn: null,
    filename: null,
    partition: null,
    exclude: [],
    archive: '',
    history: null,
    autolinkTarget: null,
    rowTemplate: null,
    templates: [],
  };
  return withInheritedColumns(bare, all);
}

/** Who inherits from a base, as reads of columns name them: tables, and bases that lead to it and that no table inherits. */
export function inheritorsOf(name: string, { tables, bases }: TablesAndBases): string[] {
  const inheriting = [...tables.values()].filter((table) => inheritsFrom(table.bases, name, bases));
  const isUnused = (base: string): boolean =>
    ![...tables.values()].some((each) => inheritsFrom(each.bases, base, bases));
  const unused = [...bases.keys()].filter((base) => inheritsFrom([base], name, bases) && isUnused(base));
  return [...inheriting.map(({ qualified }) => qualified), ...unused.map(nameOfUnused)];
}

/** The bases that declare a column which `table` inherits. Several with the same column stay the same only together. D17 */
export function basesDeclaring(
  column: string,
  table: TableDefinition,
  { tables, bases }: TablesAndBases,
): readonly BaseDefinition[] {
  const declaring = [...bases.values()].filter(({ columns }) => columns.some(({ name }) => name === column));
  const inheritors = [...[...tables.values()].map((each) => each.bases), ...[...bases.keys()].map((name) => [name])];
  const among = (names: readonly string[]) => declaring.filter(({ name }) => inheritsFrom(names, name, bases));
  const found = new Set(among(table.bases));
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const names of inheritors) {
      const together = among(names);
      if (together.some((base) => found.has(base))) for (const base of together) found.add(base);
    }
  }
  return [...found];
}
