/** select_rows: columns that add up linked rows. Source: docs/queries.md#rollup; D31. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { PEOPLE, TASKS, at, column, person, tableOf, task } from './tables';

const insert = (table: string, values: JsonObject): Call => ['insert_row', { table, values }];

/** Two projects with tasks, one without; people that several tasks name in a list. */
const PLAN: readonly Call[] = [
  tableOf('clients', [column('name', 'string', { required: true }), column('fee', 'integer')]),
  tableOf('projects', [
    column('name', 'string', { required: true }),
    column('client', 'link', { ref: 'clients' }),
    column('area', 'string'),
  ]),
  tableOf(
    'tasks',
    [
      column('title', 'string', { required: true }),
      column('project', 'link', { ref: 'projects' }),
      column('also', 'list', { items: { type: 'link', ref: 'projects' } }),
      column('hours', 'number'),
      column('due', 'date'),
      column('done', 'boolean'),
      column('parent', 'link', { ref: 'tasks' }),
    ],
    { filename: '{title}' },
  ),
  insert('clients', { name: 'Orion', fee: 80 }),
  insert('projects', { name: 'Bridge', client: 'Orion', area: 'north' }),
  insert('projects', { name: 'Canal', client: 'Orion', area: 'south' }),
  insert('projects', { name: 'Dam', area: 'south' }),
  insert('tasks', { title: 'a', project: 'Bridge', hours: 2, due: '2026-03-04', done: true, also: ['Canal', 'Dam'] }),
  insert('tasks', { title: 'b', project: 'Bridge', hours: 3.5, due: '2026-03-01', parent: 'a' }),
  insert('tasks', { title: 'c', project: 'Canal', due: '2026-04-01', parent: 'a', also: ['Canal'] }),
  insert('tasks', { title: 'd', hours: 1 }),
];

const COUNT: JsonObject = { table: 'tasks', by: 'project', value: 'count' };
const HOURS: JsonObject = { table: 'tasks', by: 'project', value: 'sum:hours' };

const projects = (args: JsonObject): Call => ['select_rows', { table: 'projects', columns: ['name', 'r'], ...args }];

const shows = (name: string, args: JsonObject, rows: readonly JsonObject[], total = rows.length): ConformanceCase => ({
  name,
  spec: 'docs/queries.md#rollup, D31',
  given: PLAN,
  call: projects(args),
  result: { total, rows },
});

const values = (r: readonly (number | string | null)[]): readonly JsonObject[] =>
  r.map((each, i) => ({ name: ['Bridge', 'Canal', 'Dam'][i] ?? '', r: each }));

const refuses = (what: string, rollup: JsonObject, error: Partial<ExpectedError>): ConformanceCase => ({
  name: `refuses ${what}`,
  spec: 'docs/queries.md#rollup, D31',
  given: PLAN,
  call: projects({ columns: null, rollup }),
  error: { code: 'bad_request', ...error },
});

const VALUES: readonly ConformanceCase[] = [
  shows('counts the rows that link to each row', { rollup: { r: COUNT } }, values([2, 1, 0])),
  shows('adds up a column of them, null for none', { rollup: { r: HOURS } }, values([5.5, null, null])),
  shows('takes the average', { rollup: { r: { ...HOURS, value: 'avg:hours' } } }, values([2.75, null, null])),
  shows(
    'takes the least and the greatest value',
    { rollup: { r: { ...HOURS, value: 'min:due' } } },
    values(['2026-03-01', '2026-04-01', null]),
  ),
  shows('counts those with a value', { rollup: { r: { ...HOURS, value: 'count:hours' } } }, values([2, 0, 0])),
  shows('looks only at rows that match', { rollup: { r: { ...COUNT, where: { done: null } } } }, values([1, 1, 0])),
  shows(
    'filters them by a dotted key, and by a list of links',
    { rollup: { r: { ...COUNT, where: { 'parent.title': 'a' } } } },
    values([1, 1, 0]),
  ),
  shows('follows lists of links', { rollup: { r: { ...COUNT, by: 'also' } } }, values([0, 2, 1])),
  shows(
    'reads a value behind a link',
    { rollup: { r: { ...COUNT, value: 'max:parent.hours' } } },
    values([2, 2, null]),
  ),
  shows('shows every column with it', { columns: null, rollup: { r: COUNT }, where: { name: 'Bridge' } }, [
    { name: 'Bridge', client: '[[Orion]]', area: 'north', r: 2 },
  ]),
  {
    name: 'goes by an own link',
    spec: 'docs/queries.md#rollup, D31',
    given: PLAN,
    call: [
      'select_rows',
      {
        table: 'tasks',
        columns: ['title', 'r', 'n'],
        rollup: {
          r: { via: 'also', value: 'max:name' },
          n: { via: 'project', where: { area: 'north' }, value: 'count' },
        },
      },
    ],
    result: {
      rows: [
        { title: 'a', r: 'Dam', n: 1 },
        { title: 'b', r: null, n: 1 },
        { title: 'c', r: 'Canal', n: 0 },
        { title: 'd', r: null, n: 0 },
      ],
    },
  },
  {
    name: 'rolls up the table itself',
    spec: 'docs/queries.md#rollup, D31',
    given: PLAN,
    call: [
      'select_rows',
      {
        table: 'tasks',
        columns: ['title', 'parts'],
        rollup: { parts: { table: 'tasks', by: 'parent', value: 'count' } },
        where: { parts: { gt: 0 } },
      },
    ],
    result: { total: 1, rows: [{ title: 'a', parts: 2 }] },
  },
];

const PLACES: readonly ConformanceCase[] = [
  shows('filters by it', { rollup: { r: COUNT }, where: { r: { lt: 2 } } }, values([2, 1, 0]).slice(1)),
  shows(
    'finds nothing by it',
    { rollup: { r: HOURS }, where: { r: null, area: 'south' } },
    values([5.5, null, null]).slice(1),
  ),
  shows('orders by it', { rollup: { r: COUNT }, order_by: ['-r'] }, values([2, 1, 0])),
  shows(
    'pages in its order',
    { rollup: { r: COUNT }, order_by: 'r', limit: 1, offset: 1 },
    [{ name: 'Canal', r: 1 }],
    3,
  ),
  {
    name: 'groups by it and adds it up',
    spec: 'docs/queries.md#rollup, D31',
    given: PLAN,
    call: [
      'select_rows',
      {
        table: 'projects',
        rollup: { r: COUNT },
        group_by: 'area',
        aggregates: { sum: 'sum:r', most: 'max:r' },
        order_by: 'area',
      },
    ],
    result: { rows: [{ area: 'north', sum: 2, most: 2 }, { area: 'south', sum: 1, most: 1 }] }, // prettier-ignore
  },
  {
    name: 'is a key of groups',
    spec: 'docs/queries.md#rollup, D31',
    given: PLAN,
    call: ['select_rows', { table: 'projects', rollup: { r: COUNT }, group_by: 'r' }],
    result: { rows: [{ r: 0, count: 1 }, { r: 1, count: 1 }, { r: 2, count: 1 }] }, // prettier-ignore
  },
  {
    name: 'stays beside joined rows',
    spec: 'docs/queries.md#rollup, D31',
    given: PLAN,
    call: projects({
      rollup: { r: COUNT },
      join: { table: 'clients', on: { client: 'path' }, columns: ['fee'] },
      order_by: '-r',
    }),
    result: {
      rows: [
        { name: 'Bridge', r: 2, clients: [{ fee: 80 }] },
        { name: 'Canal', r: 1 },
      ],
    },
  },
];

const VIEWS: readonly ConformanceCase[] = [
  {
    name: 'is kept by a view',
    spec: 'docs/sources-and-views.md#views, D31',
    given: [
      ...PLAN,
      [
        'create_view',
        { name: 'vw_busy', query: { table: 'projects', rollup: { open: COUNT }, where: { open: { gt: 0 } } } },
      ],
    ],
    call: ['select_rows', { table: 'vw_busy', columns: ['name', 'open'], where: { open: { gt: 1 } } }],
    result: { total: 1, rows: [{ name: 'Bridge', open: 2 }] },
    then: [
      ['select_rows', { table: 'vw_busy', columns: ['name', 'open'] }, { total: 2 }],
      ['select_rows', { table: 'vw_busy', group_by: 'open' }, { rows: [{ open: 1, count: 1 }, { open: 2, count: 1 }] }], // prettier-ignore
      [
        'select_rows',
        { table: 'vw_busy', columns: ['open', 'hours'], rollup: { hours: HOURS } },
        { rows: [{ open: 2, hours: 5.5 }, { open: 1, hours: null }] },
      ], // prettier-ignore
    ],
  },
  {
    name: 'adds up the rows of a view',
    spec: 'docs/queries.md#rollup, D31',
    given: [...PLAN, ['create_view', { name: 'vw_open', query: { table: 'tasks', where: { done: null } } }]],
    call: projects({ rollup: { r: { table: 'vw_open', by: 'project', value: 'count' } } }),
    result: { rows: [...values([1, 1, 0])] },
  },
  {
    name: 'is a column of stacked tables',
    spec: 'docs/sources-and-views.md#unions, D31',
    given: [
      ...PLAN,
      ['create_view', { name: 'vw_busy', query: { table: 'projects', rollup: { open: COUNT } } }],
      ['create_view', { name: 'vw_all', query: { union: [{ table: 'vw_busy' }, { table: 'clients' }] } }],
    ],
    call: ['select_rows', { table: 'vw_all', columns: ['name', 'open'], where: { open: { gte: 1 } } }],
    result: { rows: [{ name: 'Bridge', open: 2 }, { name: 'Canal', open: 1 }] }, // prettier-ignore
  },
];

const REFUSALS: readonly ConformanceCase[] = [
  refuses('a name that a column has', { area: COUNT }, { message: 'rollup: projects has a column "area" already' }),
  refuses('a name of the file', { file_name: COUNT }, { message: 'has a column "file_name" already' }),
  refuses('a name that is none', { 'a b': COUNT }, { message: 'rollup: "a b" is not a name' }),
  refuses('an absent table', { r: { ...COUNT, table: 'task' } }, { code: 'not_found', hint: 'tasks' }),
  refuses('an unknown link', { r: { ...COUNT, by: 'projct' } }, { message: 'rollup.r.by: tasks has no column "projct"', hint: 'project' }),
  refuses('a column that is no link', { r: { ...COUNT, by: 'title' } }, { message: 'rollup.r.by: title of tasks is not a link', hint: 'project, also' }),
  refuses('a link that leads elsewhere', { r: { ...COUNT, by: 'parent' } }, { message: 'rollup.r.by: parent of tasks does not lead to projects', hint: 'project, also' }),
  refuses('an unknown aggregate', { r: { ...COUNT, value: 'som:hours' } }, { message: 'rollup.r.value: there is no aggregate "som"', hint: 'sum' }),
  refuses('an unknown column in it', { r: { ...COUNT, value: 'sum:hour' } }, { message: 'rollup.r.value: tasks has no column "hour"', hint: 'hours' }),
  refuses('a sum of texts', { r: { ...COUNT, value: 'sum:title' } }, { message: 'rollup.r.value: title is string, it has no sum' }),
  refuses('an unknown column in its filter', { r: { ...COUNT, where: { dne: true } } }, { message: 'rollup.r.where', hint: 'done' }),
  refuses('a rollup without a link', { r: { table: 'tasks', value: 'count' } }, { message: 'rollup.r: by is missing' }),
  refuses('a rollup of nothing', { r: { value: 'count' } }, { message: 'rollup.r: table is missing', hint: 'via' }),
  refuses('both ways', { r: { ...COUNT, via: 'client' } }, { message: 'rollup.r: via takes the place of table and by' }),
  refuses('an own column that is no link', { r: { via: 'area', value: 'count' } }, { message: 'rollup.r.via: area of projects is not a link', hint: 'client' }),
  refuses('information_schema', { r: { ...COUNT, table: 'system.information_schema.columns', by: 'name' } }, { message: 'rollup.r.by' }),
]; // prettier-ignore

const WORK: JsonObject = {
  table: 'projects',
  columns: ['name', 'late', 'fee', 'last'],
  rollup: {
    late: { table: 'tasks', by: 'project', where: { due: { lt: '2026-03-31' } }, value: 'max:hours' },
    fee: { via: 'client', where: { name: 'Orion' }, value: 'sum:fee' },
    last: { table: 'tasks', by: 'also', value: 'max:title' },
  },
  where: { last: 'a', area: 'south' },
  order_by: '-late',
};

const warns = (name: string, args: JsonObject, rollup: string): ConformanceCase => ({
  name: `in a view that ${name} is a warning with the way out`,
  spec: 'D26',
  given: [...PLAN, ['create_view', { name: 'vw_work', query: WORK }]],
  call: ['rename_column', args],
  result: { warnings: [rollup] },
});

const mended = (problem: string, query: JsonObject): string =>
  `the view main.default.vw_work can't be read any more: ${problem}; mend it with create_view ${JSON.stringify({
    name: 'vw_work',
    query: {
      ...WORK,
      table: 'main.default.projects',
      ...query,
    },
    replace: true,
  })}`;

const ROLLUP = WORK['rollup'] as Readonly<Record<'late' | 'fee' | 'last', JsonObject>>;
const LATE: JsonObject = { ...ROLLUP.late, table: 'main.default.tasks' };
const LAST: JsonObject = { ...ROLLUP.last, table: 'main.default.tasks' };

const FOLLOWS: readonly ConformanceCase[] = [
  {
    name: 'in a view follows a table that is renamed',
    spec: 'D26',
    given: [...PLAN, ['create_view', { name: 'vw_work', query: WORK }]],
    call: ['alter_table', { table: 'tasks', name: 'jobs' }],
    then: [
      [
        'describe_table',
        { table: 'vw_work' },
        { query: { rollup: { late: { table: 'main.default.jobs' }, fee: { via: 'client' } } } },
      ],
      ['select_rows', { table: 'vw_work' }, { rows: [{ name: 'Dam', late: null, fee: null, last: 'a' }] }],
    ],
  },
  warns(
    'loses its link',
    { table: 'tasks', from_column: 'project', to_column: 'plan' },
    mended('rollup.late.by: tasks has no column "project"', {
      rollup: { late: { ...LATE, by: 'plan' }, fee: ROLLUP.fee, last: LAST },
    }),
  ),
  warns(
    'loses its own link',
    { table: 'projects', from_column: 'client', to_column: 'payer' },
    mended('rollup.fee.via: projects has no column "client"', {
      rollup: { late: LATE, fee: { ...ROLLUP.fee, via: 'payer' }, last: LAST },
    }),
  ),
  warns(
    'loses the column that is added up',
    { table: 'tasks', from_column: 'hours', to_column: 'late' },
    mended('rollup.late.value: tasks has no column "hours"', {
      rollup: { late: { ...LATE, value: 'max:late' }, fee: ROLLUP.fee, last: LAST },
    }),
  ),
  warns(
    'loses the column of its filter',
    { table: 'tasks', from_column: 'due', to_column: 'until' },
    mended('rollup.late.where: tasks has no column "due"', {
      rollup: { late: { ...LATE, where: { until: { lt: '2026-03-31' } } }, fee: ROLLUP.fee, last: LAST },
    }),
  ),
  {
    name: 'in a view is described, and says which columns are computed',
    spec: 'docs/operations.md#describe_table, D31',
    given: [...PLAN, ['create_view', { name: 'vw_work', query: WORK }]],
    call: ['describe_table', { table: 'vw_work' }],
    result: {
      columns: [
        { name: 'name', type: 'string' },
        { name: 'late', type: 'number', computed: 'rollup' },
        { name: 'fee', type: 'integer', computed: 'rollup' },
        { name: 'last', type: 'string', computed: 'rollup' },
      ],
    },
  },
  {
    name: 'in a view follows a value that is renamed',
    spec: 'D26',
    given: [
      PEOPLE,
      TASKS,
      person('Ada'),
      task('a', { owner: 'Ada', status: 'done' }),
      [
        'create_view',
        {
          name: 'vw_far',
          query: {
            table: 'people',
            rollup: { far: { table: 'tasks', by: 'owner', where: { status: 'done' }, value: 'max:status' } },
            where: { far: 'done' },
          },
        },
      ],
    ],
    call: ['rename_value', { table: 'tasks', column: 'status', from_value: 'done', to_value: 'closed' }],
    then: [
      ['select_rows', { table: 'vw_far' }, { total: 1, rows: [{ name: 'Ada', far: 'closed' }] }],
      ['describe_table', { table: 'vw_far' }, { query: { where: { far: 'closed' } } }],
    ],
  },
];

/** Each write is a millisecond later: the tables, a project, its tasks, and one that is gone. */
const KEPT: readonly Call[] = [
  tableOf('projects', [column('name', 'string', { required: true })], { history: true }),
  insert('projects', { name: 'Bridge' }),
  tableOf(
    'tasks',
    [column('title', 'string'), column('project', 'link', { ref: 'projects' }), column('hours', 'integer')],
    { history: true, filename: '{title}' },
  ),
  insert('tasks', { title: 'a', project: 'Bridge', hours: 2 }),
  insert('tasks', { title: 'b', project: 'Bridge', hours: 3 }),
  ['delete_rows', { table: 'tasks', where: { title: 'a' } }],
  ['update_row', { table: 'projects', path: at('projects', 'Bridge'), set_values: { name: 'Span' } }],
];

const then = (millisecond: number): string => `2026-03-05T12:00:00.00${millisecond}+00:00`;

const past = (timestamp: string, row: JsonObject): [...Call, JsonObject] => [
  'select_rows',
  { table: 'projects', rollup: { n: { ...COUNT }, h: HOURS }, timestamp },
  { rows: [row] },
];

const PAST: readonly ConformanceCase[] = [
  {
    name: 'reads the other table as it was, and null or 0 where there was none yet',
    spec: 'docs/history.md#reading: timestamp, D31',
    given: KEPT,
    call: ['select_rows', { table: 'projects', rollup: { n: COUNT, h: HOURS } }],
    result: { rows: [{ name: 'Span', n: 1, h: 3 }] },
    then: [
      past(then(1), { name: 'Bridge', n: 0 }),
      past(then(3), { name: 'Bridge', n: 1, h: 2 }),
      past(then(4), { name: 'Bridge', n: 2, h: 5 }),
      past(then(5), { name: 'Bridge', n: 1, h: 3 }),
    ],
  },
  {
    name: 'goes by an own link of the past',
    spec: 'docs/history.md#reading: timestamp, D31',
    given: KEPT,
    call: [
      'select_rows',
      {
        table: 'tasks',
        columns: ['title', 'p'],
        rollup: { p: { via: 'project', value: 'max:name' } },
        timestamp: then(4),
      },
    ],
    result: { rows: [{ title: 'a', p: 'Bridge' }, { title: 'b', p: 'Bridge' }] }, // prettier-ignore
  },
  {
    name: 'refuses a version where it reads two tables',
    spec: 'docs/history.md#reading, D31',
    given: KEPT,
    call: ['select_rows', { table: 'projects', rollup: { n: COUNT }, version: 1 }],
    error: { code: 'refused', conflicts: ['version'], message: 'main.default.tasks' },
  },
];

const EXPLAINS: readonly ConformanceCase[] = [
  {
    name: 'names the select of the rows behind a number, and the index',
    spec: 'docs/queries.md#rollup (explain)',
    given: PLAN,
    call: projects({
      rollup: { r: { ...COUNT, where: { done: null } }, f: { via: 'client', value: 'sum:fee' } },
      explain: true,
    }),
    result: {
      explain: {
        index: 'tasks.project',
        reads: { tables: ['clients', 'projects', 'tasks'].map((name) => `main.default.${name}`) },
        rollups: [
          {
            name: 'r',
            rows: { table: 'main.default.tasks', where: { and: [{ done: null }, { project: '{this.path}' }] } },
          },
          { name: 'f', rows: { table: 'main.default.projects', where: { path: '{this.path}' }, expand: ['client'] } },
        ],
      },
    },
    then: [
      [
        'select_rows',
        {
          table: 'tasks',
          where: { and: [{ done: null }, { project: '{this.path}' }] },
          this_note: at('projects', 'Bridge'),
        },
        { total: 1, rows: [{ title: 'b' }] },
      ],
    ],
  },
  {
    name: 'names the select of the rows behind the number of a row',
    spec: 'docs/queries.md#rollup (explain)',
    given: PLAN,
    call: projects({
      rollup: { r: { ...COUNT, by: 'also' } },
      where: { r: { gt: 1 } },
      explain: { path: at('projects', 'Dam') },
    }),
    result: {
      explain: {
        note: { in_result: false, failing: [{ condition: { r: { gt: 1 } }, value: 1 }] },
        rollups: [{ name: 'r', rows: { where: { also: { contains: at('projects', 'Dam') } } } }],
      },
    },
    then: [
      [
        'select_rows',
        { table: 'tasks', where: { also: { contains: at('projects', 'Dam') } } },
        { rows: [{ title: 'a' }] },
      ],
    ],
  },
];

export const SELECT_ROLLUPS: readonly ConformanceCase[] = [
  ...VALUES,
  ...PLACES,
  ...VIEWS,
  ...FOLLOWS,
  ...PAST,
  ...EXPLAINS,
  ...REFUSALS,
];
