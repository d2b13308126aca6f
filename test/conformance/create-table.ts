/** create_table: Source: docs/operations.md#create_table, docs/operations.md#column-specs; D3, D5, D16, D17, D18. */

import type { JsonObject } from '../../src/engine/index';
import type { ConformanceCase, ExpectedError } from './case';
import { LINKED_CONFLICTS, LINKED_READERS } from './linked-readers';
import { FILES } from './relation-tables';
import { PEOPLE, TASKS, column, person, tableOf } from './tables';

const name = column('name', 'string');

/** A create_table that is right but for what is given. */
const create = (more: JsonObject): ConformanceCase['call'] => [
  'create_table',
  { name: 'books', description: 'Books', columns: [name], ...more },
];

const refuses = (
  what: string,
  more: JsonObject,
  error: ExpectedError,
  spec = 'docs/operations.md#create_table',
): ConformanceCase => ({
  name: `refuses ${what}`,
  spec,
  call: create(more),
  error,
});

const refusesColumn = (what: string, spec: JsonObject, error: ExpectedError): ConformanceCase =>
  refuses(
    what,
    { columns: [{ name: 'x', description: 'x', ...spec }] },
    error,
    'docs/operations.md#column-specs, D16, D18',
  );

export const CREATE_TABLE: readonly ConformanceCase[] = [
  {
    name: 'declares a table in the default catalog and schema',
    spec: 'docs/operations.md#create_table, D2, D4',
    call: create({}),
    result: { operation: 'create_table', table: 'main.default.books', changed: 0, plannedCreates: [], version: null },
    then: [
      [
        'list_tables',
        {},
        { tables: [{ qualified: 'main.default.books', path: 'notedb/main/default/books' }], views: [] },
      ],
    ],
  },
  {
    name: 'stores every part of a definition',
    spec: 'docs/operations.md#create_table, D17',
    files: { 'Templates/Day.md': 'Dear diary\n' },
    call: [
      'create_table',
      {
        name: 'log',
        catalog: 'home',
        schema: 'diary',
        description: 'What happened',
        aliases: ['journal'],
        tags: { owner: 'me' },
        columns: [
          column('day', 'date', { required: true, label: 'Day', aliases: ['date'], note: 'first' }),
          column('mood', 'enum', { values: ['bad', 'good'], default: 'good', dense: true }),
          column('score', 'integer', { min: 1, max: 10, step: 1 }),
          column('code', 'string', { unique: true }),
          column('links', 'list', { items: { type: 'link' } }),
        ],
        fields: { weather: 'sun', 'Extra note': null },
        time_column: 'day',
        filename: 'YYYY-MM-DD',
        partition: 'YYYY/MM',
        exclude: ['Templates/'],
        archive: 'Old',
        history: false,
        autolink_target: true,
        row_template: '# {day}\n',
        templates: [{ path: 'Templates/Day.md', where: { mood: 'bad' } }],
      },
    ],
    then: [
      [
        'describe_table',
        { table: 'home.diary.log' },
        {
          qualified: 'home.diary.log',
          path: 'notedb/home/diary/log',
          aliases: ['journal'],
          tags: { owner: 'me' },
          fields: { weather: 'sun', 'Extra note': null },
          options: {
            time_column: 'day',
            filename: 'YYYY-MM-DD',
            partition: 'YYYY/MM',
            exclude: ['Templates'],
            archive: 'Old',
            history: false,
            autolink_target: true,
            row_template: '# {day}\n',
            templates: [{ path: 'Templates/Day.md', where: { mood: 'bad' } }],
          },
        },
      ],
    ],
  },
  {
    name: 'takes the database’s defaults for a table with a time column',
    spec: 'D2, D16',
    given: [
      ['configure_database', { default_partition: 'YYYY', filename: 'YYYY-MM-DD dddd', archive_folder: 'Attic' }],
    ],
    call: create({ columns: [column('day', 'date')], time_column: 'day' }),
    then: [
      [
        'describe_table',
        { table: 'books' },
        { options: { filename: 'YYYY-MM-DD dddd', partition: 'YYYY', archive: 'Attic' } },
      ],
    ],
  },
  {
    name: 'makes rows of the notes that name it already',
    spec: 'D2, D17 (a folder with notes in it is fine)',
    files: {
      'notedb/main/default/books/Dune.md':
        '---\ntable: main.default.books\nid: 00000000-0000-4000-8000-000000000001\nname: Dune\n---\n',
    },
    call: create({}),
    then: [['select_rows', { table: 'books' }, { total: 1 }]],
    undoable: false,
  },
  {
    name: 'takes a ref to the table itself and to another one',
    spec: 'docs/operations.md#column-specs (ref), D16',
    given: [PEOPLE],
    call: create({
      columns: [name, column('sequel', 'link', { ref: 'books' }), column('author', 'link', { ref: 'people' })],
    }),
    then: [
      [
        'describe_table',
        { table: 'books' },
        { columns: [{ name: 'id', system: true }, {}, { ref: 'main.default.books' }, { ref: 'main.default.people' }] },
      ],
    ],
  },
  {
    name: 'lists every description that is missing',
    spec: 'docs/operations.md#create_table, D3',
    call: [
      'create_table',
      {
        name: 'books',
        columns: [
          { name: 'a', type: 'string' },
          { name: 'b', type: 'string' },
        ],
      },
    ],
    error: { code: 'refused', violations: ['required', 'a required', 'b required'] },
  },
  {
    name: 'refuses a name that is taken',
    spec: 'D17',
    given: [PEOPLE],
    call: ['create_table', { ...PEOPLE[1] }],
    error: { code: 'refused', violations: ['exists'], message: 'main.default.people' },
  },
  {
    name: 'lists arguments that it does not know or that are mistyped, together',
    spec: 'D3',
    call: create({ colums: [], body: 'x', tags: { a: 1 }, history: 'on' }),
    error: {
      code: 'bad_request',
      message: [
        'unknown argument "colums"; did you mean "columns"?',
        '"body"; did you mean "row_template"?',
        'tags.a',
        'history',
      ],
    },
  },
  {
    name: 'says which arguments are missing',
    spec: 'D3',
    call: ['create_table', {}],
    error: { code: 'bad_request', message: ['"name" is missing', '"columns" is missing'] },
  },
  ...['Books', 'a b', 'a/b', '../x', 'con', 'vw_books', '', 'x'.repeat(64), 'bücher'].map((bad) =>
    refuses(
      `the name ${JSON.stringify(bad)}`,
      { name: bad },
      { code: 'bad_request' },
      'docs/metastore.md#names, D16, D18',
    ),
  ),
  refuses('the reserved catalog', { catalog: 'system' }, { code: 'bad_request', message: 'reserved' }, 'D16'),
  refuses('a bad schema', { schema: 'A b' }, { code: 'bad_request' }, 'docs/metastore.md#names'),
  refuses('a time column that is none', { time_column: 'nope' }, { code: 'refused', violations: ['unknown_column'] }),
  refuses('a time column that is not a date', { time_column: 'name' }, { code: 'refused', violations: ['name type'] }),
  refuses(
    'an unknown column in filename',
    { filename: '{nope}' },
    { code: 'refused', violations: ['nope unknown_column'] },
    'D16',
  ),
  refuses(
    'an unknown column in partition',
    { partition: '{nope}' },
    { code: 'refused', violations: ['nope unknown_column'] },
    'D16',
  ),
  refuses(
    'a date partition without time column',
    { partition: 'YYYY' },
    { code: 'refused', violations: ['unknown_column'] },
    'D16',
  ),
  refuses(
    'a field with the name of a column',
    { fields: { name: 1 } },
    { code: 'refused', violations: ['name field'] },
  ),
  refuses('an excluded folder outside the vault', { exclude: ['../x'] }, { code: 'refused', violations: ['path'] }),
  refuses('an archive that is not a folder name', { archive: 'a/b' }, { code: 'refused', violations: ['path'] }),
  refusesColumn('a type that there is not', { type: 'text' }, { code: 'bad_request', message: 'unknown type "text"' }),
  refusesColumn(
    'an attribute that there is not',
    { type: 'string', requird: true },
    { code: 'bad_request', message: 'did you mean "required"?' },
  ),
  ...['id', 'table', 'path', 'body', 'and', 'or', 'not', 'this', 'file_name', '_x', 'Größe'].map((bad) =>
    refusesColumn(`the column name ${bad}`, { name: bad, type: 'string' }, { code: 'bad_request' }),
  ),
  refuses('the same column twice', { columns: [name, name] }, { code: 'bad_request', message: 'twice' }),
  refusesColumn('an enum without values', { type: 'enum' }, { code: 'refused', violations: ['x enum'] }),
  refusesColumn(
    'an enum value twice',
    { type: 'enum', values: ['a', 'a'] },
    { code: 'refused', violations: ['x enum'] },
  ),
  refusesColumn(
    'values of what is not an enum',
    { type: 'string', values: ['a'] },
    { code: 'refused', violations: ['x enum'] },
  ),
  refusesColumn(
    'a minimum above the maximum',
    { type: 'number', min: 2, max: 1 },
    { code: 'refused', violations: ['x range'] },
  ),
  refusesColumn('a step of nothing', { type: 'number', step: 0 }, { code: 'refused', violations: ['x step'] }),
  refusesColumn('bounds of a text', { type: 'string', min: 1 }, { code: 'refused', violations: ['x range'] }),
  refusesColumn('a ref to no table', { type: 'link', ref: 'nowhere' }, { code: 'refused', violations: ['x ref'] }),
  refusesColumn(
    'a ref of what is not a link',
    { type: 'string', ref: 'books' },
    { code: 'refused', violations: ['x ref'] },
  ),
  refusesColumn(
    'a default that does not fit',
    { type: 'integer', default: 'a' },
    { code: 'refused', violations: ['x type'] },
  ),
  refusesColumn(
    'a default list with a bad item',
    { type: 'list', items: 'integer', default: [1, 'a'] },
    { code: 'refused', violations: ['x type'] },
  ),
  {
    name: 'names a near table for a ref that is mistyped',
    spec: 'D5 (hint)',
    given: [PEOPLE],
    call: create({ columns: [column('author', 'link', { ref: 'peple' })] }),
    error: { code: 'refused', violations: ['author ref'], hint: 'main.default.people' },
  },
  {
    name: 'refuses keys that reach into a prototype',
    spec: 'D12',
    call: [
      'create_table',
      JSON.parse('{"name":"books","description":"b","columns":[],"fields":{"__proto__":1}}') as JsonObject,
    ],
    error: { code: 'bad_request', message: '__proto__' },
  },
  {
    name: 'can’t be undone while its table has rows',
    spec: 'D17 (undo_migration)',
    given: [PEOPLE, person('Ada')],
    call: ['undo_migration', { migration_id: '$0.migrationId' }],
    error: { code: 'conflict', conflicts: ['definition notedb/metastore.yaml'], message: '1 row since' },
  },
];

export const DROP_TABLE: readonly ConformanceCase[] = [
  {
    name: 'takes an empty table away',
    spec: 'docs/operations.md#drop_table',
    given: [PEOPLE],
    call: ['drop_table', { table: 'people' }],
    result: { table: 'main.default.people', changed: 0 },
    then: [['list_tables', {}, { tables: [] }]],
  },
  {
    name: 'refuses while rows exist',
    spec: 'docs/operations.md#drop_table',
    given: [PEOPLE, person('Ada')],
    call: ['drop_table', { table: 'people' }],
    error: { code: 'conflict', conflicts: ['rows'], message: '1 row', hint: 'archive' },
  },
  {
    name: 'archives the rows, those that lie elsewhere too',
    spec: 'docs/operations.md#drop_table, D17, D18',
    given: [PEOPLE, person('Ada'), ['insert_row', { table: 'people', values: { name: 'Bo' }, path: 'Elsewhere/Bo' }]],
    call: ['drop_table', { table: 'people', mode: 'archive' }],
    result: {
      changed: 2,
      planned_moves: [
        { from: 'Elsewhere/Bo.md', to: 'notedb/main/default/people/_archive/Bo.md' },
        { from: 'notedb/main/default/people/Ada.md', to: 'notedb/main/default/people/_archive/Ada.md' },
      ],
    },
    tree: { 'Elsewhere/Bo.md': null },
  },
  {
    name: 'keeps folders below the table’s in the archive, and numbers what is taken',
    spec: 'D18',
    files: { 'notedb/main/default/people/_archive/Ada.md': 'an older one\n' },
    given: [
      PEOPLE,
      person('Ada'),
      ['insert_row', { table: 'people', values: { name: 'Bo' }, path: 'notedb/main/default/people/x/Bo' }],
    ],
    call: ['drop_table', { table: 'people', mode: 'archive' }],
    result: {
      planned_moves: [
        { to: 'notedb/main/default/people/_archive/Ada 2.md' },
        { to: 'notedb/main/default/people/_archive/x/Bo.md' },
      ],
    },
  },
  {
    name: 'warns of the tables whose links point to it',
    spec: 'D17',
    given: [PEOPLE, TASKS],
    call: ['drop_table', { table: 'people' }],
    result: { warnings: ['main.default.tasks.owner links to main.default.people'] },
  },
  {
    name: 'refuses while rules of other tables read it through a link, also with archive',
    spec: 'docs/operations.md#drop_table',
    files: LINKED_READERS,
    call: ['drop_table', { table: 'people', mode: 'archive' }],
    error: { code: 'conflict', conflicts: LINKED_CONFLICTS, hint: 'drop_constraint' },
  },
  {
    name: 'warns of the tables that take their values from it',
    spec: 'D17',
    given: [PEOPLE, tableOf('tags', [column('who', 'string', { vocabulary: 'people' })])],
    call: ['drop_table', { table: 'people' }],
    result: { warnings: ['main.default.tags.who takes its values from main.default.people'] },
  },
  {
    name: 'warns of inverses elsewhere',
    spec: 'D17',
    files: FILES,
    call: ['drop_table', { table: 'books' }],
    result: {
      warnings: ['books', 'owns', 'reads'].map((name) => `main.default.people.${name} links to main.default.books`),
    },
  },
  {
    name: 'leaves no empty folder behind that a partition made',
    spec: 'D17 (an emptied folder goes)',
    given: [
      tableOf('log', [name, column('kind', 'string')], { partition: '{kind}' }),
      ['insert_row', { table: 'log', values: { name: 'a', kind: 'x' } }],
      ['insert_row', { table: 'log', values: { name: 'b' }, path: 'Elsewhere/b' }],
    ],
    call: ['drop_table', { table: 'log', mode: 'archive' }],
    then: [['list_folder', { folder: 'notedb/main/default/log' }, { folders: ['notedb/main/default/log/_archive'] }]],
  },
  {
    name: 'does not know a table that there is not',
    spec: 'D18',
    given: [PEOPLE],
    call: ['drop_table', { table: 'peoples' }],
    error: { code: 'not_found', hint: 'main.default.people' },
  },
  {
    name: 'names the candidates for a name of several tables',
    spec: 'D16',
    given: [tableOf('a', [name], { schema: 's' }), tableOf('a', [name], { schema: 't' })],
    call: ['drop_table', { table: 'a' }],
    error: { code: 'bad_request', message: ['main.s.a', 'main.t.a'] },
  },
  {
    name: 'refuses a mode that there is not, and the older argument',
    spec: 'D3, D18',
    given: [PEOPLE],
    call: ['drop_table', { table: 'people', mode: 'purge', cascade: 'archive' }],
    error: { code: 'bad_request', message: ['mode', 'unknown argument "cascade"; did you mean "mode"?'] },
  },
  {
    name: 'refuses to archive a row whose note is gone',
    spec: 'D7',
    given: [PEOPLE, person('Ada')],
    edits: { 'notedb/main/default/people/Ada.md': null },
    call: ['drop_table', { table: 'people' }],
    result: { changed: 0 },
    undoable: false,
  },
];
