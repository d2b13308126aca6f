/** Rows in groups, added up. Source: docs/queries.md#group_by-and-aggregates; D4; docs/queries.md. */

import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import { datetimeInstant } from '../../../src/engine/values/time/dates';
import type { Json } from '../../../src/engine/json';
import { linkKey } from '../naive-where';
import { compare, compareCells, itemOf } from './order';
import type { Reader, Relation, RelationRow } from './relation';
import type { Query } from './select';
import { ZONE } from './world';

interface Group {
  readonly keys: Json[];
  readonly rows: RelationRow[];
}

/** One row a group, in the order that the query says and then of the keys. */
export function groupsOf(
  reader: Reader,
  relation: Relation,
  rows: readonly RelationRow[],
  { group_by: names = [], aggregates, order_by: order = [] }: Query,
): readonly RelationRow[] {
  const specs = names.map((name) => itemOf(reader.specOf(relation, name)));
  const groups = new Map<string, Group>(names.length === 0 ? [['', { keys: [], rows: [] }]] : []);
  for (const row of rows) {
    const cells = names.map((name, i) =>
      distinct(reader, specs[i] as ColumnSpec, reader.value(relation, name, row), row),
    );
    for (const keys of combinations(cells)) {
      const key = keys.map((each, i) => keyOf(reader, specs[i] as ColumnSpec, each, row.path)).join('\n');
      const group = groups.get(key) ?? { keys: [...keys], rows: [] };
      groups.set(key, group);
      group.rows.push(row);
      for (const [i, each] of keys.entries()) {
        const present = group.keys[i] as Json;
        if (present !== null && compare(specs[i] as ColumnSpec, each, present) < 0) group.keys[i] = each;
      }
    }
  }
  const totals = Object.entries(aggregates ?? { count: 'count' });
  const made = [...groups.values()].map((group) => ({
    path: '',
    values: Object.fromEntries([
      ...names.map((name, i): [string, Json] => [name, group.keys[i] as Json]),
      ...totals.map(([name, written]): [string, Json] => [name, totalOf(reader, relation, group.rows, written)]),
    ]),
  }));
  const specOf = (name: string): ColumnSpec => {
    const at = names.indexOf(name);
    return at >= 0 ? (specs[at] as ColumnSpec) : totalSpec(reader, relation, aggregates?.[name] ?? 'count');
  };
  const orders = [...order, ...names].map((key) => ({
    name: key.replace(/^-/, ''),
    isDescending: key.startsWith('-'),
  }));
  return made.sort((a, b) => {
    for (const { name, isDescending } of orders) {
      const by = compareCells(specOf(name), a.values[name], b.values[name], isDescending);
      if (by !== 0) return by;
    }
    return 0;
  });
}

/** The items of a list, those that are equal once; an empty value is a group too. */
function distinct(reader: Reader, spec: ColumnSpec, value: Json | undefined, { path }: RelationRow): readonly Json[] {
  if (value === undefined) return [null];
  const found = new Map<string, Json>();
  for (const item of (Array.isArray(value) ? value : [value]) as Json[]) {
    const key = keyOf(reader, spec, item, path);
    const present = found.get(key);
    if (present === undefined || compare(spec, item, present) < 0) found.set(key, item);
  }
  return [...found.values()];
}

const combinations = (cells: readonly (readonly Json[])[]): readonly (readonly Json[])[] =>
  cells.reduce<readonly (readonly Json[])[]>(
    (all, cell) => all.flatMap((keys) => cell.map((each) => [...keys, each])),
    [[]],
  );

/** Equal for what `eq` calls equal. */
function keyOf(reader: Reader, spec: ColumnSpec, value: Json, path: string): string {
  if (value === null) return 'empty';
  if (spec.type === 'link') return `link ${linkKey(value as string, path, reader)}`;
  if (spec.type === 'datetime') return String(datetimeInstant(value as string, ZONE));
  return JSON.stringify(value);
}

function totalSpec(reader: Reader, relation: Relation, written: string): ColumnSpec {
  const [kind = '', of] = written.split(':');
  return of !== undefined && (kind === 'min' || kind === 'max')
    ? itemOf(reader.specOf(relation, of))
    : { name: '', type: 'number' };
}

function totalOf(reader: Reader, relation: Relation, rows: readonly RelationRow[], written: string): Json {
  const [kind = '', of] = written.split(':');
  if (of === undefined) return rows.length;
  const cells = rows.map((row) => reader.value(relation, of, row)).filter((value) => value !== undefined);
  if (kind === 'count') return cells.length;
  const spec = itemOf(reader.specOf(relation, of));
  const items = cells.flatMap((cell) => (Array.isArray(cell) ? (cell as Json[]) : [cell]));
  if (items.length === 0) return null;
  if (kind === 'min' || kind === 'max') {
    const sign = kind === 'min' ? 1 : -1;
    return items.reduce((best, each) => (sign * compare(spec, each, best) < 0 ? each : best));
  }
  const numbers = items.map((each) =>
    spec.type === 'enum' ? (spec.values ?? []).indexOf(each as string) + 1 : (each as number),
  );
  const sum = numbers.reduce((all, each) => all + each, 0);
  return kind === 'sum' ? sum : sum / numbers.length;
}
