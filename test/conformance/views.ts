/** create_view, drop_view, and views where tables are described. Source: docs/sources-and-views.md#views; D16, D17, D18. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { VIEW_CIRCLES } from './select-views';
import { PEOPLE, TASKS, column, person, tableOf, task } from './tables';

const view = (query: JsonObject, more: JsonObject = {}): Call => ['create_view', { name: 'vw_x', query, ...more }];

const refuses = (
  what: string,
  call: Call,
  error: ExpectedError,
  spec = 'docs/sources-and-views.md#views, D18',
): ConformanceCase => ({
  name: `refuses ${what}`,
  spec,
  given: [PEOPLE, TASKS],
  call,
  error,
});

const OPEN: JsonObject = {
  table: 'tasks',
  columns: ['title', 'status', 'file_name'],
  where: { status: { ne: 'done' }, due: { lte: '{today+7d}' } },
  order_by: ['due', '-title'],
  limit: 20,
  offset: 0,
};

const DISPLAY: JsonObject = {
  layout: 'table',
  columns: [{ name: 'status', width: 120, pinned: true }, { name: 'path' }, { name: 'title', hidden: true }],
  summaries: { title: 'filled' },
  row_height: 'tall',
  collapsed: ['done', null],
  orbit: { of: 'another program', nothing: null },
};

const DRESSED = { description: 'Who', aliases: ['folk'], labels: { name: 'Who' }, display: { layout: 'list' } };

export const CREATE_VIEW: readonly ConformanceCase[] = [
  {
    name: 'stores a select, its tables by their whole names',
    spec: 'docs/sources-and-views.md#views, D17 (describe_table)',
    given: [PEOPLE, TASKS],
    call: view(OPEN, {
      description: 'What is to be done',
      aliases: ['open tasks'],
      labels: { title: 'What', path: 'Note' },
      display: DISPLAY,
    }),
    result: { operation: 'create_view', table: 'main.default.vw_x', changed: 0, plannedCreates: [], version: null },
    then: [
      [
        'describe_table',
        { table: 'vw_x' },
        {
          name: 'vw_x',
          catalog: 'main',
          schema: 'default',
          qualified: 'main.default.vw_x',
          description: 'What is to be done',
          aliases: ['open tasks'],
          labels: { title: 'What', path: 'Note' },
          display: DISPLAY,
          query: { ...OPEN, table: 'main.default.tasks' },
          columns: [
            { name: 'title', type: 'string', required: true, description: 'what title says' },
            { name: 'status', type: 'enum', values: ['todo', 'doing', 'done'] },
            { name: 'file_name', type: 'string' },
          ],
        },
      ],
      [
        'list_tables',
        {},
        {
          tables: [{ name: 'people' }, { name: 'tasks' }],
          views: [
            {
              name: 'vw_x',
              catalog: 'main',
              schema: 'default',
              qualified: 'main.default.vw_x',
              description: 'What is to be done',
              aliases: ['open tasks'],
              tags: {},
              display: DISPLAY,
            },
          ],
        },
      ],
      ['describe_database', {}, { views: [{ qualified: 'main.default.vw_x', description: 'What is to be done' }] }],
    ],
  },
  {
    name: 'needs no description, and has every column of its table when it names none',
    spec: 'D18, docs/sources-and-views.md#views',
    given: [tableOf('log', [column('day', 'date')], { fields: { mood: null } })],
    call: view({ table: 'log' }, { catalog: 'home', schema: 'diary' }),
    result: { table: 'home.diary.vw_x' },
    then: [
      [
        'describe_table',
        { table: 'diary.vw_x' },
        { description: null, display: null, columns: [{ name: 'id' }, { name: 'day' }, { name: 'mood' }] },
      ],
    ],
  },
  {
    name: 'stacks tables',
    spec: 'docs/sources-and-views.md#unions',
    given: [PEOPLE, TASKS, person('Ada'), task('T')],
    call: view({
      union: [
        { table: 'people', columns: ['name', 'born', 'tags'], where: { born: { exists: true } } },
        { table: 'tasks', where: { status: 'todo' } },
      ],
      columns: ['_source', 'name', 'title', 'born', 'path'],
      where: { or: [{ _source: 'main.default.people' }, { estimate: { gt: 1 } }] },
      order_by: '-title',
      limit: 5,
    }),
    then: [
      [
        'describe_table',
        { table: 'vw_x' },
        {
          query: { union: [{ table: 'main.default.people' }, { table: 'main.default.tasks' }], limit: 5 },
          columns: [{ name: '_source' }, { name: 'name' }, { name: 'title' }, { name: 'born' }, { name: 'path' }],
        },
      ],
    ],
  },
  {
    name: 'takes a column of several types in a union for one of any type',
    spec: 'docs/sources-and-views.md#unions',
    given: [tableOf('a', [column('x', 'string')]), tableOf('b', [column('x', 'integer')])],
    call: view({ union: [{ table: 'a' }, { table: 'b' }], where: { x: 1 } }),
    then: [
      [
        'describe_table',
        { table: 'vw_x' },
        { columns: [{ name: 'id' }, { name: '_source' }, { name: 'x', type: 'json' }] },
      ],
    ],
  },
  {
    name: 'takes tokens of the note that it is shown for',
    spec: 'docs/sources-and-views.md#views, D6',
    given: [PEOPLE, TASKS],
    call: view({
      table: 'tasks',
      where: { due: { gte: '{this.date-1w}', lt: '{this.date+1d}' }, owner: '{this.link}', title: '<this.name>' },
    }),
    result: { summary: 'created view main.default.vw_x' },
  },
  {
    name: 'takes the place of a view',
    spec: 'docs/sources-and-views.md#views (replace)',
    given: [PEOPLE, TASKS, view({ table: 'people' }, { labels: { name: 'Who' }, display: { layout: 'list' } })],
    call: view({ table: 'tasks' }, { replace: true }),
    result: { summary: 'replaced view main.default.vw_x' },
    then: [
      [
        'describe_table',
        { table: 'vw_x' },
        { query: { table: 'main.default.tasks' }, labels: { name: 'Who' }, display: { layout: 'list' } },
      ],
    ],
  },
  {
    name: 'keeps what it is not given when it is replaced',
    spec: 'docs/operations.md#create_view (replace), D26',
    given: [PEOPLE, view({ table: 'people' }, DRESSED)],
    call: view({ table: 'people', limit: 3 }, { replace: true }),
    then: [['describe_table', { table: 'vw_x' }, { query: { table: 'main.default.people', limit: 3 }, ...DRESSED }]],
  },
  {
    name: 'loses what it is given null for when it is replaced',
    spec: 'docs/operations.md#create_view (replace), D26',
    given: [PEOPLE, view({ table: 'people' }, DRESSED)],
    call: view({ table: 'people' }, { replace: true, description: null, aliases: null, labels: null, display: null }),
    then: [['describe_table', { table: 'vw_x' }, { description: null, aliases: [], labels: {}, display: null }]],
  },
  {
    name: 'changes only how it is shown',
    spec: 'docs/sources-and-views.md#display, D20',
    given: [PEOPLE, person('Ada'), view({ table: 'people' }, { display: { layout: 'list' } })],
    call: view({ table: 'people' }, { replace: true, display: DISPLAY }),
    result: { summary: 'replaced view main.default.vw_x', changed: 0 },
    then: [
      // People have neither title nor status.
      ['describe_table', { table: 'vw_x' }, { display: { ...DISPLAY, columns: [{ name: 'path' }], summaries: {} } }],
      ['select_rows', { table: 'vw_x' }, { total: 1 }],
    ],
  },
  {
    name: 'takes an empty display for none',
    spec: 'docs/sources-and-views.md#display',
    given: [PEOPLE, view({ table: 'people' })],
    call: view({ table: 'people' }, { replace: true, display: {} }),
    result: { migrationId: null },
    then: [['list_tables', {}, { views: [{ display: null }] }]],
  },
  {
    name: 'tells how it is shown without a column that is gone, and keeps what it does not know',
    spec: 'docs/sources-and-views.md#display, D20',
    given: [
      PEOPLE,
      TASKS,
      view(
        { table: 'tasks' },
        {
          display: {
            columns: [{ name: 'estimate', width: 80 }, { name: 'title' }, 'odd', { width: 1 }],
            summaries: { estimate: 'sum', title: 'filled' },
            colors: [
              { where: { title: 'x' }, color: 'red', column: 'estimate' },
              { where: { title: 'y' }, color: 'blue' },
            ],
          },
        },
      ),
    ],
    call: ['drop_column', { table: 'tasks', column: 'estimate' }],
    result: { warnings: [] },
    then: [
      [
        'describe_table',
        { table: 'vw_x' },
        {
          display: {
            columns: [{ name: 'title' }, 'odd', { width: 1 }],
            summaries: { title: 'filled' },
            colors: [{ where: { title: 'y' }, color: 'blue' }],
          },
        },
      ],
    ],
  },
  {
    name: 'tells all of how it is shown while its query does not run',
    spec: 'docs/sources-and-views.md#display',
    given: [PEOPLE, TASKS, view({ table: 'tasks' }, { display: { columns: [{ name: 'title', width: 9 }] } })],
    call: ['drop_table', { table: 'tasks' }],
    then: [['list_tables', {}, { views: [{ display: { columns: [{ name: 'title', width: 9 }] } }] }]],
  },
  {
    name: 'has its former display again when the new one is undone',
    spec: 'D20, D17 (undo_migration)',
    given: [
      PEOPLE,
      view({ table: 'people' }, { display: { layout: 'list' } }),
      view({ table: 'people' }, { replace: true, display: { layout: 'table' } }),
    ],
    call: ['undo_migration', { migration_id: '$2.migrationId' }],
    then: [['describe_table', { table: 'vw_x' }, { display: { layout: 'list' } }]],
  },
  refuses('a display that is not an object', view({ table: 'people' }, { display: ['table'] }), {
    code: 'bad_request',
    message: 'display',
  }),
  refuses('a layout that there is not, with the near one', view({ table: 'people' }, { display: { layout: 'lsit' } }), {
    code: 'bad_request',
    message: 'display: there is no layout "lsit"',
    hint: 'did you mean list?',
    violations: ['enum'],
  }),
  refuses('a color rule without a filter', view({ table: 'people' }, { display: { colors: [{ color: 'red' }] } }), {
    code: 'bad_request',
    message: 'display: color rule 1: where: a filter is missing',
  }),
  refuses(
    'a color rule whose filter does not run',
    view({ table: 'people' }, { display: { colors: [{ where: { nmae: 'Ada' }, color: 'red' }] } }),
    { code: 'bad_request', message: 'nmae', hint: 'did you mean name?' },
  ),
  refuses('a layout that is not a name', view({ table: 'people' }, { display: { layout: 7 } }), {
    code: 'bad_request',
    message: 'layout must be the name of a layout',
  }),
  refuses('a setting that its layout does not have', view({ table: 'people' }, { display: { list: { height: 3 } } }), {
    code: 'bad_request',
    message: 'display: list: unknown setting "height"',
  }),
  refuses('settings of a layout that are not an object', view({ table: 'people' }, { display: { table: 'wide' } }), {
    code: 'bad_request',
    message: 'display: table must be an object of settings',
  }),
  {
    name: 'changes nothing when it is replaced by itself',
    spec: 'D4',
    given: [PEOPLE, view({ table: 'people' })],
    call: view({ table: 'main.default.people' }, { replace: true }),
    result: { migrationId: null },
  },
  {
    name: 'is named when its table goes, and has no columns then',
    spec: 'D17 (drop_table)',
    given: [PEOPLE, view({ table: 'people' })],
    call: ['drop_table', { table: 'people' }],
    result: { warnings: ['the view main.default.vw_x reads main.default.people'] },
    then: [['describe_table', { table: 'vw_x' }, { columns: [], query: { table: 'main.default.people' } }]],
  },
  ...['x', 'vw_', 'VW_x', 'vw_a b', 'vw_../x', `vw_${'x'.repeat(61)}`].map((name) =>
    refuses(`the name ${JSON.stringify(name)}`, ['create_view', { name, query: { table: 'people' } }], {
      code: 'bad_request',
    }),
  ),
  refuses('the prefix alone', ['create_view', { name: 'vw_', query: { table: 'people' } }], {
    code: 'bad_request',
    message: 'something must follow vw_',
  }),
  refuses('a bad schema', view({ table: 'people' }, { schema: 'A b' }), { code: 'bad_request', message: 'A b' }),
  {
    name: 'refuses a name that is taken',
    spec: 'D17, D18',
    given: [PEOPLE, view({ table: 'people' })],
    call: view({ table: 'people' }, { replace: false }),
    error: { code: 'refused', violations: ['exists'], hint: 'replace' },
  },
  refuses('a table that there is not', view({ table: 'peple' }), { code: 'not_found', hint: 'main.default.people' }),
  refuses('an unknown column', view({ table: 'people', columns: ['nme'] }), { code: 'bad_request', hint: 'name' }),
  refuses('an unknown column in a filter', view({ table: 'people', where: { nme: 1 } }), {
    code: 'bad_request',
    hint: 'name',
  }),
  refuses('an unknown column in the order', view({ table: 'people', order_by: '-nme' }), {
    code: 'bad_request',
    hint: 'name',
  }),
  refuses('a value of another type', view({ table: 'people', where: { born: 'soon' } }), {
    code: 'bad_request',
    message: 'born',
  }),
  refuses('arguments that select_rows does not have', view({ table: 'people', colums: [], limit: 1001 }), {
    code: 'bad_request',
    message: ['unknown argument "colums"; did you mean "columns"?', 'limit'],
  }),
  refuses('a query without table', view({ columns: ['name'] }), {
    code: 'bad_request',
    message: 'query must name a table',
  }),
  refuses('a union of nothing', view({ union: [] }), { code: 'bad_request', message: 'union' }),
  refuses('a union beside a table', view({ union: [{ table: 'people' }], table: 'tasks' }), {
    code: 'bad_request',
    message: 'unknown argument "table"',
  }),
  refuses('an unknown column in a part', view({ union: [{ table: 'people', where: { title: 'x' } }] }), {
    code: 'bad_request',
    message: 'people has no column "title"',
  }),
  refuses(
    'a column in a union that its parts do not show',
    view({ union: [{ table: 'people', columns: ['name'] }, { table: 'tasks' }], where: { born: '2026-01-01' } }),
    { code: 'bad_request', message: 'vw_x has no column "born"' },
  ),
  refuses('a heading of a column that it does not have', view({ table: 'people' }, { labels: { nme: 'Name' } }), {
    code: 'refused',
    violations: ['nme unknown_column'],
    hint: 'name',
  }),
  ...VIEW_CIRCLES,
  {
    name: 'refuses writes to a view',
    spec: 'D18',
    given: [PEOPLE, view({ table: 'people' })],
    call: ['insert_row', { table: 'vw_x', values: { name: 'Ada' } }],
    error: { code: 'refused', message: 'main.default.vw_x is a view', hint: 'change the tables' },
  },
  {
    name: 'can’t be undone once the view was replaced',
    spec: 'D17 (undo_migration)',
    given: [PEOPLE, view({ table: 'people' }), view({ table: 'people', limit: 1 }, { replace: true })],
    call: ['undo_migration', { migration_id: '$1.migrationId' }],
    error: { code: 'conflict', conflicts: ['definition notedb/metastore.yaml'], message: 'vw_x changed since' },
  },
];

export const DROP_VIEW: readonly ConformanceCase[] = [
  {
    name: 'takes a view away and leaves the rows',
    spec: 'docs/operations.md#drop_view',
    given: [PEOPLE, person('Ada'), view({ table: 'people' })],
    call: ['drop_view', { view: 'vw_x' }],
    result: { operation: 'drop_view', table: 'main.default.vw_x', changed: 0 },
    then: [
      ['list_tables', {}, { views: [] }],
      ['select_rows', { table: 'people' }, { total: 1 }],
    ],
  },
  {
    name: 'does not know a view that there is not',
    spec: 'D18',
    given: [PEOPLE, view({ table: 'people' })],
    call: ['drop_view', { view: 'vw_xx' }],
    error: { code: 'not_found', hint: 'main.default.vw_x' },
  },
  {
    name: 'names the candidates for a name of several views',
    spec: 'D16',
    given: [PEOPLE, view({ table: 'people' }, { schema: 's' }), view({ table: 'people' }, { schema: 't' })],
    call: ['drop_view', { view: 'vw_x' }],
    error: { code: 'bad_request', message: ['main.s.vw_x', 'main.t.vw_x'] },
  },
  {
    name: 'refuses a table',
    spec: 'D18',
    given: [PEOPLE],
    call: ['drop_view', { view: 'people' }],
    error: { code: 'refused', message: 'main.default.people is a table', hint: 'drop_table' },
  },
  {
    name: 'leaves a view to drop_view',
    spec: 'D18',
    given: [PEOPLE, view({ table: 'people' })],
    call: ['drop_table', { table: 'vw_x' }],
    error: { code: 'refused', message: 'main.default.vw_x is a view', hint: 'drop_view' },
  },
];
