/** Random rows, histories and filters over a table of every type. */

import fc from 'fast-check';
import type { TableDefinition } from '../../../src/engine/catalog/definition';
import type { Row } from '../../../src/engine/storage/row';
import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import type { Json, JsonObject } from '../../../src/engine/json';

export const COLUMNS: readonly ColumnSpec[] = [
  { name: 's', type: 'string' },
  { name: 'i', type: 'integer' },
  { name: 'r', type: 'number' },
  { name: 'b', type: 'boolean' },
  { name: 'd', type: 'date' },
  { name: 't', type: 'datetime' },
  { name: 'e', type: 'enum', values: ['low', 'mid', 'high'] },
  { name: 'l', type: 'link' },
  { name: 'ls', type: 'list', items: { type: 'string' } },
  { name: 'li', type: 'list', items: { type: 'integer' } },
  { name: 'j', type: 'json' },
  { name: 's2', type: 'string' },
  { name: 't2', type: 'datetime' },
  { name: 'l2', type: 'link' },
  { name: 'ls2', type: 'list', items: { type: 'string' } },
];

export const DEFINITION: TableDefinition = {
  catalog: 'main',
  schema: 'default',
  name: 'v',
  qualified: 'main.default.v',
  description: null,
  aliases: [],
  tags: {},
  columns: COLUMNS,
  bases: [],
  declared: COLUMNS,
  fields: { f: null },
  constraints: [],
  timeColumn: null,
  filename: null,
  partition: null,
  exclude: [],
  archive: '_archive',
  history: null,
  autolinkTarget: null,
  rowTemplate: null,
  templates: [],
};

/** Few values of each type, so that they meet; the date-times lie around midnight and on both sides of an offset. */
const POOLS: Readonly<Record<string, readonly Json[]>> = {
  s: ['a', 'A', 'ä', 'item 2', 'item 10', 'straße', '{x}', ' '],
  i: [-1, 0, 1, 2, 10, 2 ** 53 - 1],
  r: [-0.5, 0, 0.1, 1e21, 3],
  b: [true, false],
  d: ['2026-03-04', '2026-03-05', '2026-03-06', '0001-01-01', '9999-12-31'],
  t: ['2026-03-05T00:00:00Z', '2026-03-05T01:00:00+01:00', '2026-03-04T23:59:59Z', '2026-03-06', '2026-03-05T12:00'],
  e: ['low', 'mid', 'high'],
  l: ['[[Ada]]', '[[Ada|x]]', 'Bo', '[[nobody]]', '[[Nobody#h]]'],
  ls: [['a'], ['a', 'b'], ['B', 'a'], ['ä']],
  li: [[1], [1, 2], [2, 1]],
  j: [{ k: 1 }, [1, 'a'], 'text', 7, true],
  f: [5, 'a', 'b 10', ['a'], [5], true, { k: [1] }, '2026-03-05'],
};

/** What only a hand leaves in a column of another type. */
const ODD: readonly Json[] = ['odd', 7, true, ['x'], { o: 1 }];

const pick = (values: readonly Json[]): fc.Arbitrary<Json> => fc.constantFrom(...values);

/** `s2` has the values of `s`. */
const poolOf = (name: string): readonly Json[] => POOLS[name.replace(/2$/, '')] as readonly Json[];

const cell = (name: string): fc.Arbitrary<Json | undefined> =>
  fc.oneof(
    { weight: 8, arbitrary: pick(poolOf(name)) },
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: pick(ODD) },
  );

/** Values without the absent ones. */
export const anyValues: fc.Arbitrary<Readonly<Record<string, Json>>> = fc
  .record(Object.fromEntries([...COLUMNS.map(({ name }) => name), 'f'].map((name) => [name, cell(name)])))
  .map((record) =>
    Object.fromEntries<Json>(
      Object.entries(record).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
    ),
  );

export const rowOf = (n: number, values: Readonly<Record<string, Json>>): Row => ({
  path: `v/${String(n)}.md`,
  id: `id-${n}`,
  modified: n,
  values,
});

const TOKENS: readonly Json[] = ['{today}', '{today-1d}', '{now}', '{this.date}'];

const single = (key: string): fc.Arbitrary<Json> => {
  const isTime = key.startsWith('d') || key.startsWith('t');
  const own = poolOf(key);
  const extra: readonly Json[] = isTime
    ? [...TOKENS, ...(POOLS['d'] ?? []), ...(POOLS['t'] ?? [])]
    : key === 's'
      ? ['{this.name}']
      : [];
  return pick([...own, ...extra]);
};

const ORDERED = ['s', 'i', 'r', 'd', 't'];

function operand(key: string, operator: string): fc.Arbitrary<Json> {
  if (operator === 'exists' || operator === 'empty') return fc.boolean();
  if (operator === 'length') return fc.oneof(fc.nat(3), fc.record({ gt: fc.nat(2), ne: fc.nat(3) }));
  if (operator === 'between') return fc.tuple(single(key), single(key)).map((both) => [...both]);
  if (operator === 'starts_with' || operator === 'ends_with') return pick(['a', 'A', 'item', '[[', ']]', 'ow', 'ä']);
  if (operator === 'in') return fc.array(single(key), { maxLength: 3 });
  if (operator === 'contains' || operator === 'icontains') {
    if (key === 'li') return operator === 'contains' ? pick([1, 2, 3]) : pick(['1']);
    return pick(['a', 'A', 'item', 'ad', 'low', 'ä']);
  }
  return operator === 'eq' || operator === 'ne'
    ? fc.oneof({ weight: 5, arbitrary: single(key) }, { weight: 1, arbitrary: fc.constant(null) })
    : single(key);
}

function operatorsOf(name: string): readonly string[] {
  const key = name.replace(/2$/, '');
  const ordered = ORDERED.includes(key) ? ['gt', 'gte', 'lt', 'lte', 'between'] : [];
  const looked = ['s', 'l', 'ls', 'li', 'j', 'f'].includes(key) ? ['contains', 'icontains'] : [];
  const ends = ['s', 'e', 'l', 'ls', 'j', 'f'].includes(key) ? ['starts_with', 'ends_with'] : [];
  const counted = ['s', 'e', 'ls', 'li', 'j', 'f'].includes(key) ? ['length'] : [];
  return ['eq', 'ne', 'in', 'exists', 'empty', ...ordered, ...looked, ...ends, ...counted];
}

const EQUAL = ['eq', 'ne'];
const ORDER = ['gt', 'gte', 'lt', 'lte'];
const TEXT = ['contains', 'icontains', 'starts_with', 'ends_with'];

/** Columns that can be compared, and by which operators. */
const COMPARABLE: readonly (readonly [string, string, readonly string[]])[] = [
  ['s', 's2', [...EQUAL, ...ORDER, ...TEXT]],
  ['s', 'e', [...EQUAL, ...TEXT]],
  ['i', 'r', [...EQUAL, ...ORDER]],
  ['r', 'i', [...EQUAL, ...ORDER]],
  ['d', 't', [...EQUAL, ...ORDER]],
  ['t', 'd', [...EQUAL, ...ORDER]],
  ['t', 't2', [...EQUAL, ...ORDER]],
  ['l', 'l2', EQUAL],
  ['ls', 's', ['contains']],
  ['s', 'ls', ['in']],
  ['ls', 'ls2', EQUAL],
  ['i', 'li', ['in']],
  ['f', 'i', [...EQUAL, ...ORDER]],
  ['s', 'j', [...EQUAL, ...ORDER]],
];

const pair: fc.Arbitrary<JsonObject> = fc
  .constantFrom(...COMPARABLE)
  .chain(([left, right, operators]) =>
    fc.constantFrom(...operators).map((operator) => ({ [left]: { [operator]: { column: right } } })),
  );

const leaf: fc.Arbitrary<JsonObject> = fc.constantFrom(...COLUMNS.map(({ name }) => name), 'f').chain((key) =>
  fc
    .uniqueArray(fc.constantFrom(...operatorsOf(key)), { minLength: 1, maxLength: 2 })
    .chain((operators) =>
      fc.tuple(...operators.map((operator) => operand(key, operator).map((value) => [operator, value] as const))),
    )
    .map((conditions) => ({ [key]: Object.fromEntries<Json>(conditions) })),
);

export const anyWhere: fc.Arbitrary<JsonObject> = fc.letrec<{ filter: JsonObject }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'where' },
    { weight: 4, arbitrary: leaf },
    { weight: 1, arbitrary: pair },
    { weight: 1, arbitrary: fc.tuple(leaf, leaf).map(([a, b]) => ({ ...a, ...b })) },
    { weight: 2, arbitrary: fc.array(tie('filter'), { maxLength: 3 }).map((parts) => ({ and: parts })) },
    { weight: 2, arbitrary: fc.array(tie('filter'), { maxLength: 3 }).map((parts) => ({ or: parts })) },
    { weight: 2, arbitrary: tie('filter').map((part) => ({ not: part })) },
  ),
})).filter;

export const anyOrder: fc.Arbitrary<readonly string[]> = fc.array(
  fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.constantFrom(...COLUMNS.map(({ name }) => name), 'f', 'path', 'file_name', 'file_modified'),
    )
    .map(([sign, key]) => sign + key),
  { maxLength: 2 },
);
