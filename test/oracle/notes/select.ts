/** A select over a world, answered the slow way: every row is looked at, then sorted, then cut. Source: docs/operations.md#select_rows, docs/sources-and-views.md#views; docs/sources-and-views.md. */

import type { JsonObject } from '../../../src/engine/index';
import { parseLinkValue } from '../../../src/engine/note/links/link-syntax';
import type { ColumnSpec, ValueSpec } from '../../../src/engine/values/column-spec';
import { type Json, isEmpty } from '../../../src/engine/json';
import { naiveWhere } from '../naive-where';
import { groupsOf, inOrder, totalOf, totalSpec } from './groups';
import { nameOf } from './links';
import { compareCells, itemOf } from './order';
import { type Reader, type Relation, type RelationRow, SOURCE, byPath, tagged, wholeRow } from './relation';
import { idOf, qualified } from './world';

/** Arguments of select_rows, or the query of a view. */
export interface Query {
  readonly table?: string;
  readonly union?: readonly {
    readonly table: string;
    readonly columns?: readonly string[];
    readonly where?: JsonObject;
  }[];
  readonly columns?: readonly string[];
  readonly where?: JsonObject;
  readonly order_by?: readonly string[];
  readonly limit?: number;
  readonly offset?: number;
  readonly expand?: readonly string[];
  readonly group_by?: readonly string[];
  readonly aggregates?: Readonly<Record<string, string>>;
  readonly having?: JsonObject;
  readonly order_rows_by?: readonly string[];
  /** Only of a table or the base. */
  readonly rollup?: Readonly<Record<string, Rollup>>;
}

/** A type, so that it is JSON too. */
export type Rollup = {
  readonly table?: string;
  readonly by?: string;
  readonly via?: string;
  readonly where?: JsonObject;
  readonly value: string;
  readonly order_rows_by?: readonly string[];
};

export interface Question {
  /** Each may read those before it. */
  readonly views: readonly { readonly name: string; readonly query: Query }[];
  readonly args: Query;
}

export interface OracleAnswer {
  readonly total: number;
  readonly rows: readonly JsonObject[];
}

interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** A query with the views in its way taken apart; the slices are those of the views, the innermost first. */
interface Opened {
  readonly relation: Relation;
  readonly query: Query;
  readonly slices: readonly Slice[];
}

export const isGrouped = ({ group_by: keys, aggregates }: Query): boolean =>
  keys !== undefined || aggregates !== undefined;

export class Oracle {
  /** There were groups that read alike: links such as `[[#here]]`, which mean another note in each. docs/queries.md */
  leavesOrderOpen = false;

  constructor(
    private readonly reader: Reader,
    private readonly views: Question['views'],
  ) {}

  answer(args: Query): OracleAnswer {
    const { relation, query, slices } = this.open(args);
    const rows = sliced(this.rowsOf(relation, query), slices);
    const page = sliced(rows, [{ offset: args.offset ?? 0, limit: args.limit ?? 100 }]);
    return { total: rows.length, rows: page.map((row) => this.shown(relation, query, row)) };
  }

  /** A query as what another one reads. */
  relation(query: Query): Relation {
    return this.asRelation(this.open(query));
  }

  private asRelation({ relation, query, slices }: Opened): Relation {
    const rows = sliced(this.rowsOf(relation, query), slices);
    if (isGrouped(query)) {
      return { ...relation, columns: this.groupColumns(relation, query), areNotes: false, rows };
    }
    const { columns } = query;
    if (columns === undefined) return { ...relation, rows };
    const shown = columns.filter((name) => !isOfFile(name) || !relation.areNotes);
    const valuesOf = (row: RelationRow): RelationRow['values'] =>
      Object.fromEntries(
        shown.flatMap((name): [string, Json][] => {
          const value = this.reader.value(relation, name, row);
          return value === undefined ? [] : [[name, value]];
        }),
      );
    return {
      ...relation,
      columns: shown.map((name) => ({ ...this.reader.specOf(relation, name), name })),
      rows: rows.map((row) => ({ path: row.path, values: valuesOf(row) })),
    };
  }

  /** The keys and the aggregates. */
  groupColumns(relation: Relation, query: Query): readonly ColumnSpec[] {
    const columns = [...(query.group_by ?? []), ...Object.keys(query.aggregates ?? { count: 'count' })];
    return columns.map((name) => groupedSpec(this.reader, relation, query, name));
  }

  private open(args: Query): Opened {
    const view = this.views.find(({ name }) => name === args.table);
    if (view === undefined) {
      const relation = this.withRollups(this.stored(args.table as string), args.rollup ?? {});
      return { relation, query: args, slices: [] };
    }
    const { query } = view;
    if (isGrouped(args)) {
      const { where, ...rest } = args;
      const inner = this.open({ table: view.name, ...(where === undefined ? {} : { where }) });
      return { relation: this.asRelation(inner), query: rest, slices: [] };
    }
    const slice = { offset: query.offset ?? 0, limit: query.limit ?? Number.POSITIVE_INFINITY };
    if (query.union !== undefined)
      return { relation: this.union(query), query: narrowed(query, args), slices: [slice] };
    if (!isGrouped(query)) {
      const inner = this.open({ ...narrowed(query, args), table: query.table as string });
      return { ...inner, slices: [...inner.slices, slice] };
    }
    const names = Object.keys(query.aggregates ?? { count: 'count' });
    const [output, source] = split(args.where ?? {}, [
      ...names,
      ...(query.group_by ?? []).filter((key) => key.includes('(')),
    ]);
    const { columns, order_by: order, limit: _, offset: __, ...grouping } = query;
    const relation = this.relation({ ...grouping, where: merged(query.where ?? {}, source) });
    const shown = {
      columns: columns ?? [...(query.group_by ?? []), ...names],
      ...(order === undefined ? {} : { order_by: order }),
    };
    return { relation, query: narrowed(shown, { ...args, where: output }), slices: [slice] };
  }

  private stored(name: string): Relation {
    return name === 'base:item' ? this.reader.base() : this.reader.table(name);
  }

  /** With the columns that add up linked rows. docs/queries.md#rollup */
  private withRollups(relation: Relation, rollups: Readonly<Record<string, Rollup>>): Relation {
    const { reader } = this;
    const columns: ColumnSpec[] = [];
    const added = new Map<RelationRow, Record<string, Json>>(relation.rows.map((row) => [row, {}]));
    for (const [name, { table, by, via, where = {}, value, order_rows_by: order = [] }] of Object.entries(rollups)) {
      const own = relation.columns.find((spec) => spec.name === via);
      const others = this.stored(table ?? (itemOf(own as ColumnSpec).ref as string));
      columns.push({ ...totalSpec(reader, others, value), name });
      const context = reader.context(others);
      const targets = (row: RelationRow, column: string): readonly (string | null)[] =>
        [row.values[column] ?? []].flat<Json[]>().map((link) => reader.target(link as string, row.path));
      for (const row of relation.rows) {
        const isLinked = (other: RelationRow): boolean =>
          by === undefined ? targets(row, via as string).includes(other.path) : targets(other, by).includes(row.path);
        const linked = others.rows.filter((other) => isLinked(other) && naiveWhere(where, other, context));
        const ordered = inOrder(reader, others, linked, order, value.startsWith('last:'));
        const total = totalOf(reader, others, ordered, value);
        if (!isEmpty(total)) (added.get(row) as Record<string, Json>)[name] = total;
      }
    }
    const rows = relation.rows.map((row) => ({ ...row, values: { ...row.values, ...added.get(row) } }));
    return { ...relation, columns: [...relation.columns, ...columns], rows };
  }

  /** A column that a part does not show is empty in its rows. */
  private union({ union = [] }: Query): Relation {
    const parts = union.map((part) => ({ part, relation: this.relation(part) }));
    const columns = new Map<string, ColumnSpec>([['_source', SOURCE]]);
    for (const { relation } of parts) {
      for (const spec of relation.columns) {
        const present = columns.get(spec.name);
        columns.set(spec.name, present === undefined ? spec : common(present, spec));
      }
    }
    const rows = parts.flatMap(({ relation }) =>
      relation.rows.map((row) => {
        const source = row.values['_source'] ?? this.sourceOf(relation, row);
        return tagged({ ...row, values: { ...row.values } }, source as string, [...columns.keys()]);
      }),
    );
    return { qualified: '', columns: [...columns.values()], areNotes: true, rows: byPath(rows) };
  }

  private sourceOf(relation: Relation, { path }: RelationRow): string {
    return relation.areNotes ? qualified(this.reader.tableAt(path) as string) : relation.qualified;
  }

  /** Those that match, in their order. */
  private rowsOf(relation: Relation, query: Query): readonly RelationRow[] {
    const context = this.reader.context(relation);
    const matching = relation.rows.filter((row) => naiveWhere(query.where ?? {}, row, context));
    if (isGrouped(query)) {
      const groups = groupsOf(this.reader, relation, matching, query);
      const keys = groups.map(({ values }) =>
        JSON.stringify((query.group_by ?? []).map((name) => values[name] ?? null)),
      );
      this.leavesOrderOpen ||= new Set(keys).size < keys.length;
      return groups;
    }
    const keys = (query.order_by ?? []).map((key) => key.replace(/^-/, ''));
    const cells = new Map(matching.map((row) => [row, keys.map((key) => this.reader.value(relation, key, row))]));
    const specs = keys.map((key) => this.reader.specOf(relation, key));
    return [...matching].sort((a, b) => {
      for (const [i, spec] of specs.entries()) {
        const order = compareCells(
          spec,
          cells.get(a)?.[i],
          cells.get(b)?.[i],
          query.order_by?.[i]?.startsWith('-') ?? false,
        );
        if (order !== 0) return order;
      }
      return a.path < b.path ? -1 : Number(a.path > b.path);
    });
  }

  private shown(relation: Relation, query: Query, row: RelationRow): JsonObject {
    const { columns, expand = [] } = query;
    if (isGrouped(query) || columns === undefined) return this.expanded(wholeRow(row), expand, relation, row, []);
    const shown = columns.map((name): [string, Json] => [name, this.reader.value(relation, name, row) ?? null]);
    const path: JsonObject = row.path === '' ? {} : { path: row.path };
    const added = expand.map((key) => headOf(key, relation, columns)).filter((name) => !columns.includes(name));
    const also = added.map((name): [string, Json] => [name, row.values[name] ?? null]);
    return this.expanded({ ...path, ...Object.fromEntries([...shown, ...also]) }, expand, relation, row, columns);
  }

  /** `{link, path, name, ...columns}` in place of a link. D4 */
  private expanded(
    json: JsonObject,
    keys: readonly string[],
    relation: Relation,
    row: RelationRow,
    asked: readonly string[],
  ): JsonObject {
    const result: Record<string, Json> = { ...json };
    for (const name of new Set(keys.map((key) => headOf(key, relation, asked)))) {
      const own = keys.filter((key) => headOf(key, relation, asked) === name);
      const below = own.filter((key) => key !== name).map((key) => key.slice(name.length + 1));
      const { found } = this.reader.read(relation, name, row);
      const link = itemOf(this.reader.specOf(relation, name));
      const links = found.flatMap(({ value, at }) =>
        [value ?? []].flat<Json[]>().map((each) => this.linked(each as string, link, below, at as string)),
      );
      const isList = this.reader.specOf(relation, name).type === 'list';
      if (links.length > 0) result[name] = isList ? links : (links[0] as Json);
    }
    return result;
  }

  private linked(link: string, { ref }: ValueSpec, below: readonly string[], source: string): Json {
    const path = this.reader.target(link, source);
    const linkpath = parseLinkValue(link)?.linkpath ?? link;
    if (path === null) return { link, path, name: nameOf(linkpath) };
    const head = { link, path, name: nameOf(path) };
    const own = this.reader.tableAt(path);
    const table = ref === 'self' ? this.reader.tableAt(source) : (ref ?? own);
    if (table === null || own !== table) return head;
    const relation = this.reader.table(table);
    const row = relation.rows.find((each) => each.path === path) as RelationRow;
    return { ...head, ...this.expanded({ path, id: idOf(path), ...row.values }, below, relation, row, []) };
  }
}

/** What a key of expand begins with: a column that is asked for or shown by a dotted name, else a link of the row. */
function headOf(key: string, { columns }: Relation, asked: readonly string[]): string {
  const dotted = [...asked, ...columns.map(({ name }) => name)].filter((name) => name.includes('.'));
  const found = dotted.filter((name) => key === name || key.startsWith(`${name}.`));
  return found.sort((a, b) => b.length - a.length)[0] ?? (key.split('.')[0] as string);
}

const isOfFile = (name: string): boolean => name === 'path' || name === 'id' || name.startsWith('file_');

const sliced = <T>(rows: readonly T[], slices: readonly Slice[]): readonly T[] =>
  slices.reduce((rest, { offset, limit }) => rest.slice(offset, offset + limit), rows);

/** The arguments of a select in place of those of the view that it reads; the filters together. */
function narrowed({ limit: _, offset: __, union: ___, ...view }: Query, args: Query): Query {
  const { limit: ____, offset: _____, ...given } = args;
  return {
    ...view,
    ...given,
    where: merged(view.where ?? {}, args.where ?? {}),
    expand: [...(view.expand ?? []), ...(args.expand ?? [])],
  };
}

/** A condition of the view on the same column keeps its operators but those that are given anew. */
function merged(view: JsonObject, more: JsonObject): JsonObject {
  const operators = (value: Json): JsonObject =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : { eq: value };
  const result: Record<string, Json> = { ...view };
  const added: JsonObject[] = [];
  for (const [key, value] of Object.entries(more)) {
    if (key === 'and' || key === 'or' || key === 'not') added.push({ [key]: value });
    else result[key] = key in result ? { ...operators(result[key] as Json), ...operators(value) } : value;
  }
  return added.length === 0 ? result : { ...result, and: [...((result['and'] ?? []) as Json[]), ...added] };
}

/** The conditions on what a view computes, and those on the rows before; each part of an `and` by itself. */
function split(where: JsonObject, names: readonly string[]): readonly [JsonObject, JsonObject] {
  const isOutput = ([key, value]: readonly [string, unknown]): boolean =>
    names.includes(key) ||
    names.includes(key.split('.')[0] as string) ||
    (['and', 'or', 'not'].includes(key) && conditions(value).some(isOutput));
  const conditions = (value: unknown): readonly (readonly [string, unknown])[] =>
    [value].flat().flatMap((part) => Object.entries(part as JsonObject));
  // `{and: [{a, b}, c]}` is `a` and `b` and `c`.
  const flat = (filter: JsonObject): readonly JsonObject[] =>
    Object.entries(filter).flatMap(([key, value]) =>
      key === 'and' ? (value as readonly JsonObject[]).flatMap(flat) : [{ [key]: value }],
    );
  const { and = [], ...top } = where;
  const parts = (and as readonly JsonObject[]).flatMap(flat);
  const side = (isAfter: boolean): JsonObject => {
    const isOurs = (entry: readonly [string, unknown]): boolean => isOutput(entry) === isAfter;
    const own = Object.fromEntries(Object.entries(top).filter(isOurs));
    const more = parts.filter((part) => Object.entries(part).every(isOurs));
    return more.length === 0 ? own : { ...own, and: more };
  };
  return [side(true), side(false)];
}

/** Of several types: any, but of numbers a number; links to several tables are links to any note. */
function common(a: ColumnSpec, b: ColumnSpec): ColumnSpec {
  const areNumbers = [a, b].every(({ type }) => type === 'integer' || type === 'number');
  if (a.type !== b.type) return { name: a.name, type: areNumbers ? 'number' : 'json' };
  if (a.type === 'link' && a.ref !== b.ref) return { name: a.name, type: 'link' };
  return a;
}

function groupedSpec(reader: Reader, relation: Relation, query: Query, name: string): ColumnSpec {
  const aggregate = query.aggregates?.[name] ?? (name === 'count' ? 'count' : undefined);
  if (query.group_by?.includes(name) === true) return { ...itemOf(reader.specOf(relation, name)), name };
  return { ...totalSpec(reader, relation, aggregate as string), name };
}
