/** The tables that the stored query of a view reads. Source: docs/sources-and-views.md#views; D17, D18. */

import { type Json, type JsonObject, isJsonObject, isList } from '../../json';
import { FormulaFault } from '../../formula/formula-fault';
import { namesOf } from '../../formula/formula-names';
import type { CatalogDefinition, ViewDefinition } from '../definition';

/** `{union: [{table, columns, where}, …], …}` stacks tables; any other query is a select of one. */
export const isUnion = (query: JsonObject): boolean => Object.hasOwn(query, 'union');

/** The rollups of a query as parts of it: each names a table. */
export const rollupsOf = ({ rollup }: JsonObject): readonly (readonly [name: string, part: JsonObject])[] =>
  isJsonObject(rollup)
    ? Object.entries(rollup).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
    : [];

/** The formulas of a query. */
export const formulasOf = ({ compute }: JsonObject): readonly (readonly [name: string, text: string])[] =>
  isJsonObject(compute)
    ? Object.entries(compute).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    : [];

/** The columns that a formula names; none for a text that does not parse. */
export function namesInFormula(text: string): readonly string[] {
  try {
    return namesOf(text);
  } catch (error) {
    if (error instanceof FormulaFault) return [];
    throw error;
  }
}

/** The query with another table wherever it names one: its own, those of a union, of a join and of rollups. */
export function mapTables(query: JsonObject, to: (table: string) => string): JsonObject {
  const part = (each: Json): Json => (isJsonObject(each) ? mapTables(each, to) : each);
  const { table, join, union, rollup } = query;
  const rollups = isJsonObject(rollup) ? Object.entries(rollup).map(([name, each]) => [name, part(each)]) : [];
  return {
    ...query,
    ...(typeof table === 'string' ? { table: to(table) } : {}),
    ...(join === undefined ? {} : { join: part(join) }),
    ...(rollups.length === 0 ? {} : { rollup: Object.fromEntries(rollups) as JsonObject }),
    ...(isList(union) ? { union: union.map(part) } : {}),
  };
}

/** Also where a condition on `_source` says which table a row is of: the text compared with its whole name. D18 */
export function withTables(query: JsonObject, to: (table: string) => string): JsonObject {
  const part = (each: Json): Json => (isJsonObject(each) ? sourcesMapped(each, to) : each);
  const mapped = mapTables(query, to);
  return {
    ...sourcesMapped(mapped, to),
    ...('join' in mapped ? { join: part(mapped['join']) } : {}),
    ...(isJsonObject(mapped['rollup'])
      ? { rollup: Object.fromEntries(Object.entries(mapped['rollup']).map(([name, each]) => [name, part(each)])) }
      : {}),
    ...(isList(mapped['union']) ? { union: mapped['union'].map(part) } : {}),
  };
}

const sourcesMapped = (query: JsonObject, to: (table: string) => string): JsonObject =>
  isJsonObject(query['where']) ? { ...query, where: filterMapped(query['where'], to) } : query;

function filterMapped(filter: Json, to: (table: string) => string): Json {
  if (isList(filter)) return filter.map((part) => filterMapped(part, to));
  if (!isJsonObject(filter)) return filter;
  const entries = Object.entries(filter).map(([key, value]): [string, Json] => {
    if (key === 'and' || key === 'or' || key === 'not') return [key, filterMapped(value, to)];
    return [key, key === SOURCE_NAME ? conditionMapped(value, to) : value];
  });
  return Object.fromEntries(entries);
}

const WHOLE: readonly string[] = ['eq', 'ne', 'in'];

function conditionMapped(condition: Json, to: (table: string) => string): Json {
  const operand = (given: Json): Json =>
    typeof given === 'string' ? to(given) : isList(given) ? given.map(operand) : given;
  if (!isJsonObject(condition)) return operand(condition);
  const entries = Object.entries(condition);
  return Object.fromEntries(entries.map(([key, given]) => [key, WHOLE.includes(key) ? operand(given) : given]));
}

/** The column of a union or a base that says which table a row is of. */
export const SOURCE_NAME = '_source';

/** As the query names them, each once. */
export function tablesOfQuery(query: JsonObject): readonly string[] {
  const { table, join, union } = query;
  const tables = new Set<string>(typeof table === 'string' ? [table] : []);
  const parts = [
    join,
    ...((Array.isArray(union) ? union : []) as readonly Json[]),
    ...rollupsOf(query).map(([, part]) => part),
  ];
  for (const part of parts) if (isJsonObject(part)) for (const each of tablesOfQuery(part)) tables.add(each);
  return [...tables];
}

/** The views whose stored queries read this table or view, by name. */
export const viewsOver = ({ views }: CatalogDefinition, qualified: string): readonly ViewDefinition[] =>
  [...views.values()]
    .filter(({ query }) => tablesOfQuery(query).includes(qualified))
    .sort((a, b) => (a.qualified < b.qualified ? -1 : 1));

/** The views that a query reads, also through other views, each once. Its tables are named by their whole names. */
export function viewsUnder({ views }: CatalogDefinition, query: JsonObject): readonly ViewDefinition[] {
  const found = new Set<ViewDefinition>();
  const visit = (each: JsonObject): void => {
    for (const table of tablesOfQuery(each)) {
      const view = views.get(table);
      if (view === undefined || found.has(view)) continue;
      found.add(view);
      visit(view.query);
    }
  };
  visit(query);
  return [...found];
}
