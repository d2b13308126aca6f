/** Columns that recur: a row that is marked as done makes the next one in the same write. Source: docs/recurrence.md */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { at, column, handRow, row, tableOf } from './tables';

const SPEC = 'docs/recurrence.md#the-next-row';

const due = (recurs: JsonObject, type = 'date'): JsonObject =>
  column('due', type, { recurs: { rule: 'repeats', done: 'done', ...recurs } });

const chores = (recurs: JsonObject = {}, ...more: readonly JsonObject[]): Call =>
  tableOf(
    'chores',
    [
      column('name', 'string', { required: true }),
      due(recurs),
      column('repeats', 'string'),
      column('done', 'boolean'),
      ...more,
    ],
    { filename: '{name} {due}' },
  );

const chore = (name: string, values: JsonObject): Call => [
  'insert_row',
  { table: 'chores', values: { name, ...values } },
];

const MONDAY = chore('Bins', { due: '2026-11-30', repeats: 'FREQ=WEEKLY;COUNT=3' });
const BINS = at('chores', 'Bins 2026-11-30');
const NEXT = at('chores', 'Bins 2026-12-07');

const markDone = (path = BINS, more: JsonObject = {}): Call => [
  'update_row',
  { table: 'chores', path, set_values: { done: true, ...more } },
];

const DONE = row('chores', ['name: Bins', 'due: 2026-11-30', 'done: true']);
const FOLLOWING = row('chores', ['name: Bins', 'due: 2026-12-07', 'repeats: FREQ=WEEKLY;COUNT=2']);

const MAKES: readonly ConformanceCase[] = [
  {
    name: 'makes the next row when one is marked as done, and moves the rule to it',
    spec: SPEC,
    given: [chores(), MONDAY],
    call: markDone(),
    result: {
      changed: 2,
      plannedCreates: [NEXT],
      plannedUpdates: [{ path: BINS, changes: { done: { after: true }, repeats: { after: null } } }],
    },
    tree: { [BINS]: DONE, [NEXT]: FOLLOWING },
  },
  {
    name: 'makes one next row, however often a row is marked as done',
    spec: SPEC,
    given: [chores(), MONDAY, markDone(), ['update_row', { table: 'chores', path: BINS, set_values: { done: false } }]],
    call: markDone(),
    result: { changed: 1, plannedCreates: [] },
  },
  {
    name: 'makes the next rows of all rows that update_rows marks',
    spec: SPEC,
    given: [chores(), MONDAY, chore('Rent', { due: '2026-01-31', repeats: 'FREQ=MONTHLY;BYMONTHDAY=-1' })],
    call: ['update_rows', { table: 'chores', set_values: { done: true } }],
    result: { changed: 4, plannedCreates: [NEXT, at('chores', 'Rent 2026-02-28')] },
  },
  {
    name: 'makes the next row in a batch once',
    spec: SPEC,
    given: [chores(), MONDAY],
    call: [
      'batch',
      {
        operations: [
          { op: 'update_row', table: 'chores', path: BINS, set_values: { done: true } },
          { op: 'update_row', table: 'chores', path: BINS, set_values: { name: 'Bins' } },
        ],
      },
    ],
    result: { changed: 2, plannedCreates: [NEXT] },
    buildsUp: true,
  },
  {
    name: 'makes the next row of a row that merge_rows marks',
    spec: SPEC,
    given: [chores(), MONDAY],
    call: ['merge_rows', { table: 'chores', on: ['name'], rows: [{ name: 'Bins', done: true }] }],
    result: { changed: 2, plannedCreates: [NEXT] },
  },
  {
    name: 'makes none of a row that comes as done',
    spec: SPEC,
    given: [chores()],
    call: chore('Bins', { due: '2026-11-30', repeats: 'FREQ=WEEKLY', done: true }),
    result: { changed: 1, row: { repeats: 'FREQ=WEEKLY' } },
  },
  {
    name: 'makes none after the last of COUNT, whose rule goes all the same',
    spec: SPEC,
    given: [chores(), chore('Bins', { due: '2026-11-30', repeats: 'FREQ=WEEKLY;COUNT=1' })],
    call: markDone(),
    result: { changed: 1, plannedCreates: [] },
    tree: { [BINS]: DONE, [NEXT]: null },
  },
  {
    name: 'makes none after UNTIL',
    spec: SPEC,
    given: [chores(), chore('Bins', { due: '2026-11-30', repeats: 'FREQ=WEEKLY;UNTIL=20261206' })],
    call: markDone(),
    result: { changed: 1, plannedCreates: [] },
  },
  {
    name: 'makes one on the day of UNTIL',
    spec: SPEC,
    given: [chores(), chore('Bins', { due: '2026-11-30', repeats: 'FREQ=WEEKLY;UNTIL=20261207' })],
    call: markDone(),
    result: { changed: 2, plannedCreates: [NEXT] },
  },
  {
    name: 'makes none after the year 9999',
    spec: SPEC,
    given: [chores(), chore('Bins', { due: '9999-12-31', repeats: 'FREQ=DAILY' })],
    call: markDone(at('chores', 'Bins 9999-12-31')),
    result: { changed: 1, plannedCreates: [] },
  },
  {
    name: 'leaves rows without a rule alone',
    spec: SPEC,
    given: [chores(), chore('Bins', { due: '2026-11-30' })],
    call: markDone(),
    result: { changed: 1, plannedCreates: [] },
  },
  {
    name: 'follows the date and the rule that the same write sets',
    spec: SPEC,
    given: [chores(), MONDAY],
    call: markDone(BINS, { due: '2026-12-01', repeats: 'FREQ=DAILY' }),
    result: { changed: 2, plannedCreates: [at('chores', 'Bins 2026-12-02')] },
  },
  {
    name: 'makes no row of an external edit, which check_table then lists',
    spec: 'docs/recurrence.md#external-edits',
    files: { [BINS]: handRow('chores', 1, ['name: Bins', 'due: 2026-11-30', 'repeats: FREQ=WEEKLY']) },
    given: [chores()],
    edits: { [BINS]: handRow('chores', 1, ['name: Bins', 'due: 2026-11-30', 'repeats: FREQ=WEEKLY', 'done: true']) },
    call: ['check_table', { table: 'chores' }],
    result: { violations: [{ path: BINS, column: 'repeats', code: 'recurs', severity: 'warning' }] },
    tree: { [NEXT]: null },
  },
];

const status = column('status', 'enum', { values: ['todo', 'done', 'dropped'], default: 'todo' });

const TAKES: readonly ConformanceCase[] = [
  {
    name: 'takes values over, begins columns anew and moves other dates',
    spec: 'docs/recurrence.md#values-of-the-next-row',
    given: [
      chores(
        { done: 'status', values: ['done'], shift: ['ends'], reset: ['log'] },
        status,
        column('ends', 'date'),
        column('log', 'string', { default: 'nothing yet' }),
        column('labels', 'list', { items: 'string' }),
        column('code', 'string', { unique: true }),
        column('made', 'datetime', { identity: 'created' }),
      ),
      chore('Bins', {
        due: '2026-11-30',
        repeats: 'FREQ=WEEKLY',
        ends: '2026-12-01',
        log: 'early',
        labels: ['home'],
        code: 'B1',
      }),
    ],
    call: ['update_row', { table: 'chores', path: BINS, set_values: { status: 'done' } }],
    result: { changed: 2 },
    then: [
      [
        'select_rows',
        {
          table: 'chores',
          where: { due: '2026-12-07' },
          columns: ['ends', 'log', 'labels', 'code', 'status', 'repeats'],
        },
        {
          rows: [
            {
              ends: '2026-12-08',
              log: 'nothing yet',
              labels: ['home'],
              code: null,
              status: 'todo',
              repeats: 'FREQ=WEEKLY',
            },
          ],
        },
      ],
    ],
  },
  {
    name: 'makes none for another value than those of done',
    spec: SPEC,
    given: [chores({ done: 'status', values: ['done'] }, status), MONDAY],
    call: ['update_row', { table: 'chores', path: BINS, set_values: { status: 'dropped' } }],
    result: { changed: 1 },
  },
  {
    name: 'names the next note after the one that is done where no pattern does',
    spec: 'docs/recurrence.md#values-of-the-next-row',
    given: [
      tableOf('chores', [
        column('name', 'string', { identity: 'filename' }),
        due({}),
        column('repeats', 'string'),
        column('done', 'boolean'),
      ]),
      [
        'insert_row',
        { table: 'chores', path: at('chores', 'Bins'), values: { due: '2026-11-30', repeats: 'FREQ=WEEKLY' } },
      ],
      markDone(at('chores', 'Bins')),
    ],
    call: markDone(at('chores', 'Bins 2')),
    result: { plannedCreates: [at('chores', 'Bins 3')] },
  },
  {
    name: 'keeps the wall clock of a date-time when the clocks change',
    spec: 'docs/recurrence.md#days-and-clocks',
    given: [
      ['configure_database', { timezone: 'Europe/Zurich' }],
      tableOf(
        'chores',
        [column('name', 'string'), due({}, 'datetime'), column('repeats', 'string'), column('done', 'boolean')],
        { filename: '{name} {due:YYYY-MM-DD}' },
      ),
      chore('Call', { due: '2026-10-24T09:30:00+02:00', repeats: 'FREQ=DAILY' }),
    ],
    call: markDone(at('chores', 'Call 2026-10-24')),
    then: [
      [
        'select_rows',
        { table: 'chores', where: { done: { exists: false } }, columns: ['due'] },
        { rows: [{ due: '2026-10-25T09:30:00+01:00' }] },
      ],
    ],
  },
];

const refusesRule = (rule: string, message: string): ConformanceCase => ({
  name: `refuses the rule ${rule}`,
  spec: 'docs/recurrence.md#rules',
  given: [chores()],
  call: chore('Bins', { due: '2026-11-30', repeats: rule }),
  error: { code: 'refused', violations: ['repeats recurs'], message, hint: 'FREQ=WEEKLY;BYDAY=MO' },
});

const refusesColumn = (what: string, recurs: JsonObject, message: string, ...more: JsonObject[]): ConformanceCase => ({
  name: `refuses ${what}`,
  spec: 'docs/recurrence.md#declare-it',
  call: chores(recurs, ...more),
  error: { code: 'refused', violations: ['due recurs'], message },
});

const REFUSES: readonly ConformanceCase[] = [
  refusesRule('every week', '"EVERY WEEK" is not a part of a rule'),
  refusesRule('FREQ=WEEKLY;BYDAY=XX', '"XX" is not a weekday (MO, TU, WE, TH, FR, SA, SU) at character 13'),
  refusesRule('FREQ=SECONDLY', 'is not a frequency of days'),
  refusesRule('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'falls on no day'),
  refusesColumn('a rule in a column that there is not', { rule: 'repeat' }, 'chores has no column repeat'),
  refusesColumn('a rule in a number', { rule: 'n' }, 'n must be a string column', column('n', 'number')),
  refusesColumn(
    'a rule in a required column',
    { rule: 'must' },
    'a row that is done has no rule',
    column('must', 'string', { required: true }),
  ),
  refusesColumn('a text that says done', { done: 'name' }, 'name must be a boolean or an enum column'),
  refusesColumn('an enum without its values', { done: 'status' }, 'name the values that count as done', status),
  refusesColumn(
    'a value that the enum lacks',
    { done: 'status', values: ['finished'] },
    'finished is not a value of status',
    status,
  ),
  refusesColumn('a new row that is done', { done: 'status', values: ['todo'] }, 'a new row is done by default', status),
  refusesColumn('a text that moves', { shift: ['name'] }, 'name must be a date or datetime column'),
  {
    name: 'refuses a second column that recurs',
    spec: 'docs/recurrence.md#declare-it',
    call: chores({}, column('other', 'date', { recurs: { rule: 'repeats', done: 'done' } })),
    error: { code: 'refused', violations: ['other recurs'], message: 'come again by due' },
  },
  {
    name: 'refuses recurs of a text',
    spec: 'docs/recurrence.md#declare-it',
    call: tableOf('chores', [column('due', 'string', { recurs: { rule: 'repeats', done: 'done' } })]),
    error: { code: 'refused', violations: ['due recurs'], message: 'recurs is for date and datetime' },
  },
  {
    name: 'refuses recurs without its rule',
    spec: 'docs/recurrence.md#declare-it',
    call: tableOf('chores', [column('due', 'date', { recurs: { done: 'done' } })]),
    error: { code: 'bad_request', violations: ['due recurs'], message: 'the column with the rule is missing' },
  },
  {
    name: 'refuses to drop the column of the rule',
    spec: 'docs/operations.md#drop_column',
    given: [chores()],
    call: ['drop_column', { table: 'chores', column: 'repeats' }],
    error: { code: 'conflict', conflicts: ['recurs'], message: 'recurs' },
  },
  {
    name: 'lets recurs follow new names of columns and values',
    spec: 'docs/operations.md#rename_column',
    given: [
      chores({ done: 'status', values: ['done'] }, status),
      ['rename_column', { table: 'chores', from_column: 'repeats', to_column: 'rule' }],
      ['rename_value', { table: 'chores', column: 'status', from_value: 'done', to_value: 'finished' }],
      chore('Bins', { due: '2026-11-30', rule: 'FREQ=WEEKLY' }),
    ],
    call: ['update_row', { table: 'chores', path: BINS, set_values: { status: 'finished' } }],
    result: { changed: 2, plannedCreates: [NEXT] },
  },
  {
    name: 'declares recurs later, and refuses rows whose rules can not be followed',
    spec: 'docs/recurrence.md#declare-it',
    given: [
      tableOf('chores', [
        column('name', 'string'),
        column('due', 'date'),
        column('repeats', 'string'),
        column('done', 'boolean'),
      ]),
      chore('Bins', { repeats: 'every week' }),
    ],
    call: ['alter_column', { table: 'chores', column: 'due', changes: { recurs: { rule: 'repeats', done: 'done' } } }],
    error: { code: 'refused', violations: ['repeats recurs'] },
  },
];

export const RECURRENCE: readonly ConformanceCase[] = [...MAKES, ...TAKES, ...REFUSES];
