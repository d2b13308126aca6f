/** What the attributes of columns ask of values, and of each other, where no other file tells. Source: docs/operations.md#column-specs; D5, D16. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { at, column, row, tableOf } from './tables';

const table = (...columns: readonly JsonObject[]): Call => tableOf('t', [column('name', 'string'), ...columns]);
const insert = (name: string, values: JsonObject): Call => ['insert_row', { table: 't', values: { name, ...values } }];

/** What a column asks: a value that it takes, and one that it refuses beside the first. */
const asks = (
  what: string,
  spec: JsonObject,
  [taken, refused]: readonly [JsonObject[string], JsonObject[string]],
  error: Partial<ExpectedError>,
): readonly ConformanceCase[] => [
  {
    name: `takes ${what}`,
    spec: 'docs/operations.md#column-specs, D16',
    given: [table(spec)],
    call: insert('first', { x: taken }),
    result: { row: taken === null ? {} : { x: taken } },
  },
  {
    name: `refuses anything but ${what}`,
    spec: 'docs/operations.md#column-specs, D16',
    given: [table(spec), insert('first', { x: taken })],
    call: insert('second', { x: refused }),
    error: { code: 'refused', ...error },
  },
];

const x = (type: string, more: JsonObject = {}): JsonObject => column('x', type, more);
const list = (items: JsonObject | string, more: JsonObject = {}): JsonObject => x('list', { items, ...more });

const VALUES: readonly ConformanceCase[] = [
  ...asks('a required text that is not empty', x('string', { required: true }), ['a', ''], {
    violations: ['x required'],
  }),
  ...asks('a required list that is not empty', list('string', { required: true }), [['a'], []], {
    violations: ['x required'],
  }),
  ...asks('steps from the minimum', x('integer', { min: 1, step: 2 }), [3, 4], { violations: ['x step'] }),
  ...asks('steps from zero without a minimum', x('number', { step: 0.1 }), [0.3, 0.35], { violations: ['x step'] }),
  ...asks(
    'items above the minimum',
    list({ type: 'integer' }, { min: 2 }),
    [
      [2, 3],
      [1, 2],
    ],
    {
      violations: ['x range'],
    },
  ),
  ...asks(
    'items below the maximum',
    list({ type: 'integer' }, { max: 2 }),
    [
      [1, 2],
      [2, 3],
    ],
    {
      violations: ['x range'],
    },
  ),
  ...asks(
    'items of an enum',
    list({ type: 'enum', values: ['a', 'b'] }),
    [
      ['a', 'b'],
      ['a', 'c'],
    ],
    {
      violations: ['x enum'],
      message: '(a, b)',
    },
  ),
  ...asks(
    'items that no other row has',
    list('string', { unique: true }),
    [
      ['a', 'b'],
      ['c', 'b'],
    ],
    {
      violations: ['x unique'],
      message: at('t', 'first'),
    },
  ),
  ...asks('a text that no other row has in any Unicode form', x('string', { unique: true }), ['\u00e9', 'e\u0301'], {
    violations: ['x unique'],
  }),
  {
    name: 'tells unique texts apart by case',
    spec: 'D16 (unique: strings compared exactly in NFC)',
    given: [table(x('string', { unique: true })), insert('first', { x: 'a' })],
    call: insert('second', { x: 'A' }),
    result: { row: { x: 'A' } },
  },
  {
    name: 'lets a unique link clash by its row, whatever names it',
    spec: 'D16 (unique: links by row)',
    given: [table(x('link', { ref: 'self', unique: true })), insert('first', {}), insert('second', { x: 'first' })],
    call: insert('third', { x: '[[t/first|one]]' }),
    error: { code: 'refused', violations: ['x unique'] },
  },
  {
    name: 'writes the empty key of a dense column where null keeps its default away',
    spec: 'docs/operations.md#column-specs (dense, default), D16',
    given: [table(x('string', { dense: true, default: 'd' }))],
    call: insert('first', { x: null }),
    tree: { [at('t', 'first')]: row('t', ['name: first', 'x:']) },
  },
  {
    name: 'tells when a row was created to the second where its column is a datetime',
    spec: 'docs/operations.md#column-specs (identity: created)',
    given: [table({ name: 'x', type: 'datetime', identity: 'created' })],
    call: insert('first', {}),
    result: { row: { x: '2026-03-05T12:00:00+00:00' } },
  },
  {
    name: 'always takes the keys of Obsidian, which are lists of text',
    spec: 'D16 (tags, aliases and cssclasses)',
    given: [table()],
    call: insert('first', { tags: ['a'], aliases: ['b'], cssclasses: ['wide'] }),
    result: { changed: 1 },
    then: [
      [
        'select_rows',
        { table: 't', columns: ['tags', 'aliases', 'cssclasses'] },
        { rows: [{ tags: ['a'], aliases: ['b'], cssclasses: ['wide'] }] },
      ],
    ],
  },
  {
    name: 'reads and filters fields like columns',
    spec: 'docs/operations.md#create_table (fields), D16',
    given: [
      tableOf('t', [column('name', 'string')], { fields: { f: { a: [1] }, g: null } }),
      insert('first', {}),
      insert('second', { f: 2, g: true }),
    ],
    call: ['update_rows', { table: 't', where: { g: true }, set_values: { g: ['x', 1] }, unset: ['f'] }],
    result: { matched: 1, changed: 1 },
    then: [
      ['select_rows', { table: 't', where: { f: { exists: true } } }, { total: 1, rows: [{ f: { a: [1] } }] }],
      ['select_rows', { table: 't', where: { g: { contains: 'x' } } }, { total: 1, rows: [{ name: 'second' }] }],
    ],
  },
];

const refusesSpec = (what: string, spec: JsonObject, error: ExpectedError): ConformanceCase => ({
  name: `refuses ${what}`,
  spec: 'docs/operations.md#column-specs, D16, D18',
  given: [tableOf('other', [column('name', 'string'), column('kind', 'string')])],
  call: table(spec),
  error,
});

const SPECS: readonly ConformanceCase[] = [
  {
    name: 'takes a column name of 63 characters',
    spec: 'D16 (at most 63 characters)',
    call: table(column('c'.repeat(63), 'string')),
    result: { changed: 0 },
  },
  refusesSpec('a column name of 64 characters', column('c'.repeat(64), 'string'), {
    code: 'bad_request',
    message: 'at most 63',
  }),
  refusesSpec('a hierarchy in another table', x('link', { ref: 'other', hierarchy: true }), {
    code: 'refused',
    violations: ['x hierarchy'],
  }),
  refusesSpec('a hierarchy of what is not a link', x('string', { hierarchy: true }), {
    code: 'refused',
    violations: ['x hierarchy'],
  }),
  refusesSpec('an inverse without a table', x('link', { inverse: 'name' }), {
    code: 'refused',
    violations: ['x inverse'],
  }),
  refusesSpec('a ref_where without a table', x('link', { ref_where: { kind: 'a' } }), {
    code: 'refused',
    violations: ['x ref_where'],
  }),
  refusesSpec(
    'a ref_by with levels and a map',
    x('link', { ref: 'other', ref_by: { column: 'name', levels: ['a'], map: { a: null } } }),
    {
      code: 'bad_request',
      violations: ['x type'],
      message: 'either levels or map',
    },
  ),
  refusesSpec('a ref_by with neither levels nor a map', x('link', { ref: 'other', ref_by: { column: 'name' } }), {
    code: 'bad_request',
    violations: ['x type'],
    message: 'either levels or map',
  }),
  refusesSpec('a vocabulary of no table', x('string', { vocabulary: 'othr' }), {
    code: 'refused',
    violations: ['x vocabulary'],
    hint: 'main.default.other',
  }),
  refusesSpec('an order of what is not an enum', x('string', { ordered: true }), {
    code: 'refused',
    violations: ['x enum'],
  }),
  refusesSpec(
    'the meaning of a value that there is not',
    x('enum', { values: ['a'], value_descriptions: { b: 'B' } }),
    {
      code: 'refused',
      violations: ['x enum'],
    },
  ),
  refusesSpec('an enum value that is blank', x('enum', { values: ['a', ' '] }), {
    code: 'refused',
    violations: ['x enum'],
  }),
  refusesSpec('lists of lists', x('list', { items: { type: 'list' } }), {
    code: 'bad_request',
    violations: ['x type'],
  }),
];

export const COLUMN_RULES: readonly ConformanceCase[] = [...VALUES, ...SPECS];
