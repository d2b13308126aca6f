/** set_table_bases. Source: docs/operations.md#set_table_bases; D16, D17, D18. */

import { DATED, TREE, base, columnsOf, inherit, refuses } from './base-calls';
import type { ConformanceCase } from './case';
import { PEOPLE, at, column, person, row, tableOf } from './tables';

export const SET_TABLE_BASES: readonly ConformanceCase[] = [
  {
    name: 'puts inherited columns before the own ones, and self is the table',
    spec: 'docs/operations.md#set_table_bases, docs/operations.md#define_base',
    given: [PEOPLE, TREE, person('Ada')],
    call: inherit('people', 'tree', 'tree'),
    result: {
      operation: 'set_table_bases',
      table: 'main.default.people',
      changed: 0,
      summary: 'main.default.people inherits from tree',
    },
    then: [
      [
        'describe_table',
        { table: 'people' },
        {
          bases: ['tree'],
          ...columnsOf(
            { name: 'parent', ref: 'main.default.people', inherited_from: 'tree' },
            { name: 'rank' },
            {},
            {},
            {},
          ),
        },
      ],
      [
        'insert_row',
        { table: 'people', values: { name: 'Bo', parent: 'Ada', rank: 1 } },
        { row: { parent: '[[Ada]]' } },
      ],
    ],
  },
  {
    name: 'validates values of inherited columns',
    spec: 'docs/operations.md#define_base',
    given: [PEOPLE, TREE, inherit('people', 'tree')],
    call: ['insert_row', { table: 'people', values: { name: 'Bo', rank: 0 } }],
    error: { code: 'refused', violations: ['rank range'] },
  },
  {
    name: 'fills dense columns, and replaces an own column by the inherited one',
    spec: 'docs/operations.md#set_table_bases',
    given: [
      PEOPLE,
      base('born', [
        column('born', 'datetime', { dense: true }),
        column('kind', 'string', { dense: true, default: 'x' }),
      ]),
      person('Ada', { born: '1815-12-10' }),
      person('Bo'),
    ],
    call: inherit('people', 'born'),
    result: { changed: 2 },
    tree: {
      [at('people', 'Ada')]: row('people', ['name: Ada', 'born: 1815-12-10', 'kind: x']),
      [at('people', 'Bo')]: row('people', ['name: Bo', 'born:', 'kind: x']),
    },
    then: [['describe_table', { table: 'people' }, columnsOf({ name: 'born', type: 'datetime' }, {}, {}, {})]],
  },
  {
    name: 'fills generated and identity columns',
    spec: 'docs/operations.md#set_table_bases, D16',
    given: [
      PEOPLE,
      base('tracked', [
        column('file', 'string', { identity: 'filename' }),
        column('initial', 'string', { generated: '{name}!' }),
        column('key', 'string', { identity: 'uuid' }),
      ]),
      person('Ada'),
    ],
    call: inherit('people', 'tracked'),
    result: { changed: 1 },
    then: [
      [
        'select_rows',
        { table: 'people', columns: ['file', 'initial', 'key'] },
        { rows: [{ file: 'Ada', initial: 'Ada!', key: '<uuid>' }] },
      ],
      ['check_table', { table: 'people' }, { ok: true }],
    ],
  },
  {
    name: 'writes the links of a default so that they lead to the row',
    spec: 'D2, D6 (links)',
    files: { 'Ada.md': 'no row\n' },
    given: [
      PEOPLE,
      person('Ada'),
      person('Bo'),
      base('known', [column('by', 'link', { ref: 'people', dense: true, default: 'Ada' })]),
      tableOf('log', [column('text', 'string')], { filename: '{text}' }),
      ['insert_row', { table: 'log', values: { text: 'a' } }],
    ],
    call: inherit('log', 'known'),
    tree: { [at('log', 'a')]: row('log', ['text: a', 'by: "[[notedb/main/default/people/Ada]]"']) },
  },
  {
    name: 'leaves the style of an inherited column to the table',
    spec: 'docs/operations.md#set_table_bases (restyled via alter_column)',
    given: [PEOPLE, DATED, inherit('people', 'dated')],
    call: ['alter_column', { table: 'people', column: 'day', changes: { label: 'On this day', dense: true } }],
    then: [
      ['describe_table', { table: 'people' }, columnsOf({ label: 'On this day', dense: true }, {}, {}, {})],
      ['describe_database', {}, { bases: [{ columns: [{ name: 'day', dense: false }] }] }],
    ],
  },
  {
    name: 'takes the columns of a base away with their values',
    spec: 'docs/operations.md#set_table_bases ([] removes), D17',
    given: [PEOPLE, DATED, inherit('people', 'dated'), person('Ada', { day: '2026-01-02' })],
    call: inherit('people'),
    result: { changed: 1, summary: 'main.default.people inherits nothing' },
    tree: { [at('people', 'Ada')]: row('people', ['name: Ada']) },
    then: [['describe_table', { table: 'people' }, { bases: [], ...columnsOf({}, {}, {}) }]],
  },
  {
    name: 'changes nothing when the bases are the same',
    spec: 'D4',
    given: [PEOPLE, DATED, inherit('people', 'dated')],
    call: inherit('people', 'dated'),
    result: { migrationId: null, changed: 0 },
  },
  refuses(
    'a row whose value does not fit the inherited column',
    [PEOPLE, base('born', [column('born', 'integer')]), person('Ada', { born: '1815-12-10' })],
    inherit('people', 'born'),
    { code: 'refused', violations: ['born type'] },
    'docs/operations.md#set_table_bases (rows must fit)',
  ),
  refuses(
    'a required column that the rows lack',
    [PEOPLE, base('kinds', [column('kind', 'string', { required: true })]), person('Ada'), person('Bo')],
    inherit('people', 'kinds'),
    { code: 'refused', violations: ['kind required', 'kind required'], hint: 'give the column a default' },
    'D16',
  ),
  refuses(
    'an inherited ref_by that the table’s own columns do not fit',
    [
      tableOf('places', [column('kind', 'integer')]),
      base('placed', [column('in', 'link', { ref: 'self', ref_by: { column: 'kind', levels: ['a', 'b'] } })]),
    ],
    inherit('places', 'placed'),
    { code: 'refused', violations: ['kind ref', 'kind ref'], message: 'kind of places is integer' },
    'docs/operations.md#column-specs (ref_by), D17',
  ),
  refuses(
    'an inherited inverse that is not a column',
    [PEOPLE, base('led', [column('boss', 'link', { ref: 'self', inverse: 'staff' })])],
    inherit('people', 'led'),
    { code: 'refused', violations: ['boss inverse'], message: 'main.default.people.staff is not a column' },
    'docs/operations.md#column-specs (inverse), D16',
  ),
  refuses(
    'a base that there is not',
    [PEOPLE, DATED],
    inherit('people', 'dted'),
    { code: 'not_found', message: '"dted"', hint: 'dated' },
    'D18',
  ),
  refuses(
    'a base when there is none',
    [PEOPLE],
    inherit('people', 'dated'),
    { code: 'not_found', hint: 'none yet' },
    'D18',
  ),
  refuses('a table that there is not', [PEOPLE], inherit('peple'), { code: 'not_found', hint: 'people' }, 'D18'),
  refuses(
    'a view',
    [PEOPLE, ['create_view', { name: 'vw_x', query: { table: 'people' } }]],
    inherit('vw_x'),
    { code: 'refused', message: 'is a view' },
    'D18',
  ),
  refuses(
    'two bases that declare a column in different ways',
    [PEOPLE, DATED, base('other', [column('day', 'string')])],
    inherit('people', 'dated', 'other'),
    { code: 'refused', violations: ['day exists'] },
    'D17',
  ),
  refuses(
    'to take away a column that is read',
    [DATED, tableOf('log', [column('day', 'date')], { time_column: 'day' }), inherit('log', 'dated')],
    inherit('log'),
    { code: 'conflict', conflicts: ['time_column'], message: 'the time_column of main.default.log reads day' },
    'D17',
  ),
];
