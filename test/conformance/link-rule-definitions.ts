/** Definitions of ref_where and ref_by, and `within` in rules. Source: docs/operations.md#column-specs, docs/decisions.md#check-constraints; D16, D17. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { at, column, tableOf } from './tables';

const REGIONS = tableOf('regions', [
  column('name', 'string'),
  column('kind', 'enum', { values: ['land', 'state'] }),
  column('size', 'integer'),
  column('since', 'date'),
  column('part_of', 'link', { hierarchy: true }),
]);

const TOWNS = tableOf('towns', [
  column('name', 'string'),
  column('level', 'enum', { values: ['town', 'village'] }),
  column('region', 'link', { ref: 'regions' }),
]);

const region = (name: string, more: JsonObject = {}): Call => [
  'insert_row',
  { table: 'regions', values: { name, ...more } },
];
const town = (name: string, more: JsonObject = {}): Call => [
  'insert_row',
  { table: 'towns', values: { name, ...more } },
];

/** The same rule given with a new table, with a new column, and to a column that is there. */
function everyway(what: string, rule: JsonObject, error: ExpectedError): readonly ConformanceCase[] {
  const calls: readonly Call[] = [
    tableOf('others', [
      column('level', 'enum', { values: ['town', 'village'] }),
      column('at', 'link', { ref: 'regions', ...rule }),
    ]),
    ['add_column', { table: 'towns', column: column('at', 'link', { ref: 'regions', ...rule }) }],
    ['alter_column', { table: 'towns', column: 'region', changes: rule }],
  ];
  return calls.map((call) => ({
    name: `refuses ${what}`,
    spec: 'docs/operations.md#create_table, docs/operations.md#add_column, docs/operations.md#alter_column: ref_where, docs/operations.md#column-specs (ref_by); D16, D18',
    given: [REGIONS, TOWNS],
    call,
    error,
  }));
}

const takes = (name: string, call: Call, result: JsonObject, ...given: readonly Call[]): ConformanceCase => ({
  name,
  spec: 'docs/operations.md#column-specs (ref_where, ref_by); D16',
  given: [REGIONS, TOWNS, ...given],
  call,
  result,
});

const DEFINITIONS: readonly ConformanceCase[] = [
  ...everyway('a ref_where on an unknown column of the target', { ref_where: { kine: 'land' } }, {
    code: 'refused',
    violations: ['kine unknown_column'],
    message: 'regions has no column kine',
    hint: 'did you mean kind',
  }),
  ...everyway('a ref_where with a token of the shown note', { ref_where: { name: '{this.name}' } }, {
    code: 'bad_request',
    violations: ['name ref_where'],
    message: '{this…}',
  }),
  ...everyway('a ref_where with a value that the target can’t have', { ref_where: { kind: 'city' } }, {
    code: 'bad_request',
    violations: ['kind ref_where'],
    message: 'land, state',
  }),
  ...everyway('a ref_by whose level is not a column', { ref_by: { column: 'levle', map: { town: null }, target_column: 'kind' } }, {
    code: 'refused',
    violations: ['levle unknown_column'],
    hint: 'did you mean level?',
  }),
  ...everyway('a ref_by whose target has no such column', { ref_by: { column: 'level', levels: ['town', 'village'] } }, {
    code: 'refused',
    violations: ['level unknown_column'],
    message: 'regions has no column level',
  }),
  ...everyway(
    'a ref_by whose target lacks a level',
    { ref_by: { column: 'level', map: { town: ['land', 'canton'] }, target_column: 'kind' } },
    { code: 'refused', violations: ['region ref'], message: 'kind of regions has no value "canton"', hint: 'levels: land, state' },
  ),
  ...everyway(
    'a ref_by with a level that the row can’t have',
    { ref_by: { column: 'level', map: { hamlet: ['land'] }, target_column: 'kind' } },
    { code: 'refused', violations: ['region ref'], message: 'level has no value "hamlet"' },
  ),
  ...everyway(
    'a ref_by whose target has a level that is not text',
    { ref_by: { column: 'level', map: { town: ['land'] }, target_column: 'size' } },
    { code: 'refused', violations: ['size ref'], message: 'size of regions is integer' },
  ),
].map((each): ConformanceCase => {
  // A new column is `at`, the present one `region`.
  const isNew = each.call[0] !== 'alter_column';
  const violations = each.error?.violations?.map((violation) => (isNew ? violation.replace('region ', 'at ') : violation));
  return each.error === undefined || violations === undefined ? each : { ...each, error: { ...each.error, violations } };
}); // prettier-ignore

const ALLOWED: readonly ConformanceCase[] = [
  takes(
    'takes a ref_where with {today}',
    ['alter_column', { table: 'towns', column: 'region', changes: { ref_where: { since: { lte: '{today}' } } } }],
    { changed: 0 },
    region('Old', { since: '2000-01-01' }),
    town('A', { region: 'Old' }),
  ),
  takes(
    'takes a ref_by to a target whose level is any text',
    [
      'add_column',
      {
        table: 'towns',
        column: column('at', 'link', {
          ref: 'regions',
          ref_by: { column: 'level', map: { town: ['x'] }, target_column: 'name' },
        }),
      },
    ],
    { changed: 0 },
  ),
  {
    name: 'refuses a ref_where that present rows break, listing them',
    spec: 'docs/operations.md#links: existing rows that break a ref_where/ref_by refuse the change',
    given: [REGIONS, TOWNS, region('A', { kind: 'land' }), town('T', { region: 'A' }), town('U', { region: 'A' })],
    call: ['alter_column', { table: 'towns', column: 'region', changes: { ref_where: { kind: 'state' } } }],
    error: { code: 'refused', violations: ['region ref_where', 'region ref_where'] },
  },
  {
    name: 'refuses a ref_by that present rows break, listing them',
    spec: 'docs/operations.md#links: existing rows that break a ref_where/ref_by refuse the change',
    given: [
      REGIONS,
      TOWNS,
      region('A', { kind: 'land' }),
      town('T', { level: 'town', region: 'A' }),
      town('U', { level: 'village', region: 'A' }),
      town('V', { level: 'town' }),
    ],
    call: [
      'alter_column',
      {
        table: 'towns',
        column: 'region',
        changes: { ref_by: { column: 'level', map: { town: ['state'], village: null }, target_column: 'kind' } },
      },
    ],
    error: { code: 'refused', violations: ['region ref', 'region ref', 'region required'] },
  },
];

const INSIDE = { ref: 'regions', ref_where: { part_of: { within: '[[North]]' } } };

const TRIPS = tableOf('trips', [column('name', 'string'), column('to', 'link', INSIDE)]);

const MAP: readonly Call[] = [
  REGIONS,
  TOWNS,
  region('World'),
  region('North', { part_of: 'World' }),
  region('South', { part_of: 'World' }),
  region('Coast', { part_of: 'North' }),
  region('Bay', { part_of: 'Coast' }),
];

const NORTHERN: Call = [
  'add_constraint',
  { table: 'towns', name: 'northern', check: { region: { within: '[[North]]' } } },
];

const moves = (name: string, to: string | null): Call => [
  'update_row',
  { table: 'regions', path: at('regions', name), set_values: { part_of: to } },
];

const WITHIN: readonly ConformanceCase[] = [
  {
    name: 'keeps a CHECK with within',
    spec: 'docs/decisions.md#check-constraints; docs/operations.md#select_rows (within)',
    given: [...MAP, NORTHERN, town('T', { region: 'North' })],
    call: town('U', { region: 'Bay' }),
    result: { changed: 1 },
  },
  {
    name: 'refuses a row that lies outside of the CHECK’s within',
    spec: 'docs/decisions.md#check-constraints; docs/operations.md#select_rows (within)',
    given: [...MAP, NORTHERN],
    call: town('U', { region: 'South' }),
    error: { code: 'refused', violations: ['region check'], message: 'northern' },
  },
  {
    name: 'refuses within over a table without hierarchy in a CHECK',
    spec: 'docs/decisions.md#check-constraints; docs/operations.md#select_rows (within)',
    given: MAP,
    call: ['add_constraint', { table: 'towns', name: 'wrong', check: { name: { within: '[[North]]' } } }],
    error: { code: 'bad_request', violations: ['name check'], message: 'needs a link into a table with a hierarchy' },
  },
  {
    name: 'refuses a row to leave a hierarchy that a CHECK reads far below it',
    spec: 'docs/decisions.md#check-constraints: a write changing a linked row re-checks rows linking to it',
    given: [...MAP, NORTHERN, town('T', { region: 'Bay' }), town('U', { region: 'Coast' }), town('V', { region: 'North' })],
    call: moves('Coast', 'South'),
    error: { code: 'refused', violations: ['region check', 'region check'], message: 'northern' },
  },
  {
    name: 'lets a row move where within stays true',
    spec: 'docs/decisions.md#check-constraints: a write changing a linked row re-checks rows linking to it',
    given: [...MAP, NORTHERN, town('T', { region: 'Bay' })],
    call: moves('Bay', 'North'),
    result: { changed: 1 },
  },
  {
    name: 'refuses a link outside of ref_where’s within',
    spec: 'docs/operations.md#column-specs (ref_where: a where filter every link target must match)',
    given: [...MAP, TRIPS, ['insert_row', { table: 'trips', values: { name: 'A', to: 'Bay' } }]],
    call: ['insert_row', { table: 'trips', values: { name: 'B', to: 'South' } }],
    error: { code: 'refused', violations: ['to ref_where'], message: 'Did you mean North?' },
  },
  {
    name: 'refuses a row to leave a hierarchy that a ref_where reads',
    spec: 'docs/operations.md#column-specs (ref_where: a where filter every link target must match)',
    given: [...MAP, TRIPS, ['insert_row', { table: 'trips', values: { name: 'A', to: 'Bay' } }]],
    call: moves('Coast', null),
    error: { code: 'refused', violations: ['to ref_where'] },
  },
  {
    name: 'takes a new table whose own CHECKs and ref_where look within itself',
    spec: 'docs/operations.md#column-specs (ref_where); D16: a hierarchy links to its own table',
    given: MAP,
    call: tableOf('parts', [
      column('up', 'link', { hierarchy: true }),
      column('near', 'link', { ref: 'self', ref_where: { up: { within: '[[Root]]' } } }),
    ]),
    result: { changed: 0 },
  },
]; // prettier-ignore

export const LINK_RULE_DEFINITIONS: readonly ConformanceCase[] = [...DEFINITIONS, ...ALLOWED, ...WITHIN];
