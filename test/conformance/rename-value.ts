/** rename_value. Source: docs/operations.md#rename_value, docs/http.md#errors; D17, D18. */

import { base, inherit } from './base-calls';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { PEOPLE, TASKS, at, column, handRow, id, note, person, tableOf, task } from './tables';

const rename = (from: string, to: string, name = 'status', table = 'tasks'): Call => [
  'rename_value',
  { table, column: name, from_value: from, to_value: to },
];

const refuses = (what: string, call: Call, error: ExpectedError): ConformanceCase => ({
  name: `refuses ${what}`,
  spec: 'docs/operations.md#rename_value',
  given: [PEOPLE, TASKS, task('One')],
  call,
  error,
});

const METASTORE = `format: 1
tables:
  main.default.regions:
    columns:
      - name: level
        type: enum
        values: [land, state, town]
        value_descriptions:
          land: the whole
          state: a part
        value_colors: {state: red}
        default: state
      - name: parent
        type: link
        ref: main.default.regions
        ref_where:
          level:
            ne: town
        ref_by:
          column: level
          levels: [land, state, town]
      - name: kinds
        type: list
        items:
          type: enum
          values: [state, b]
        default: [state]
    constraints:
      top:
        or:
          - level: state
          - parent.level: state
          - kinds:
              contains: state
`;

const HEIRS = `format: 1
bases:
  kinds:
    columns:
      - name: kind
        type: enum
        values: [a, b]
        default: a
tables:
  main.default.one:
    bases: [kinds]
  main.default.two:
    bases: [kinds]
    constraints:
      some:
        kind: a
`;

export const RENAME_VALUE: readonly ConformanceCase[] = [
  {
    name: 'follows in the formulas of views, where a text is compared with the column',
    spec: 'docs/queries.md#compute',
    given: [
      PEOPLE,
      TASKS,
      task('One'),
      [
        'create_view',
        {
          name: 'vw_open',
          query: {
            table: 'tasks',
            columns: ['is_open', 'other'],
            compute: { is_open: `status == "todo" || 'todo' != note.status`, other: 'title == "todo"' },
          },
        },
      ],
    ],
    call: rename('todo', `to "do"`),
    then: [
      [
        'describe_table',
        { table: 'vw_open' },
        {
          query: {
            compute: { is_open: `status == "to \\"do\\"" || 'to "do"' != note.status`, other: 'title == "todo"' },
          },
        },
      ],
      ['select_rows', { table: 'vw_open', where: { is_open: true } }, { total: 1 }],
    ],
  },
  {
    name: 'renames the value in every row that has it, and nothing else',
    spec: 'docs/operations.md#rename_value, D2 (writing a note)',
    files: {
      'a.md': handRow('tasks', 1, ['title: a', "status:  'todo' # now", 'labels: [todo]'], 'todo\r\n'),
      'b.md': handRow('tasks', 2, ['title: todo', 'status: done']),
    },
    given: [PEOPLE, TASKS, task('One')],
    call: rename('todo', 'to do'),
    result: {
      table: 'main.default.tasks',
      changed: 2,
      plannedUpdates: [{ path: 'a.md', changes: { status: { before: 'todo', after: 'to do' } } }, {}],
    },
    tree: {
      'a.md': note(
        ['table: main.default.tasks', 'id: <uuid>', 'title: a', 'status:  to do # now', 'labels: [todo]'],
        'todo\r\n',
      ),
      'b.md': handRow('tasks', 2, ['title: todo', 'status: done']).replace(id(2), '<uuid>'),
    },
    then: [
      [
        'describe_table',
        { table: 'tasks' },
        { columns: [{}, {}, { values: ['to do', 'doing', 'done'], default: 'to do' }, {}, {}, {}, {}] },
      ],
      ['select_rows', { table: 'tasks', where: { status: 'to do' } }, { total: 2 }],
      ['check_table', { table: 'tasks' }, { ok: true }],
    ],
  },
  {
    name: 'renames the value in every base that declares the column, when a table inherits it from several',
    spec: 'D17: one column from two bases only if identical; on an inherited column it acts on the base and all heirs',
    files: { 'a.md': handRow('one', 1, ['name: a', 'kind: a']), 'b.md': handRow('two', 2, ['name: b', 'kind: a']) },
    given: [
      base('first', [column('kind', 'enum', { values: ['a', 'b'] })]),
      base('second', [column('kind', 'enum', { values: ['a', 'b'] })]),
      tableOf('one', [column('name', 'string')]),
      tableOf('two', [column('name', 'string')]),
      inherit('one', 'first', 'second'),
      inherit('two', 'second'),
    ],
    call: rename('a', 'z', 'kind', 'one'),
    result: { changed: 2 },
    then: [
      ['describe_table', { table: 'one' }, { columns: [{}, { name: 'kind', values: ['z', 'b'] }, {}] }],
      ['describe_table', { table: 'two' }, { columns: [{}, { name: 'kind', values: ['z', 'b'] }, {}] }],
      ['check_table', { table: 'two' }, { ok: true }],
    ],
  },
  {
    name: 'renames the items of a list',
    spec: 'D17: list items follow',
    files: { 'a.md': handRow('a', 1, ['kinds: [x, "w", x]']), 'b.md': handRow('a', 2, ['kinds: x']) },
    given: [tableOf('a', [column('kinds', 'list', { items: { type: 'enum', values: ['x', 'w'] }, default: ['x'] })])],
    call: rename('x', 'z', 'kinds', 'a'),
    result: { changed: 2 },
    tree: {
      'a.md': handRow('a', 1, ['kinds: [z, "w", z]']).replace(id(1), '<uuid>'),
      'b.md': handRow('a', 2, ['kinds: z']).replace(id(2), '<uuid>'),
    },
    then: [['describe_table', { table: 'a' }, { columns: [{}, { items: { values: ['z', 'w'] }, default: ['z'] }] }]],
  },
  {
    name: 'lets meanings, default, CHECKs, ref_where and ref_by follow',
    spec: 'docs/operations.md#rename_value: CHECKs, ref_where and ref_by follow; D17: default, docs/operations.md#column-specs (value_descriptions)',
    files: { 'notedb/metastore.yaml': METASTORE },
    call: rename('state', 'canton', 'level', 'regions'),
    result: { changed: 0 },
    then: [
      [
        'describe_table',
        { table: 'regions' },
        {
          columns: [
            {},
            {
              values: ['land', 'canton', 'town'],
              value_descriptions: { land: 'the whole', canton: 'a part' },
              value_colors: { canton: 'red' },
              default: 'canton',
            },
            { ref_where: { level: { ne: 'town' } }, ref_by: { column: 'level', levels: ['land', 'canton', 'town'] } },
            { items: { values: ['state', 'b'] }, default: ['state'] },
          ],
          constraints: [
            {
              name: 'top',
              check: { or: [{ level: 'canton' }, { 'parent.level': 'canton' }, { kinds: { contains: 'state' } }] },
            },
          ],
        },
      ],
    ],
  },
  {
    name: 'moves and renames the notes whose place is made of the value, and links follow',
    spec: 'D6 (a write that changes a column of the pattern renames the note)',
    files: { 'See.md': 'See [[todo One]].\n' },
    given: [
      tableOf('jobs', [column('title', 'string'), column('status', 'enum', { values: ['todo', 'done'] })], {
        filename: '{status} {title}',
        partition: '{status}',
      }),
      ['insert_row', { table: 'jobs', values: { title: 'One', status: 'todo' } }],
    ],
    call: rename('todo', 'open', 'status', 'jobs'),
    result: {
      changed: 2,
      planned_moves: [{ from: at('jobs', 'todo/todo One'), to: at('jobs', 'open/open One') }],
    },
    tree: { 'See.md': 'See [[open One]].\n', [at('jobs', 'todo/todo One')]: null },
  },
  {
    name: 'acts on the base and on every heir of an inherited column',
    spec: 'D17: on an inherited column it acts on the base and all heirs',
    files: {
      'notedb/metastore.yaml': HEIRS,
      'x.md': handRow('one', 1, ['kind: a']),
      'y.md': handRow('two', 2, ['kind: a']),
    },
    call: rename('a', 'c', 'kind', 'one'),
    result: { table: 'main.default.one', changed: 2 },
    tree: {
      'y.md': handRow('two', 2, ['kind: c']).replace(id(2), '<uuid>'),
    },
    then: [
      ['describe_table', { table: 'one' }, { columns: [{}, { values: ['c', 'b'], default: 'c' }] }],
      ['describe_table', { table: 'two' }, { constraints: [{ name: 'some', check: { kind: 'c' } }] }],
    ],
  },
  {
    name: 'leaves a row alone that broke another rule before',
    spec: 'D7 (an edit by hand is listed by check_table)',
    files: {
      'a.md': handRow('tasks', 1, ['status: todo', 'due: soon']),
      'b.md': handRow('tasks', 2, ['title: b', 'status: odd']),
    },
    given: [PEOPLE, TASKS],
    call: rename('todo', 'open'),
    result: { changed: 1 },
    then: [['check_table', { table: 'tasks' }, { counts: { required: 1, type: 1, enum: 1 } }]],
  },
  refuses('a value that exists', rename('todo', 'done'), {
    code: 'refused',
    violations: ['status exists'],
    hint: 'update_rows',
  }),
  refuses('the same value', rename('todo', 'todo'), { code: 'refused', violations: ['status exists'] }),
  refuses('an unknown value', rename('tdo', 'x'), {
    code: 'refused',
    violations: ['status enum'],
    hint: 'todo, doing, done',
  }),
  refuses('an empty name', rename('todo', ' '), { code: 'bad_request', message: 'to_value' }),
  refuses('a column that is not an enum', rename('a', 'b', 'title'), { code: 'refused', violations: ['title type'] }),
  refuses('an unknown column', rename('a', 'b', 'staus'), {
    code: 'refused',
    violations: ['staus unknown_column'],
    hint: 'status',
  }),
  refuses('an unknown table', rename('a', 'b', 'status', 'taskss'), { code: 'not_found' }),
  {
    name: 'refuses a note that does not parse any more',
    spec: 'D7 (unparsable: never rewritten)',
    files: { 'a.md': handRow('tasks', 1, ['title: a', 'status: todo']) },
    given: [PEOPLE, TASKS, person('Ada')],
    edits: { 'a.md': handRow('tasks', 1, ['title: "a', 'status: todo']) },
    call: rename('todo', 'open'),
    error: { code: 'refused', violations: ['unparsable'] },
  },
];
