/** Rules for links and CHECKs when what they read changes: refused, or they follow by name. Source: docs/operations.md#schema, docs/operations.md#links; D16, D17. */

import type { JsonObject } from '../../src/engine/index';
import { base, inherit } from './base-calls';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { at, column, handRow, tableOf } from './tables';

const LEVELS = ['land', 'state', 'town'];

const REGIONS = tableOf('regions', [column('name', 'string'), column('kind', 'enum', { values: LEVELS })]);

/** Reads the kind of regions in every way, and its own. */
const TRIPS = tableOf('trips', [
  column('name', 'string'),
  column('kind', 'enum', { values: ['short', 'long'] }),
  column('to', 'link', { ref: 'regions', ref_where: { or: [{ kind: { in: ['state', 'town'] } }, { kind: 'land' }] } }),
  column('via', 'link', {
    ref: 'regions',
    ref_by: { column: 'kind', map: { short: null, long: ['state', 'land'] }, target_column: 'kind' },
  }),
]);

const CHECKED: Call = [
  'add_constraint',
  { table: 'trips', name: 'near', check: { or: [{ 'to.kind': { ne: 'state' } }, { kind: 'short' }] } },
];

const given: readonly Call[] = [REGIONS, TRIPS, CHECKED];

const described = (...columns: readonly JsonObject[]): JsonObject => ({ columns: [{}, { name: 'name' }, ...columns] });

const FOLLOWING: readonly ConformanceCase[] = [
  {
    name: 'lets the rules of another table follow a renamed value',
    spec: 'docs/operations.md#rename_value: CHECKs, ref_where and ref_by follow',
    given,
    call: ['rename_value', { table: 'regions', column: 'kind', from_value: 'state', to_value: 'canton' }],
    result: { changed: 0 },
    then: [
      [
        'describe_table',
        { table: 'trips' },
        {
          ...described(
            { name: 'kind', values: ['short', 'long'] },
            { ref_where: { or: [{ kind: { in: ['canton', 'town'] } }, { kind: 'land' }] } },
            { ref_by: { column: 'kind', map: { short: null, long: ['canton', 'land'] }, target_column: 'kind' } },
          ),
          constraints: [{ name: 'near', check: { or: [{ 'to.kind': { ne: 'canton' } }, { kind: 'short' }] } }],
        },
      ],
    ],
  },
  {
    name: 'lets the keys of a map follow a renamed value',
    spec: 'docs/operations.md#rename_value: ref_by follows',
    given,
    call: ['rename_value', { table: 'trips', column: 'kind', from_value: 'short', to_value: 'near' }],
    then: [
      [
        'describe_table',
        { table: 'trips' },
        {
          ...described(
            { name: 'kind', values: ['near', 'long'] },
            {},
            { ref_by: { column: 'kind', map: { near: null, long: ['state', 'land'] }, target_column: 'kind' } },
          ),
          constraints: [{ check: { or: [{ 'to.kind': { ne: 'state' } }, { kind: 'near' }] } }],
        },
      ],
    ],
  },
  {
    name: 'lets the level of a ref_by follow a renamed column',
    spec: 'docs/operations.md#rename_column: ref_by follows',
    given,
    call: ['rename_column', { table: 'trips', from_column: 'kind', to_column: 'length' }],
    then: [
      [
        'describe_table',
        { table: 'trips' },
        {
          ...described(
            { name: 'length' },
            { ref_where: { or: [{ kind: { in: ['state', 'town'] } }, { kind: 'land' }] } },
            { ref_by: { column: 'length', target_column: 'kind' } },
          ),
          constraints: [{ check: { or: [{ 'to.kind': { ne: 'state' } }, { length: 'short' }] } }],
        },
      ],
    ],
  },
  {
    name: 'lets the rules of heirs and of other tables follow a column that a base renames',
    spec: 'docs/operations.md#define_base (rename_columns): like rename_column',
    given: [
      base('dated', [column('day', 'date')]),
      tableOf('log', [column('name', 'string')]),
      inherit('log', 'dated'),
      ['add_constraint', { table: 'log', name: 'early', check: { day: { lt: '2030-01-01' } } }],
      tableOf('notes', [
        column('name', 'string'),
        column('of', 'link', { ref: 'log', ref_where: { day: { exists: true } } }),
      ]),
      ['add_constraint', { table: 'notes', name: 'late', check: { 'of.day': { gt: '2000-01-01' } } }],
    ],
    call: ['define_base', { name: 'dated', columns: [{ name: 'on', type: 'date' }], rename_columns: { day: 'on' } }],
    then: [
      ['describe_table', { table: 'log' }, { constraints: [{ check: { on: { lt: '2030-01-01' } } }] }],
      [
        'describe_table',
        { table: 'notes' },
        {
          ...described({ ref_where: { on: { exists: true } } }),
          constraints: [{ check: { 'of.on': { gt: '2000-01-01' } } }],
        },
      ],
    ],
  },
];

const BASED: readonly Call[] = [
  base('dated', [column('day', 'date'), column('kind', 'enum', { values: ['a', 'b'] })]),
  tableOf('log', [column('name', 'string')]),
  inherit('log', 'dated'),
];

const CHECKS_DAY: Call = ['add_constraint', { table: 'log', name: 'early', check: { day: { lt: '2030-01-01' } } }];

const BY_KIND: Call = tableOf('notes', [
  column('kind', 'enum', { values: ['a', 'b'] }),
  column('of', 'link', { ref: 'log', ref_by: { column: 'kind', map: { a: ['b'], b: null } } }),
]);

/** The ways to take a column of a base away. */
const losing = (what: string, reader: Call, conflict: string): readonly ConformanceCase[] =>
  (
    [
      [
        'define_base',
        {
          name: 'dated',
          columns: conflict === 'check' ? [column('kind', 'enum', { values: ['a', 'b'] })] : [column('day', 'date')],
          drop_columns: [conflict === 'check' ? 'day' : 'kind'],
        },
      ],
      ['set_table_bases', { table: 'log', bases: [] }],
    ] as const
  ).map((call) => ({
    name: `refuses to take an inherited column away that ${what} reads`,
    spec: 'docs/operations.md#define_base: dropping a column read by a CHECK/ref_where/ref_by is refused; D17 (set_table_bases is like drop_column)',
    given: [...BASED, reader],
    call,
    error: { code: 'conflict', conflicts: [conflict], hint: 'drop_constraint' },
  }));

const stray = (rule: JsonObject): Call => [
  'add_column',
  { table: 'trips', column: column('at', 'link', { ref: 'regions', ...rule }) },
];

const HAND_TRIP = {
  [at('trips', 'T')]: handRow('trips', 1, ['name: T', 'kind: short', 'at: "[[R]]"']),
  [at('regions', 'R')]: handRow('regions', 2, ['name: R', 'kind: state']),
};

const breaks = (
  what: string,
  call: Call,
  error: ExpectedError,
  spec: string,
  more: readonly Call[] = [],
): ConformanceCase => ({
  name: `refuses ${what}`,
  spec,
  files: HAND_TRIP,
  given: [...given, ...more],
  call,
  error,
});

const EXISTING = 'docs/operations.md#links: existing rows that break a ref_where/ref_by refuse the change';

const REFUSED: readonly ConformanceCase[] = [
  breaks(
    'a new column whose ref_where rows break',
    stray({ ref_where: { kind: 'town' } }),
    {
      code: 'refused',
      violations: ['at ref_where'],
    },
    EXISTING,
  ),
  breaks(
    'a new column whose ref_by rows break',
    stray({ ref_by: { column: 'kind', map: { short: ['land'], long: null }, target_column: 'kind' } }),
    {
      code: 'refused',
      violations: ['at ref'],
    },
    EXISTING,
  ),
  breaks(
    'bases whose ref_where rows break',
    inherit('trips', 'placed'),
    { code: 'refused', violations: ['at ref_where'] },
    EXISTING,
    [base('placed', [column('at', 'link', { ref: 'regions', ref_where: { kind: 'town' } })])],
  ),
  breaks(
    'a base that becomes stricter than its rows',
    base('placed', [column('at', 'link', { ref: 'regions', ref_where: { kind: 'town' } })]),
    { code: 'refused', violations: ['at ref_where'] },
    EXISTING,
    [base('placed', [column('at', 'link', { ref: 'regions' })]), inherit('trips', 'placed')],
  ),
  breaks(
    'to drop a value that a map of another table allows as a level',
    ['alter_column', { table: 'regions', column: 'kind', changes: { values: ['state', 'town'] } }],
    {
      code: 'conflict',
      conflicts: ['ref_by', 'ref_where'],
      message: 'land',
    },
    'docs/operations.md#alter_column: dropping an enum value that a ref_by allows as a level is refused',
  ),
  breaks(
    'to drop a value that is a key of a map',
    ['alter_column', { table: 'trips', column: 'kind', changes: { values: ['long'] } }],
    {
      code: 'conflict',
      conflicts: ['check', 'ref_by'],
      message: 'short',
    },
    'docs/operations.md#alter_column: dropping an enum value that a ref_by allows as a level is refused',
  ),
  ...losing('a CHECK', CHECKS_DAY, 'check'),
  ...losing('a ref_by', BY_KIND, 'ref_by'),
  {
    name: 'takes the rules of a link away with null, and then any row may be linked',
    spec: 'docs/operations.md#alter_column: ref_where, docs/operations.md#alter_column; null removes an attribute',
    given: [REGIONS, TRIPS, ['insert_row', { table: 'regions', values: { name: 'R', kind: 'town' } }]],
    call: ['alter_column', { table: 'trips', column: 'via', changes: { ref_by: null } }],
    then: [
      ['alter_column', { table: 'trips', column: 'to', changes: { ref_where: null } }, { changed: 0 }],
      ['insert_row', { table: 'trips', values: { name: 'T', kind: 'short', via: 'R', to: 'R' } }, { changed: 1 }],
    ],
  },
  {
    name: 'takes required, unique, bounds and the order of an enum away with null',
    spec: 'docs/operations.md#alter_column: null removes an attribute',
    given: [
      tableOf('t', [
        column('a', 'integer', { required: true, unique: true, min: 1, max: 5, step: 2 }),
        column('b', 'enum', { values: ['z', 'm'], ordered: true }),
      ]),
      ['insert_row', { table: 't', values: { a: 1, b: 'z' } }],
      ['insert_row', { table: 't', values: { a: 3, b: 'm' } }],
    ],
    call: [
      'alter_column',
      { table: 't', column: 'a', changes: { required: null, unique: null, min: null, max: null, step: null } },
    ],
    then: [
      ['select_rows', { table: 't', order_by: 'b' }, { rows: [{ b: 'z' }, { b: 'm' }] }],
      ['alter_column', { table: 't', column: 'b', changes: { ordered: null } }, { changed: 0 }],
      ['select_rows', { table: 't', order_by: 'b' }, { rows: [{ b: 'm' }, { b: 'z' }] }],
      ['insert_row', { table: 't', values: { a: 1 } }, { changed: 1 }],
      ['insert_row', { table: 't', values: { a: -8 } }, { changed: 1 }],
      ['insert_row', { table: 't', values: {} }, { changed: 1 }],
      [
        'describe_table',
        { table: 't' },
        { columns: [{}, { name: 'a', type: 'integer', dense: false }, { name: 'b' }] },
      ],
    ],
  },
];

export const FOLLOWED_RULES: readonly ConformanceCase[] = [...FOLLOWING, ...REFUSED];
