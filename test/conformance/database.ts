/** list_tables, describe_table, describe_database, configure_database. Source: docs/operations.md#list_tables, docs/operations.md#describe_table; D2, D16, D17, D18. */

import type { ConformanceCase } from './case';
import { PEOPLE, at, column, person, row, tableOf } from './tables';

export const LIST_TABLES: readonly ConformanceCase[] = [
  {
    name: 'is empty at first',
    spec: 'docs/operations.md#list_tables',
    call: ['list_tables'],
    result: {
      tables: [],
      views: [],
      suggestions: [{ operation: 'create_table', arguments: {}, reason: 'makes a table of your own columns' }],
    },
  },
  {
    name: 'of a vault without tables suggests the folders with most notes, and a new table',
    spec: 'docs/operations.md#list_tables',
    files: {
      ...Object.fromEntries(
        ['Books/A.md', 'Books/B.md', 'Books/C.md', 'D.md', 'E.md', 'One/F.md'].map((path) => [path, 'text\n']),
      ),
      'Books/Sub/I.md': 'text\n',
      'Books/cover.png': 'no note',
    },
    call: ['list_tables'],
    result: {
      suggestions: [
        { operation: 'infer_table', arguments: { folder: 'Books' }, reason: 'proposes a table for 3 notes' },
        { operation: 'infer_table', arguments: { folder: '' }, reason: 'proposes a table for 2 notes' },
        { operation: 'create_table', arguments: {} },
      ],
    },
  },
  {
    name: 'suggests nothing where there is a view or a table',
    spec: 'docs/operations.md#list_tables',
    files: { 'Books/A.md': 'text\n', 'Books/B.md': 'text\n' },
    given: [PEOPLE],
    call: ['list_tables'],
    result: { tables: [{ name: 'people' }] },
    lacks: ['suggestions'],
  },
  {
    name: 'gives what a table expects to be called by',
    spec: 'docs/operations.md#list_tables',
    given: [tableOf('b', [column('x', 'string')], { schema: 's', aliases: ['bee'], tags: { k: 'v' } }), PEOPLE],
    call: ['list_tables', {}],
    result: {
      tables: [
        {
          name: 'people',
          catalog: 'main',
          schema: 'default',
          qualified: 'main.default.people',
          path: 'notedb/main/default/people',
          description: 'What people are',
          aliases: [],
          tags: {},
        },
        {
          name: 'b',
          catalog: 'main',
          schema: 's',
          qualified: 'main.s.b',
          path: 'notedb/main/s/b',
          description: 'What b are',
          aliases: ['bee'],
          tags: { k: 'v' },
        },
      ],
    },
  },
  {
    name: 'takes no arguments',
    spec: 'D3',
    call: ['list_tables', { table: 'x' }],
    error: { code: 'bad_request', message: 'unknown argument "table"' },
  },
];

export const DESCRIBE_TABLE: readonly ConformanceCase[] = [
  {
    name: 'tells columns, fields, options and rows, the id first',
    spec: 'docs/operations.md#describe_table, D17, D18',
    given: [
      tableOf('a', [column('x', 'enum', { values: ['p', 'q'] })], { fields: { f: 1 } }),
      ['insert_row', { table: 'a', values: { x: 'p' } }],
    ],
    call: ['describe_table', { table: 'a' }],
    result: {
      name: 'a',
      catalog: 'main',
      schema: 'default',
      qualified: 'main.default.a',
      path: 'notedb/main/default/a',
      description: 'What a are',
      aliases: [],
      tags: {},
      options: {
        time_column: null,
        filename: null,
        partition: null,
        archive: '_archive',
        exclude: [],
        history: false,
        autolink_target: true,
        row_template: null,
        templates: [],
      },
      bases: [],
      columns: [
        { name: 'id', type: 'string', system: true },
        { name: 'x', type: 'enum', values: ['p', 'q'], description: 'what x says', inherited_from: null, dense: false },
      ],
      fields: { f: 1 },
      constraints: [],
      rows: 1,
      version: null,
      earliest_version: null,
    },
  },
  {
    name: 'finds a table by its short, its half and its whole name',
    spec: 'docs/metastore.md#names, D16',
    given: [PEOPLE],
    call: ['describe_table', { table: 'default.people' }],
    result: { qualified: 'main.default.people' },
    then: [
      ['describe_table', { table: 'people' }, { qualified: 'main.default.people' }],
      ['describe_table', { table: 'main.default.people' }, { qualified: 'main.default.people' }],
    ],
  },
  {
    name: 'means the table of the default schema first',
    spec: 'D16',
    given: [tableOf('a', [column('x', 'string')], { schema: 's' }), tableOf('a', [column('x', 'string')])],
    call: ['describe_table', { table: 'a' }],
    result: { qualified: 'main.default.a' },
  },
  {
    name: 'knows aliases only for “did you mean”',
    spec: 'D16',
    given: [tableOf('people', [column('x', 'string')], { aliases: ['contacts'] })],
    call: ['describe_table', { table: 'contact' }],
    error: { code: 'not_found', hint: 'main.default.people' },
  },
  {
    name: 'describes a list of tables, views and bases, each once and in its order',
    spec: 'docs/operations.md#describe_table',
    given: [
      PEOPLE,
      tableOf('log', [column('at', 'datetime')]),
      ['create_view', { name: 'vw_people', query: { table: 'people', columns: ['name'] } }],
    ],
    call: ['describe_table', { table: ['log', 'vw_people', 'main.default.people', 'people'] }],
    result: {
      tables: [
        { name: 'log', columns: [{ name: 'id' }, { name: 'at', type: 'datetime' }], rows: 0 },
        { name: 'vw_people', query: { table: 'main.default.people' } },
        { name: 'people' },
      ],
    },
    lacks: ['columns'],
  },
  {
    name: 'answers a list of one with a list',
    spec: 'docs/operations.md#describe_table',
    given: [PEOPLE],
    call: ['describe_table', { table: ['people'] }],
    result: { tables: [{ qualified: 'main.default.people' }] },
  },
  {
    name: 'names all unknown tables of a list, with the names near to each',
    spec: 'docs/operations.md#describe_table',
    given: [PEOPLE, tableOf('log', [column('at', 'datetime')])],
    call: ['describe_table', { table: ['peple', 'log', 'lgo'] }],
    error: {
      code: 'not_found',
      message: ['there is no table "peple"', 'there is no table "lgo"'],
      hint: ['main.default.people', 'main.default.log'],
    },
  },
  {
    name: 'refuses a list without a name',
    spec: 'docs/operations.md#describe_table',
    given: [PEOPLE],
    call: ['describe_table', { table: [] }],
    error: { code: 'bad_request', message: 'table must hold at least one item' },
  },
];

export const DESCRIBE_DATABASE: readonly ConformanceCase[] = [
  {
    name: 'tells root, settings, journal and what there is',
    spec: 'docs/operations.md#describe_database, D17',
    given: [PEOPLE, person('Ada')],
    call: ['describe_database'],
    result: {
      root: 'notedb',
      feed: '<uuid>',
      metastore: 'notedb/metastore.yaml',
      configuration: {
        default_catalog: 'main',
        default_schema: 'default',
        default_partition: '',
        filename: 'YYYY-MM-DD',
        archive_folder: '_archive',
        timezone: 'UTC',
        history: false,
      },
      bases: [],
      catalogs: [
        {
          name: 'main',
          description: null,
          schemas: [{ name: 'default', description: null, tables: [{ name: 'people', rows: 1 }] }],
        },
      ],
      views: [],
    },
  },
];

const DATED = tableOf('log', [column('at', 'datetime')], {
  time_column: 'at',
  exclude: ['notedb/main/default/log/skip', 'Other'],
});

export const CONFIGURE_DATABASE: readonly ConformanceCase[] = [
  {
    name: 'changes what is given and leaves the rest',
    spec: 'docs/operations.md#configure_database, D17',
    call: [
      'configure_database',
      {
        default_schema: 'crm',
        timezone: 'Asia/Tokyo',
        history: null,
        default_catalog: 'work',
        filename: 'YYYY',
        archive_folder: 'Old',
        default_partition: 'YYYY',
      },
    ],
    result: {
      configuration: {
        default_catalog: 'work',
        default_schema: 'crm',
        timezone: 'Asia/Tokyo',
        history: false,
        filename: 'YYYY',
        archive_folder: 'Old',
        default_partition: 'YYYY',
      },
    },
    then: [
      ['list_migrations', {}, { migrations: [] }],
      ['describe_database', {}, { configuration: { default_schema: 'crm' } }],
    ],
  },
  {
    name: 'leaves alone what is so already',
    spec: 'D17',
    given: [PEOPLE],
    call: ['configure_database', {}],
    result: { root: 'notedb' },
  },
  {
    name: 'says in a dry run what it would say',
    spec: 'D17 (dry_run)',
    given: [PEOPLE, person('Ada')],
    call: ['configure_database', { root: 'data', history: true, dry_run: true }],
    result: {
      dryRun: true,
      root: 'data',
      metastore: 'data/metastore.yaml',
      configuration: { history: true },
      planned_moves: [{ from: at('people', 'Ada'), to: 'data/main/default/people/Ada.md' }],
    },
    then: [['describe_database', {}, { root: 'notedb', configuration: { history: false } }]],
  },
  {
    name: 'renames the root folder, and links and excluded folders follow',
    spec: 'docs/operations.md#configure_database, D2',
    files: {
      'Link.md': '[[notedb/main/default/people/Ada]] and [it](notedb/main/default/people/Ada.md)\n',
      'Picture.md': '![[notedb/main/default/people/Ada.png]]\n',
      'notedb/Read me.md': 'not a row\n',
      'notedb/main/default/people/Ada.png': 'a picture',
    },
    given: [PEOPLE, DATED, person('Ada')],
    call: ['configure_database', { root: 'data/base' }],
    result: { root: 'data/base', metastore: 'data/base/metastore.yaml' },
    tree: {
      'Link.md': '[[Ada]] and [it](Ada.md)\n',
      'notedb/main/default/people/Ada.md': null,
      'data/base/main/default/people/Ada.md': row('people', ['name: Ada']),
      'data/base/Read me.md': 'not a row\n',
      'Picture.md': '![[Ada.png]]\n',
      'data/base/main/default/people/Ada.png': 'a picture',
      'notedb/main/default/people/Ada.png': null,
    },
    then: [
      ['select_rows', { table: 'people' }, { total: 1 }],
      ['describe_table', { table: 'log' }, { options: { exclude: ['data/base/main/default/log/skip', 'Other'] } }],
      ['configure_database', { root: 'notedb' }, { root: 'notedb' }],
    ],
  },
  {
    name: 'completes date-times with the zone that was set',
    spec: 'docs/operations.md#configure_database, D2',
    given: [tableOf('log', [column('at', 'datetime')]), ['configure_database', { timezone: 'Asia/Tokyo' }]],
    call: ['insert_row', { table: 'log', values: { at: '2026-01-02 03:04' } }],
    result: { row: { at: '2026-01-02T03:04:00+09:00' } },
  },
  {
    name: 'refuses a root folder that exists',
    spec: 'D17',
    files: { 'Notes/a.md': 'x' },
    given: [PEOPLE],
    call: ['configure_database', { root: 'Notes' }],
    error: { code: 'refused', violations: ['exists'] },
  },
  ...['../x', '/x', 'a//b', '.hidden', 'a\\b', ''].map((root): ConformanceCase => ({
    name: `refuses the root ${JSON.stringify(root)}`,
    spec: 'D12, D17',
    call: ['configure_database', { root }],
    error: { code: 'refused', violations: ['path'] },
  })),
  {
    name: 'lists everything that is wrong',
    spec: 'D3, D18',
    call: [
      'configure_database',
      { timezone: 'Mars/Olympus', default_catalog: 'A b', default_schema: 'x.y', filename: '', archive_folder: 'a/b' },
    ],
    error: { code: 'bad_request', message: ['Mars/Olympus', 'A b', 'x.y', 'filename', 'archive_folder'] },
  },
];
