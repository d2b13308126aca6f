/** What a rule names: tables, columns, and values that it compares with or writes. docs/rules.md#renames */

import { type Json, type JsonObject, isJsonObject, isList } from '../../json';
import type { Catalog } from '../catalog';
import type { RuleDefinition } from '../definition';
import type { FilterKeyColumn } from './filter-mapper';
import { readsOf } from './query-reads';
import { agreed, mapQueryFilter } from './view-reads';

/** Tokens that name a column of the row that changed. */
export const ROW_TOKENS: readonly string[] = ['$row', '$before'];

/** Arguments of a step that hold values by column. */
const VALUES: readonly string[] = ['values', 'set_values', 'add_values', 'remove_values', 'expect'];
/** Arguments of a step that list columns. */
const COLUMNS: readonly string[] = ['unset', 'on'];

export interface RuleVisitor {
  /** The name of a table. */
  readonly table: (qualified: string) => string;
  readonly column: (table: string, name: string) => string;
  readonly value: (table: string, column: string, text: string) => string;
}

/** The one key of a token; null: it is none. */
export function tokenIn(value: Json, tokens: readonly string[]): readonly [string, Json] | null {
  if (!isJsonObject(value)) return null;
  const [entry, ...others] = Object.entries(value);
  return entry !== undefined && others.length === 0 && tokens.includes(entry[0]) ? entry : null;
}

/** The table that the values of a step go to. */
export const targetOfStep = ({ table, to_table: target }: JsonObject): string | null => {
  const named = target ?? table;
  return typeof named === 'string' ? named : null;
};

/** Every table that it reads or writes, as far as it names them. */
export function tablesOfRule(catalog: Catalog, { table, where, steps }: RuleDefinition): readonly string[] {
  const named = steps.flatMap((step) => {
    const own = [step['table'], step['to_table']].filter((each) => typeof each === 'string');
    const filter = step['where'];
    const read =
      isJsonObject(filter) && typeof step['table'] === 'string' ? [{ table: step['table'], where: filter }] : [];
    return [...own, ...read.flatMap((query) => readsOf(catalog, query).tables)];
  });
  return [...new Set([table, ...readsOf(catalog, { table, where: where ?? {} }).tables, ...named])];
}

/** The rule with everything that it names passed through `visitor`; `catalog` knows the names as they are in it. Never throws. */
export function mapRule(catalog: Catalog, rule: RuleDefinition, visitor: RuleVisitor): RuleDefinition {
  const mapper = new RuleMapper(catalog, rule.table, visitor);
  return {
    ...rule,
    table: visitor.table(rule.table),
    columns: rule.columns.map((name) => visitor.column(rule.table, name)),
    where: rule.where === null ? null : mapper.filter(rule.table, rule.where),
    scope: rule.scope.map(visitor.table),
    steps: rule.steps.map((step) => mapper.step(step)),
  };
}

class RuleMapper {
  constructor(
    private readonly catalog: Catalog,
    private readonly table: string,
    private readonly visitor: RuleVisitor,
  ) {}

  filter(table: string, filter: JsonObject): JsonObject {
    const { visitor } = this;
    const known = <C extends FilterKeyColumn>(
      columns: readonly C[],
      change: (column: C) => string,
      text: string,
    ): string => (columns.length === 0 ? text : (agreed(columns, change) ?? text));
    return mapQueryFilter(this.catalog, [table], this.tokens(filter) as JsonObject, {
      column: (columns, name) => known(columns, (each) => visitor.column(each.table, each.column), name),
      value: (columns, text) => known(columns, (each) => visitor.value(each.table, each.column, text), text),
    });
  }

  step(step: JsonObject): JsonObject {
    const table = typeof step['table'] === 'string' ? step['table'] : null;
    const target = targetOfStep(step);
    const entries = Object.entries(step).map(([key, value]): [string, Json] => {
      if ((key === 'table' || key === 'to_table') && typeof value === 'string') return [key, this.visitor.table(value)];
      if (key === 'where' && table !== null && isJsonObject(value)) return [key, this.filter(table, value)];
      if (target !== null && VALUES.includes(key)) return [key, this.values(target, value)];
      if (target !== null && key === 'rows' && isList(value))
        return [key, value.map((row) => this.values(target, row))];
      if (table !== null && COLUMNS.includes(key) && isList(value))
        return [key, value.map((name) => this.name(table, name))];
      if (target !== null && key === 'rename' && isJsonObject(value))
        return [key, Object.fromEntries(Object.entries(value).map(([from, to]) => [from, this.name(target, to)]))];
      return [key, this.tokens(value)];
    });
    return Object.fromEntries(entries);
  }

  private name(table: string, name: Json): Json {
    return typeof name === 'string' ? this.visitor.column(table, name) : name;
  }

  private values(table: string, values: Json): Json {
    if (!isJsonObject(values)) return values;
    const entries = Object.entries(values).map(([name, value]): [string, Json] => [
      this.visitor.column(table, name),
      this.value(table, name, value),
    ]);
    return Object.fromEntries(entries);
  }

  private value(table: string, column: string, value: Json): Json {
    if (typeof value === 'string') return this.visitor.value(table, column, value);
    if (isList(value)) return value.map((item) => this.value(table, column, item));
    return this.tokens(value);
  }

  /** Tokens anywhere in it. */
  private tokens(value: Json): Json {
    if (isList(value)) return value.map((item) => this.tokens(item));
    if (!isJsonObject(value)) return value;
    const [key, name] = tokenIn(value, ROW_TOKENS) ?? [];
    if (key !== undefined && typeof name === 'string') return { [key]: this.visitor.column(this.table, name) };
    return Object.fromEntries(Object.entries(value).map(([each, inner]) => [each, this.tokens(inner)]));
  }
}
