/** Maps the columns and the compared texts of a filter, whatever its keys are read in: a table, a view, stacked tables. Source: docs/operations.md#filters. */

import type { ColumnSpec } from '../../values/column-spec';
import { type Json, type JsonObject, isJsonObject } from '../../json';

/** One column (or field) that a key of a filter names. `parent.kind` reads two: `parent`, and `kind` of the table behind it. */
export interface FilterKeyColumn {
  /** Qualified. */
  readonly table: string;
  readonly column: string;
  /** True for the last part, the one whose value is compared; the others are links that are followed. */
  readonly isCompared: boolean;
}

export interface ComparedColumn extends FilterKeyColumn {
  /** Null: an untyped field, or the place of the note. */
  readonly spec: ColumnSpec | null;
}

/** A key of a filter, as far as the definitions know it. */
export interface FilterKey {
  /** For each part that is known, the columns that it names: several where tables are stacked. */
  readonly parts: readonly (readonly FilterKeyColumn[])[];
  /** What the last part names; empty when that is not known. */
  readonly compared: readonly ComparedColumn[];
}

export interface FilterVisitor {
  /** The new name; the same one to leave it. */
  readonly column: (columns: readonly FilterKeyColumn[], name: string) => string;
  /** The text that the column is compared with from now on; only texts of a whole value, or of a list's item. */
  readonly value: (columns: readonly ComparedColumn[], text: string) => string;
}

/** Columns of a note that no table declares: what they are compared with may name a note. */
export const PLACE_COLUMNS: readonly string[] = ['path', 'file_link'];

/** Operators that compare with a whole value. */
const WHOLE: ReadonlySet<string> = new Set(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'between', 'within']);

/** The filter with its columns and values passed through `visitor`; the same object when nothing changes. Never throws. */
export function mapFilter(filter: JsonObject, readKey: (key: string) => FilterKey, visitor: FilterVisitor): JsonObject {
  return new FilterMapper(readKey, visitor).filter(filter);
}

/** The column in `month(due)`, a key of groups; any other key is a column as it is. */
function argumentOf(key: string): { readonly before: string; readonly name: string; readonly after: string } {
  const [, before = '', name = key, after = ''] = /^(\w+\s*\(\s*)([^\s()]+)(\s*\).*)$/s.exec(key) ?? [];
  return { before, name, after };
}

class FilterMapper {
  constructor(
    private readonly readKey: (key: string) => FilterKey,
    private readonly visitor: FilterVisitor,
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
    const { before, name } = argumentOf(key);
    const { compared } = this.readKey(name);
    return [this.renamed(key), this.condition(before === '' ? compared : [], value)];
  }

  private renamed(key: string): string {
    const { before, name, after } = argumentOf(key);
    const { parts } = this.readKey(name);
    const names = name.split('.').map((each, i) => {
      const columns = parts[i] ?? [];
      return columns.length === 0 ? each : this.visitor.column(columns, each);
    });
    return `${before}${names.join('.')}${after}`;
  }

  /** The operand that names a column, `{"column": "due"}`. */
  private comparedColumn(operand: JsonObject): JsonObject {
    const { column } = operand;
    if (typeof column !== 'string' || Object.keys(operand).length !== 1) return operand;
    const name = this.renamed(column);
    return name === column ? operand : { column: name };
  }

  private filters(value: Json): Json {
    if (!Array.isArray(value)) return value;
    return sameIfEqual(value as readonly Json[], (part) => (isJsonObject(part) ? this.filter(part) : part));
  }

  private condition(columns: readonly ComparedColumn[], condition: Json): Json {
    const operand = (given: Json): Json => {
      if (typeof given === 'string') return columns.length === 0 ? given : this.visitor.value(columns, given);
      return Array.isArray(given) ? sameIfEqual(given as readonly Json[], operand) : given;
    };
    const withColumn = (given: Json): Json => {
      if (isJsonObject(given)) return this.comparedColumn(given);
      return Array.isArray(given)
        ? sameIfEqual(given as readonly Json[], (each) => (isJsonObject(each) ? this.comparedColumn(each) : each))
        : given;
    };
    if (!isJsonObject(condition)) return operand(condition);
    const isList = columns.some(({ spec }) => spec?.type === 'list');
    const isWhole = (operator: string): boolean => WHOLE.has(operator) || (operator === 'contains' && isList);
    const entries = Object.entries(condition);
    const mapped = entries.map(
      ([operator, given]) => [operator, withColumn(isWhole(operator) ? operand(given) : given)] as const,
    );
    return mapped.every(([, given], i) => given === entries[i]?.[1]) ? condition : Object.fromEntries(mapped);
  }
}

function sameIfEqual(list: readonly Json[], map: (item: Json) => Json): readonly Json[] {
  const mapped = list.map(map);
  return mapped.every((item, i) => item === list[i]) ? list : mapped;
}
