/** select_rows: functions of dates in group_by, order_by, join and aggregates. Source: docs/queries.md#functions-of-a-date; D31. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { column, handRow, tableOf } from './tables';

const SPEC = 'docs/queries.md#functions-of-a-date, D31';

const insert = (values: JsonObject): Call => ['insert_row', { table: 'visits', values }];

const VISITS: readonly Call[] = [
  tableOf('trips', [column('start', 'date')]),
  tableOf('visits', [
    column('n', 'integer'),
    column('day', 'date'),
    column('at', 'datetime'),
    column('days', 'list', { items: 'date' }),
    column('trip', 'link', { ref: 'trips' }),
    column('name', 'string'),
    column('extra', 'json'),
  ]),
  ['insert_row', { table: 'trips', values: { start: '2026-12-31' }, path: 'North.md' }],
  insert({ n: 1, day: '2026-12-31', at: '2026-12-31T23:30:00Z', days: ['2026-01-01', '2026-02-01'], trip: 'North' }),
  insert({ n: 2, day: '2027-01-01', at: '2026-03-29T00:59:59Z', days: ['2026-02-28'] }),
  insert({ n: 3, day: '2024-02-29', at: '2026-03-29T01:00:00Z', extra: '2026-11-28' }),
  insert({ n: 4 }),
];

/** A hand left a text in a date column. */
const FILES = { 'five.md': handRow('visits', 905, ['n: 5', 'day: soon']) };

const rowsOf = (name: string, args: JsonObject, rows: readonly JsonObject[]): ConformanceCase => ({
  name,
  spec: SPEC,
  files: FILES,
  given: VISITS,
  call: ['select_rows', { table: 'visits', ...args }],
  result: { rows },
});

const FORMS: readonly (readonly [written: string, of: readonly (string | number | null)[]])[] = [
  ['year(day)', [2026, 2027, 2024]],
  ['quarter(day)', ['2026-Q4', '2027-Q1', '2024-Q1']],
  ['month(day)', ['2026-12', '2027-01', '2024-02']],
  ['week(day)', ['2026-W53', '2026-W53', '2024-W09']],
  ['day(day)', ['2026-12-31', '2027-01-01', '2024-02-29']],
  ['date(day)-1', ['2026-12-30', '2026-12-31', '2024-02-28']],
  ['weekday(day)', [4, 5, 4]],
  ['month_day(day)', ['12-31', '01-01', '02-29']],
  ['hour(day)', [null, null, null]],
  ['year(at)', [2026, 2026, 2026]],
  ['month(at)', ['2026-12', '2026-03', '2026-03']],
  ['hour(at)', [23, 0, 1]],
  ['month(extra)', [null, null, '2026-11']],
  ['weekday(trip.start)', [4, null, null]],
];

const refuses = (what: string, args: JsonObject, message: string, hint: string): ConformanceCase => ({
  name: `refuses ${what}`,
  spec: SPEC,
  given: VISITS,
  call: ['select_rows', { table: 'visits', ...args }],
  error: { code: 'bad_request', message, hint },
});

export const SELECT_DATE_FUNCTIONS: readonly ConformanceCase[] = [
  ...FORMS.map(([written, values]) =>
    rowsOf(
      `gives ${written} of each row, null of an empty value and of a text that is no date`,
      { group_by: ['n', written], aggregates: {}, columns: [written] },
      [...values, null, null].map((value) => ({ [written]: value })),
    ),
  ),
  rowsOf('counts a list of dates once for each of its months', { group_by: 'month(days)' }, [
    { 'month(days)': '2026-01', count: 1 },
    { 'month(days)': '2026-02', count: 2 },
    { 'month(days)': null, count: 3 },
  ]),
  rowsOf('orders by a function, empty values last both ways', { order_by: ['month_day(day)', '-n'], columns: ['n'] }, [
    { n: 2 },
    { n: 3 },
    { n: 1 },
    { n: 5 },
    { n: 4 },
  ]),
  rowsOf('orders descending by a function behind a link', { order_by: ['-year(trip.start)', '-hour(at)', 'n'], columns: ['n'] }, [
    { n: 1 },
    { n: 3 },
    { n: 2 },
    { n: 4 },
    { n: 5 },
  ]), // prettier-ignore
  rowsOf('takes the first rows of an order by a function', { order_by: '-week(day)', columns: ['n'], limit: 2 }, [
    { n: 1 },
    { n: 2 },
  ]),
  rowsOf('adds up a function', { aggregates: { first: 'min:year(day)', last: 'max:month(day)', days: 'count:day(at)', mean: 'avg:weekday(day)' } }, [
    { first: 2024, last: '2027-01', days: 3, mean: 13 / 3 },
  ]), // prettier-ignore
  rowsOf(
    'joins by a function of both sides',
    { join: { table: 'trips', on: { 'month(day)': 'month(start)' }, columns: ['start'] }, columns: ['n'] },
    [{ n: 1, trips: [{ start: '2026-12-31' }] }],
  ),
  rowsOf(
    'groups by a function of the joined side',
    { join: { table: 'trips', on: { trip: 'path' } }, group_by: 'quarter(trips.start)' },
    [{ 'quarter(trips.start)': '2026-Q4', count: 1 }],
  ),
  {
    name: 'orders a view by a function, and a select over it',
    spec: SPEC,
    given: [
      ...VISITS,
      ['create_view', { name: 'vw_late', description: 'Late first', query: { table: 'visits', columns: ['n'], order_by: ['-month(day)', 'n'] } }], // prettier-ignore
    ],
    call: ['select_rows', { table: 'vw_late', limit: 3 }],
    result: { total: 4, rows: [{ n: 2 }, { n: 1 }, { n: 3 }] },
    then: [
      ['select_rows', { table: 'vw_late', order_by: 'month_day(day)', limit: 2 }, { rows: [{ n: 2 }, { n: 3 }] }],
    ],
  },
  refuses('an unknown function', { order_by: 'moon(day)' }, '"moon(day)": there is no function moon', 'month'),
  refuses('a function of a text', { order_by: 'year(name)' }, 'name is string, it holds no dates', 'year() takes a date'),
  refuses('days added to a month', { group_by: 'month(day)+1' }, 'days are added to a date, not to month()', 'write date(day)+1'),
  refuses('a function of a function', { group_by: 'month(date(day))' }, 'month() takes a column', 'month(column)'),
  refuses('a function of an unknown column', { group_by: 'month(dya)' }, 'no column "dya"', 'day'),
  refuses('a bracket left open', { order_by: 'month(day' }, `"month(day" can't be read`, 'month(column)'),
]; // prettier-ignore
