/** select_rows: group_by and aggregates. Source: docs/operations.md#select_rows; D4, D18. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { LINKED } from './select-links';
import { column, handRow, tableOf } from './tables';

const insert = (values: JsonObject): Call => ['insert_row', { table: 'tasks', values }];

const TASKS: readonly Call[] = [
  tableOf('tasks', [
    column('n', 'integer'),
    column('status', 'enum', { values: ['todo', 'doing', 'done'] }),
    column('level', 'enum', { values: ['low', 'mid', 'high'], ordered: true }),
    column('hours', 'number'),
    column('due', 'date'),
    column('at', 'datetime'),
    column('labels', 'list', { items: 'string' }),
    column('marks', 'list', { items: 'integer' }),
    column('who', 'link'),
    column('extra', 'json'),
  ]),
  insert({ n: 1, status: 'todo', level: 'high', hours: 1.5, due: '2026-03-01', at: '2026-03-01T10:00', labels: ['a', 'b'], marks: [1, 2], who: 'Ada' }), // prettier-ignore
  insert({ n: 2, status: 'todo', level: 'low', hours: 2, due: '2026-03-02', at: '2026-03-01T23:30', labels: ['b'], marks: [4], who: 'Bo' }), // prettier-ignore
  insert({ n: 3, status: 'done', level: 'mid', hours: 0.1, due: '2026-03-01', at: '2026-03-02T10:00', extra: { k: 1, j: 2 } }), // prettier-ignore
  insert({ n: 4, hours: 0.2, labels: ['a'], extra: { j: 2, k: 1 } }),
  insert({ n: 5, status: 'done', level: 'high' }),
];

/** Ada is linked in two spellings. */
const FILES = {
  'x/Ada.md': 'A note\n',
  'six.md': handRow('tasks', 906, ['n: 6', 'who: "[[x/Ada|her]]"', 'hours: odd']),
};

const groups = (name: string, args: JsonObject, rows: readonly JsonObject[], total = rows.length): ConformanceCase => ({
  name,
  spec: 'docs/queries.md#group_by-and-aggregates, D4',
  files: FILES,
  given: TASKS,
  call: ['select_rows', { table: 'tasks', ...args }],
  result: { total, rows },
});

const refuses = (what: string, args: JsonObject, message: string, hint: string): ConformanceCase => ({
  name: `refuses ${what}`,
  spec: 'D4, D18',
  given: TASKS,
  call: ['select_rows', { table: 'tasks', ...args }],
  error: { code: 'bad_request', message, hint },
});

const LISTS_OF_DATES: ConformanceCase = {
  name: 'groups by the day of each date-time in a list, days apart too',
  spec: 'docs/operations.md#select_rows (group_by: date(col) with offset; a list column counts once per item)',
  given: [
    tableOf('shifts', [column('starts', 'list', { items: 'datetime' })]),
    [
      'insert_row',
      { table: 'shifts', values: { starts: ['2026-03-01T08:00', '2026-03-01T20:00', '2026-03-02T08:00'] } },
    ],
    ['insert_row', { table: 'shifts', values: { starts: ['2026-03-02T20:00'] } }],
    ['insert_row', { table: 'shifts', values: {} }],
  ],
  call: ['select_rows', { table: 'shifts', group_by: 'date(starts)+1' }],
  result: {
    total: 3,
    rows: [
      { 'date(starts)+1': '2026-03-02', count: 1 },
      { 'date(starts)+1': '2026-03-03', count: 2 },
      { 'date(starts)+1': null, count: 1 },
    ],
  },
};

const SHAPES: readonly ConformanceCase[] = [
  LISTS_OF_DATES,
  groups('counts each group, in the order of the keys, empty ones last', { group_by: 'status' }, [
    { status: 'done', count: 2 },
    { status: 'todo', count: 2 },
    { status: null, count: 2 },
  ]),
  groups(
    'adds up: count of rows and of values, sum, avg, min, max',
    {
      group_by: ['status'],
      aggregates: { rows: 'count', timed: 'count:hours', sum: 'sum:hours', avg: 'avg:hours', first: 'min:due', last: 'max:due' }, // prettier-ignore
    },
    [
      { status: 'done', rows: 2, timed: 1, sum: 0.1, avg: 0.1, first: '2026-03-01', last: '2026-03-01' },
      { status: 'todo', rows: 2, timed: 2, sum: 3.5, avg: 1.75, first: '2026-03-01', last: '2026-03-02' },
      // What a hand left in a number column is there, but is no number.
      { status: null, rows: 2, timed: 2, sum: 0.2, avg: 0.2, first: null, last: null },
    ],
  ),
  groups('gives one row without group_by', { aggregates: { n: 'count', hours: 'sum:hours' } }, [{ n: 6, hours: 3.8 }]),
  groups(
    'gives one row of nothing',
    { where: { n: 99 }, aggregates: { n: 'count', sum: 'sum:hours', avg: 'avg:hours', min: 'min:due', max: 'max:n' } },
    [{ n: 0, sum: null, avg: null, min: null, max: null }],
  ),
  groups('gives no group of nothing', { where: { n: 99 }, group_by: 'status' }, []),
  groups('counts a list once per item', { group_by: 'labels' }, [
    { labels: 'a', count: 2 },
    { labels: 'b', count: 2 },
    { labels: null, count: 3 },
  ]),
  groups(
    'groups by two lists and a column',
    { group_by: ['labels', 'status'], aggregates: { n: 'max:n' }, where: { labels: { exists: true } } },
    [
      { labels: 'a', status: 'todo', n: 1 },
      { labels: 'a', status: null, n: 4 },
      { labels: 'b', status: 'todo', n: 2 },
    ],
  ),
  groups(
    'writes a value in each group of several keys as its own rows do',
    { group_by: ['n', 'who'], where: { who: { exists: true } } },
    [
      { n: 1, who: '[[Ada]]', count: 1 },
      { n: 2, who: '[[Bo]]', count: 1 },
      { n: 6, who: '[[x/Ada|her]]', count: 1 },
    ],
  ),
  groups(
    'adds up the items of lists',
    { aggregates: { sum: 'sum:marks', avg: 'avg:marks', min: 'min:marks', max: 'max:labels', n: 'count:marks' } },
    [
      // prettier-ignore
      { sum: 7, avg: 7 / 3, min: 1, max: 'b', n: 2 },
    ],
  ),
  groups('groups by the day of a date-time, and by the days after it', { group_by: ['date(at)', 'date(due)+1'] }, [
    { 'date(at)': '2026-03-01', 'date(due)+1': '2026-03-02', count: 1 },
    { 'date(at)': '2026-03-01', 'date(due)+1': '2026-03-03', count: 1 },
    { 'date(at)': '2026-03-02', 'date(due)+1': '2026-03-02', count: 1 },
    { 'date(at)': null, 'date(due)+1': null, count: 3 },
  ]),
  groups('counts days backwards', { group_by: 'date(due) - 1', where: { n: 1 } }, [{ 'date(due) - 1': '2026-02-28', count: 1 }]), // prettier-ignore
  groups('groups by path and by file columns', { group_by: ['path', 'file_name'], where: { n: 6 } }, [
    { path: 'six.md', file_name: 'six', count: 1 },
  ]),
  groups('groups links by the note that they mean', { group_by: 'who', where: { who: { exists: true } } }, [
    { who: '[[Ada]]', count: 2 },
    { who: '[[Bo]]', count: 1 },
  ]),
  groups('groups json by what it holds', { group_by: 'extra', where: { extra: { exists: true } } }, [
    { extra: { k: 1, j: 2 }, count: 2 },
  ]),
  groups(
    'takes an ordered enum by its positions',
    { aggregates: { min: 'min:level', max: 'max:level', avg: 'avg:level' } },
    [{ min: 'low', max: 'high', avg: 2.25 }],
  ),
  groups('orders groups of an ordered enum by position', { group_by: 'level', order_by: '-level' }, [
    { level: 'high', count: 2 },
    { level: 'mid', count: 1 },
    { level: 'low', count: 1 },
    { level: null, count: 2 },
  ]),
  groups(
    'orders by aggregates, then by the keys, and pages; total counts groups',
    { group_by: 'labels', aggregates: { n: 'count', least: 'min:n' }, order_by: ['-n', 'least'], limit: 2 },
    [
      { labels: null, n: 3, least: 3 },
      { labels: 'a', n: 2, least: 1 },
    ],
    3,
  ),
  groups(
    'orders groups without a value last, both ways',
    { group_by: 'status', aggregates: { d: 'max:due' }, order_by: '-d' },
    [
      // prettier-ignore
      { status: 'todo', d: '2026-03-02' },
      { status: 'done', d: '2026-03-01' },
      { status: null, d: null },
    ],
  ),
  groups('pages beyond the groups', { group_by: 'status', offset: 1, limit: 1 }, [{ status: 'todo', count: 2 }], 3),
  groups('gives the number of groups only', { group_by: 'status', limit: 0 }, [], 3),
  groups(
    'shows the columns of groups that are asked for',
    { group_by: 'status', aggregates: { n: 'count', m: 'max:n' }, columns: ['m'] },
    [
      // prettier-ignore
      { m: 5 },
      { m: 2 },
      { m: 6 },
    ],
  ),
  {
    name: 'groups and adds up through links',
    spec: 'docs/operations.md#select_rows (sum:<column or link.column>)',
    given: LINKED,
    call: ['select_rows', { table: 'jobs', group_by: 'owner.home.name', aggregates: { n: 'count', size: 'sum:owner.home.size', mood: 'avg:owner.mood', helped: 'max:helpers.name' } }], // prettier-ignore
    result: {
      total: 3,
      rows: [
        { 'owner.home.name': 'Paris', n: 1, size: 2, mood: 3, helped: 'Cy' },
        { 'owner.home.name': 'Rome', n: 1, size: 3, mood: 1, helped: 'Ada' },
        { 'owner.home.name': null, n: 2, size: null, mood: null, helped: null },
      ],
    },
  },
  {
    name: 'groups by what is behind lists of links, once per item',
    spec: 'docs/operations.md#select_rows',
    given: LINKED,
    call: ['select_rows', { table: 'jobs', group_by: 'helpers.name' }],
    result: {
      rows: [
        { 'helpers.name': 'Ada', count: 1 },
        { 'helpers.name': 'Bo', count: 1 },
        { 'helpers.name': 'Cy', count: 1 },
        { 'helpers.name': null, count: 2 },
      ],
    },
  },
];

const REFUSALS: readonly ConformanceCase[] = [
  refuses('an unknown column in group_by', { group_by: 'statu' }, 'no column "statu"', 'did you mean status'),
  refuses('an unknown function', { group_by: 'lower(status)' }, 'there is no function lower', 'date(column)'),
  refuses('what is not an expression', { group_by: 'date(due' }, 'can\'t be read', 'date(column)+1'), // prettier-ignore
  refuses('date() of what holds no dates', { group_by: 'date(hours)' }, 'hours is number', 'date or datetime'),
  refuses('an offset that is not a whole number', { group_by: 'date(due)+1.5' }, 'can\'t be read', 'date(column)+1'), // prettier-ignore
  refuses('days beyond all dates', { group_by: 'date(due)+99999999' }, 'too many', 'at most'),
  refuses('an unknown aggregate', { aggregates: { m: 'mode:n' } }, 'no aggregate "mode"', 'count:column'),
  refuses('a mistyped aggregate', { aggregates: { m: 'summ:n' } }, '"summ"', 'did you mean sum?'),
  refuses('an aggregate that is not text', { aggregates: { m: 1 } }, 'm must be text', '"sum:column"'),
  refuses('an aggregate without its column', { aggregates: { m: 'sum' } }, 'sum needs a column', '"sum:column"'),
  refuses('a count of no column', { aggregates: { m: 'count:' } }, 'count needs a column', '"count:column"'),
  refuses('an unknown column in an aggregate', { aggregates: { m: 'sum:hour' } }, 'no column "hour"', 'hours'),
  refuses('a sum of texts', { aggregates: { m: 'sum:status' } }, 'status is enum, it has no sum', 'min and max'),
  refuses('a sum of positions', { aggregates: { m: 'sum:level' } }, 'level is enum', 'min and max'),
  refuses('an average of dates', { aggregates: { m: 'avg:due' } }, 'due is date', 'numbers and ordered enums'),
  refuses(
    'an average of an enum without order',
    { aggregates: { m: 'avg:status' } },
    'status is enum',
    'ordered enums',
  ),
  refuses('two columns of one name', { group_by: 'status', aggregates: { status: 'count' } }, '"status"', 'another name'), // prettier-ignore
  refuses('an order by what a group has not', { group_by: 'status', order_by: '-due' }, 'no "due"', 'a group has: status, count'), // prettier-ignore
  refuses('columns that a group has not', { group_by: 'status', columns: ['n'] }, 'no "n"', 'status, count'),
  refuses('bodies of groups', { group_by: 'status', include_body: true }, 'groups have no body', 'include_body'),
  refuses('links of groups', { group_by: 'status', expand: ['who'] }, 'no links to expand', 'expand'),
];

export const GROUPS: readonly ConformanceCase[] = [...SHAPES, ...REFUSALS];
