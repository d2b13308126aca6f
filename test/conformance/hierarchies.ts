/** Hierarchies and `within`. Source: docs/operations.md#column-specs (hierarchy), docs/operations.md#select_rows (within); D6, D16. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { at, column, handRow, tableOf } from './tables';

const PLACES = tableOf('places', [
  column('name', 'string', { required: true }),
  column('part_of', 'link', { hierarchy: true }),
]);

const TRIPS = tableOf('trips', [
  column('name', 'string'),
  column('to', 'link', { ref: 'places' }),
  column('via', 'list', { items: { type: 'link', ref: 'places' } }),
]);

const place = (name: string, partOf?: string): Call => [
  'insert_row',
  { table: 'places', values: { name, ...(partOf === undefined ? {} : { part_of: partOf }) } },
];

const WORLD: readonly Call[] = [
  PLACES,
  place('World'),
  place('Europe', 'World'),
  place('France', '[[Europe]]'),
  place('Paris', at('places', 'France')),
  place('Asia', 'World'),
  TRIPS,
  ['insert_row', { table: 'trips', values: { name: 'one', to: 'Paris', via: ['Asia'] } }],
  ['insert_row', { table: 'trips', values: { name: 'two', to: 'Europe', via: ['Paris', 'France'] } }],
  ['insert_row', { table: 'trips', values: { name: 'three', to: 'Asia' } }],
];

const finds = (table: string, where: JsonObject, ...names: readonly string[]): ConformanceCase => ({
  name: `${table} ${JSON.stringify(where)}`,
  spec: 'docs/operations.md#filters: that row and everything below; D16: includes the row itself',
  given: WORLD,
  call: ['select_rows', { table, where, columns: ['name'], order_by: 'name' }],
  result: { total: names.length, rows: names.map((name) => ({ name })) },
});

const refuses = (name: string, call: Call, violations: readonly string[], message: string): ConformanceCase => ({
  name,
  spec: 'D16: a cycle is hierarchy',
  given: WORLD,
  call,
  error: { code: 'refused', violations, message, hint: 'take a parent' },
});

export const HIERARCHIES: readonly ConformanceCase[] = [
  finds('places', { part_of: { within: 'Europe' } }, 'Europe', 'France', 'Paris'),
  finds('places', { part_of: { within: '[[World]]' } }, 'Asia', 'Europe', 'France', 'Paris', 'World'),
  finds('places', { part_of: { within: at('places', 'Paris') } }, 'Paris'),
  finds('places', { not: { part_of: { within: 'Europe' } } }, 'Asia', 'World'),
  finds('places', { part_of: { within: 'Europe', ne: 'World' } }, 'France', 'Paris'),
  finds('places', { part_of: { within: 'Nowhere' } }),
  finds('places', { part_of: { within: '{this.link}' } }),
  finds('trips', { to: { within: 'Europe' } }, 'one', 'two'),
  finds('trips', { via: { within: 'Europe' } }, 'two'),
  finds('trips', { to: { within: 'World' }, via: { within: 'World' } }, 'one', 'two'),
  {
    name: 'a hierarchy links to its own table without saying so',
    spec: 'D16: ref self implied',
    given: [PLACES],
    call: ['describe_table', { table: 'places' }],
    result: { columns: [{ name: 'id' }, { name: 'name' }, { hierarchy: true, ref: 'main.default.places' }] },
  },
  {
    name: 'within a column that is not a link',
    spec: 'docs/operations.md#select_rows',
    given: WORLD,
    call: ['select_rows', { table: 'places', where: { name: { within: 'Europe' } } }],
    error: { code: 'bad_request', message: 'hierarchy' },
  },
  {
    name: 'within what is not text',
    spec: 'docs/operations.md#select_rows',
    given: WORLD,
    call: ['select_rows', { table: 'places', where: { part_of: { within: 3 } } }],
    error: { code: 'bad_request', message: 'within takes' },
  },
  {
    name: 'updates what lies within, the row that the filter names too',
    spec: 'docs/operations.md#filters, docs/operations.md#update_rows',
    given: WORLD,
    call: [
      'update_rows',
      { table: 'places', where: { part_of: { within: 'Europe' } }, set_values: { part_of: 'Asia' } },
    ],
    result: { changed: 3, matched: 3 },
  },
  refuses(
    'a row below itself',
    ['update_row', { table: 'places', path: at('places', 'World'), set_values: { part_of: 'Paris' } }],
    ['part_of hierarchy'],
    'World → Paris → France → Europe → World',
  ),
  refuses(
    'two rows that become each other’s parent',
    [
      'merge_rows',
      {
        table: 'places',
        on: ['name'],
        rows: [
          { name: 'Asia', part_of: 'Paris' },
          { name: 'Europe', part_of: 'Asia' },
        ],
      },
    ],
    ['part_of hierarchy', 'part_of hierarchy'],
    'closes a circle',
  ),
  {
    name: 'a row that is its own parent',
    spec: 'docs/operations.md#links: a link to the row itself is refused',
    given: WORLD,
    call: ['update_row', { table: 'places', path: at('places', 'World'), set_values: { part_of: 'World' } }],
    error: { code: 'refused', violations: ['part_of ref'], message: 'itself' },
  },
  {
    name: 'a circle that a hand left, and a row below it',
    spec: 'docs/operations.md#check_table, D16',
    files: {
      [at('places', 'A')]: handRow('places', 1, ['name: A', 'part_of: "[[B]]"']),
      [at('places', 'B')]: handRow('places', 2, ['name: B', 'part_of: "[[A]]"']),
      [at('places', 'C')]: handRow('places', 3, ['name: C', 'part_of: "[[A]]"']),
    },
    given: [PLACES],
    call: ['check_table', { table: 'places' }],
    result: { counts: { hierarchy: 2 }, violations: [{ path: at('places', 'A') }, { path: at('places', 'B') }] },
    then: [['select_rows', { table: 'places', where: { part_of: { within: 'A' } } }, { total: 3 }]],
  },
  {
    name: 'turns a branch around in one write',
    spec: 'D16: the rows as the write leaves them',
    given: WORLD,
    call: [
      'merge_rows',
      {
        table: 'places',
        on: ['name'],
        rows: [
          { name: 'France', part_of: null },
          { name: 'Europe', part_of: 'France' },
        ],
      },
    ],
    result: { updated: 2 },
  },
];
