/** Which rules read a table through links, so that a changed row finds the rows whose rules it may break. Source: docs/decisions.md#check-constraints. */

import type { Catalog } from '../../catalog/catalog';
import type { TableDefinition } from '../../catalog/definition';
import { columnOfOperand } from '../../query/where/compared-columns';
import { type FilterPath, filterPath, linkedTable } from '../../catalog/references/filter-path';
import { type Json, type JsonObject, isJsonObject, isList } from '../../json';
import { targetColumnOf } from './level-demands';
import { checkKey, linkKey, linkRulesOf } from './rule-set';
import { getOrInsert } from '../../values/maps';

/** A rule that reads rows of a table through links. */
export interface RuleReader {
  /** The table that has the rule, qualified; the first hop starts there. */
  readonly table: string;
  /** `checkKey` or `linkKey` */
  readonly rule: string;
  /** The link columns from there to the table that is read, in order. */
  readonly hops: readonly { readonly table: string; readonly column: string }[];
  /** The facts read of reached rows: columns, `id`, `path`, `file_name`. */
  readonly reads: ReadonlySet<string>;
  /** Whether they lie below some row is asked (`within`): a change of one is a change of all below it. */
  readonly below: RuleReader['hops'][number] | null;
}

/** The columns that one key of a filter leads along. */
type LinkSteps = RuleReader['hops'];

export type RuleReaders = ReadonlyMap<string, readonly RuleReader[]>;

const readersOf = new WeakMap<Catalog, RuleReaders>();

/** By the qualified name of the table that is read. Found once a catalog. */
export function ruleReaders(catalog: Catalog): RuleReaders {
  return getOrInsert(readersOf, catalog, () => findReaders(catalog));
}

/** Several conditions of a rule along the same links are one reader. */
class ReaderList {
  readonly byTable = new Map<string, RuleReader[]>();

  add(
    rule: Pick<RuleReader, 'table' | 'rule'>,
    hops: LinkSteps,
    target: string,
    columns: readonly string[],
    below: RuleReader['below'] = null,
  ): void {
    const readers = this.byTable.get(target) ?? [];
    this.byTable.set(target, readers);
    const same = (other: RuleReader): boolean =>
      other.table === rule.table &&
      other.rule === rule.rule &&
      JSON.stringify([other.hops, other.below]) === JSON.stringify([hops, below]);
    const known = readers.find(same);
    if (known === undefined) readers.push({ ...rule, hops, reads: new Set(columns), below });
    else for (const column of columns) (known.reads as Set<string>).add(column);
  }

  /** `before` are the hops that lead to the table that the filter is about. */
  addFilter(
    catalog: Catalog,
    rule: Pick<RuleReader, 'table' | 'rule'>,
    before: LinkSteps,
    table: TableDefinition,
    filter: JsonObject,
  ): void {
    for (const [key, condition] of conditionsOf(filter)) {
      const { links, end } = filterPath(catalog, table, key);
      let hops = before;
      for (const link of links) {
        if (hops.length > 0) this.add(rule, hops, link.table.qualified, [link.column.name]);
        hops = [...hops, { table: link.table.qualified, column: link.column.name }];
      }
      if (end === null) continue;
      if (hops.length > 0) this.add(rule, hops, end.table.qualified, [end.name]);
      if (before.length > 0) this.add(rule, before, table.qualified, columnsComparedWith(condition));
      const hierarchy = isJsonObject(condition) && 'within' in condition ? hierarchyBehind(catalog, end) : null;
      if (hierarchy === null) continue;
      const within = [...hops, { table: end.table.qualified, column: end.name }];
      // The top is found by its path.
      this.add(rule, within, hierarchy.table, [hierarchy.column, 'path'], hierarchy);
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
      if (refBy !== undefined) list.add(rule, hops, target.qualified, [targetColumnOf(refBy)]);
    }
  }
  return list.byTable;
}

/** The hierarchy that `within` looks at for the column where a key ends; null where there is none. */
function hierarchyBehind(catalog: Catalog, end: NonNullable<FilterPath['end']>): RuleReader['below'] {
  const column = end.table.columns.find(({ name }) => name === end.name);
  const target = linkedTable(catalog, column);
  const parent = column?.hierarchy === true ? column : target?.columns.find(({ hierarchy }) => hierarchy === true);
  return target === null || parent === undefined ? null : { table: target.qualified, column: parent.name };
}

/** The columns of the row itself that a condition compares with. */
function columnsComparedWith(condition: Json): readonly string[] {
  if (!isJsonObject(condition)) return [];
  return Object.values(condition)
    .flatMap((operand) => (isList(operand) ? operand : [operand]))
    .flatMap((operand) => columnOfOperand(operand) ?? []);
}

/** Every key of a filter that names a subject, at any place, with its conditions. */
function conditionsOf(filter: Json): readonly (readonly [string, Json])[] {
  if (isList(filter)) return filter.flatMap(conditionsOf);
  if (!isJsonObject(filter)) return [];
  return Object.entries(filter).flatMap(([key, value]) =>
    key === 'and' || key === 'or' || key === 'not' ? conditionsOf(value) : [[key, value] as const],
  );
}
