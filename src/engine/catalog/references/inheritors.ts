/** Who inherits from a base, tables and other bases, and which bases declare a column together. spec: Base; D17. */

import type { BaseDefinition, CatalogDefinition, TableDefinition } from '../definition';
import { type Bases, inherit, leadsTo } from './inheritance';

type Definitions = Pick<CatalogDefinition, 'tables' | 'bases'>;

/** How reads of columns name a base that no table inherits. */
const nameOfUnused = (base: string): string => `base:${base}`;

/** What a table would be that has nothing but the columns of a base: a base that no table inherits is looked at as this one. */
export function unusedBaseTable({ name }: BaseDefinition, all: Bases): TableDefinition {
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
  };
  return inherit(bare, all);
}

/** Who inherits from a base, as reads of columns name them: tables, and bases that lead to it and that no table inherits. */
export function inheritorsOf(name: string, { tables, bases }: Definitions): string[] {
  const heirs = [...tables.values()].filter((table) => leadsTo(table.bases, name, bases));
  const isUnused = (base: string): boolean => ![...tables.values()].some((each) => leadsTo(each.bases, base, bases));
  const unused = [...bases.keys()].filter((base) => leadsTo([base], name, bases) && isUnused(base));
  return [...heirs.map(({ qualified }) => qualified), ...unused.map(nameOfUnused)];
}

/**
 * The bases that declare a column which `table` inherits. Several where something inherits the same column from each of them:
 * these stay the same only together. D17
 */
export function basesDeclaring(
  column: string,
  table: TableDefinition,
  { tables, bases }: Definitions,
): readonly BaseDefinition[] {
  const declaring = [...bases.values()].filter(({ columns }) => columns.some(({ name }) => name === column));
  const inheritors = [...[...tables.values()].map((each) => each.bases), ...[...bases.keys()].map((name) => [name])];
  const among = (names: readonly string[]) => declaring.filter(({ name }) => leadsTo(names, name, bases));
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
