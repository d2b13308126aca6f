/** A vault as plain data: its tables, its notes with any front matter, and the note that results are for. */

import fc from 'fast-check';
import type { JsonObject } from '../../../src/engine/index';
import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import type { Json } from '../../../src/engine/json';
import { column, id, note } from '../../conformance/tables';

export const NOW = Date.UTC(2026, 2, 5, 12);
export const ZONE = 'UTC';

/** A note of the vault; a row when it names a table and does not lie in that table's archive. */
export interface WorldNote {
  readonly path: string;
  /** Its key `table`. */
  readonly table: string | null;
  readonly values: Readonly<Record<string, Json>>;
}

export interface WorldTable {
  readonly name: string;
  /** Inherited ones first. */
  readonly columns: readonly ColumnSpec[];
  readonly fields: readonly string[];
  readonly bases: readonly string[];
}

const LEVELS = { type: 'enum', values: ['low', 'mid', 'high'], ordered: true } as const;

const of = (name: string, spec: Omit<ColumnSpec, 'name'>): ColumnSpec => ({ name, ...spec });

const link = (name: string, ref?: string): ColumnSpec =>
  of(name, { type: 'link', ...(ref === undefined ? {} : { ref }) });

const links = (name: string, ref: string): ColumnSpec => of(name, { type: 'list', items: { type: 'link', ref } });

/** The base `item`: `next` leads to the table that inherits it. */
export const BASE: readonly ColumnSpec[] = [
  of('title', { type: 'string' }),
  of('rank', LEVELS),
  link('area', 'areas'),
  link('next', 'self'),
  of('tags_used', { type: 'list', items: { type: 'string' } }),
];

const ownBase = (table: string): readonly ColumnSpec[] =>
  BASE.map((spec) => (spec.ref === 'self' ? { ...spec, ref: table } : spec));

export const TABLES: readonly WorldTable[] = [
  {
    name: 'areas',
    columns: [
      of('name', { type: 'string' }),
      of('parent', { type: 'link', hierarchy: true, ref: 'areas' }),
      of('rank', LEVELS),
    ],
    fields: [],
    bases: [],
  },
  {
    name: 'people',
    columns: [
      of('name', { type: 'string' }),
      of('born', { type: 'date' }),
      link('boss', 'people'),
      link('home', 'areas'),
      links('likes', 'areas'),
      of('mood', LEVELS),
      of('nums', { type: 'list', items: { type: 'integer' } }),
    ],
    fields: [],
    bases: [],
  },
  {
    name: 'tasks',
    columns: [
      ...ownBase('tasks'),
      link('owner', 'people'),
      links('owners', 'people'),
      of('starts', { type: 'datetime' }),
      of('days', { type: 'list', items: { type: 'date' } }),
      of('times', { type: 'list', items: { type: 'datetime' } }),
      link('about'),
      of('size', { type: 'number' }),
      of('done', { type: 'boolean' }),
      of('extra', { type: 'json' }),
    ],
    fields: ['f'],
    bases: ['item'],
  },
  {
    name: 'ideas',
    columns: [...ownBase('ideas'), link('owner', 'areas'), of('size', { type: 'string' }), of('due', { type: 'date' })],
    fields: [],
    bases: ['item'],
  },
];

export const tableNamed = (name: string): WorldTable => TABLES.find((each) => each.name === name) as WorldTable;

export const qualified = (name: string): string => `main.default.${name}`;

const declared = ({ name, type, ...more }: ColumnSpec): JsonObject => column(name, type, more as JsonObject);

/** The calls that define it all. */
export const DEFINITIONS: readonly (readonly [string, JsonObject])[] = [
  ...['areas', 'people'].map((name) => tableCall(tableNamed(name), tableNamed(name).columns)),
  ['define_base', { name: 'item', description: 'An item', columns: BASE.map(declared) }],
  ...['tasks', 'ideas'].flatMap((name): (readonly [string, JsonObject])[] => [
    tableCall(tableNamed(name), tableNamed(name).columns.slice(BASE.length)),
    ['set_table_bases', { table: name, bases: ['item'] }],
  ]),
];

function tableCall({ name, fields }: WorldTable, columns: readonly ColumnSpec[]): readonly [string, JsonObject] {
  const given = Object.fromEntries(fields.map((field) => [field, null]));
  return ['create_table', { name, description: name, columns: columns.map(declared), fields: given }];
}

/** Names that meet in several folders, and one file in an archive. */
const PATHS = [
  'Ada.md',
  'A/Ada.md',
  'A/sub/Bo.md',
  'B/Bo.md',
  'B/Cy.md',
  'A/Home.md',
  'B/Home.md',
  'Home/Home.md',
  'A/North.md',
  'B/sub/North.md',
  'South.md',
  'A/x 2.md',
  'B/x 10.md',
  'notedb/main/default/tasks/one.md',
  'notedb/main/default/tasks/_archive/Cy.md',
  'notedb/main/default/areas/West.md',
];

export const LINKS = [
  '[[Ada]]',
  '[[A/Ada]]',
  '[[ada|someone]]',
  '[[Bo]]',
  '[[sub/Bo#head]]',
  '[[Cy]]',
  '[[Home]]',
  '[[./Home]]',
  '[[../B/Home]]',
  '[[North]]',
  '[[South.md]]',
  '[[West]]',
  '[[x 2]]',
  '[[one]]',
  '[[Nobody]]',
  '[[#head]]',
];

const DATES = ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-02-28', '2027-01-01'];
const TIMES = [
  '2026-03-05T12:00:00Z',
  '2026-03-05T13:00:00+01:00',
  '2026-03-04T23:59:59Z',
  '2026-03-05',
  '2026-03-06T00:00',
];

/** Few values of each type, so that they meet. */
export const POOLS: Readonly<Record<Exclude<ColumnSpec['type'], 'list'>, readonly Json[]>> = {
  string: ['low', 'a', 'A', 'ä', 'item 2', 'item 10', 'This', '7', '2026-03-05'],
  integer: [-1, 0, 1, 2, 7],
  number: [-0.5, 0, 1, 2.5, 7],
  boolean: [true, false],
  date: DATES,
  datetime: TIMES,
  enum: LEVELS.values,
  link: LINKS,
  json: [{ k: 1 }, [1, 'a'], 'low', 7, true, '2026-03-05'],
};

const ITEMS = POOLS as Readonly<Record<string, readonly Json[]>>;

const poolOf = (type: string): readonly Json[] => ITEMS[type] as readonly Json[];

/** A list may be written as its one item. D16 */
function cellOf(spec: ColumnSpec | null): fc.Arbitrary<Json> {
  if (spec?.type !== 'list') return fc.constantFrom(...poolOf(spec?.type ?? 'json'));
  const item = fc.constantFrom(...poolOf(spec.items?.type ?? 'string'));
  return fc.oneof(
    { weight: 5, arbitrary: fc.array(item, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: item },
  );
}

const ALIASES = of('aliases', { type: 'list', items: { type: 'string' } });

function valuesOf({ columns, fields }: WorldTable): fc.Arbitrary<Readonly<Record<string, Json>>> {
  const cells = [...columns, ALIASES].map((spec) => [spec.name, cellOf(spec)] as const);
  const untyped = fields.map((name) => [name, cellOf(null)] as const);
  const all = Object.fromEntries([...cells, ...untyped]);
  return fc.record(all, { requiredKeys: [] }) as fc.Arbitrary<Readonly<Record<string, Json>>>;
}

const PLAIN: WorldTable = { name: '', columns: [link('see')], fields: [], bases: [] };

const anyNote: fc.Arbitrary<WorldNote> = fc.oneof(
  ...[PLAIN, ...TABLES, tableNamed('tasks')].map((table) =>
    fc.record({
      path: fc.constantFrom(...PATHS),
      table: fc.constant(table === PLAIN ? null : qualified(table.name)),
      values: valuesOf(table),
    }),
  ),
);

/** The note that results are for. */
export interface ThisNote {
  readonly path: string;
  readonly values: Readonly<Record<string, Json>>;
}

const OWN = {
  who: fc.constantFrom(...LINKS),
  many: fc.array(fc.constantFrom(...LINKS), { minLength: 1, maxLength: 2 }),
  word: fc.constantFrom(...POOLS.string),
  words: fc.array(fc.constantFrom(...POOLS.string), { minLength: 1, maxLength: 2 }),
  num: fc.constantFrom<Json>(1, 7, '7', 2.5),
  day: fc.constantFrom<Json>('2026-03-05', '2026-03-05T12:00:00Z', 'some day'),
  date: fc.constantFrom<Json>('2026-03-04'),
  flag: fc.boolean(),
  none: fc.constant<Json>(''),
};

/** Keys of its front matter, with one that it never has. */
export const OWN_KEYS: readonly string[] = [...Object.keys(OWN), 'missing', 'name', 'path', 'link'];

const anyThis: fc.Arbitrary<ThisNote> = fc.record({
  path: fc.constantFrom('A/This.md', 'B/2026-03-06 This.md'),
  values: fc.record(OWN, { requiredKeys: [] }),
});

export interface World {
  readonly notes: readonly WorldNote[];
  readonly own: ThisNote;
}

export const anyWorld: fc.Arbitrary<World> = fc.record({
  notes: fc.uniqueArray(anyNote, { selector: ({ path }) => path, maxLength: PATHS.length, size: 'max' }),
  own: anyThis,
});

/** As the notes are written. Texts are quoted, so that none of them is read as something else. */
export function filesOf({ notes, own }: World): Readonly<Record<string, string>> {
  const lines = (values: Readonly<Record<string, Json>>): readonly string[] =>
    Object.entries(values).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const texts = notes.map(({ path, table, values }): [string, string] => [
    path,
    note([...(table === null ? [] : [`table: ${table}`, `id: ${idOf(path)}`]), ...lines(values)]),
  ]);
  return Object.fromEntries([...texts, [own.path, note(lines(own.values))]]);
}

export const idOf = (path: string): string => id(PATHS.indexOf(path) + 1);
