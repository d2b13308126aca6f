/** select_rows: the aggregates beside sums and counts, having, order_rows_by. Source: docs/queries.md#group_by-and-aggregates, docs/queries.md#having; D31. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { column, tableOf } from './tables';

const insert = (table: string, values: JsonObject): Call => ['insert_row', { table, values }];

const JOBS: readonly Call[] = [
  tableOf('projects', [column('name', 'string', { required: true })]),
  tableOf('jobs', [
    column('n', 'integer'),
    column('status', 'enum', { values: ['todo', 'doing', 'done'] }),
    column('level', 'enum', { values: ['low', 'mid', 'high'], ordered: true }),
    column('hours', 'number'),
    column('due', 'date'),
    column('labels', 'list', { items: 'string' }),
    column('project', 'link', { ref: 'projects' }),
  ]),
  insert('projects', { name: 'Bridge' }),
  insert('projects', { name: 'Canal' }),
  insert('jobs', { n: 1, status: 'todo', level: 'high', hours: 4, due: '2026-03-02', labels: ['a', 'b'], project: 'Bridge' }), // prettier-ignore
  insert('jobs', { n: 2, status: 'todo', level: 'low', hours: 1, due: '2026-03-01', labels: ['b'], project: 'Bridge' }),
  insert('jobs', { n: 3, status: 'todo', level: 'mid', hours: 2, due: '2026-04-01', project: 'Canal' }),
  insert('jobs', { n: 4, status: 'done', hours: 2, labels: ['a'] }),
  insert('jobs', { n: 5 }),
];

const answers = (name: string, args: JsonObject, result: JsonObject): ConformanceCase => ({
  name,
  spec: 'docs/queries.md#group_by-and-aggregates, D31',
  given: JOBS,
  call: ['select_rows', { table: 'jobs', ...args }],
  result,
});

const byStatus = (
  name: string,
  aggregate: string,
  values: readonly unknown[],
  more: JsonObject = {},
): ConformanceCase =>
  answers(
    `${name}: ${aggregate}`,
    { group_by: 'status', aggregates: { a: aggregate }, ...more },
    {
      total: 3,
      rows: [
        { status: 'done', a: values[1] },
        { status: 'todo', a: values[0] },
        { status: null, a: values[2] },
      ] as JsonObject[],
    },
  );

const refuses = (what: string, args: JsonObject, message: string, hint: string): ConformanceCase => ({
  name: `refuses ${what}`,
  spec: 'docs/queries.md#group_by-and-aggregates, D31',
  given: JOBS,
  call: ['select_rows', { table: 'jobs', ...args }],
  error: { code: 'bad_request', message, hint },
});

const HOURS: JsonObject = { hours: 'sum:hours', n: 'count' };

const LARGEST = Number.MAX_SAFE_INTEGER;

const sumsLarge = (
  name: string,
  numbers: readonly number[],
  sum: number | null,
  type: 'integer' | 'list' = 'integer',
): ConformanceCase => ({
  name,
  spec: 'docs/queries.md#group_by-and-aggregates',
  given: [
    tableOf('stars', [column('distance', type, type === 'list' ? { items: 'integer' } : {})]),
    ...(type === 'list'
      ? [insert('stars', { distance: [...numbers] })]
      : numbers.map((distance) => insert('stars', { distance }))),
  ],
  call: ['select_rows', { table: 'stars', aggregates: { sum: 'sum:distance' } }],
  result: { rows: [{ sum }] },
});

export const AGGREGATE_KINDS: readonly ConformanceCase[] = [
  byStatus('counts distinct values', 'count_distinct:hours', [3, 1, 0]),
  byStatus('counts distinct items of lists', 'count_distinct:labels', [2, 1, 0]),
  byStatus('counts distinct links by their note', 'count_distinct:project', [2, 0, 0]),
  byStatus('finds the median', 'median:hours', [2, 2, null]),
  byStatus('finds the median position of an ordered enum', 'median:level', [2, null, null]),
  byStatus('tells the share of all rows', 'share', [0.6, 0.2, 0.2]),
  byStatus('takes the first value in the order of the rows', 'first:n', [2, 4, 5], { order_rows_by: 'due' }),
  byStatus('takes the last value in the order of the rows', 'last:n', [3, 4, 5], { order_rows_by: ['due'] }),
  byStatus('takes the first value backwards', 'first:n', [3, 4, 5], { order_rows_by: '-due' }),
  byStatus('takes the first value that is not empty', 'first:labels', [['b'], ['a'], null], { order_rows_by: 'due' }),
  byStatus('lists all values in the order of the rows', 'list:n', [[2, 1, 3], [4], [5]], { order_rows_by: 'due' }),
  byStatus('lists the items of lists', 'list:labels', [['a', 'b', 'b'], ['a'], []], { order_rows_by: 'n' }),
  answers('finds the median of an even count', { aggregates: { m: 'median:hours' } }, { rows: [{ m: 2 }] }),
  sumsLarge('gives null for a sum of integers that is too large', [LARGEST, 2], null),
  sumsLarge('adds integers exactly where only a part of the sum is too large', [LARGEST, 2, -1000], LARGEST - 998),
  sumsLarge('adds integers of lists exactly', [LARGEST, 1], null, 'list'),
  {
    ...sumsLarge('averages integers with a sum that is too large', [LARGEST, LARGEST], null),
    call: ['select_rows', { table: 'stars', aggregates: { mean: 'avg:distance' } }],
    result: { rows: [{ mean: LARGEST }] },
  },
  answers(
    'keeps the groups that having matches, and counts only them',
    { group_by: 'status', aggregates: HOURS, having: { hours: { gt: 2 } } },
    { total: 1, rows: [{ status: 'todo', hours: 7, n: 3 }] },
  ),
  answers(
    'takes keys, aggregates, and, or and not in having',
    {
      group_by: ['status'],
      aggregates: HOURS,
      having: { or: [{ status: 'done' }, { not: { hours: { exists: true } } }] },
    },
    { total: 2 },
  ),
  answers(
    'compares aggregates in having',
    { group_by: 'status', aggregates: HOURS, having: { hours: { gt: { column: 'n' } } } },
    { total: 2 },
  ),
  answers(
    'orders and pages what having leaves',
    { group_by: 'status', aggregates: HOURS, having: { n: { lte: 1 } }, order_by: '-status', limit: 1, offset: 1 },
    { total: 2, rows: [{ status: null, hours: null, n: 1 }] },
  ),
  answers(
    'groups by month, with a filter over the months',
    { group_by: 'month(due)', aggregates: { n: 'count' }, having: { 'month(due)': '2026-03' } },
    { total: 1, rows: [{ 'month(due)': '2026-03', n: 2 }] },
  ),
  {
    ...answers(
      'reads a view with having, and filters it again',
      { table: 'vw_months', where: { n: { gt: 1 } } },
      { total: 1, rows: [{ 'month(due)': '2026-03', n: 2, share: 2 / 3 }] },
    ),
    given: [
      ...JOBS,
      [
        'create_view',
        {
          name: 'vw_months',
          description: 'Jobs a month',
          query: {
            table: 'jobs',
            where: { due: { exists: true } },
            group_by: 'month(due)',
            aggregates: { n: 'count', share: 'share' },
            having: { n: { gte: 1 } },
          },
        },
      ],
    ],
  },
  {
    ...answers(
      'takes the new aggregates in a rollup, in the order of its rows',
      {
        table: 'projects',
        columns: ['name', 'last', 'days', 'all'],
        rollup: {
          last: { table: 'jobs', by: 'project', value: 'last:n', order_rows_by: 'due' },
          days: { table: 'jobs', by: 'project', value: 'count_distinct:due' },
          all: { table: 'jobs', by: 'project', value: 'list:n', order_rows_by: '-n' },
        },
      },
      {
        rows: [
          { name: 'Bridge', last: 1, days: 2, all: [2, 1] },
          { name: 'Canal', last: 3, days: 1, all: [3] },
          { name: 'Dam', last: null, days: 0, all: null },
        ],
      },
    ),
    given: [...JOBS, insert('projects', { name: 'Dam' })],
    spec: 'docs/queries.md#rollup, D31',
  },
  answers(
    'adds up the side of a join',
    {
      table: 'projects',
      join: { table: 'jobs', on: { path: 'project' }, as: 'j' },
      group_by: 'name',
      aggregates: { ns: 'list:j.n', first: 'first:j.n' },
      order_rows_by: '-j.hours',
    },
    {
      rows: [
        { name: 'Bridge', ns: [1, 2], first: 1 },
        { name: 'Canal', ns: [3], first: 3 },
      ],
    },
  ),
  refuses('having without groups', { having: { n: 1 } }, 'having filters groups', 'write where'),
  refuses('order_rows_by without groups', { order_rows_by: 'n' }, 'orders the rows of groups', 'write order_by'),
  refuses('a share of a column', { aggregates: { s: 'share:n' } }, 'share takes no column', 'share'),
  refuses('the median of texts', { aggregates: { m: 'median:labels' } }, 'it has no median', 'median takes numbers'),
  refuses(
    'having over a column that is no part of the group',
    { group_by: 'status', aggregates: HOURS, having: { due: '2026-03-01' } },
    'having: a group has no column "due"',
    'columns: status, hours, n',
  ),
  refuses(
    'an unknown function',
    { group_by: 'fortnight(due)', aggregates: HOURS },
    'no function fortnight',
    'functions:',
  ),
];
