/** Generated and identity columns. Source: docs/operations.md#column-specs (generated, identity), docs/operations.md#check_table; D6, D16, D17. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { at, column, handRow, id, note, row, tableOf } from './tables';

const DAYS: Call = tableOf('days', [column('name', 'string'), column('note', 'string')]);

const LOG: Call = tableOf(
  'log',
  [
    column('title', 'string', { required: true }),
    column('start', 'datetime'),
    column('day', 'date', { generated: 'date(start)', required: true }),
    column('label', 'string', { generated: '{day:YYYY}: {title}', unique: true }),
    column('diary', 'link', { generated: '[[{day:YYYY-MM-DD}]]', ref: 'days' }),
    column('file', 'string', { identity: 'filename' }),
    { name: 'uid', type: 'string', identity: 'uuid' },
    { name: 'made', type: 'date', identity: 'created' },
  ],
  { filename: '{title}' },
);

/** `made` is the day on which the tests' clock begins. */
const TODAY = '2026-03-05';

const entry = (title: string, start: string | null = '2026-11-20T23:30:00+01:00'): Call => [
  'insert_row',
  { table: 'log', values: { title, ...(start === null ? {} : { start }) } },
];

const logged = (title: string, lines: readonly string[], name = title, made = TODAY): string =>
  row('log', [`title: ${title}`, ...lines, `file: ${name}`, 'uid: <uuid>', `made: ${made}`]);

const FULL = [
  'start: 2026-11-20T23:30:00+01:00',
  'day: 2026-11-20',
  'label: "2026: A"',
  'diary: "[[2026-11-20]]"',
] as const;

/** A row that somebody wrote: its computed columns are as they should be, but for those that are given. */
const byHand = (lines: readonly string[]): string =>
  handRow('log', 1, ['title: A', 'start: 2026-11-20T10:00:00Z', ...lines]);

const SOUND = [
  'day: 2026-11-20',
  'label: "2026: A"',
  'diary: "[[2026-11-20]]"',
  'file: A',
  `uid: ${id(9)}`,
  'made: 2020-01-01',
];

const without = (key: string): string[] => SOUND.filter((line) => !line.startsWith(`${key}:`));

const finds = (
  name: string,
  lines: readonly string[],
  violations: readonly JsonObject[],
  file = 'A',
): ConformanceCase => ({
  name,
  spec: 'docs/operations.md#check_table (stale generated and identity values)',
  files: { [at('log', file)]: byHand(lines) },
  given: [DAYS, LOG],
  call: ['check_table', { table: 'log' }],
  result: {
    violations,
    counts: Object.fromEntries(violations.map(({ code }) => [code as string, 1])),
    ok: violations.length === 0,
  },
});

const refusesDefinition = (
  name: string,
  columns: readonly JsonObject[],
  error: Partial<ExpectedError>,
  more: JsonObject = {},
): ConformanceCase => ({
  name,
  spec: 'docs/operations.md#column-specs (generated), docs/operations.md#column-specs (identity); D16, D18',
  call: tableOf('t', [column('name', 'string'), column('when', 'datetime'), ...columns], more),
  error: { code: 'refused', ...error },
});

const generated = (type: string, expression: string, more: JsonObject = {}): JsonObject =>
  column('x', type, { generated: expression, ...more });

const TABLES: readonly ConformanceCase[] = [
  {
    name: 'identities need no description: the engine writes it',
    spec: 'docs/operations.md#column-specs (identity: the engine writes description for uuid and created)',
    given: [DAYS, LOG],
    call: ['describe_table', { table: 'log' }],
    result: {
      columns: [
        { name: 'id' },
        { name: 'title' },
        { name: 'start' },
        { name: 'day', generated: 'date(start)' },
        { name: 'label' },
        { name: 'diary' },
        { name: 'file', identity: 'filename' },
        { name: 'uid', identity: 'uuid', description: 'A UUID of the row’s own, set once.' },
        { name: 'made', identity: 'created', description: 'When the row was created.' },
      ],
    },
  },
  refusesDefinition('an identity filename without description', [{ name: 'x', type: 'string', identity: 'filename' }], {
    violations: ['x required'],
  }),
  refusesDefinition('a generated column of a column that there is not', [generated('string', '{nme}!')], {
    violations: ['x unknown_column'],
    hint: 'name',
  }),
  refusesDefinition('an unknown function', [generated('date', 'year(when)')], {
    code: 'bad_request',
    violations: ['x generated'],
    hint: 'date(column)',
  }),
  refusesDefinition('a pattern that reads nothing', [generated('string', 'always')], { violations: ['x generated'] }),
  refusesDefinition('a day that is not a date', [generated('string', 'date(when)')], { violations: ['x generated'] }),
  refusesDefinition('the day of a text', [generated('date', 'date(name)')], { violations: ['x generated'] }),
  refusesDefinition('a date format of a text', [generated('string', '{name:YYYY}')], { violations: ['x generated'] }),
  refusesDefinition('a text that is not text', [generated('integer', '{name}')], {
    violations: ['x generated'],
    message: 'a pattern gives a string, and the column is an integer',
  }),
  refusesDefinition('a link that is not a link', [generated('string', '[[{name}]]')], { violations: ['x generated'] }),
  refusesDefinition('a pattern around a link as a link', [generated('link', 'see [[{name}]]')], {
    violations: ['x generated'],
  }),
  refusesDefinition('a column that is computed from itself', [generated('string', '{x}')], {
    violations: ['x generated'],
    message: 'x from x',
  }),
  refusesDefinition(
    'a circle of generated columns',
    [generated('string', '{y}'), column('y', 'string', { generated: '{name} {x}' })],
    { violations: ['x generated', 'y generated'], message: 'x from y from x' },
  ),
  refusesDefinition('a default of a generated column', [generated('string', '{name}', { default: 'a' })], {
    violations: ['x generated'],
  }),
  refusesDefinition('an identity that there is not', [column('x', 'string', { identity: 'serial' })], {
    code: 'bad_request',
    violations: ['x identity'],
    message: 'filename, created, uuid',
  }),
  refusesDefinition('an identity of another type', [column('x', 'integer', { identity: 'created' })], {
    violations: ['x identity'],
    message: 'datetime',
  }),
  refusesDefinition('a default of an identity', [column('x', 'string', { identity: 'uuid', default: 'a' })], {
    violations: ['x identity'],
  }),
  refusesDefinition(
    'a column that is generated and an identity',
    [generated('string', '{name}', { identity: 'uuid' })],
    { violations: ['x identity'] },
  ),
  refusesDefinition(
    'a file name that is made of itself',
    [column('x', 'string', { identity: 'filename' }), column('y', 'string', { generated: '{x}!' })],
    { violations: ['x identity'] },
    { filename: '{y}' },
  ),
];

const WRITES: readonly ConformanceCase[] = [
  {
    name: 'computes the generated and identity columns of a new row, in the order of the definition',
    spec: 'docs/operations.md#column-specs (generated), docs/operations.md#column-specs (identity)',
    given: [DAYS, LOG],
    call: entry('A'),
    result: { row: { day: '2026-11-20', label: '2026: A', diary: '[[2026-11-20]]', file: 'A', made: TODAY } },
    tree: { [at('log', 'A')]: logged('A', FULL) },
    then: [['check_table', { table: 'log' }, { ok: true, violations: [] }]],
  },
  {
    name: 'leaves a generated column empty where its source is empty, also a required one',
    spec: 'D6: missing source value: the generated value is empty',
    given: [DAYS, LOG],
    call: entry('A', null),
    tree: { [at('log', 'A')]: logged('A', []) },
    then: [['check_table', { table: 'log' }, { ok: true }]],
  },
  {
    name: 'a generated link is written so that it means the row, where there is one',
    spec: 'docs/operations.md#column-specs (generated: ref); D2: links resolve to the intended row',
    files: { '2026-11-20.md': 'no row\n' },
    given: [DAYS, LOG, ['insert_row', { table: 'days', values: { name: '2026-11-20' } }]],
    call: entry('A'),
    result: { row: { diary: '[[notedb/main/default/days/2026-11-20]]' } },
    then: [['check_table', { table: 'log' }, { ok: true }]],
  },
  {
    name: 'names, places and fills a row by its generated columns',
    spec: 'D6 (patterns), D16 (partition, row_template)',
    given: [
      tableOf(
        'meetings',
        [
          column('who', 'string'),
          column('start', 'datetime'),
          column('day', 'date', { generated: 'date(start)' }),
          column('head', 'string', { generated: '{day} {who}' }),
          { name: 'made', type: 'date', identity: 'created' },
        ],
        { filename: '{head}', partition: '{made:YYYY}/{day:MM}', row_template: '# {head}\n' },
      ),
    ],
    call: ['insert_row', { table: 'meetings', values: { who: 'Ada', start: '2026-11-20T10:00:00Z' } }],
    tree: {
      [at('meetings', '2026/11/2026-11-20 Ada')]: row(
        'meetings',
        ['who: Ada', 'start: 2026-11-20T10:00:00Z', 'day: 2026-11-20', 'head: "2026-11-20 Ada"', `made: ${TODAY}`],
        '# 2026-11-20 Ada\n',
      ),
    },
  },
  {
    name: 'refuses computed columns in an insert',
    spec: 'docs/operations.md#column-specs (never given)',
    given: [DAYS, LOG],
    call: ['insert_row', { table: 'log', values: { title: 'A', day: '2026-01-01', uid: null, file: 'B' } }],
    error: { code: 'refused', violations: ['day generated', 'uid identity', 'file identity'] },
  },
  {
    name: 'two rows with the same generated value in a unique column',
    spec: 'docs/operations.md#column-specs (generated), docs/operations.md#column-specs (unique)',
    given: [DAYS, LOG, entry('A')],
    call: ['insert_row', { table: 'log', values: { title: 'A', start: '2026-01-01T00:00:00Z' } }],
    error: { code: 'refused', violations: ['label unique'] },
  },
  {
    name: 'computes again what follows from a changed value, the new name too',
    spec: 'docs/operations.md#column-specs (generated: computed anew by every engine write); identity filename follows renames',
    given: [DAYS, LOG, entry('A')],
    call: [
      'update_row',
      { table: 'log', path: at('log', 'A'), set_values: { title: 'B', start: '2027-01-01T00:00Z' } },
    ],
    result: {
      planned_moves: [{ from: at('log', 'A'), to: at('log', 'B') }],
      plannedUpdates: [
        {
          path: at('log', 'B'),
          changes: {
            title: { before: 'A', after: 'B' },
            start: { after: '2027-01-01T00:00:00Z' },
            day: { before: '2026-11-20', after: '2027-01-01' },
            label: { before: '2026: A', after: '2027: B' },
            diary: { before: '[[2026-11-20]]', after: '[[2027-01-01]]' },
            file: { before: 'A', after: 'B' },
          },
        },
      ],
    },
  },
  {
    name: 'empties what follows from a value that goes',
    spec: 'D6',
    given: [DAYS, LOG, entry('A')],
    call: ['update_row', { table: 'log', path: at('log', 'A'), unset: ['start'] }],
    tree: { [at('log', 'A')]: logged('A', []) },
  },
  {
    name: 'refuses computed columns in an update',
    spec: 'docs/operations.md#column-specs (generated), docs/operations.md#column-specs (identity)',
    given: [DAYS, LOG, entry('A')],
    call: ['update_row', { table: 'log', path: at('log', 'A'), set_values: { made: TODAY }, unset: ['day', 'uid'] }],
    error: { code: 'refused', violations: ['made identity', 'day generated', 'uid identity'] },
  },
  {
    name: 'refuses computed columns for many rows',
    spec: 'docs/operations.md#column-specs (generated), docs/operations.md#column-specs (identity)',
    given: [DAYS, LOG],
    call: ['update_rows', { table: 'log', set_values: { file: 'x' }, unset: ['label'] }],
    error: { code: 'refused', violations: ['file identity', 'label generated'] },
  },
  {
    name: 'mends what a hand left, with the next write of the row',
    spec: 'D16: stale only after a hand edit',
    files: { [at('log', 'A')]: byHand(['day: 1999-01-01', 'diary: nonsense', 'file: "7"', 'extra:']) },
    given: [
      DAYS,
      tableOf('log', (LOG[1]?.['columns'] as JsonObject[]) ?? [], { filename: '{title}', fields: { extra: 1 } }),
    ],
    call: ['update_rows', { table: 'log', set_values: { extra: 2 } }],
    tree: {
      [at('log', 'A')]: note([
        'table: main.default.log',
        `id: <uuid>`,
        'title: A',
        'start: 2026-11-20T10:00:00Z',
        'day: 2026-11-20',
        'diary: "[[2026-11-20]]"',
        'file: A',
        'extra: 2',
        'uid: <uuid>',
        `made: ${TODAY}`,
        'label: "2026: A"',
      ]),
    },
  },
  {
    name: 'a link that follows a rename is read anew by what is generated from it',
    spec: 'docs/operations.md#column-specs (generated: computed anew by follow-up writes)',
    given: [
      tableOf('people', [column('name', 'string')]),
      tableOf('calls', [
        column('name', 'string'),
        column('who', 'link', { ref: 'people' }),
        column('head', 'string', { generated: 'with {who}' }),
      ]),
      ['insert_row', { table: 'people', values: { name: 'Ada' } }],
      ['insert_row', { table: 'calls', values: { name: 'first', who: 'Ada' } }],
    ],
    call: ['update_row', { table: 'people', path: at('people', 'Ada'), set_values: { name: 'Grace' } }],
    tree: {
      [at('calls', 'first')]: row('calls', ['name: first', 'who: "[[Grace]]"', 'head: with Grace']),
    },
  },
  {
    name: 'a generated link stays what its pattern says when its note is renamed',
    spec: 'docs/operations.md#column-specs (generated)',
    given: [DAYS, LOG, ['insert_row', { table: 'days', values: { name: '2026-11-20' } }], entry('A')],
    call: ['update_row', { table: 'days', path: at('days', '2026-11-20'), set_values: { name: 'Friday' } }],
    result: { changed: 1 },
    then: [['select_rows', { table: 'log' }, { rows: [{ diary: '[[2026-11-20]]' }] }]],
  },
  {
    name: 'computes the columns of notes that become rows; when they were made is when the file was',
    spec: 'D16: created is set once (adopt: the file’s ctime); D17 (order)',
    files: {
      'Inbox/A.md': note(['start: 2026-11-20T10:00:00Z', 'day: 1999-01-01', `uid: ${id(4)}`]),
      'Inbox/B.md': note(['made: 2001-02-03']),
    },
    given: [DAYS, LOG],
    call: [
      'adopt_rows',
      {
        table: 'log',
        paths: ['Inbox/A.md', 'Inbox/B.md'],
        per_row: { 'Inbox/A.md': { title: 'A' }, 'Inbox/B.md': { title: 'B' } },
      },
    ],
    then: [
      [
        'select_rows',
        { table: 'log', order_by: 'title' },
        {
          rows: [
            { title: 'A', day: '2026-11-20', label: '2026: A', file: 'A', uid: '<uuid>', made: TODAY },
            { title: 'B', file: 'B', made: '2001-02-03' },
          ],
        },
      ],
    ],
  },
  {
    name: 'refuses to set computed columns of notes that become rows',
    spec: 'docs/operations.md#column-specs (generated), docs/operations.md#column-specs (identity)',
    files: { 'A.md': note(['title: A']) },
    given: [DAYS, LOG],
    call: ['adopt_rows', { table: 'log', paths: ['A.md'], set_values: { uid: id(1) } }],
    error: { code: 'refused', violations: ['uid identity'] },
  },
  {
    name: 'computes the columns of rows that are merged',
    spec: 'docs/operations.md#column-specs (generated)',
    given: [DAYS, LOG, entry('A')],
    call: [
      'merge_rows',
      {
        table: 'log',
        on: ['title'],
        rows: [
          { title: 'A', start: '2027-01-01T00:00Z' },
          { title: 'B', start: '2026-01-01T00:00Z' },
        ],
      },
    ],
    then: [
      [
        'select_rows',
        { table: 'log', order_by: 'title' },
        { rows: [{ label: '2027: A' }, { label: '2026: B', file: 'B' }] },
      ],
    ],
  },
  {
    name: 'computes columns in each step of a batch, where the step before left its values',
    spec: 'docs/operations.md#column-specs (generated), docs/operations.md#batch',
    buildsUp: true,
    given: [DAYS, LOG, entry('A')],
    call: [
      'batch',
      {
        operations: [
          { op: 'update_rows', table: 'log', set_values: { start: '2027-01-01T00:00Z' } },
          { op: 'update_rows', table: 'log', where: { label: '2027: A' }, set_values: { title: 'B' } },
        ],
      },
    ],
    then: [['select_rows', { table: 'log' }, { rows: [{ label: '2027: B', file: 'B' }] }]],
  },
  {
    name: 'computes the columns of rows that move to another table',
    spec: 'docs/operations.md#column-specs (generated), docs/operations.md#move_rows',
    given: [DAYS, LOG, ['insert_row', { table: 'days', values: { name: 'A', note: 'B' } }]],
    call: ['move_rows', { table: 'days', to_table: 'log', rename: { name: 'title' }, drop: ['note'], relocate: true }],
    then: [['select_rows', { table: 'log' }, { rows: [{ title: 'A', file: 'A', uid: '<uuid>', made: TODAY }] }]],
  },
  {
    name: 'a copy of a row has a UUID of its own, and was made when the row was',
    spec: 'docs/operations.md#column-specs (identity: uuid), docs/operations.md#clone_table; D8',
    files: { [at('log', 'A')]: byHand(SOUND) },
    given: [DAYS, LOG],
    call: ['clone_table', { source: 'log', target: 'copy' }],
    then: [
      [
        'select_rows',
        { table: 'copy', where: { uid: { ne: id(9) } } },
        { total: 1, rows: [{ made: '2020-01-01', file: 'A' }] },
      ],
    ],
  },
];

const CHECKS: readonly ConformanceCase[] = [
  finds('computed columns that are as they should be', SOUND, []),
  finds('a generated link with a longer path', [...without('diary'), 'diary: "[[days/2026-11-20]]"'], []),
  finds(
    'a stale day',
    [...without('day'), 'day: 2026-11-19'],
    [{ column: 'day', code: 'generated', value: '2026-11-19' }],
  ),
  finds('a generated value that is missing', without('label'), [{ column: 'label', code: 'generated', value: null }]),
  finds('a name that the note has not', SOUND, [{ column: 'file', code: 'identity', value: 'A' }], 'Other'),
  finds('an identity that is missing', without('uid'), [{ column: 'uid', code: 'identity', value: null }]),
  finds('a row that says not when it was made', without('made'), [{ column: 'made', code: 'identity' }]),
  {
    name: 'shows the stored value of a generated column',
    spec: 'D16: select shows the stored value',
    files: { 'A.md': byHand([...without('label'), 'label: stale']) },
    given: [DAYS, LOG],
    call: ['select_rows', { table: 'log', where: { label: 'stale' } }],
    result: { total: 1, rows: [{ label: 'stale' }] },
  },
];

export const COMPUTED: readonly ConformanceCase[] = [...TABLES, ...WRITES, ...CHECKS];
