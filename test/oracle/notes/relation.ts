/** Rows under names and types, and what a name means in each of them. */

import type { ColumnSpec, ValueSpec } from '../../../src/engine/values/column-spec';
import type { Json, JsonObject } from '../../../src/engine/json';
import { isEmpty } from '../../../src/engine/json';
import { addToDate, calendarDayOf, datetimeInstant } from '../../../src/engine/values/time/dates';
import type { Compared, Found, OracleContext } from '../naive-where';
import { nameOf, targetIn, thisToken } from './links';
import { BASE, NOW, TABLES, type World, type WorldNote, ZONE, idOf, qualified, tableNamed } from './world';

export interface RelationRow {
  /** Empty for what is no note. */
  readonly path: string;
  readonly values: Readonly<Record<string, Json>>;
}

export interface Relation {
  readonly qualified: string;
  readonly columns: readonly ColumnSpec[];
  readonly areNotes: boolean;
  readonly rows: readonly RelationRow[];
}

const TEXTS: ColumnSpec = { name: 'aliases', type: 'list', items: { type: 'string' } };

export const SOURCE: ColumnSpec = { name: '_source', type: 'string' };

const FILE: Readonly<Record<string, ColumnSpec['type']>> = {
  path: 'string',
  id: 'string',
  file_name: 'string',
  file_backlink_count: 'integer',
};

export const FILE_NAMES = Object.keys(FILE);

/** The columns of a table, with Obsidian's lists and the untyped ones. */
const stored = (name: string): readonly ColumnSpec[] => [
  ...tableNamed(name).columns,
  TEXTS,
  ...tableNamed(name).fields.map((field): ColumnSpec => ({ name: field, type: 'json' })),
];

/** Of a base only its own. */
const columnsOf = (ref: string): readonly ColumnSpec[] => (ref === 'self' ? BASE : stored(ref));

export class Reader {
  constructor(readonly world: World) {}

  /** The table that a note is a row of. */
  tableAt(path: string): string | null {
    const note = this.world.notes.find((each) => each.path === path);
    return note === undefined ? null : this.tableOf(note);
  }

  private tableOf({ path, table }: WorldNote): string | null {
    const name = TABLES.find((each) => qualified(each.name) === table)?.name ?? null;
    return name !== null && path.startsWith(`notedb/main/default/${name}/_archive/`) ? null : name;
  }

  table(name: string): Relation {
    const rows = this.world.notes
      .filter((note) => this.tableOf(note) === name)
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ path, values }) => ({ path, values: decoded(stored(name), values) }));
    return { qualified: qualified(name), columns: stored(name), areNotes: true, rows };
  }

  base(): Relation {
    const names = BASE.map(({ name }) => name);
    const rows = TABLES.filter(({ bases }) => bases.length > 0).flatMap(({ name }) =>
      this.table(name).rows.map((row) => tagged(row, qualified(name), names)),
    );
    return { qualified: 'base:item', columns: [SOURCE, ...BASE], areNotes: true, rows: byPath(rows) };
  }

  target = (text: string, source: string): string | null => targetIn(this.world, text, source);

  /** What a filter is read with. */
  context(relation: Relation): OracleContext {
    return {
      now: NOW,
      zone: ZONE,
      read: (key, row) => this.read(relation, key, row),
      target: this.target,
      thisToken: (token, operator, spec) => thisToken(this.world, token, operator, spec),
      isWithin: (spec, path, top) => this.isWithin(spec, path, top),
      isInTree: ({ ref }, path) => this.tableAt(path) === ref,
    };
  }

  private isWithin({ ref }: ValueSpec, path: string, top: string): boolean {
    const rows = this.table(ref as string).rows;
    const seen = new Set<string>();
    for (let at: string | null = path; at !== null && !seen.has(at);) {
      if (at === top) return true;
      seen.add(at);
      const row = rows.find((each) => each.path === at);
      const parent: Json | undefined = row?.values['parent'];
      at = typeof parent === 'string' ? this.target(parent, at) : null;
    }
    return false;
  }

  /** A name as a filter reads it: of the rows behind links, each. */
  read(relation: Relation, name: string, row: RelationRow): Compared {
    const own = this.ownSpec(relation, name);
    if (own !== null) return { spec: untyped(own), found: [{ value: this.own(name, row), at: row.path }] };
    const names = name.split('.');
    const last = names.pop() as string;
    let columns = relation.columns;
    let rows: readonly RelationRow[] = [row];
    for (const each of names) {
      const spec = columns.find((column) => column.name === each) as ColumnSpec;
      rows = this.behind(rows, spec);
      const { ref } = (spec.items ?? spec) as ValueSpec;
      columns = columnsOf(ref as string);
    }
    const spec = this.ownSpec({ ...relation, columns }, last) as ColumnSpec;
    const found = rows.map((each): Found => ({ value: this.own(last, each), at: each.path }));
    return { spec: untyped(spec), found: found.length === 0 ? [{ value: undefined, at: null }] : found };
  }

  /** Each row behind the links once, in their order. `self` is the table of the row that holds the link. */
  private behind(rows: readonly RelationRow[], spec: ColumnSpec): readonly RelationRow[] {
    const { ref } = (spec.items ?? spec) as ValueSpec;
    const found = new Map<string, RelationRow>();
    for (const { path, values } of rows) {
      for (const text of [values[spec.name] ?? []].flat<Json[]>()) {
        const target = this.target(text as string, path);
        const table = ref === 'self' ? this.tableAt(path) : (ref as string);
        const row = table === null ? undefined : this.table(table).rows.find((each) => each.path === target);
        if (row !== undefined) found.set(row.path, row);
      }
    }
    return [...found.values()];
  }

  /** The value of a name or an expression, as it is shown, ordered and counted, with its type. */
  value(relation: Relation, name: string, row: RelationRow): Json | undefined {
    const call = this.callOf(relation, name);
    if (call !== null) {
      const value = this.value(relation, call.column, row);
      const parts = [value ?? []].flat<Json[]>().map((each) => partOfDate(call, each as string));
      const found = parts.filter((part) => part !== null);
      if (found.length === 0) return undefined;
      return Array.isArray(value) ? found : found[0];
    }
    const { found } = this.read(relation, name, row);
    if (!this.isManifold(relation, name)) return isEmpty(found[0]?.value) ? undefined : found[0]?.value;
    const all = found.flatMap(({ value }) =>
      isEmpty(value) ? [] : Array.isArray(value) ? (value as Json[]) : [value as Json],
    );
    return all.length === 0 ? undefined : all;
  }

  specOf(relation: Relation, name: string): ColumnSpec {
    const call = this.callOf(relation, name);
    if (call !== null) {
      const isList = this.specOf(relation, call.column).type === 'list';
      const type = ['date', 'day'].includes(call.name) ? 'date' : NUMBERS.includes(call.name) ? 'integer' : 'string';
      return isList ? { name, type: 'list', items: { type } } : { name, type };
    }
    const end = this.endSpec(relation, name);
    if (!this.isManifold(relation, name) || end.type === 'list') return { ...end, name };
    const { name: _, ...items } = end;
    return { name, type: 'list', items: items as NonNullable<ColumnSpec['items']> };
  }

  /** `month(due)`, `date(due)+1`; null for a name. */
  private callOf(relation: Relation, text: string): DateCall | null {
    const [, name = '', column = '', days] = /^(\w+)\((.+?)\)([+-]\d+)?$/.exec(text) ?? [];
    return name === '' || this.ownSpec(relation, text) !== null ? null : { name, column, days: Number(days ?? 0) };
  }

  /** The type of what a name ends in. */
  endSpec(relation: Relation, name: string): ColumnSpec {
    const own = this.ownSpec(relation, name);
    if (own !== null) return own;
    const names = name.split('.');
    const last = names.pop() as string;
    return this.ownSpec({ ...relation, columns: this.columnsAfter(relation, names) }, last) as ColumnSpec;
  }

  /** What is behind links that are followed from a relation. */
  columnsAfter(relation: Relation, names: readonly string[]): readonly ColumnSpec[] {
    let { columns } = relation;
    for (const name of names) {
      const spec = columns.find((column) => column.name === name);
      const ref = (spec?.items ?? spec)?.ref;
      columns = columnsOf(ref as string);
    }
    return columns;
  }

  /** True when the name leads through a list of links. */
  private isManifold(relation: Relation, name: string): boolean {
    if (this.ownSpec(relation, name) !== null) return false;
    const names = name.split('.').slice(0, -1);
    return names.some((each, i) =>
      this.columnsAfter(relation, names.slice(0, i)).some((spec) => spec.name === each && spec.type === 'list'),
    );
  }

  ownSpec({ columns, areNotes }: Relation, name: string): ColumnSpec | null {
    const own = columns.find((spec) => spec.name === name);
    if (own !== undefined) return own;
    const type = areNotes ? FILE[name] : undefined;
    return type === undefined ? null : { name, type };
  }

  private own(name: string, { path, values }: RelationRow): Json | undefined {
    if (Object.hasOwn(values, name)) return values[name];
    switch (name) {
      case 'path':
        return path;
      case 'id':
        return idOf(path);
      case 'file_name':
        return nameOf(path);
      case 'file_backlink_count':
        return this.backlinks(path);
      default:
        return undefined;
    }
  }

  /** How many other notes have a link to it anywhere in their front matter. */
  private backlinks(path: string): number {
    const { notes, own } = this.world;
    return [...notes, own].filter(
      (note) =>
        note.path !== path && textsIn(Object.values(note.values)).some((text) => this.target(text, note.path) === path),
    ).length;
  }
}

interface DateCall {
  readonly name: string;
  readonly column: string;
  readonly days: number;
}

const NUMBERS = ['year', 'weekday', 'hour'];

/** Null: no such part, as the hour of a day. */
function partOfDate({ name, days }: DateCall, text: string): Json {
  const day = addToDate(calendarDayOf(text, ZONE) as string, days, 'd', ZONE) as string;
  const at = new Date(`${day}T00:00:00Z`);
  const [year = '', month = '', monthDay = ''] = [day.slice(0, 4), day.slice(5, 7), day.slice(5)];
  switch (name) {
    case 'year':
      return Number(year);
    case 'quarter':
      return `${year}-Q${Math.floor((Number(month) - 1) / 3) + 1}`;
    case 'month':
      return `${year}-${month}`;
    case 'month_day':
      return monthDay;
    case 'weekday':
      return at.getUTCDay() === 0 ? 7 : at.getUTCDay();
    case 'week':
      return weekOf(at);
    case 'hour':
      return text.length === 10 ? null : new Date(datetimeInstant(text, ZONE)).getUTCHours();
    default:
      return day;
  }
}

/** Week 1 has January 4. */
function weekOf(day: Date): string {
  const DAY = 86_400_000;
  const mondayOf = (at: number): number => at - ((new Date(at).getUTCDay() + 6) % 7) * DAY;
  const monday = mondayOf(day.getTime());
  const year = new Date(monday + 3 * DAY).getUTCFullYear();
  const week = (monday - mondayOf(Date.UTC(year, 0, 4))) / (7 * DAY) + 1;
  return `${String(year)}-W${String(week).padStart(2, '0')}`;
}

const textsIn = (value: Json): readonly string[] =>
  typeof value === 'string'
    ? value.startsWith('[[')
      ? [value]
      : []
    : Array.isArray(value)
      ? (value as Json[]).flatMap(textsIn)
      : [];

const untyped = (spec: ColumnSpec | null): ColumnSpec | null => (spec?.type === 'json' ? null : spec);

/** A scalar in a list column is a list of one. D16 */
const decoded = (columns: readonly ColumnSpec[], values: RelationRow['values']): RelationRow['values'] =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => columns.some((spec) => spec.name === name))
      .map(([name, value]): [string, Json] => {
        const isList = columns.some((spec) => spec.name === name && spec.type === 'list');
        return [name, isList && !Array.isArray(value) ? [value] : value];
      }),
  );

export const tagged = ({ path, values }: RelationRow, source: string, names: readonly string[]): RelationRow => ({
  path,
  values: {
    _source: source,
    ...Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))),
  },
});

export const byPath = (rows: readonly RelationRow[]): readonly RelationRow[] =>
  [...rows].sort((a, b) => (a.path < b.path ? -1 : 1));

/** All that a row has. */
export const wholeRow = ({ path, values }: RelationRow): JsonObject => ({
  ...(path === '' ? {} : { path, id: idOf(path) }),
  ...values,
});
