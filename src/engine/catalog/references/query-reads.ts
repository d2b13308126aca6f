/** The dependencies of a query: tables, definitions, the note that it is for, the day. Source: docs/sources-and-views.md#views; D15. */

import * as z from 'zod';
import { type Json, type JsonObject, isJsonObject, isList } from '../../json';
import { textList } from '../../values/json-schema';
import type { Catalog } from '../catalog';
import type { TableDefinition } from '../definition';
import { filterPath, linkedTable } from './filter-path';
import { formulasOf, namesInFormula, rollupsOf, tablesOfQuery } from './view-query';

export const readsResult = z
  .strictObject({
    tables: textList.describe('The tables that rows come from, the views in between, the tables that links lead into'),
    definitions: z.boolean().describe('It depends on which tables there are: a base, information_schema'),
    everything: z
      .boolean()
      .describe('Every change of any note matters: backlinks or rows of tables are counted, or tags of texts are read'),
    tokens: textList.describe('{this.owner}, {today-7d} and the like, as they are written'),
  })
  .meta({ id: 'Reads', description: 'What the answer to a query can change with' });

export type QueryReads = z.infer<typeof readsResult>;

const TOKENS = /\{(?:this\.|today|now)[^{}"]*\}|<this\.[^<>"]+>/g;

/** `query` is a select or a union, its tables named by their whole names. Never throws: a missing name is left out. */
export function readsOf(catalog: Catalog, query: JsonObject): QueryReads {
  const reader = new Reader(catalog);
  reader.visit(query);
  return reader.reads();
}

/** The tables that its rows come from, as in `readsOf`. */
export function sourceNamesOf(catalog: Catalog, query: JsonObject): readonly string[] {
  const reader = new Reader(catalog);
  reader.visit(query);
  return reader.sourceNames();
}

class Reader {
  private readonly sources = new Map<string, TableDefinition>();
  private readonly tables = new Set<string>();
  private readonly queries = new Set<JsonObject>();
  private definitions = false;
  private everything = false;

  constructor(private readonly catalog: Catalog) {}

  visit(query: JsonObject): void {
    if (this.queries.has(query)) return;
    this.queries.add(query);
    for (const name of tablesOfQuery(query)) this.visitTable(name);
  }

  private visitTable(name: string): void {
    const { catalog } = this;
    const view = catalog.view(name);
    const table = catalog.table(name);
    if (name.startsWith('base:')) {
      this.definitions = true;
      for (const heir of catalog.inheritingTables(name.slice('base:'.length))) this.visitTable(heir.qualified);
    } else if (name.startsWith('system.')) {
      this.definitions = true;
      this.everything ||= name.endsWith('.tables');
    } else if (view !== null) {
      this.tables.add(name);
      this.visit(view.query);
    } else if (table !== null) {
      this.tables.add(name);
      this.sources.set(name, table);
    }
  }

  sourceNames(): readonly string[] {
    return [...this.sources.keys()].sort();
  }

  reads(): QueryReads {
    const texts = [...this.queries].map((query) => JSON.stringify(query));
    for (const query of this.queries) {
      for (const { name, isFollowed } of namesIn(query)) {
        this.everything ||= /file_(?:backlink_count|backlinks|links|tags|created|size)\b/.test(name);
        for (const table of this.sources.values()) this.follow(table, name, isFollowed);
      }
    }
    return {
      tables: [...this.tables].sort(),
      definitions: this.definitions,
      everything: this.everything,
      tokens: [...new Set(texts.flatMap((text) => text.match(TOKENS) ?? []))].sort(),
    };
  }

  private follow(table: TableDefinition, name: string, isFollowed: boolean): void {
    const { links, end } = filterPath(this.catalog, table, name);
    const last = isFollowed ? end?.table.columns.find((column) => column.name === end.name) : undefined;
    for (const column of [...links.map((link) => link.column), last]) {
      const target = linkedTable(this.catalog, column);
      if (target !== null) this.tables.add(target.qualified);
    }
  }
}

interface FilteredName {
  readonly name: string;
  /** The rows behind the link matter too, not only which they are. */
  readonly isFollowed: boolean;
}

/** Every name of a column in a query, also the parts of expressions. */
function namesIn(query: JsonObject): readonly FilteredName[] {
  const found: FilteredName[] = [];
  const add = (text: Json | undefined, isFollowed = false): void => {
    for (const each of [text ?? []].flat() as readonly Json[]) {
      if (typeof each !== 'string') continue;
      for (const name of each.match(/[\w.]+/g) ?? []) found.push({ name, isFollowed });
    }
  };
  const { columns, order_by: order, order_rows_by: rowOrder, group_by: group } = query;
  const { expand, aggregates, join, union } = query;
  for (const each of [columns, order, rowOrder, group]) add(each);
  add(expand, true);
  if (isJsonObject(aggregates)) for (const each of Object.values(aggregates)) add(each);
  for (const part of [query, join, ...((union ?? []) as readonly Json[])]) {
    if (!isJsonObject(part)) continue;
    if (part !== query) add(part['columns']);
    if (isJsonObject(part['on'])) for (const entry of Object.entries(part['on'])) add([...entry]);
    for (const filter of [part['where'], part['having']])
      filterNames(filter, (name, isFollowed) => found.push({ name, isFollowed }));
  }
  for (const [, text] of formulasOf(query)) for (const name of namesInFormula(text)) add(name);
  for (const [, { by, via, where, value, order_rows_by: within }] of rollupsOf(query)) {
    for (const each of [by, value, within]) add(each);
    add(via, true);
    filterNames(where, (name, isFollowed) => found.push({ name, isFollowed }));
  }
  return found;
}

function filterNames(where: Json | undefined, add: (name: string, isFollowed: boolean) => void): void {
  if (isList(where)) for (const part of where) filterNames(part, add);
  if (!isJsonObject(where)) return;
  for (const [key, value] of Object.entries(where)) {
    if (key === 'and' || key === 'or' || key === 'not') filterNames(value, add);
    else add(key, isJsonObject(value) && 'within' in value);
  }
}
