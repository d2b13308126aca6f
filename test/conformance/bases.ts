/** define_base, and tables that inherit. Source: docs/operations.md#define_base, docs/operations.md#schema; D5, D16, D17, D18. */

import { DATED, TREE, base, columnsOf, inherit, refuses } from './base-calls';
import type { Call, ConformanceCase } from './case';
import { PEOPLE, at, column, handRow, person, row, tableOf } from './tables';

/** People that inherit from `dated`, and one of them. */
const HEIRS: readonly Call[] = [PEOPLE, DATED, inherit('people', 'dated')];

export const DEFINE_BASE: readonly ConformanceCase[] = [
  {
    name: 'creates a base, which describe_database shows with the tables that inherit it',
    spec: 'docs/operations.md#define_base, D17 (describe_database)',
    call: DATED,
    result: { operation: 'define_base', table: null, changed: 0, summary: 'defined base dated', warnings: [] },
    then: [
      [
        'describe_database',
        {},
        {
          bases: [
            {
              name: 'dated',
              description: 'What is dated',
              bases: [],
              columns: [
                { name: 'day', type: 'date', description: 'what day says', inherited_from: null, dense: false },
              ],
              tables: [],
            },
          ],
        },
      ],
    ],
  },
  {
    name: 'inherits from other bases, whose columns come first',
    spec: 'docs/operations.md#define_base (bases)',
    given: [DATED, TREE, PEOPLE, base('log', [column('mood', 'string')], { bases: ['tree', 'dated'] })],
    call: inherit('people', 'log'),
    then: [
      [
        'describe_table',
        { table: 'people' },
        {
          bases: ['log'],
          ...columnsOf(
            { name: 'parent', inherited_from: 'tree', ref: 'main.default.people' },
            { name: 'rank', inherited_from: 'tree' },
            { name: 'day', inherited_from: 'dated' },
            { name: 'mood', inherited_from: 'log' },
            { name: 'name', inherited_from: null },
            { name: 'email' },
            { name: 'born' },
          ),
        },
      ],
      ['describe_database', {}, { bases: [{ name: 'dated', tables: ['main.default.people'] }, {}, {}] }],
    ],
  },
  {
    name: 'replaces a base in every heir and keeps what is not said',
    spec: 'docs/operations.md#define_base (a column without description keeps the present one), D18 (description)',
    given: [...HEIRS, person('Ada', { day: '2026-01-02' })],
    call: ['define_base', { name: 'dated', columns: [{ name: 'day', type: 'datetime' }, column('place', 'string')] }],
    result: {
      table: 'main.default.people',
      changed: 0,
      summary: 'replaced base dated, in 1 table',
    },
    then: [
      [
        'describe_table',
        { table: 'people' },
        columnsOf(
          { name: 'day', type: 'datetime', description: 'what day says' },
          { name: 'place' },
          { name: 'name' },
          { name: 'email' },
          { name: 'born' },
        ),
      ],
      ['describe_database', {}, { bases: [{ description: 'What is dated' }] }],
    ],
  },
  {
    name: 'keeps its bases when none are given',
    spec: 'docs/operations.md#define_base',
    given: [DATED, base('log', [column('mood', 'string')], { bases: ['dated'] })],
    call: base('log', [column('mood', 'string', { label: 'Mood' })], { bases: null }),
    then: [['describe_database', {}, { bases: [{}, { name: 'log', bases: ['dated'] }] }]],
  },
  {
    name: 'renames a column in every row, and what reads it follows',
    spec: 'docs/operations.md#define_base (rename_columns), D17',
    given: [
      tableOf('log', [column('text', 'string')], { filename: '{text}' }),
      DATED,
      inherit('log', 'dated'),
      ['insert_row', { table: 'log', values: { day: '2026-01-02', text: 'a' } }],
      ['insert_row', { table: 'log', values: { text: 'b' } }],
    ],
    call: [
      'define_base',
      { name: 'dated', columns: [{ name: 'date', type: 'date' }], rename_columns: { day: 'date' } },
    ],
    result: { changed: 1 },
    tree: { [at('log', 'a')]: row('log', ['date: 2026-01-02', 'text: a']) },
    then: [['describe_table', { table: 'log' }, columnsOf({ name: 'date', description: 'what day says' }, {})]],
  },
  {
    name: 'lets the time column of an heir follow a rename',
    spec: 'D17 (rename_column)',
    given: [
      DATED,
      tableOf('log', [column('day', 'date')], { time_column: 'day' }),
      inherit('log', 'dated'),
      ['insert_row', { table: 'log', values: { day: '2026-01-02' } }],
    ],
    call: [
      'define_base',
      { name: 'dated', columns: [column('happened', 'date')], rename_columns: { day: 'happened' } },
    ],
    tree: { [at('log', '2026-01-02')]: row('log', ['happened: 2026-01-02']) },
    then: [['describe_table', { table: 'log' }, { options: { time_column: 'happened' } }]],
  },
  {
    name: 'drops a column with its values',
    spec: 'docs/operations.md#define_base (drop_columns)',
    given: [...HEIRS, person('Ada', { day: '2026-01-02' })],
    call: base('dated', [], { drop_columns: ['day'] }),
    result: { changed: 1, plannedUpdates: [{ path: at('people', 'Ada') }] },
    tree: { [at('people', 'Ada')]: row('people', ['name: Ada']) },
  },
  {
    name: 'fills what is new and dense or required, with its default',
    spec: 'docs/operations.md#define_base, D16 (dense, default)',
    given: [...HEIRS, person('Ada')],
    call: base('dated', [
      column('day', 'date'),
      column('mood', 'string', { dense: true }),
      column('kind', 'enum', { values: ['a', 'b'], default: 'a', required: true }),
      column('note_to', 'string', { default: 'nobody' }),
    ]),
    result: { changed: 1 },
    tree: { [at('people', 'Ada')]: row('people', ['name: Ada', 'mood:', 'kind: a']) },
  },
  {
    name: 'writes a column that becomes dense as an empty key',
    spec: 'D16 (dense; defaults never apply to update)',
    given: [...HEIRS, person('Ada')],
    call: base('dated', [column('day', 'date', { dense: true, default: '{today}' })]),
    tree: { [at('people', 'Ada')]: row('people', ['name: Ada', 'day:']) },
  },
  {
    name: 'takes stray keys for values of a new column',
    spec: 'D17 (add_column)',
    files: { 'Ada.md': handRow('people', 1, ['name: Ada', 'place: Zurich']) },
    given: HEIRS,
    call: base('dated', [column('day', 'date'), column('place', 'string', { required: true })]),
    result: { changed: 0 },
    then: [['select_rows', { table: 'people', where: { place: 'Zurich' } }, { total: 1 }]],
  },
  {
    name: 'puts an inherited column in the place of an heir’s own',
    spec: 'docs/operations.md#set_table_bases',
    given: [...HEIRS, person('Ada', { born: '1815-12-10' })],
    call: base('dated', [column('day', 'date'), column('born', 'date', { label: 'Birthday' })]),
    then: [
      [
        'describe_table',
        { table: 'people' },
        columnsOf({ name: 'day' }, { name: 'born', inherited_from: 'dated', label: 'Birthday' }, {}, {}),
      ],
    ],
  },
  {
    name: 'reads what a table says of an inherited column from its entry',
    spec: 'docs/operations.md#set_table_bases (restyled)',
    edits: {
      'notedb/metastore.yaml':
        'format: 1\nbases:\n  dated:\n    columns:\n      - name: day\n        type: date\n        dense: true\ntables:\n  main.default.log:\n    bases: [dated]\n    columns:\n      - name: day\n        label: On\n        dense: false\n',
    },
    call: base('dated', [column('day', 'date', { dense: true, note: 'n' })]),
    then: [
      ['describe_table', { table: 'log' }, columnsOf({ name: 'day', label: 'On', dense: false, note: 'n' })],
      ['insert_row', { table: 'log', values: {} }, { row: { id: '<uuid>' } }],
    ],
  },
  refuses(
    'rows that do not fit, and lists them all',
    [...HEIRS, person('Ada', { day: '2026-01-02' }), person('Bo', { day: '2026-01-03' })],
    base('dated', [column('day', 'integer'), column('kind', 'string', { required: true })]),
    {
      code: 'refused',
      violations: ['day type', 'day type', 'kind required', 'kind required'],
      message: 'more',
      hint: ['give the column a default', 'correct the values that are listed'],
    },
  ),
  refuses(
    'values that become unique and are not',
    [...HEIRS, person('Ada', { day: '2026-01-02' }), person('Bo', { day: '2026-01-02' })],
    base('dated', [column('day', 'date', { unique: true })]),
    { code: 'refused', violations: ['day unique', 'day unique'] },
  ),
  {
    name: 'holds nothing against a row that it is not about',
    spec: 'docs/operations.md#define_base',
    files: { 'Ada.md': handRow('people', 1, ['name: Ada', 'born: soon']) },
    given: HEIRS,
    call: base('dated', [column('day', 'date', { label: 'Day', required: false })]),
    result: { changed: 0 },
  },
  refuses(
    'a base without any description, and lists every one that is missing',
    [],
    [
      'define_base',
      {
        name: 'x',
        columns: [
          { name: 'a', type: 'string' },
          { name: 'b', type: 'date' },
        ],
      },
    ],
    {
      code: 'refused',
      violations: ['required', 'a required', 'b required'],
    },
  ),
  refuses('a column that goes and is not listed', HEIRS, base('dated', [column('other', 'date')]), {
    code: 'conflict',
    conflicts: ['dropped'],
    message: 'would lose day',
    hint: 'drop_columns',
  }),
  refuses(
    'an inherited column that goes and is not listed',
    [DATED, base('log', [], { bases: ['dated'] })],
    base('log', [], { bases: [] }),
    { code: 'conflict', conflicts: ['dropped'], message: 'would lose day' },
  ),
  refuses(
    'to drop a column that a pattern reads',
    [
      DATED,
      tableOf('log', [column('day', 'date')], { time_column: 'day', filename: '{day} log', partition: '{day:YYYY}' }),
      inherit('log', 'dated'),
    ],
    base('dated', [], { drop_columns: ['day'] }),
    { code: 'conflict', conflicts: ['filename', 'partition', 'time_column'], message: 'main.default.log reads day' },
  ),
  refuses(
    'to drop a column that a CHECK or a ref_where reads',
    [
      PEOPLE,
      DATED,
      inherit('people', 'dated'),
      tableOf('tasks', [column('owner', 'link', { ref: 'people', ref_where: { day: { exists: true } } })]),
    ],
    base('dated', [], { drop_columns: ['day'] }),
    { code: 'conflict', conflicts: ['ref_where'], message: 'the ref_where of main.default.tasks.owner reads day' },
  ),
  refuses(
    'a column whose inverse is not a column of the target',
    HEIRS,
    base('dated', [column('day', 'date'), column('next', 'link', { ref: 'self', inverse: 'before' })]),
    { code: 'refused', violations: ['next inverse'], message: 'is not a column' },
  ),
  refuses(
    'a change that takes its partner from an inverse',
    [
      DATED,
      tableOf('log', [column('name', 'string')]),
      base('linked', [column('back', 'link', { ref: 'log' })]),
      inherit('log', 'linked'),
      ['add_column', { table: 'log', column: column('next', 'link', { ref: 'self', inverse: 'back' }) }],
    ],
    base('linked', [column('back', 'string')]),
    { code: 'refused', violations: ['next inverse'], message: 'main.default.log.back is a string, not a link' },
  ),
  refuses(
    'a ref_by whose levels the target does not have',
    HEIRS,
    base('dated', [
      column('day', 'date'),
      column('kind', 'enum', { values: ['a', 'b'] }),
      column('next', 'link', { ref: 'self', ref_by: { column: 'kind', levels: ['a', 'c'] } }),
    ]),
    { code: 'refused', violations: ['next ref'], message: 'kind has no value "c"' },
  ),
  refuses(
    'a type that a CHECK of an heir does not fit',
    [...HEIRS, ['add_constraint', { table: 'people', name: 'recent', check: { day: { gte: '2026-01-01' } } }]],
    base('dated', [column('day', 'integer')]),
    { code: 'refused', violations: ['day check'], message: 'recent', hint: 'drop_constraint' },
  ),
  refuses(
    'to drop what is not there, or stays',
    [DATED],
    base('dated', [column('day', 'date')], { drop_columns: ['dy', 'day'] }),
    {
      code: 'refused',
      violations: ['dy unknown_column', 'day exists'],
    },
  ),
  refuses(
    'to rename what is not there, or to what is not given',
    [DATED],
    base('dated', [column('day', 'date')], { rename_columns: { dy: 'day', day: 'on' } }),
    { code: 'refused', violations: ['dy unknown_column', 'on unknown_column'] },
  ),
  refuses(
    'to rename to a column that is there already',
    [base('dated', [column('a', 'date'), column('b', 'date')])],
    base('dated', [column('b', 'date')], { rename_columns: { a: 'b' } }),
    { code: 'refused', violations: ['b exists'] },
  ),
  refuses(
    'to rename a column that is given as well',
    [DATED],
    base('dated', [column('day', 'date'), column('on', 'date')], { rename_columns: { day: 'on' } }),
    { code: 'refused', violations: ['day exists'] },
  ),
  {
    name: 'refuses a rename over a stray key of another value',
    spec: 'docs/operations.md#rename_column',
    files: { 'Ada.md': handRow('people', 1, ['name: Ada', 'day: 2026-01-02', 'on: never']) },
    given: HEIRS,
    call: base('dated', [column('on', 'date')], { rename_columns: { day: 'on' } }),
    error: { code: 'conflict', conflicts: ['exists Ada.md'], message: 'has a key on already' },
  },
  refuses(
    'a bad name',
    [],
    base('Dated x', []),
    { code: 'bad_request', message: 'Dated x' },
    'docs/metastore.md#names',
  ),
  refuses('a bad new name', [DATED], base('dated', [], { rename_columns: { day: 'D y' } }), {
    code: 'bad_request',
    message: 'D y',
  }),
  refuses('a column that is none', [], base('x', [{ name: 'a', type: 'text', description: 'a' }]), {
    code: 'bad_request',
    message: 'unknown type "text"',
  }),
  refuses('a column twice', [], base('x', [column('a', 'date'), column('a', 'date')]), {
    code: 'bad_request',
    message: 'twice',
  }),
  refuses('a ref to no table', [PEOPLE], base('x', [column('a', 'link', { ref: 'peple' })]), {
    code: 'refused',
    violations: ['a ref'],
    hint: 'main.default.people',
  }),
  refuses('a base that there is not', [DATED], base('x', [], { bases: ['dted'] }), {
    code: 'not_found',
    message: '"dted"',
    hint: 'dated',
  }),
  refuses(
    'bases in a circle',
    [DATED, base('log', [], { bases: ['dated'] })],
    base('dated', [column('day', 'date')], { bases: ['log'] }),
    { code: 'conflict', conflicts: ['cycle'], message: 'inherit from each other' },
    'D17 (no cycles)',
  ),
  refuses(
    'one column from two bases in different ways',
    [DATED, base('other', [column('day', 'string')])],
    base('log', [], { bases: ['dated', 'other'] }),
    { code: 'refused', violations: ['day exists'], message: 'dated and other' },
    'D17 (only if identical)',
  ),
  {
    name: 'takes one column from two bases when it is identical',
    spec: 'D17',
    given: [DATED, base('other', [column('day', 'date')])],
    call: base('log', [], { bases: ['dated', 'other'] }),
    then: [['describe_database', {}, { bases: [{}, { name: 'log', columns: [{ inherited_from: 'dated' }] }, {}] }]],
  },
  refuses(
    'a column that a base below declares in another way',
    [DATED, base('log', [column('mood', 'string')], { bases: ['dated'] })],
    base('dated', [column('day', 'date'), column('mood', 'integer')]),
    { code: 'refused', violations: ['mood exists'] },
  ),
  refuses(
    'a column with the name of an heir’s field',
    [tableOf('log', [], { fields: { mood: null } }), DATED, inherit('log', 'dated')],
    base('dated', [column('day', 'date'), column('mood', 'string')]),
    { code: 'refused', violations: ['mood field'], message: 'main.default.log' },
  ),
  {
    name: 'counts as a change of its heirs',
    spec: 'D18 (undo)',
    given: [...HEIRS, base('dated', [column('day', 'date', { label: 'Day' })])],
    call: ['undo_migration', { migration_id: '$2.migrationId' }],
    error: {
      code: 'conflict',
      conflicts: ['definition notedb/metastore.yaml'],
      message: 'main.default.people changed since',
    },
  },
];
