/** alter_table. Source: docs/operations.md#alter_table, docs/http.md#errors; D2, D6, D16, D17, D18. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { REFUSALS } from './alter-table-refusals';
import { SET_TEMPLATES } from './row-templates';
import { PEOPLE, TASKS, at, column, handRow, note, person, row, tableOf, task } from './tables';

const ADA = at('people', 'Ada');

const name = column('name', 'string', { required: true });

const DIARY = tableOf('diary', [column('day', 'date'), column('mood', 'string')], {
  time_column: 'day',
  filename: 'YYYY-MM-DD',
});

const entry = (day: string, mood = 'good'): ConformanceCase['call'] => [
  'insert_row',
  { table: 'diary', values: { day, mood } },
];

const HEIRS = `format: 1
tables:
  main.default.people:
    columns:
      - name: name
        type: string

  main.default.tasks:
    bases:
    - owned
bases:
  owned:
    columns:
    - name: owner
      type: link
      ref: main.default.people
    - name: next
      type: link
      ref: self
views:
  main.default.vw_all:
    query:
      union:
      - table: main.default.people
      - table: main.default.tasks
  main.default.vw_people:
    query:
      table: main.default.people
      join:
        table: main.default.people
        'on':
          name: name
`;

/** These and no others. */
const tagsAre = (tags: JsonObject): readonly [...call: Call, result: JsonObject] => [
  'select_rows',
  { table: 'system.information_schema.tables', where: { table_name: 'a', tags: { eq: tags } } },
  { total: 1 },
];

export const ALTER_TABLE: readonly ConformanceCase[] = [
  ...SET_TEMPLATES,
  {
    name: 'changes what a table says of itself, and no note',
    spec: 'docs/operations.md#alter_table',
    given: [PEOPLE, person('Ada')],
    call: [
      'alter_table',
      {
        table: 'people',
        description: 'Somebody',
        aliases: ['persons'],
        tags: { owner: 'me' },
        history: true,
        autolink_target: false,
        exclude: ['Templates/'],
        row_template: '# {name}\n',
      },
    ],
    result: { operation: 'alter_table', table: 'main.default.people', changed: 0, planned_moves: [], warnings: [] },
    then: [
      [
        'describe_table',
        { table: 'people' },
        {
          description: 'Somebody',
          aliases: ['persons'],
          tags: { owner: 'me' },
          options: { history: true, autolink_target: false, exclude: ['Templates'], row_template: '# {name}\n' },
          rows: 1,
        },
      ],
    ],
  },
  {
    name: 'leaves as it is what is absent or null',
    spec: 'D17',
    given: [tableOf('a', [name], { aliases: ['b'], filename: '{name}', tags: { k: 'v' }, fields: { f: 1 } })],
    call: [
      'alter_table',
      {
        table: 'a',
        ...Object.fromEntries(
          'catalog schema name partition filename description aliases history autolink_target exclude row_template templates tags clear_tags archive fields'
            .split(' ')
            .map((key) => [key, null]),
        ),
      },
    ],
    result: { changed: 0, migrationId: null },
    then: [
      [
        'describe_table',
        { table: 'a' },
        { aliases: ['b'], tags: { k: 'v' }, fields: { f: 1 }, options: { filename: '{name}' } },
      ],
    ],
  },
  {
    name: 'clears with an empty text or list',
    spec: 'D17',
    given: [
      ['configure_database', { archive_folder: 'Attic' }],
      tableOf('a', [name, column('kind', 'string')], {
        aliases: ['b'],
        filename: '{kind}',
        partition: '{kind}',
        exclude: ['X'],
        archive: 'Old',
        row_template: 'x',
      }),
    ],
    call: [
      'alter_table',
      { table: 'a', aliases: [], filename: '', partition: '', exclude: [], archive: '', row_template: '' },
    ],
    then: [
      [
        'describe_table',
        { table: 'a' },
        {
          aliases: [],
          options: { filename: null, partition: null, exclude: [], archive: 'Attic', row_template: null },
        },
      ],
    ],
  },
  {
    name: 'goes back to the date format of the database when the file name of a time-based table is cleared',
    spec: 'D16',
    given: [DIARY, ['alter_table', { table: 'diary', filename: 'DD.MM.YYYY' }], entry('2026-11-21')],
    call: ['alter_table', { table: 'diary', filename: '' }],
    result: { planned_moves: [{ from: at('diary', '21.11.2026'), to: at('diary', '2026-11-21') }] },
    then: [['describe_table', { table: 'diary' }, { options: { filename: 'YYYY-MM-DD' } }]],
  },
  {
    name: 'sets and removes single tags',
    spec: 'docs/operations.md#alter_table (tags)',
    given: [tableOf('a', [name], { tags: { x: '1', y: '2' } })],
    call: ['alter_table', { table: 'a', tags: { x: null, y: '3', z: '4' } }],
    then: [tagsAre({ y: '3', z: '4' })],
  },
  {
    name: 'removes all tags before it sets others',
    spec: 'docs/operations.md#alter_table (clear_tags)',
    given: [tableOf('a', [name], { tags: { x: '1', y: '2' } })],
    call: ['alter_table', { table: 'a', clear_tags: true, tags: { z: '4' } }],
    then: [tagsAre({ z: '4' })],
  },
  {
    name: 'takes a setting back to its default',
    spec: 'docs/operations.md#alter_table (history, autolink_target)',
    given: [tableOf('a', [name], { history: true, autolink_target: false })],
    call: ['alter_table', { table: 'a', history: 'default', autolink_target: 'default' }],
    then: [['describe_table', { table: 'a' }, { options: { history: false, autolink_target: true } }]],
  },
  {
    name: 'renames a table with its rows, its archive and everything that names it',
    spec: 'docs/operations.md#alter_table; D2, D6, D18',
    files: {
      'notedb/main/default/people/Plain.md': 'not a row\n',
      'notedb/main/default/people/_archive/Old.md': handRow('people', 1, ['name: Old']),
      'notedb/main/default/people/sub/Bo.md': handRow('people', 2, ['name: Bo # by hand']),
      'Elsewhere/Cy.md': handRow('people', 3, ['name: Cy']),
      'Note.md': '[[notedb/main/default/people/Ada|her]] and ![[people/sub/Bo]] and [[Cy]], `[[people/Ada]]`\n',
    },
    given: [PEOPLE, TASKS, person('Ada'), task('T', { owner: 'Ada' })],
    call: ['alter_table', { table: 'people', name: 'humans' }],
    result: {
      table: 'main.default.humans',
      changed: 5,
      planned_moves: [
        { from: ADA, to: at('humans', 'Ada') },
        { from: at('people', 'sub/Bo'), to: at('humans', 'sub/Bo') },
        { from: at('people', '_archive/Old'), to: at('humans', '_archive/Old') },
      ],
    },
    tree: {
      [ADA]: null,
      [at('humans', 'Ada')]: row('humans', ['name: Ada']),
      [at('humans', 'sub/Bo')]: row('humans', ['name: Bo # by hand']),
      [at('humans', '_archive/Old')]: row('humans', ['name: Old']),
      'Elsewhere/Cy.md': row('humans', ['name: Cy']),
      'notedb/main/default/people/Plain.md': 'not a row\n',
      'Note.md': '[[Ada|her]] and ![[Bo]] and [[Cy]], `[[people/Ada]]`\n',
      [at('tasks', 'T')]: row('tasks', ['title: T', 'status: todo', 'owner: "[[Ada]]"']),
    },
    then: [
      ['select_rows', { table: 'humans', columns: ['name'] }, { total: 3 }],
      ['check_table', { table: 'tasks' }, { ok: true }],
      ['describe_table', { table: 'tasks' }, { columns: [{}, {}, {}, { ref: 'main.default.humans' }, {}, {}, {}] }],
      ['insert_row', { table: 'tasks', values: { title: 'U', owner: 'Bo' } }, { changed: 1 }],
    ],
  },
  {
    name: 'moves a table to another catalog and schema',
    spec: 'docs/operations.md#alter_table',
    given: [PEOPLE, person('Ada')],
    call: ['alter_table', { table: 'people', catalog: 'home', schema: 'crm' }],
    result: { table: 'home.crm.people', planned_moves: [{ from: ADA, to: 'notedb/home/crm/people/Ada.md' }] },
    tree: { 'notedb/home/crm/people/Ada.md': note(['table: home.crm.people', 'id: <uuid>', 'name: Ada']) },
    then: [['list_tables', {}, { tables: [{ qualified: 'home.crm.people', path: 'notedb/home/crm/people' }] }]],
  },
  {
    name: 'lets references to itself and vocabularies follow a rename',
    spec: 'D18',
    given: [
      tableOf('nodes', [name, column('parent', 'link', { ref: 'self', hierarchy: true })]),
      tableOf('leaves', [column('kind', 'list', { items: { type: 'string', vocabulary: 'nodes' } })]),
    ],
    call: ['alter_table', { table: 'nodes', name: 'knots' }],
    then: [
      ['describe_table', { table: 'knots' }, { columns: [{}, {}, { ref: 'main.default.knots', hierarchy: true }] }],
      ['describe_table', { table: 'leaves' }, { columns: [{}, { items: { vocabulary: 'main.default.knots' } }] }],
    ],
  },
  {
    name: 'lets bases and the stored queries of views follow a rename',
    spec: 'D18',
    files: { 'notedb/metastore.yaml': HEIRS },
    call: ['alter_table', { table: 'people', name: 'humans' }],
    tree: { 'notedb/metastore.yaml': HEIRS.replaceAll('main.default.people', 'main.default.humans') },
    then: [
      [
        'describe_table',
        { table: 'tasks' },
        { bases: ['owned'], columns: [{}, { ref: 'main.default.humans' }, { ref: 'main.default.tasks' }] },
      ],
    ],
  },
  {
    name: 'keeps bases and what they say of the table itself',
    spec: 'docs/operations.md#define_base (ref self)',
    files: { 'notedb/metastore.yaml': HEIRS },
    call: ['alter_table', { table: 'tasks', name: 'jobs', description: 'To do' }],
    then: [
      [
        'describe_table',
        { table: 'jobs' },
        { bases: ['owned'], columns: [{}, { ref: 'main.default.people' }, { ref: 'main.default.jobs' }] },
      ],
    ],
  },
  {
    name: 'refuses a view',
    spec: 'D17',
    files: { 'notedb/metastore.yaml': HEIRS },
    call: ['alter_table', { table: 'vw_all', description: 'x' }],
    error: { code: 'refused', message: 'is a view', hint: 'create_view' },
  },
  {
    name: 'takes copies, excluded notes and the excluded folder inside its own along',
    spec: 'D2, D7',
    files: {
      'notedb/main/default/people/Tpl/New.md': handRow('people', 1, ['name: New']),
      'notedb/main/default/people/Tpl/Plain.md': 'plain\n',
      'Skip/Out.md': handRow('people', 2, ['name: Out']),
      'a/Bo.md': handRow('people', 3, ['name: Bo']),
      'b/Bo.md': handRow('people', 3, ['name: Bo']),
    },
    given: [
      ['create_table', { ...PEOPLE[1], exclude: ['notedb/main/default/people/Tpl', 'Skip'], filename: '{name}' }],
    ],
    call: ['alter_table', { table: 'people', name: 'humans' }],
    tree: {
      [at('humans', 'Tpl/New')]: row('humans', ['name: New']),
      [at('humans', 'Tpl/Plain')]: 'plain\n',
      'Skip/Out.md': row('humans', ['name: Out']),
      'a/Bo.md': row('humans', ['name: Bo']),
      'b/Bo.md': row('humans', ['name: Bo']),
    },
    then: [
      ['describe_table', { table: 'humans' }, { options: { exclude: [at('humans', 'Tpl').slice(0, -3), 'Skip'] } }],
      ['select_rows', { table: 'humans' }, { total: 1 }],
    ],
  },
  {
    name: 'numbers a note whose place is taken in the new folder, and keeps its name as an alias',
    spec: 'D6, D17',
    files: { [at('humans', 'Ada')]: 'somebody else\n' },
    given: [PEOPLE, person('Ada', { email: 'a@b' })],
    call: ['alter_table', { table: 'people', name: 'humans' }],
    tree: { [at('humans', 'Ada 2')]: row('humans', ['name: Ada', 'email: a@b', 'aliases:', '  - Ada']) },
  },
  {
    name: 'renames the rows by a new file name, keeps their old names as aliases, and lets links follow',
    spec: 'docs/operations.md#alter_table; D6, D17',
    files: {
      [at('people', 'By hand')]: handRow('people', 1, ['name: Bo', 'email: b@x']),
      'Elsewhere/Cy.md': handRow('people', 2, ['name: Cy', 'email: c@x', 'aliases: [Cyril]']),
      'Note.md': '[[Ada]], [[By hand]] and [[Cy#Life|c]]\n',
    },
    given: [PEOPLE, person('Ada', { email: 'a@x' })],
    call: ['alter_table', { table: 'people', filename: '{email}' }],
    result: {
      changed: 3,
      planned_moves: [
        { from: 'Elsewhere/Cy.md', to: 'Elsewhere/c@x.md' },
        { from: ADA, to: at('people', 'a@x') },
      ],
    },
    tree: {
      [at('people', 'a@x')]: row('people', ['name: Ada', 'email: a@x', 'aliases:', '  - Ada']),
      [at('people', 'By hand')]: row('people', ['name: Bo', 'email: b@x']),
      'Elsewhere/c@x.md': row('people', ['name: Cy', 'email: c@x', 'aliases: [Cyril, Cy]']),
      'Note.md': '[[a@x]], [[By hand]] and [[c@x#Life|c]]\n',
    },
  },
  {
    name: 'adds no old name to the aliases that stands there already',
    spec: 'docs/operations.md#alter_table (renamed rows keep the old name in aliases)',
    files: { 'Cy.md': handRow('people', 2, ['name: Cy', 'email: c@x', 'aliases: [Cy, Cyril]']) },
    given: [PEOPLE],
    call: ['alter_table', { table: 'people', filename: '{email}' }],
    tree: { 'c@x.md': row('people', ['name: Cy', 'email: c@x', 'aliases: [Cy, Cyril]']) },
  },
  {
    name: 'lets the links among renamed rows follow, and the columns that are computed of their names',
    spec: 'D6, D16 (identity, generated)',
    files: {
      [at('nodes', 'Leaf')]: handRow(
        'nodes',
        1,
        ['name: Leaf', 'parent: "[[Root]]"', 'file: Leaf', 'shown: of Leaf'],
        '[[Root]] and [[Leaf]]\n',
      ),
      [at('nodes', 'Root')]: handRow('nodes', 2, ['name: Root', 'file: Root', 'shown: of Root']),
    },
    given: [
      tableOf('nodes', [
        name,
        column('parent', 'link', { ref: 'self', hierarchy: true }),
        column('file', 'string', { identity: 'filename' }),
        column('shown', 'string', { generated: 'of {file}' }),
      ]),
    ],
    call: ['alter_table', { table: 'nodes', schema: 'own', filename: 'N {name}' }],
    tree: {
      'notedb/main/own/nodes/N Leaf.md': note(
        [
          'table: main.own.nodes',
          'id: <uuid>',
          'name: Leaf',
          'parent: "[[N Root]]"',
          'file: N Leaf',
          'shown: of N Leaf',
          'aliases:',
          '  - Leaf',
        ],
        '[[N Root]] and [[N Leaf]]\n',
      ),
    },
    then: [['check_table', { table: 'nodes' }, { ok: true, rows: 2 }]],
  },
  {
    name: 'gives each row the name that another one leaves, and numbers a circle',
    spec: 'D6',
    files: {
      [at('p', 'a')]: handRow('p', 1, ['x: a', 'y: b']),
      [at('p', 'b')]: handRow('p', 2, ['x: b', 'y: c']),
      [at('p', 'm')]: handRow('p', 3, ['x: m', 'y: n']),
      [at('p', 'n')]: handRow('p', 4, ['x: n', 'y: m']),
    },
    given: [tableOf('p', [column('x', 'string'), column('y', 'string')], { filename: '{x}' })],
    call: ['alter_table', { table: 'p', filename: '{y}' }],
    result: {
      planned_moves: [
        { from: at('p', 'b'), to: at('p', 'c') },
        { from: at('p', 'a'), to: at('p', 'b') },
        { from: at('p', 'm'), to: at('p', 'n 2') },
        { from: at('p', 'n'), to: at('p', 'm') },
      ],
    },
  },
  {
    name: 'moves the rows into the folders of a new partition, but none that lies elsewhere',
    spec: 'docs/operations.md#alter_table; D6, D16',
    files: {
      [at('diary', 'own/2026-11-22')]: handRow('diary', 1, ['day: 2026-11-22']),
      'Elsewhere/2026-11-23.md': handRow('diary', 2, ['day: 2026-11-23']),
    },
    given: [DIARY, entry('2026-11-21'), entry('2025-01-02')],
    call: ['alter_table', { table: 'diary', partition: 'YYYY/MM' }],
    result: {
      changed: 2,
      planned_moves: [
        { from: at('diary', '2025-01-02'), to: at('diary', '2025/01/2025-01-02') },
        { from: at('diary', '2026-11-21'), to: at('diary', '2026/11/2026-11-21') },
      ],
    },
  },
  {
    name: 'changes name, place and patterns in one',
    spec: 'docs/operations.md#alter_table',
    given: [DIARY, entry('2026-11-21')],
    call: ['alter_table', { table: 'diary', name: 'log', schema: 'own', partition: '{mood}', filename: 'DD.MM.' }],
    result: { planned_moves: [{ from: at('diary', '2026-11-21'), to: 'notedb/main/own/log/good/21.11.md' }] },
  },
  {
    name: 'lists every row that can’t fill a new pattern',
    spec: 'docs/operations.md#alter_table (Errors), D6',
    given: [PEOPLE, person('Ada'), person('Bo'), person('Cy', { email: 'c@x' })],
    call: ['alter_table', { table: 'people', filename: '{email}', partition: '{born:YYYY}' }],
    error: { code: 'refused', violations: ['born path', 'born path', 'born path'], message: 'born, email' },
  },
  {
    name: 'takes the archived notes along to a new archive folder',
    spec: 'D18',
    files: {
      [at('people', '_archive/x/Old')]: handRow('people', 1, ['name: Old']),
      'Note.md': '[[people/_archive/x/Old]]\n',
    },
    given: [PEOPLE, person('Ada')],
    call: ['alter_table', { table: 'people', archive: 'Attic' }],
    result: { changed: 2, planned_moves: [{ from: at('people', '_archive/x/Old'), to: at('people', 'Attic/x/Old') }] },
    tree: { 'Note.md': '[[Old]]\n' },
    then: [['select_rows', { table: 'people' }, { total: 1 }]],
  },
  {
    name: 'refuses an archive folder that holds rows',
    spec: 'D2',
    files: { [at('people', 'x/Bo')]: handRow('people', 1, ['name: Bo']) },
    given: [PEOPLE],
    call: ['alter_table', { table: 'people', archive: 'x' }],
    error: { code: 'refused', violations: ['path'], message: 'archive folder' },
  },
  {
    name: 'excludes a folder with rows in it, and counts them',
    spec: 'D18',
    files: {
      'A/Bo.md': handRow('people', 1, ['name: Bo']),
      'A/Cy.md': handRow('people', 2, ['name: Cy']),
      'B/Di.md': handRow('people', 3, ['name: Di']),
    },
    given: [['create_table', { ...PEOPLE[1], exclude: ['B'] }]],
    call: ['alter_table', { table: 'people', exclude: ['A'] }],
    result: {
      changed: 0,
      warnings: [
        '2 rows lie in excluded folders and are no longer part of main.default.people',
        '1 note is a row of main.default.people now; check_table says what does not fit',
      ],
    },
    then: [['select_rows', { table: 'people' }, { rows: [{ path: 'B/Di.md' }] }]],
  },
  {
    name: 'adds a field where it is missing, and takes one out of every row',
    spec: 'D16, D18 (fields)',
    files: {
      [at('p', 'a')]: handRow('p', 1, ['name: a', 'old: x # gone', 'new: mine']),
      [at('p', 'b')]: handRow('p', 2, ['name: b', 'kept: 1']),
    },
    given: [tableOf('p', [name], { fields: { old: null, kept: 1 } })],
    call: ['alter_table', { table: 'p', fields: { old: null, new: [1, 2], kept: 5 } }],
    result: { changed: 2, planned_moves: [] },
    tree: {
      [at('p', 'a')]: row('p', ['name: a', 'new: mine']),
      [at('p', 'b')]: row('p', ['name: b', 'kept: 1', 'new:', '  - 1', '  - 2']),
    },
    then: [['describe_table', { table: 'p' }, { fields: { new: [1, 2], kept: 5 } }]],
  },
  {
    name: 'renames a table whose rows break a rule: their values are not its doing',
    spec: 'docs/operations.md#alter_table',
    files: { [at('people', 'Ada')]: handRow('people', 1, ['name: Ada', 'born: never']) },
    given: [PEOPLE],
    call: ['alter_table', { table: 'people', name: 'humans' }],
    tree: { [at('humans', 'Ada')]: row('humans', ['name: Ada', 'born: never']) },
  },
  ...REFUSALS,
];
