/** select_rows and describe_table over information_schema and bases. Source: docs/sources-and-views.md#sources; D9, D17, D18. */

import type { JsonObject } from '../../src/engine/index';
import { base, inherit } from './base-calls';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { PEOPLE, TASKS, at, column, handRow, person, tableOf, task } from './tables';

const schema = (name: string, more: JsonObject = {}): Call => [
  'select_rows',
  { table: `system.information_schema.${name}`, ...more },
];

const WORLD: readonly Call[] = [
  PEOPLE,
  TASKS,
  tableOf('log', [column('day', 'date')], {
    catalog: 'home',
    schema: 'diary',
    tags: { area: 'me' },
    aliases: ['days'],
  }),
  ['comment_on', { catalog: 'home', description: 'At home' }],
  ['comment_on', { catalog: 'home', schema: 'diary', description: 'Day by day' }],
  ['add_constraint', { table: 'tasks', name: 'short', check: { estimate: { lte: 50 } } }],
  ['create_view', { name: 'vw_open', description: 'To do', query: { table: 'tasks', where: { status: 'todo' } } }],
  person('Ada'),
  task('Sow'),
  task('Reap'),
];

const schemaCase = (name: string, spec: string, call: Call, result: JsonObject): ConformanceCase => ({
  name,
  spec,
  given: WORLD,
  call,
  result,
});

const refuses = (name: string, call: Call, error: ExpectedError, given: readonly Call[] = []): ConformanceCase => ({
  name: `refuses ${name}`,
  spec: 'D9, D18',
  given,
  call,
  error,
});

const MAIN = { table_catalog: 'main', table_schema: 'default' };

export const SELECT_INFORMATION: readonly ConformanceCase[] = [
  schemaCase('lists catalogs', 'D9, D18', schema('catalogs'), {
    table: 'system.information_schema.catalogs',
    total: 2,
    rows: [{ catalog_name: 'home', description: 'At home' }, { catalog_name: 'main' }],
  }),
  schemaCase(
    'lists schemata',
    'D9, D18',
    schema('schemata', { columns: ['schema_name', 'catalog_name', 'description'] }),
    {
      total: 2,
      rows: [
        { catalog_name: 'home', schema_name: 'diary', description: 'Day by day' },
        { catalog_name: 'main', schema_name: 'default', description: null },
      ],
    },
  ),
  schemaCase('lists tables with their numbers of rows, views apart', 'D9', schema('tables'), {
    total: 3,
    rows: [
      {
        table_catalog: 'home',
        table_schema: 'diary',
        table_name: 'log',
        description: 'What log are',
        aliases: ['days'],
        tags: { area: 'me' },
        row_count: 0,
      },
      { ...MAIN, table_name: 'people', row_count: 1 },
      { ...MAIN, table_name: 'tasks', row_count: 2 },
    ],
  }),
  schemaCase(
    'lists columns in their places, the id first',
    'D9, D18',
    schema('columns', { where: { table_name: 'people' } }),
    {
      total: 4,
      rows: [
        { ...MAIN, column_name: 'id', ordinal_position: 1, is_nullable: 'NO', data_type: 'string' },
        { column_name: 'name', ordinal_position: 2, is_nullable: 'NO', description: 'what name says' },
        { column_name: 'email', ordinal_position: 3, is_nullable: 'YES' },
        { column_name: 'born', ordinal_position: 4, is_nullable: 'YES', data_type: 'date' },
      ],
    },
  ),
  schemaCase(
    'tells the default of a column',
    'D9',
    schema('columns', { where: { column_default: { exists: true } }, columns: ['column_name', 'column_default'] }),
    { total: 1, rows: [{ column_name: 'status', column_default: 'todo' }] },
  ),
  schemaCase(
    'tells which columns are unique, and which table a link leads to',
    'D9',
    schema('columns', {
      where: { or: [{ is_unique: 'YES' }, { reference_table: { exists: true } }] },
      columns: ['table_name', 'column_name', 'is_unique', 'reference_table'],
    }),
    {
      rows: [
        { table_name: 'log', column_name: 'id', is_unique: 'YES', reference_table: null },
        { table_name: 'people', column_name: 'id' },
        { table_name: 'people', column_name: 'email', is_unique: 'YES' },
        { table_name: 'tasks', column_name: 'id' },
        { table_name: 'tasks', column_name: 'owner', is_unique: 'NO', reference_table: 'main.default.people' },
      ],
    },
  ),
  {
    name: 'tells the relations of lists and their inverse, and the meaning of values in their order',
    spec: 'D9',
    given: [
      tableOf('teams', [
        column('name', 'string', { required: true }),
        column('members', 'list', { items: { type: 'link', ref: 'main.default.teams' } }),
        column('moods', 'list', {
          items: { type: 'enum', values: ['low', 'high'], ordered: true, value_descriptions: { low: 'bad' } },
        }),
      ]),
    ],
    call: schema('columns', {
      join: {
        table: 'system.information_schema.enum_values',
        on: { table_name: 'table_name', column_name: 'column_name' },
        as: 'allowed',
        type: 'left',
        columns: ['enum_value', 'ordinal_position', 'is_ordered', 'description'],
      },
      where: { data_type: 'list' },
      columns: ['column_name', 'element_type', 'reference_table'],
    }),
    result: {
      rows: [
        { column_name: 'members', element_type: 'link', reference_table: 'main.default.teams', allowed: [] },
        {
          column_name: 'moods',
          element_type: 'enum',
          allowed: [
            { enum_value: 'low', ordinal_position: 1, is_ordered: 'YES', description: 'bad' },
            { enum_value: 'high', ordinal_position: 2, is_ordered: 'YES', description: null },
          ],
        },
      ],
    },
  },
  schemaCase('lists views with their queries', 'D9', schema('views'), {
    total: 1,
    rows: [
      {
        ...MAIN,
        table_name: 'vw_open',
        description: 'To do',
        view_definition: { table: 'main.default.tasks', where: { status: 'todo' } },
      },
    ],
  }),
  schemaCase('lists CHECKs', 'D9', schema('check_constraints'), {
    total: 1,
    rows: [{ ...MAIN, table_name: 'tasks', constraint_name: 'short', check_clause: { estimate: { lte: 50 } } }],
  }),
  schemaCase(
    'filters, orders and pages them as any other rows',
    'D9',
    schema('columns', {
      where: { table_name: { in: ['people', 'tasks'] }, not: { column_name: 'id' }, data_type: { ne: 'string' } },
      columns: ['table_name', 'column_name'],
      order_by: ['-table_name', 'column_name'],
      limit: 2,
      offset: 1,
    }),
    {
      total: 6,
      rows: [
        { table_name: 'tasks', column_name: 'estimate' },
        { table_name: 'tasks', column_name: 'labels' },
      ],
    },
  ),
  {
    name: 'lists the table that links lead to, and the column that leads back',
    spec: 'docs/sources-and-views.md#sources',
    given: [
      tableOf('teams', [column('name', 'string', { required: true })]),
      tableOf('players', [
        column('name', 'string', { required: true }),
        column('team', 'link', { ref: 'teams' }),
        column('rival', 'link', { ref: 'self' }),
      ]),
      [
        'add_column',
        {
          table: 'teams',
          column: column('players', 'list', { items: { type: 'link', ref: 'players', inverse: 'team' } }),
        },
      ],
    ],
    call: schema('columns', {
      columns: ['column_name', 'reference_table', 'inverse_column'],
      where: { reference_table: { exists: true } },
      order_by: 'column_name',
    }),
    result: {
      total: 3,
      rows: [
        { column_name: 'players', reference_table: 'main.default.players', inverse_column: 'team' },
        { column_name: 'rival', reference_table: 'main.default.players', inverse_column: null },
        { column_name: 'team', reference_table: 'main.default.teams', inverse_column: 'players' },
      ],
    },
  },
  schemaCase(
    'is described like a table',
    'D17 (describe_table)',
    ['describe_table', { table: 'system.information_schema.catalogs' }],
    {
      name: 'catalogs',
      qualified: 'system.information_schema.catalogs',
      columns: [
        { name: 'catalog_name', type: 'string' },
        { name: 'description', type: 'string' },
      ],
    },
  ),
  schemaCase('is not a table of list_tables', 'docs/operations.md#list_tables', ['list_tables', {}], {
    tables: [{ name: 'log' }, { name: 'people' }, { name: 'tasks' }],
    views: [{ name: 'vw_open' }],
  }),
  {
    name: 'is read by a view',
    spec: 'D9, docs/sources-and-views.md#views',
    given: [
      PEOPLE,
      [
        'create_view',
        { name: 'vw_x', query: { table: 'system.information_schema.tables', columns: ['table_name', 'row_count'] } },
      ],
      person('Ada'),
    ],
    call: ['select_rows', { table: 'vw_x' }],
    result: { table: 'main.default.vw_x', total: 1, rows: [{ table_name: 'people', row_count: 1 }] },
  },
  refuses('a part of it that there is not', schema('table'), {
    code: 'not_found',
    hint: 'did you mean system.information_schema.tables',
  }),
  refuses('another table of the reserved catalog', ['select_rows', { table: 'system.x' }], {
    code: 'not_found',
    hint: 'system.information_schema.catalogs',
  }),
  refuses('an unknown column', schema('tables', { where: { name: 'x' } }), {
    code: 'bad_request',
    message: 'tables has no column "name"',
    hint: 'table_name',
  }),
  refuses('file columns, for they are not notes', schema('tables', { columns: ['path'] }), {
    code: 'bad_request',
    message: 'tables has no column "path"',
  }),
  refuses('writes', ['delete_rows', { table: 'system.information_schema.tables' }], {
    code: 'refused',
    message: 'system.information_schema.tables is only read',
    hint: 'schema operations',
  }),
];

const NAMED = base('named', [
  column('title', 'string'),
  column('rank', 'enum', { values: ['low', 'high'], ordered: true }),
  column('owner', 'link', { ref: 'main.default.people' }),
  column('next', 'link', { ref: 'self' }),
]);

const DEEP = base('deep', [column('size', 'integer')], { bases: ['named'] });

const insert = (table: string, values: JsonObject): Call => ['insert_row', { table, values }];

const HEIRS: readonly Call[] = [
  PEOPLE,
  NAMED,
  DEEP,
  tableOf('songs', [column('key', 'string')]),
  tableOf('games', [column('players', 'integer')]),
  inherit('songs', 'named'),
  inherit('games', 'deep'),
  person('Ada'),
  insert('songs', { title: 'Wind', rank: 'high', owner: 'Ada', key: 'D' }),
  insert('songs', { title: 'Moon', rank: 'low', next: 'Wind' }),
  insert('games', { title: 'Go', rank: 'high', size: 19, players: 2 }),
];

/** Links that no write would let through: of a game to a song, of a song to itself. */
const STRAYS = {
  [at('games', 'Go')]: handRow('games', 901, ['title: Go', 'rank: high', 'size: 19', 'next: "[[Moon]]"']),
  [at('songs', 'Wind')]: handRow('songs', 902, ['title: Wind', 'rank: high', 'owner: "[[Ada]]"', 'next: "[[Wind]]"']),
};

const baseCase = (name: string, args: JsonObject, result: JsonObject): ConformanceCase => ({
  name,
  spec: 'docs/sources-and-views.md#sources',
  given: HEIRS,
  edits: STRAYS,
  call: ['select_rows', { table: 'base:named', ...args }],
  result,
});

export const SELECT_BASES: readonly ConformanceCase[] = [
  baseCase(
    'reads every table that inherits a base, on the columns of the base, each row with its table',
    { order_by: 'title' },
    {
      table: 'base:named',
      total: 3,
      rows: [
        { path: at('games', 'Go'), id: '<uuid>', _source: 'main.default.games', title: 'Go', rank: 'high' },
        { path: at('songs', 'Moon'), _source: 'main.default.songs', title: 'Moon' },
        { path: at('songs', 'Wind'), _source: 'main.default.songs', title: 'Wind', owner: '[[Ada]]' },
      ],
    },
  ),
  baseCase(
    'orders and pages over all of them together',
    { order_by: ['-rank', '-title'], columns: ['title', '_source'], offset: 1, limit: 1 },
    { total: 3, rows: [{ path: at('games', 'Go'), title: 'Go', _source: 'main.default.games' }] },
  ),
  baseCase(
    'filters by the table that a row is of',
    { where: { or: [{ _source: 'main.default.games' }, { title: 'Moon' }] }, columns: ['title'], order_by: '_source' },
    { total: 2, rows: [{ title: 'Go' }, { title: 'Moon' }] },
  ),
  baseCase(
    'follows links, and has file columns',
    { where: { 'owner.name': 'Ada' }, columns: ['title', 'owner.name', 'file_name'] },
    { total: 1, rows: [{ title: 'Wind', 'owner.name': 'Ada', file_name: 'Wind' }] },
  ),
  baseCase(
    'follows a link to self into the table of the row',
    {
      where: { 'next.title': { exists: true } },
      columns: ['title', 'next.title', 'next.next.owner.name'],
      order_by: 'title',
    },
    {
      total: 2,
      rows: [
        { title: 'Moon', 'next.title': 'Wind', 'next.next.owner.name': 'Ada' },
        { title: 'Wind', 'next.title': 'Wind', 'next.next.owner.name': 'Ada' },
      ],
    },
  ),
  baseCase(
    'does not follow it into another table that inherits the base',
    { where: { title: 'Go' }, columns: ['next', 'next.title'], expand: ['next'] },
    { total: 1, rows: [{ next: { link: '[[Moon]]', path: at('songs', 'Moon'), name: 'Moon' }, 'next.title': null }] },
  ),
  baseCase(
    'groups and adds up by what is behind it',
    { group_by: 'next.rank', aggregates: { n: 'count', most: 'max:next.title' } },
    {
      total: 2,
      rows: [
        { 'next.rank': 'high', n: 2, most: 'Wind' },
        { 'next.rank': null, n: 1, most: null },
      ],
    },
  ),
  baseCase(
    'expands it, and what is behind it',
    { where: { title: 'Moon' }, columns: ['title'], expand: ['next.owner'] },
    {
      rows: [{ title: 'Moon', next: { name: 'Wind', title: 'Wind', owner: { link: '[[Ada]]', name: 'Ada' } } }],
    },
  ),
  baseCase('gives the total alone', { limit: 0, where: { rank: { gte: 'high' } } }, { total: 2, rows: [] }),
  {
    name: 'reads the heirs of bases of bases only through them',
    spec: 'docs/sources-and-views.md#sources',
    given: HEIRS,
    call: ['select_rows', { table: 'base:deep', where: { size: { gt: 1 } } }],
    result: { total: 1, rows: [{ title: 'Go', size: 19, _source: 'main.default.games' }] },
  },
  {
    name: 'has no rows without heirs',
    spec: 'docs/sources-and-views.md#sources',
    given: [PEOPLE, NAMED],
    call: ['select_rows', { table: 'base:named' }],
    result: { total: 0, rows: [] },
  },
  {
    name: 'is described like a table',
    spec: 'D17 (describe_table)',
    given: HEIRS,
    call: ['describe_table', { table: 'base:deep' }],
    result: {
      name: 'deep',
      qualified: 'base:deep',
      columns: [
        { name: '_source', type: 'string' },
        { name: 'title', type: 'string' },
        { name: 'rank', type: 'enum', ordered: true },
        { name: 'owner', type: 'link', ref: 'main.default.people' },
        { name: 'next', type: 'link', ref: 'base:deep' },
        { name: 'size', type: 'integer' },
      ],
    },
  },
  {
    name: 'is read by a view',
    spec: 'docs/sources-and-views.md#views',
    given: [
      ...HEIRS,
      ['create_view', { name: 'vw_x', query: { table: 'base:named', where: { rank: 'high' }, columns: ['title'] } }],
    ],
    call: ['select_rows', { table: 'vw_x', where: { _source: 'main.default.games' } }],
    result: { total: 1, rows: [{ path: at('games', 'Go'), title: 'Go' }] },
  },
  refuses(
    'a column that only an heir has',
    ['select_rows', { table: 'base:named', where: { players: 2 } }],
    { code: 'bad_request', message: 'base:named has no column "players"' },
    HEIRS,
  ),
  refuses(
    'a base that there is not',
    ['select_rows', { table: 'base:namd' }],
    { code: 'not_found', message: 'there is no base "namd"', hint: 'did you mean base:named?' },
    HEIRS,
  ),
  refuses(
    'writes to a base',
    ['insert_row', { table: 'base:named', values: { title: 'x' } }],
    { code: 'refused', message: 'base:named is only read', hint: 'main.default.games, main.default.songs' },
    HEIRS,
  ),
];
