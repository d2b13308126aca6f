/** Views that group: having, order_rows_by and shares in a stored query. Source: docs/queries.md#having, docs/sources-and-views.md#views; D26, D31. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { column, tableOf } from './tables';

const insert = (table: string, values: JsonObject): Call => ['insert_row', { table, values }];

const RUNS: readonly Call[] = [
  tableOf('shoes', [column('name', 'string', { required: true }), column('brand', 'string')]),
  tableOf('runs', [
    column('n', 'integer'),
    column('place', 'string'),
    column('day', 'date'),
    column('km', 'number'),
    column('mood', 'enum', { values: ['low', 'mid', 'high'], ordered: true }),
    column('shoe', 'link', { ref: 'shoes' }),
  ]),
  insert('shoes', { name: 'Road', brand: 'Ant' }),
  insert('shoes', { name: 'Trail', brand: 'Bee' }),
  insert('runs', { n: 1, place: 'lake', day: '2026-03-03', km: 5, mood: 'high', shoe: 'Road' }),
  insert('runs', { n: 2, place: 'lake', day: '2026-03-01', km: 7, mood: 'low', shoe: 'Trail' }),
  insert('runs', { n: 3, place: 'lake', day: '2026-03-02', km: 12, mood: 'mid', shoe: 'Road' }),
  insert('runs', { n: 4, place: 'wood', day: '2026-01-09', km: 4, mood: 'mid' }),
];

const view = (name: string, query: JsonObject): Call => ['create_view', { name, description: name, query }];

/** The query of a view, with the names that its columns have. */
const busy = (day: string, place: string): JsonObject => ({
  table: 'main.default.runs',
  group_by: [place, `month(${day})`],
  aggregates: { km: 'sum:km', last: 'last:mood', n: 'list:n' },
  having: { [`month(${day})`]: '2026-03', or: [{ [place]: 'lake' }, { last: 'low' }], last: 'high' },
  order_rows_by: day,
});

const BUSY = view('vw_busy', busy('day', 'place'));

const OVER = view('vw_over', { table: 'vw_busy', where: { 'month(day)': { gte: '2026-02' }, last: 'high' } });

/** As the grid keeps it: its headings are months. */
const headed = (day: string, km: string): JsonObject => ({
  query: { table: 'main.default.runs', compute: { half: `${km} / 2` }, order_by: day, columns: [day, km, 'half'] },
  display: {
    group: `-month(${day})`,
    columns: [{ name: day }, { name: 'half', label: 'Half' }],
    summaries: { [day]: 'latest', half: 'median' },
  },
});

const SPEC = 'docs/queries.md#having, D26, D31';

const of = (rest: Omit<ConformanceCase, 'spec'>): ConformanceCase => ({ spec: SPEC, ...rest });

const broken = (name: string, problem: string, call: JsonObject): string =>
  `the view main.default.${name} can't be read any more: ${problem}; mend it with create_view ${JSON.stringify({ name, ...call, replace: true })}`;

const RENAMED: JsonObject = { rows: [{ place: 'lake', 'month(day)': '2026-03', km: 24, last: 'great', n: [2, 3, 1] }] };

export const GROUPED_VIEWS: readonly ConformanceCase[] = [
  of({
    name: 'renames the values that having and a filter over the groups compare with',
    given: [...RUNS, BUSY, OVER],
    call: ['rename_value', { table: 'runs', column: 'mood', from_value: 'high', to_value: 'great' }],
    result: {},
    then: [
      ['select_rows', { table: 'vw_busy' }, { total: 1, ...RENAMED }],
      ['select_rows', { table: 'vw_over' }, { total: 1, ...RENAMED }],
    ],
  }),
  of({
    name: 'proposes a call with the new names of columns in group_by, having and order_rows_by',
    given: [...RUNS, BUSY],
    call: ['rename_column', { table: 'runs', from_column: 'day', to_column: 'date' }],
    result: { warnings: [broken('vw_busy', 'runs has no column "day"', { query: busy('date', 'place') })] },
  }),
  of({
    name: 'proposes a call with the new names of columns in headings, summaries and formulas',
    given: [...RUNS, ['create_view', { name: 'vw_headed', ...headed('day', 'km') }]],
    call: ['rename_column', { table: 'runs', from_column: 'day', to_column: 'date' }],
    result: { warnings: [broken('vw_headed', 'runs has no column "day"', headed('date', 'km'))] },
    then: [
      ['create_view', { name: 'vw_headed', ...headed('date', 'km'), replace: true }, {}],
      ['describe_table', { table: 'vw_headed' }, headed('date', 'km')],
      ['select_rows', { table: 'vw_headed', limit: 1 }, { rows: [{ date: '2026-01-09', half: 2 }] }],
    ],
  }),
  of({
    name: 'names the tables behind links of having and order_rows_by in explain',
    given: RUNS,
    call: ['select_rows', { table: 'runs', group_by: 'shoe', having: { 'shoe.brand': 'Ant' }, explain: true }],
    result: {
      rows: [{ shoe: '[[Road]]', count: 2 }],
      explain: { reads: { tables: ['main.default.runs', 'main.default.shoes'] } },
    },
    then: [
      [
        'select_rows',
        { table: 'runs', aggregates: { n: 'list:n' }, order_rows_by: ['shoe.brand', '-n'], explain: true },
        { rows: [{ n: [3, 1, 2, 4] }], explain: { reads: { tables: ['main.default.runs', 'main.default.shoes'] } } },
      ],
    ],
  }),
  of({
    name: 'keeps the shares of a view when a select over it leaves groups out',
    given: [...RUNS, view('vw_places', { table: 'runs', group_by: 'place', aggregates: { part: 'share' } })],
    call: ['select_rows', { table: 'vw_places', where: { place: 'lake' } }],
    result: { total: 1, rows: [{ place: 'lake', part: 0.75 }] },
    then: [
      ['select_rows', { table: 'vw_places', where: { part: { lt: 0.5 } } }, { rows: [{ place: 'wood', part: 0.25 }] }],
    ],
  }),
];
