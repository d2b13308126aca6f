/** Resolves the names of a query to the columns of tables that they mean, through views, bases and stacked tables. Source: docs/sources-and-views.md#views. */

import { type Json, type JsonObject, isJsonObject } from '../../json';
import type { ColumnSpec } from '../../values/column-spec';
import type { Catalog } from '../catalog';
import type { TableDefinition } from '../definition';
import { BASE_PREFIX } from '../resolve-base';
import { type ComparedColumn, type FilterKeyColumn, type FilterKey, PLACE_COLUMNS } from './filter-mapper';
import { linkSpecOfColumn } from './filter-path';
import { isUnion, rollupsOf } from './view-query';

/** A column as one table has it. */
export interface TableColumn {
  readonly table: TableDefinition;
  readonly name: string;
  /** Null: an untyped field, or the place of the note. */
  readonly spec: ColumnSpec | null;
}

/** Never throws: a name that nothing has means no column. */
export class QueryColumns {
  constructor(private readonly catalog: Catalog) {}

  /** What a key of a filter names in the rows of these sources. */
  key(sources: readonly string[], key: string): FilterKey {
    const [first = '', ...others] = key.split('.');
    const found = [sources.flatMap((source) => this.named(source, first))];
    for (const name of others) {
      const tables = (found.at(-1) ?? []).flatMap(({ spec }) => this.behind(spec));
      found.push([...new Set(tables)].flatMap((table) => columnOf(table, name)));
    }
    const parts = found.map((columns, i) =>
      columns.flatMap((column) => (isPlace(column) ? [] : [readOf(column, i === found.length - 1)])),
    );
    const compared = (found.at(-1) ?? []).map((column): ComparedColumn => ({
      ...readOf(column, true),
      spec: column.spec,
    }));
    return { parts, compared };
  }

  /** What a key of a filter over the answer of a query names: a value that the query computes is one of another table. */
  ofAnswer(query: JsonObject, sources: readonly string[], key: string): FilterKey {
    const rollup = rollupsOf(query).find(([name]) => name === key)?.[1];
    if (rollup === undefined) return this.key(sources, key);
    const found = this.ofRollup(rollup, sources, []);
    return { parts: [], compared: found.map((column) => ({ ...readOf(column, true), spec: column.spec })) };
  }

  /** What a key of a filter over the groups of a query names: an aggregate, or a value that it groups by. */
  ofGroups(query: JsonObject, sources: readonly string[], key: string): FilterKey {
    const { aggregates, join } = query;
    const aggregate = isJsonObject(aggregates) ? aggregates[key] : undefined;
    if (typeof aggregate === 'string') {
      const found = this.ofAggregate(query, aggregate, []);
      return { parts: [], compared: found.map((column) => ({ ...readOf(column, true), spec: column.spec })) };
    }
    const joined = isJsonObject(join) ? joinedName(join, key) : null;
    if (joined === null) return this.ofAnswer(query, sources, key);
    const { parts, compared } = this.key([joined.table], joined.name);
    return { parts: [[], ...parts], compared };
  }

  /** The tables whose rows a rollup adds up. */
  tablesOfRollup({ table, via }: JsonObject, sources: readonly string[]): readonly string[] {
    if (typeof via !== 'string') return typeof table === 'string' ? [table] : [];
    const columns = sources.flatMap((source) => this.named(source, via));
    return [...new Set(columns.flatMap(({ spec }) => this.behind(spec).map(({ qualified }) => qualified)))];
  }

  /** The columns that a name of a table, a view or a base means. `seen`: views that read each other end. */
  named(source: string, name: string, seen: readonly string[] = []): readonly TableColumn[] {
    const table = this.catalog.table(source);
    if (table !== null) return columnOf(table, name);
    if (source.startsWith(BASE_PREFIX))
      return this.catalog.inheritingTables(source.slice(BASE_PREFIX.length)).flatMap((heir) => columnOf(heir, name));
    const view = this.catalog.view(source);
    return view === null || seen.includes(source) ? [] : this.ofQuery(view.query, name, [...seen, source]);
  }

  private ofQuery(query: JsonObject, name: string, seen: readonly string[]): readonly TableColumn[] {
    const { table, join, aggregates } = query;
    if (isUnion(query)) {
      const parts = (Array.isArray(query['union']) ? query['union'] : []) as readonly Json[];
      return parts.flatMap((part) =>
        isJsonObject(part) && typeof part['table'] === 'string' && shows(part['columns'], name)
          ? this.named(part['table'], name, seen)
          : [],
      );
    }
    if (typeof table !== 'string') return [];
    const aggregate = isJsonObject(aggregates) ? aggregates[name] : undefined;
    if (typeof aggregate === 'string') return this.ofAggregate(query, aggregate, seen);
    const rollup = rollupsOf(query).find(([given]) => given === name)?.[1];
    if (rollup !== undefined) return this.ofRollup(rollup, [table], seen);
    const joined = isJsonObject(join) ? joinedName(join, name) : null;
    return joined === null ? this.named(table, name, seen) : this.named(joined.table, joined.name, seen);
  }

  private ofAggregate(query: JsonObject, aggregate: string, seen: readonly string[]): readonly TableColumn[] {
    const column = columnOfValue(aggregate);
    return column === null ? [] : this.ofQuery({ ...query, aggregates: null }, column, seen);
  }

  private ofRollup(rollup: JsonObject, sources: readonly string[], seen: readonly string[]): readonly TableColumn[] {
    const column = typeof rollup['value'] === 'string' ? columnOfValue(rollup['value']) : null;
    if (column === null) return [];
    return this.tablesOfRollup(rollup, sources).flatMap((table) => this.named(table, column, seen));
  }

  private behind(spec: ColumnSpec | null): readonly TableDefinition[] {
    const ref = spec === null ? undefined : linkSpecOfColumn(spec)?.ref;
    if (ref === undefined) return [];
    if (ref.startsWith(BASE_PREFIX)) return this.catalog.inheritingTables(ref.slice(BASE_PREFIX.length));
    const table = this.catalog.table(ref);
    return table === null ? [] : [table];
  }
}

/** The lowest and the highest value is one of the column; counts and sums are none. */
const columnOfValue = (aggregate: string): string | null =>
  /^(?:min|max|first|last|list):(.+)$/s.exec(aggregate)?.[1]?.trim() ?? null;

function columnOf(table: TableDefinition, name: string): readonly TableColumn[] {
  const spec = table.columns.find((column) => column.name === name) ?? null;
  const isKnown = spec !== null || Object.hasOwn(table.fields, name) || PLACE_COLUMNS.includes(name);
  return isKnown ? [{ table, name, spec }] : [];
}

const isPlace = ({ spec, table, name }: TableColumn): boolean => spec === null && !Object.hasOwn(table.fields, name);

const readOf = ({ table, name }: TableColumn, isCompared: boolean): FilterKeyColumn => ({
  table: table.qualified,
  column: name,
  isCompared,
});

const shows = (columns: Json | undefined, name: string): boolean => !Array.isArray(columns) || columns.includes(name);

/** The key under which a join shows its matches. */
const joinKey = ({ as, table }: JsonObject): string =>
  typeof as === 'string' ? as : typeof table === 'string' ? table.slice(table.lastIndexOf('.') + 1) : '';

/** `other.kind`: the column of the source joined as `other`; null for any other name. */
export function joinedName(join: JsonObject, name: string): { readonly table: string; readonly name: string } | null {
  const prefix = `${joinKey(join)}.`;
  const { table } = join;
  return typeof table === 'string' && name.startsWith(prefix) ? { table, name: name.slice(prefix.length) } : null;
}
