/** select_rows over views, views over views and unions. Source: docs/sources-and-views.md#views; D17. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { PEOPLE, TASKS, at, column, handRow, person, tableOf, task } from './tables';

const view = (name: string, query: JsonObject, more: JsonObject = {}): Call => [
  'create_view',
  { name, query, ...more },
];

const GIVEN: readonly Call[] = [
  PEOPLE,
  TASKS,
  person('Ada', { born: '1815-12-10' }),
  person('Bo'),
  task('a', { due: '2026-03-06', estimate: 3, owner: 'Ada' }),
  task('b', { due: '2026-03-04', estimate: 1, owner: 'Bo' }),
  task('c', { status: 'doing', estimate: 8 }),
  task('d', { status: 'done', due: '2026-03-01', estimate: 5 }),
  view('vw_open', {
    table: 'tasks',
    columns: ['title', 'status', 'due'],
    where: { status: { ne: 'done' }, estimate: { gte: 2 } },
    order_by: 'due',
  }),
  view('vw_top', { table: 'tasks', order_by: '-estimate', limit: 2 }),
];

const shows = (
  name: string,
  args: JsonObject,
  result: JsonObject,
  { given = [], spec = 'docs/sources-and-views.md#views' }: { given?: readonly Call[]; spec?: string } = {},
): ConformanceCase => ({
  name,
  spec,
  given: [...GIVEN, ...given],
  call: ['select_rows', { table: 'vw_open', ...args }],
  result,
});

const refuses = (
  name: string,
  args: JsonObject,
  error: ExpectedError,
  given: readonly Call[] = [],
): ConformanceCase => ({
  name: `refuses ${name}`,
  spec: 'docs/sources-and-views.md#views, D17',
  given: [...GIVEN, ...given],
  call: ['select_rows', { table: 'vw_open', ...args }],
  error,
});

const titles = (...names: readonly string[]): JsonObject => ({ rows: names.map((title) => ({ title })) });

const PLAIN: readonly ConformanceCase[] = [
  shows(
    'shows what its query selects, in its order',
    {},
    {
      table: 'main.default.vw_open',
      total: 2,
      rows: [
        { path: at('tasks', 'a'), title: 'a', status: 'todo', due: '2026-03-06' },
        { path: at('tasks', 'c'), title: 'c', status: 'doing', due: null },
      ],
    },
  ),
  shows('is current', {}, { total: 3 }, { given: [task('e', { estimate: 9 })] }),
  shows('is narrowed by a filter', { where: { status: 'doing' } }, { total: 1, ...titles('c') }),
  shows(
    'is filtered by columns of its table that it does not show',
    { where: { owner: 'Ada' } },
    { total: 1, ...titles('a') },
    { spec: 'D17 (narrowing a view)' },
  ),
  shows(
    'takes a new operator in place of its own on the same column',
    { where: { estimate: { gte: 1 } }, columns: ['title'] },
    { total: 3, ...titles('b', 'a', 'c') },
    { spec: 'docs/sources-and-views.md#views' },
  ),
  shows(
    'keeps its other operators on that column',
    { where: { estimate: { lt: 8 } } },
    { total: 1, ...titles('a') },
    { spec: 'docs/sources-and-views.md#views' },
  ),
  shows(
    'takes an equality beside its own condition',
    { where: { status: 'done' } },
    { total: 0 },
    { spec: 'docs/sources-and-views.md#views' },
  ),
  shows(
    'adds what and, or and not say to its own',
    { where: { or: [{ title: 'a' }, { title: 'b' }], and: [{ owner: 'Ada' }], not: { title: 'z' } } },
    { total: 1, ...titles('a') },
  ),
  shows('is ordered anew', { order_by: '-title' }, titles('c', 'a')),
  shows(
    'shows some of its columns',
    { columns: ['title'] },
    { rows: [{ path: at('tasks', 'a'), title: 'a' }, { title: 'c' }] },
  ),
  shows('pages', { offset: 1, limit: 5 }, { total: 2, ...titles('c') }),
  shows('gives the total alone', { limit: 0 }, { total: 2, rows: [] }),
  shows('adds bodies', { include_body: true, limit: 1 }, { rows: [{ title: 'a', body: '' }] }),
  {
    name: 'keeps to its limit, of which the total tells too',
    spec: 'D17 (the smaller limit)',
    given: GIVEN,
    call: ['select_rows', { table: 'vw_top', columns: ['title'] }],
    result: { total: 2, ...titles('c', 'd') },
  },
  {
    name: 'takes the smaller limit',
    spec: 'D17',
    given: GIVEN,
    call: ['select_rows', { table: 'vw_top', limit: 1, columns: ['title'] }],
    result: { total: 2, ...titles('c') },
  },
  {
    name: 'pages inside its limit',
    spec: 'D17 (a subquery)',
    given: GIVEN,
    call: ['select_rows', { table: 'vw_top', offset: 1, limit: 10, columns: ['title'] }],
    result: { total: 2, ...titles('d') },
  },
  {
    name: 'filters before its limit counts',
    spec: 'D17 (narrowing a view)',
    given: GIVEN,
    call: ['select_rows', { table: 'vw_top', where: { status: 'todo' }, columns: ['title'] }],
    result: { total: 2, ...titles('a', 'b') },
  },
  shows(
    'is read by another view, which narrows it',
    { table: 'vw_late', where: { title: { ne: 'c' } } },
    { table: 'main.default.vw_late', total: 1, rows: [{ path: at('tasks', 'a'), title: 'a' }] },
    { given: [view('vw_late', { table: 'vw_open', columns: ['title'], where: { due: { exists: true } } })] },
  ),
  shows(
    'passes a limit through views over views',
    { table: 'vw_second', columns: ['title'] },
    { total: 1, ...titles('d') },
    { given: [view('vw_second', { table: 'vw_top', offset: 1, limit: 7 })] },
  ),
  shows(
    'follows its table to another name',
    {},
    { total: 2 },
    { given: [['alter_table', { table: 'tasks', name: 'jobs' }]] },
  ),
  {
    name: 'follows a table that a view over a view reads',
    spec: 'D18',
    given: [...GIVEN, view('vw_late', { table: 'vw_open' })],
    call: ['alter_table', { table: 'tasks', name: 'jobs' }],
    then: [['select_rows', { table: 'vw_late' }, { total: 2 }]],
  },
  {
    name: 'follows a table that its conditions on _source name, in whichever part of it they stand',
    spec: 'D18 (a table that is renamed: the stored queries of views follow)',
    given: [
      ...GIVEN,
      view('vw_all', {
        union: [{ table: 'people' }, { table: 'tasks' }],
        where: { or: [{ _source: 'main.default.people' }, { not: { _source: { in: ['main.default.tasks'] } } }] },
      }),
      view('vw_jobs', { table: 'vw_all', where: { _source: { ne: 'main.default.tasks', contains: 'tasks' } } }),
      view('vw_pairs', {
        table: 'people',
        join: { table: 'vw_all', on: { path: 'path' }, where: { _source: { eq: 'main.default.tasks' } } },
      }),
      view('vw_more', { union: [{ table: 'vw_all', where: { _source: 'main.default.tasks' } }] }),
    ],
    call: ['alter_table', { table: 'tasks', name: 'jobs' }],
    then: [
      [
        'describe_table',
        { table: 'vw_all' },
        {
          query: {
            union: [{ table: 'main.default.people' }, { table: 'main.default.jobs' }],
            where: { or: [{ _source: 'main.default.people' }, { not: { _source: { in: ['main.default.jobs'] } } }] },
          },
        },
      ],
      [
        'describe_table',
        { table: 'vw_jobs' },
        { query: { where: { _source: { ne: 'main.default.jobs', contains: 'tasks' } } } },
      ],
      [
        'describe_table',
        { table: 'vw_pairs' },
        { query: { join: { where: { _source: { eq: 'main.default.jobs' } } } } },
      ],
      ['describe_table', { table: 'vw_more' }, { query: { union: [{ where: { _source: 'main.default.jobs' } }] } }],
    ],
  },
  refuses(
    'a column that it does not show',
    { columns: ['title', 'estimate'] },
    {
      code: 'bad_request',
      message: 'main.default.vw_open has no column "estimate"',
      hint: 'columns: title, status, due',
    },
  ),
  refuses('a column that its table does not have', { where: { titel: 'a' } }, { code: 'bad_request', hint: 'title' }),
  refuses(
    'an operator that there is not',
    { where: { due: { gtt: '2026-01-01' } } },
    {
      code: 'bad_request',
      message: 'unknown operator "gtt"',
    },
  ),
  refuses('more rows than a call gives', { limit: 1001 }, { code: 'bad_request', message: 'limit' }),
  {
    name: 'is refused when its table is gone',
    spec: 'D17 (drop_table)',
    given: [...GIVEN, ['drop_table', { table: 'tasks', mode: 'archive' }]],
    call: ['select_rows', { table: 'vw_open' }],
    error: { code: 'not_found', message: 'main.default.tasks' },
  },
];

const UNION: JsonObject = {
  union: [
    { table: 'people', columns: ['name', 'born'], where: { born: { exists: true } } },
    { table: 'tasks', columns: ['title', 'status', 'due'] },
  ],
  where: { or: [{ name: { exists: true } }, { status: { ne: 'done' } }] },
  order_by: ['-_source', 'title'],
};

const unites = (name: string, args: JsonObject, result: JsonObject, query: JsonObject = UNION): ConformanceCase => ({
  name,
  spec: 'docs/sources-and-views.md#unions, D17',
  given: [...GIVEN, view('vw_all', query)],
  call: ['select_rows', { table: 'vw_all', ...args }],
  result,
});

const UNIONS: readonly ConformanceCase[] = [
  unites(
    'stacks tables, each row with the one that it is of; columns that a table does not have are empty',
    {},
    {
      table: 'main.default.vw_all',
      total: 4,
      rows: [
        { path: at('tasks', 'a'), id: '<uuid>', _source: 'main.default.tasks', title: 'a', status: 'todo' },
        { title: 'b' },
        { title: 'c' },
        { path: at('people', 'Ada'), _source: 'main.default.people', name: 'Ada', born: '1815-12-10' },
      ],
    },
  ),
  unites(
    'is narrowed by table and by column',
    { where: { _source: { contains: 'tasks' }, due: { exists: true } }, columns: ['title', 'born'], limit: 1 },
    { total: 2, rows: [{ path: at('tasks', 'a'), title: 'a', born: null }] },
  ),
  unites('does not show what its parts leave out', { where: { title: 'a' } }, { rows: [{ title: 'a' }] }),
  unites(
    'is ordered anew, empty values last',
    { order_by: '-born', columns: ['name', 'title'], limit: 2 },
    { rows: [{ name: 'Ada' }, { title: 'a' }] },
  ),
  unites('pages over all of them', { offset: 3 }, { total: 4, rows: [{ name: 'Ada' }] }),
  unites(
    'keeps to its limit',
    { columns: ['title'] },
    { total: 2, ...titles('a', 'b') },
    { union: [{ table: 'tasks' }, { table: 'people' }], order_by: 'title', limit: 2 },
  ),
  unites(
    'shows the file columns that its parts name',
    { where: { file_name: 'Ada' } },
    { total: 1, rows: [{ path: at('people', 'Ada'), _source: 'main.default.people', file_name: 'Ada' }] },
    {
      union: [
        { table: 'people', columns: ['file_name'] },
        { table: 'tasks', columns: ['file_name', 'title'] },
      ],
    },
  ),
  unites(
    'stacks views, by the tables that their rows are of',
    { columns: ['_source', 'title', 'owner.name'] },
    {
      total: 3,
      rows: [
        { _source: 'main.default.people', title: null },
        { _source: 'main.default.people' },
        { path: at('tasks', 'd'), _source: 'main.default.tasks', title: 'd' },
      ],
    },
    {
      union: [{ table: 'vw_top', columns: ['title', 'owner'], where: { status: 'done' } }, { table: 'people' }],
      order_by: '_source',
    },
  ),
  {
    name: 'says of which table a row is also where a part of several tables leaves that out',
    spec: 'docs/sources-and-views.md#views (union: each row tagged _source)',
    given: [
      ...GIVEN,
      view('vw_both', { union: [{ table: 'people' }, { table: 'tasks' }] }),
      view('vw_all', { union: [{ table: 'vw_both', columns: ['title'] }, { table: 'vw_top' }] }),
    ],
    call: ['select_rows', { table: 'vw_all', group_by: '_source' }],
    result: {
      total: 2,
      rows: [
        { _source: 'main.default.people', count: 2 },
        { _source: 'main.default.tasks', count: 6 },
      ],
    },
  },
  unites(
    'stacks what is behind links, and compares a column of several types as any',
    { where: { x: 'Ada' } },
    { total: 1, rows: [{ _source: 'main.default.tasks', 'owner.name': 'Ada', title: 'a', x: 'Ada' }] },
    {
      union: [
        { table: 'tasks', columns: ['title', 'owner.name', 'x'] },
        { table: 'numbers', columns: ['x'] },
      ],
    },
  ),
  {
    name: 'compares whole numbers with numbers',
    spec: 'docs/sources-and-views.md (unions): integer and number are number',
    given: [
      ...GIVEN,
      tableOf('trips', [column('estimate', 'integer')]),
      ['insert_row', { table: 'trips', values: { estimate: 7 } }],
      view('vw_all', { union: ['tasks', 'trips'].map((table) => ({ table, columns: ['estimate'] })) }),
    ],
    call: ['select_rows', { table: 'vw_all', where: { estimate: { gte: 5 } }, order_by: '-estimate' }],
    result: { total: 3, rows: [{ estimate: 8 }, { estimate: 7 }, { estimate: 5 }] },
    then: [['describe_table', { table: 'vw_all' }, { columns: [{}, {}, { name: 'estimate', type: 'number' }] }]],
  },
  {
    name: "groups by the items of Obsidian's lists, also where one part names the list and the other shows all",
    spec: 'D16 (Obsidian lists), docs/queries.md (a list counts once for each item)',
    files: { 'Hand.md': handRow('people', 1, ['name: Hand', 'aliases: [x, y]']) },
    given: [
      ...GIVEN,
      view('vw_all', { union: [{ table: 'people' }, { table: 'tasks', columns: ['title', 'aliases'] }] }),
    ],
    call: ['select_rows', { table: 'vw_all', where: { aliases: { exists: true } }, group_by: ['aliases'] }],
    result: {
      total: 2,
      rows: [
        { aliases: 'x', count: 1 },
        { aliases: 'y', count: 1 },
      ],
    },
  },
  {
    name: 'refuses a column that no part shows',
    spec: 'docs/sources-and-views.md#unions',
    given: [...GIVEN, view('vw_all', UNION)],
    call: ['select_rows', { table: 'vw_all', where: { estimate: 1 } }],
    error: { code: 'bad_request', message: 'vw_all has no column "estimate"' },
  },
];

const CIRCLES: readonly ConformanceCase[] = [
  {
    name: 'refuses a view that would read itself through others',
    spec: 'docs/sources-and-views.md#views',
    given: [
      PEOPLE,
      view('vw_a', { table: 'people' }),
      view('vw_b', { table: 'vw_a' }),
      view('vw_c', { union: [{ table: 'vw_b' }] }),
    ],
    call: ['create_view', { name: 'vw_a', query: { table: 'vw_c' }, replace: true }],
    error: {
      code: 'refused',
      message: 'main.default.vw_a -> main.default.vw_c -> main.default.vw_b -> main.default.vw_a',
      hint: 'create_view',
    },
  },
];

export const SELECT_VIEWS: readonly ConformanceCase[] = [
  ...PLAIN,
  ...UNIONS.map((each) => (each.name.startsWith('stacks what is behind') ? withNumbers(each) : each)),
];

export const VIEW_CIRCLES = CIRCLES;

function withNumbers(each: ConformanceCase): ConformanceCase {
  const [last] = (each.given ?? []).slice(-1);
  const numbers = tableOf('numbers', [column('x', 'integer')], { filename: 'n{x}' });
  const named: Call = ['add_column', { table: 'tasks', column: column('x', 'string') }];
  const rows: readonly Call[] = [
    ['insert_row', { table: 'numbers', values: { x: 1 } }],
    ['update_rows', { table: 'tasks', where: { title: 'a' }, set_values: { x: 'Ada' } }],
  ];
  return { ...each, given: [...GIVEN, numbers, named, ...rows, last as Call] };
}
