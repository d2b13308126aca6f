/** Finds the columns that a filter reads, through links too, and renames them. Source: docs/decisions.md#check-constraints, docs/operations.md#rename_column, docs/operations.md#rename_value. */

import type { ColumnSpec } from '../../values/column-spec';
import { type Json, type JsonObject, isJsonObject } from '../../json';
import type { Catalog } from '../catalog';
import type { TableDefinition } from '../definition';
import { filterPath } from './filter-path';

/** One column (or field) that a key of a filter names. `parent.kind` reads two: `parent`, and `kind` of the table behind it. */
export interface FilterColumn {
  /** Qualified. */
  readonly table: string;
  readonly column: string;
  /** True for the last part, the one whose value is compared; the others are links that are followed. */
  readonly isCompared: boolean;
}

export interface FilterChanges {
  /** The name that stands there from now on; the same one to leave it. */
  readonly column?: (read: FilterColumn) => string;
  /** The text that the column is compared with from now on; only texts that stand for a whole value, or for a list's item. */
  readonly value?: (read: FilterColumn, text: string) => string;
}

/**
 * Every column that `filter` reads for the rows of `table`, in the order of the filter, twice when it is read twice.
 * `table` need not be in the catalog. An unknown name and a system name (`path`, `id`, a file column) are left out,
 * with the rest of their path. Never throws.
 */
export function columnsReadBy(catalog: Catalog, table: TableDefinition, filter: JsonObject): readonly FilterColumn[] {
  const found: FilterColumn[] = [];
  mapFilterColumns(catalog, table, filter, {
    column: (read) => {
      found.push(read);
      return read.column;
    },
  });
  return found;
}

/** The filter with its columns and values passed through `changes`; the same object when nothing changes. Never throws. */
export function mapFilterColumns(
  catalog: Catalog,
  table: TableDefinition,
  filter: JsonObject,
  changes: FilterChanges,
): JsonObject {
  return new FilterMapper(catalog, table, changes).filter(filter);
}

/** Operators that compare with a whole value. */
const WHOLE: ReadonlySet<string> = new Set(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'within']);

class FilterMapper {
  constructor(
    private readonly catalog: Catalog,
    private readonly table: TableDefinition,
    private readonly changes: FilterChanges,
  ) {}

  filter(filter: JsonObject): JsonObject {
    const entries = Object.entries(filter);
    const mapped = entries.map(([key, value]) => this.entry(key, value));
    const isSame = mapped.every(([key, value], i) => key === entries[i]?.[0] && value === entries[i]?.[1]);
    return isSame ? filter : Object.fromEntries(mapped);
  }

  private entry(key: string, value: Json): readonly [string, Json] {
    if (key === 'and' || key === 'or') return [key, this.filters(value)];
    if (key === 'not') return [key, isJsonObject(value) ? this.filter(value) : value];
    const { links, end } = filterPath(this.catalog, this.table, key);
    const names = key.split('.');
    for (const [part, { table, column }] of links.entries()) {
      const read = { table: table.qualified, column: column.name, isCompared: false };
      names[part] = this.changes.column?.(read) ?? column.name;
    }
    const spec = end?.table.columns.find(({ name }) => name === end.name);
    const isKnown = spec !== undefined || (end !== null && Object.hasOwn(end.table.fields, end.name));
    if (end === null || !isKnown) return [names.join('.'), value];
    const read = { table: end.table.qualified, column: end.name, isCompared: true };
    names[links.length] = this.changes.column?.(read) ?? end.name;
    return [names.join('.'), this.condition(read, spec, value)];
  }

  private filters(value: Json): Json {
    if (!Array.isArray(value)) return value;
    return sameIfEqual(value as readonly Json[], (part) => (isJsonObject(part) ? this.filter(part) : part));
  }

  private condition(read: FilterColumn, spec: ColumnSpec | undefined, condition: Json): Json {
    const { value: change } = this.changes;
    if (change === undefined) return condition;
    const operand = (given: Json): Json => {
      if (typeof given === 'string') return change(read, given);
      return Array.isArray(given) ? sameIfEqual(given as readonly Json[], operand) : given;
    };
    if (!isJsonObject(condition)) return operand(condition);
    const entries = Object.entries(condition);
    const isWhole = (operator: string): boolean =>
      WHOLE.has(operator) || (operator === 'contains' && spec?.type === 'list');
    const mapped = entries.map(([operator, given]) => [operator, isWhole(operator) ? operand(given) : given] as const);
    return mapped.every(([, given], i) => given === entries[i]?.[1]) ? condition : Object.fromEntries(mapped);
  }
}

function sameIfEqual(list: readonly Json[], map: (item: Json) => Json): readonly Json[] {
  const mapped = list.map(map);
  return mapped.every((item, i) => item === list[i]) ? list : mapped;
}
