/** Which rules read a table through links, so that a changed row finds the rows whose rules it may break. spec: CHECK semantics. */

import type { Catalog } from '../catalog/catalog';
import type { TableDefinition } from '../catalog/definition';
import { filterPath } from '../catalog/filter-path';
import type { Json, JsonObject } from '../values/json';
import { isJsonObject } from '../values/json';
import { targetColumnOf } from './levels';
import { checkKey, linkKey, linkRulesOf } from './rules';

/** A rule that reads rows of a table through links. */
export interface RuleReader {
  /** The table that has the rule, qualified; the first hop starts there. */
  readonly table: string;
  /** `checkKey` or `linkKey` */
  readonly rule: string;
  /** The link columns from there to the table that is read, in order. */
  readonly hops: readonly { readonly table: string; readonly column: string }[];
  /** What is read of the rows that are reached: columns, `id`, `path`, `file_name`. */
  readonly reads: ReadonlySet<string>;
}

export type RuleReaders = ReadonlyMap<string, readonly RuleReader[]>;

const readersOf = new WeakMap<Catalog, RuleReaders>();

/** By the qualified name of the table that is read. Found once a catalog. */
export function ruleReaders(catalog: Catalog): RuleReaders {
  let readers = readersOf.get(catalog);
  if (readers === undefined) readersOf.set(catalog, (readers = findReaders(catalog)));
  return readers;
}

/** Several conditions of a rule along the same links are one reader. */
class ReaderList {
  readonly byTable = new Map<string, RuleReader[]>();

  add(rule: Pick<RuleReader, 'table' | 'rule'>, hops: RuleReader['hops'], target: string, column: string): void {
    const readers = this.byTable.get(target) ?? [];
    this.byTable.set(target, readers);
    const same = (other: RuleReader): boolean =>
      other.table === rule.table && other.rule === rule.rule && JSON.stringify(other.hops) === JSON.stringify(hops);
    const known = readers.find(same);
    if (known === undefined) readers.push({ ...rule, hops, reads: new Set([column]) });
    else (known.reads as Set<string>).add(column);
  }

  /** `before` are the hops that lead to the table that the filter is about. */
  addFilter(
    catalog: Catalog,
    rule: Pick<RuleReader, 'table' | 'rule'>,
    before: RuleReader['hops'],
    table: TableDefinition,
    filter: JsonObject,
  ): void {
    for (const key of keysOf(filter)) {
      const { links, end } = filterPath(catalog, table, key);
      let hops = before;
      for (const link of links) {
        if (hops.length > 0) this.add(rule, hops, link.table.qualified, link.column.name);
        hops = [...hops, { table: link.table.qualified, column: link.column.name }];
      }
      if (end !== null && hops.length > 0) this.add(rule, hops, end.table.qualified, end.name);
    }
  }
}

function findReaders(catalog: Catalog): RuleReaders {
  const list = new ReaderList();
  for (const table of catalog.tables()) {
    for (const { name, check } of table.constraints) {
      list.addFilter(catalog, { table: table.qualified, rule: checkKey(name) }, [], table, check);
    }
    for (const column of table.columns) {
      const { ref, refWhere, refBy } = linkRulesOf(column);
      const target = ref === undefined ? null : catalog.table(ref);
      if (target === null) continue;
      const rule = { table: table.qualified, rule: linkKey(column.name) };
      const hops = [{ table: table.qualified, column: column.name }];
      if (refWhere !== undefined) list.addFilter(catalog, rule, hops, target, refWhere);
      if (refBy !== undefined) list.add(rule, hops, target.qualified, targetColumnOf(refBy));
    }
  }
  return list.byTable;
}

/** Every key of a filter that names a subject, wherever it stands. */
function keysOf(filter: Json): readonly string[] {
  if (Array.isArray(filter)) return (filter as readonly Json[]).flatMap(keysOf);
  if (!isJsonObject(filter)) return [];
  return Object.entries(filter).flatMap(([key, value]) =>
    key === 'and' || key === 'or' || key === 'not' ? keysOf(value) : [key],
  );
}
