/** Rows in groups, added up. Source: docs/queries.md#group_by-and-aggregates; D4; docs/queries.md. */

import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import { datetimeInstant } from '../../../src/engine/values/time/dates';
import type { Json } from '../../../src/engine/json';
import { linkKey, naiveWhere } from '../naive-where';
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
  { group_by: names = [], aggregates, having, order_by: order = [], order_rows_by: rowOrder = [] }: Query,
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
  const all = [...groups.values()].reduce((count, group) => count + group.rows.length, 0);
  const every = [...groups.values()].map((group) => ({
    path: '',
    values: Object.fromEntries([
      ...names.map((name, i): [string, Json] => [name, group.keys[i] as Json]),
      ...totals.map(([name, written]): [string, Json] => [
        name,
        written === 'share'
          ? all === 0
            ? null
            : group.rows.length / all
          : totalOf(
              reader,
              relation,
              inOrder(reader, relation, group.rows, rowOrder, written.startsWith('last:')),
              written,
            ),
      ]),
    ]),
  }));
  const specOf = (name: string): ColumnSpec => {
    const at = names.indexOf(name);
    return at >= 0 ? (specs[at] as ColumnSpec) : totalSpec(reader, relation, aggregates?.[name] ?? 'count');
  };
  const specOfGroup = (name: string): ColumnSpec => ({ ...specOf(name), name });
  const columns = [...names, ...totals.map(([name]) => name)].map(specOfGroup);
  const context = reader.context({ ...relation, columns, areNotes: false });
  const made = every.filter((group) => naiveWhere(having ?? {}, group, context));
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

/** By the keys, then by path; backwards, but empty values last. */
export function inOrder(
  reader: Reader,
  relation: Relation,
  rows: readonly RelationRow[],
  order: readonly string[],
  isBackwards: boolean,
): readonly RelationRow[] {
  return [...rows].sort((a, b) => {
    for (const key of order) {
      const name = key.replace(/^-/, '');
      const [x, y] = [reader.value(relation, name, a), reader.value(relation, name, b)];
      const by = compareCells(reader.specOf(relation, name), x, y, key.startsWith('-') !== isBackwards);
      if (by !== 0) return by;
    }
    return (isBackwards ? -1 : 1) * (a.path < b.path ? -1 : Number(a.path > b.path));
  });
}

export function totalSpec(reader: Reader, relation: Relation, written: string): ColumnSpec {
  const [kind = '', of] = written.split(':');
  if (of === undefined) return { name: '', type: kind === 'share' ? 'number' : 'integer' };
  const spec = reader.specOf(relation, of);
  switch (kind) {
    case 'count':
    case 'count_distinct':
      return { name: '', type: 'integer' };
    case 'sum':
      return { name: '', type: itemOf(spec).type === 'integer' ? 'integer' : 'number' };
    case 'avg':
    case 'median':
      return { name: '', type: 'number' };
    case 'list': {
      const { name: _, ...items } = itemOf(spec);
      return { name: '', type: 'list', items: items as NonNullable<ColumnSpec['items']> };
    }
    default:
      return kind === 'first' || kind === 'last' ? spec : itemOf(spec);
  }
}

/** Of rows in their order. */
export function totalOf(reader: Reader, relation: Relation, rows: readonly RelationRow[], written: string): Json {
  const [kind = '', of] = written.split(':');
  if (of === undefined) return rows.length;
  const filled = rows.filter((row) => reader.value(relation, of, row) !== undefined);
  const cells = filled.map((row) => reader.value(relation, of, row) as Json);
  const spec = itemOf(reader.specOf(relation, of));
  const items = cells.flatMap((cell) => (Array.isArray(cell) ? (cell as Json[]) : [cell]));
  switch (kind) {
    case 'count':
      return cells.length;
    case 'count_distinct':
      return new Set(filled.flatMap((row, i) => [cells[i] as Json].flat().map((item) => keyOf(reader, spec, item, row.path)))).size; // prettier-ignore
    case 'list':
      return items;
    case 'first':
    case 'last':
      return cells[0] ?? null;
    case 'min':
    case 'max': {
      const sign = kind === 'min' ? 1 : -1;
      if (items.length === 0) return null;
      return items.reduce((best, each) => (sign * compare(spec, each, best) < 0 ? each : best));
    }
    default:
      return ofNumbers(
        kind,
        items.map((each) => numberOf(spec, each)),
      );
  }
}

const numberOf = (spec: ColumnSpec, value: Json): number =>
  spec.type === 'enum' ? (spec.values ?? []).indexOf(value as string) + 1 : (value as number);

function ofNumbers(kind: string, numbers: readonly number[]): Json {
  if (numbers.length === 0) return null;
  const sum = numbers.reduce((all, each) => all + each, 0);
  if (kind !== 'median') return kind === 'sum' ? sum : sum / numbers.length;
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] as number) + (sorted[Math.ceil(half)] as number)) / 2;
}
