/** alter_column. Source: docs/operations.md#alter_column, docs/http.md#errors; D16, D17, D18. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { PEOPLE, TASKS, at, column, handRow, id, person, row, tableOf, task } from './tables';

const alter = (name: string, changes: JsonObject, table = 'tasks'): Call => [
  'alter_column',
  { table, column: name, changes },
];

const GIVEN: readonly Call[] = [
  PEOPLE,
  TASKS,
  person('Ada'),
  task('One', { status: 'todo', estimate: 2.5, owner: 'Ada', labels: ['a', 'b'] }),
  task('Two', { status: 'done', estimate: 10 }),
];

/** The columns of tasks after the id: title, status, owner, due, estimate, labels. */
const describes = (position: number, spec: JsonObject): readonly [string, JsonObject, JsonObject] => [
  'describe_table',
  { table: 'tasks' },
  { columns: Array.from({ length: 7 }, (_, i) => (i === position ? spec : {})) },
];

const changes = (
  name: string,
  column_: string,
  given: JsonObject,
  position: number,
  spec: JsonObject,
): ConformanceCase => ({
  name,
  spec: 'docs/operations.md#alter_column',
  given: GIVEN,
  call: alter(column_, given),
  result: { table: 'main.default.tasks', changed: 0 },
  then: [describes(position, spec)],
});

const refuses = (
  what: string,
  call: Call,
  error: ExpectedError,
  spec = 'docs/operations.md#alter_column',
): ConformanceCase => ({
  name: `refuses ${what}`,
  spec,
  given: GIVEN,
  call,
  error,
});

const LEVELS = `format: 1
tables:
  main.default.regions:
    columns:
      - {name: level, type: enum, values: [land, state, town]}
      - {name: parent, type: link, ref: main.default.regions, ref_by: {column: level, levels: [land, state]}}
      - {name: kind, type: enum, values: [a, b, c]}
      - {name: near, type: link, ref: main.default.regions, ref_where: {kind: b}}
    constraints:
      known: {kind: {in: [a, b]}}
`;

const HEIR = `format: 1
bases:
  dated:
    columns:
      - name: day
        type: date
        description: the day
      - name: kind
        type: enum
        description: the kind
        values: [a, b]
tables:
  main.default.a:
    bases: [dated]
`;

export const ALTER_COLUMN: readonly ConformanceCase[] = [
  changes('changes bounds', 'estimate', { min: 1, max: 10, step: null }, 5, { min: 1, max: 10 }),
  changes(
    'changes values, and their meanings',
    'status',
    { values: ['done', 'todo'], value_descriptions: { done: 'over' } },
    2,
    {
      values: ['done', 'todo'],
      value_descriptions: { done: 'over' },
      default: 'todo',
    },
  ),
  changes('makes an enum ordered', 'status', { ordered: true }, 2, { ordered: true }),
  changes('makes a column required that every row has', 'estimate', { required: true }, 5, { required: true }),
  changes('makes a column unique in which no value is there twice', 'estimate', { unique: true }, 5, { unique: true }),
  changes(
    'changes what people read',
    'due',
    { label: 'Due on', description: 'When it must be done', aliases: ['deadline'], note: 'n' },
    4,
    { label: 'Due on', description: 'When it must be done', aliases: ['deadline'], note: 'n' },
  ),
  changes('formats a number', 'estimate', { number_format: { style: 'number', decimals: 1, unit: 'h' } }, 5, {
    number_format: { style: 'number', decimals: 1, unit: 'h' },
  }),
  changes('says what the texts of a list are', 'labels', { text_format: 'email', min: null }, 6, {
    items: { text_format: 'email' },
  }),
  changes('leaves every value its colour when values come and move', 'status', { values: ['new', 'done', 'todo'] }, 2, {
    values: ['new', 'done', 'todo'],
    value_colors: { new: 'green', done: 'orange', todo: 'blue' },
  }),
  {
    name: 'takes a format away where the new type has none, with a warning',
    spec: 'docs/operations.md#alter_column, docs/operations.md#column-specs (number_format)',
    given: [...GIVEN, alter('estimate', { number_format: { style: 'stars' } })],
    call: alter('estimate', { type: 'string' }),
    result: { warnings: ['estimate: min, max, step, number_format went with the type number'] },
  },
  changes('changes what the items of a list must be', 'labels', { type: 'list', min: null }, 6, {
    items: { type: 'string' },
  }),
  {
    name: 'removes attributes with null',
    spec: 'docs/operations.md#alter_column: null removes an attribute',
    given: [
      ...GIVEN,
      alter('status', { label: 'State', aliases: ['s'], note: 'n', value_descriptions: { todo: 'x' } }),
    ],
    call: alter('status', { label: null, aliases: null, note: null, value_descriptions: null, default: null }),
    then: [
      ['insert_row', { table: 'tasks', values: { title: 'Three' } }, { row: { title: 'Three' } }],
      ['select_rows', { table: 'tasks', where: { status: null } }, { total: 1 }],
    ],
  },
  {
    name: 'writes no row for a new default',
    spec: 'D16 (defaults never apply to update)',
    given: GIVEN,
    call: alter('due', { default: '2026-01-01' }),
    result: { changed: 0 },
    tree: { [at('tasks', 'Two')]: row('tasks', ['title: Two', 'status: done', 'estimate: 10']) },
    then: [['insert_row', { table: 'tasks', values: { title: 'Three' } }, { row: { due: '2026-01-01' } }]],
  },
  {
    name: 'writes the key of a column that becomes dense to the rows that lack it',
    spec: 'D16 (dense)',
    given: GIVEN,
    call: alter('owner', { dense: true }),
    result: { changed: 1, plannedUpdates: [{ path: at('tasks', 'Two') }] },
    tree: {
      [at('tasks', 'One')]: row('tasks', [
        'title: One',
        'status: todo',
        'owner: "[[Ada]]"',
        'estimate: 2.5',
        'labels:\n  - a\n  - b',
      ]),
      [at('tasks', 'Two')]: row('tasks', ['title: Two', 'status: done', 'estimate: 10', 'owner:']),
    },
  },
  {
    name: 'leaves the keys of a column that is no longer dense',
    spec: 'D16 (dense)',
    given: [...GIVEN, alter('owner', { dense: true })],
    call: alter('owner', { dense: false }),
    result: { changed: 0 },
    tree: { [at('tasks', 'Two')]: row('tasks', ['title: Two', 'status: done', 'estimate: 10', 'owner:']) },
  },
  {
    name: 'converts the items of a list',
    spec: 'docs/operations.md#alter_column, D27',
    given: [
      ...GIVEN,
      task('Three', { labels: ['1', '2'] }),
      ['update_row', { table: 'tasks', path: at('tasks', 'One'), unset: ['labels'] }],
    ],
    call: alter('labels', { items: { type: 'integer' } }),
    result: { changed: 1 },
    then: [['select_rows', { table: 'tasks', where: { title: 'Three' } }, { rows: [{ labels: [1, 2] }] }]],
  },
  {
    name: 'changes the type of a column, and keeps the bytes of values that fit',
    spec: 'docs/operations.md#alter_column, D27',
    files: {
      'a.md': handRow('people', 1, ['name: A', 'email: 007']),
      'b.md': handRow('people', 2, ['name: B', 'email: 12']),
    },
    given: [PEOPLE],
    call: alter('email', { type: 'integer' }, 'people'),
    result: { changed: 0 },
    tree: { 'a.md': handRow('people', 1, ['name: A', 'email: 007']).replace(id(1), '<uuid>') },
    then: [['select_rows', { table: 'people', where: { email: { lt: 12 } } }, { total: 1, rows: [{ email: 7 }] }]],
  },
  {
    name: 'makes a list of what was one value, and keeps what each must be',
    spec: 'D16 (a scalar in a list column is a list of one)',
    given: GIVEN,
    call: alter('owner', { type: 'list' }),
    result: { changed: 0 },
    then: [
      describes(3, { type: 'list', items: { type: 'link', ref: 'main.default.people' } }),
      [
        'select_rows',
        { table: 'tasks', where: { owner: { contains: 'Ada' } } },
        { total: 1, rows: [{ owner: ['[[Ada]]'] }] },
      ],
    ],
  },
  {
    name: 'lets attributes go that the new type has no use for, with a warning',
    spec: 'docs/operations.md#alter_column',
    given: GIVEN,
    call: alter('status', { type: 'string' }),
    result: { changed: 0, warnings: ['status: values went with the type enum'] },
    then: [describes(2, { type: 'string', default: 'todo' })],
  },
  {
    name: 'changes nothing that is so already',
    spec: 'D17 (nothing to change: no migration)',
    given: GIVEN,
    call: alter('estimate', { min: 0, max: 100 }),
    result: { changed: 0, migrationId: null },
  },
  {
    name: 'can be undone over a row that broke the rule before',
    spec: 'D7, D17 (undo_migration: nothing is held against the rows that they broke then already)',
    files: {
      'a.md': handRow('tasks', 1, ['title: a', 'estimate: 500', 'status: later']),
      'b.md': handRow('tasks', 2, ['estimate: "7"']),
    },
    given: [PEOPLE, TASKS],
    call: alter('estimate', { type: 'string', step: null, max: null, min: null }),
    result: { changed: 0 },
  },
  {
    name: 'holds nothing against a row that its column does not say',
    spec: 'D7 (an edit by hand is listed by check_table)',
    files: { 'a.md': handRow('people', 1, ['born: soon', 'email: x']) },
    given: [PEOPLE],
    call: alter('email', { required: true }, 'people'),
    then: [['check_table', { table: 'people' }, { counts: { type: 1, required: 1 } }]],
  },
  {
    name: 'restyles a column of a base in one table',
    spec: 'docs/operations.md#set_table_bases: an inherited column can only be restyled via alter_column',
    files: { 'notedb/metastore.yaml': HEIR, 'x.md': handRow('a', 1, ['kind: a']) },
    call: alter('day', { label: 'Tag', description: 'its day', aliases: ['d'], note: 'n', dense: true }, 'a'),
    result: { changed: 1 },
    tree: { 'x.md': handRow('a', 1, ['kind: a', 'day:']).replace(id(1), '<uuid>') },
    then: [
      [
        'describe_table',
        { table: 'a' },
        {
          columns: [
            {},
            { name: 'day', label: 'Tag', description: 'its day', aliases: ['d'], note: 'n', dense: true },
            { name: 'kind', description: 'the kind', dense: false },
          ],
        },
      ],
      ['alter_column', { table: 'a', column: 'day', changes: { label: null } }, { changed: 0 }],
    ],
  },
  {
    name: 'refuses to change more than the style of a column of a base',
    spec: 'docs/operations.md#set_table_bases: an inherited column can only be restyled via alter_column',
    files: { 'notedb/metastore.yaml': HEIR },
    call: alter('kind', { values: ['a'], required: true, label: 'K' }, 'a'),
    error: { code: 'conflict', conflicts: ['inherited', 'inherited'], hint: 'define_base' },
  },
  refuses('bounds that values break, and lists the rows', alter('estimate', { max: 2, step: null }), {
    code: 'refused',
    violations: ['estimate range', 'estimate range'],
    message: ['estimate: 2.5 is above the maximum 2', 'and 1 more'],
  }),
  refuses('a step that values break', alter('estimate', { step: 1 }), {
    code: 'refused',
    violations: ['estimate step'],
  }),
  refuses('to drop a value that rows have', alter('status', { values: ['todo', 'doing'] }), {
    code: 'refused',
    violations: ['status enum'],
    message: '(todo, doing)',
  }),
  refuses('required where rows lack a value', alter('owner', { required: true }), {
    code: 'refused',
    violations: ['owner required'],
  }),
  refuses('a type that values do not have', alter('title', { type: 'integer' }), {
    code: 'refused',
    violations: ['title type', 'title type'],
  }),
  {
    name: 'refuses unique where a value is there twice',
    spec: 'D16 (unique)',
    given: [PEOPLE, person('Ada', { born: '2000-01-01' }), person('Bo', { born: '2000-01-01' }), person('Cy')],
    call: alter('born', { unique: true }, 'people'),
    error: { code: 'refused', violations: ['born unique', 'born unique'] },
  },
  {
    name: 'refuses to drop a value that a ref_by allows as a level',
    spec: 'docs/operations.md#alter_column: dropping an enum value used as a ref_by level is refused',
    files: { 'notedb/metastore.yaml': LEVELS },
    call: alter('level', { values: ['land', 'town'] }, 'regions'),
    error: { code: 'conflict', conflicts: ['ref_by'], message: 'state', hint: 'rename_value' },
  },
  {
    name: 'refuses to drop a value that a CHECK or a ref_where compares with',
    spec: 'D6 (a filter value that can’t be of the column’s type)',
    files: { 'notedb/metastore.yaml': LEVELS },
    call: alter('kind', { values: ['a', 'c'] }, 'regions'),
    error: { code: 'conflict', conflicts: ['check', 'ref_where'] },
  },
  {
    name: 'refuses a type with which rules that are there make no sense, and names them',
    spec: 'D18 (what other definitions stand against is a 422)',
    files: { 'notedb/metastore.yaml': LEVELS },
    call: alter('kind', { type: 'integer' }, 'regions'),
    error: {
      code: 'refused',
      violations: ['kind check', 'kind ref_where'],
      message: 'main.default.regions: check of known: kind is integer',
      hint: 'drop_constraint',
    },
  },
  {
    name: 'refuses to take the order away from values that a rule compares by it',
    spec: 'D18 (what other definitions stand against is a 422)',
    given: [
      tableOf('jobs', [column('size', 'enum', { values: ['s', 'm', 'l'], ordered: true })]),
      ['add_constraint', { table: 'jobs', name: 'small', check: { size: { lt: 'l' } } }],
    ],
    call: alter('size', { ordered: null }, 'jobs'),
    error: { code: 'refused', violations: ['size check'], message: 'small', hint: 'drop_constraint' },
  },
  {
    name: 'refuses a ref_where that makes no sense, as an argument',
    spec: 'D18 (an argument of the wrong shape, type or grammar is a 400)',
    files: { 'notedb/metastore.yaml': LEVELS },
    call: alter('near', { ref_where: { kind: { lt: 'b' } } }, 'regions'),
    error: { code: 'bad_request', violations: ['kind ref_where'] },
  },
  {
    name: 'drops a value that nothing uses',
    spec: 'docs/operations.md#alter_column',
    files: { 'notedb/metastore.yaml': LEVELS },
    call: alter('level', { values: ['land', 'state'] }, 'regions'),
    result: { changed: 0 },
    then: [['describe_table', { table: 'regions' }, { columns: [{}, { values: ['land', 'state'] }, {}, {}, {}] }]],
  },
  {
    name: 'refuses a time column that would be no date',
    spec: 'docs/operations.md#create_table (time_column)',
    given: [tableOf('days', [column('day', 'date')], { time_column: 'day' })],
    call: alter('day', { type: 'string' }, 'days'),
    error: { code: 'refused', violations: ['day type'] },
  },
  refuses('no description', alter('due', { description: null }), {
    code: 'refused',
    violations: ['due required'],
    hint: 'say what the column records',
  }),
  refuses('an empty description', alter('due', { description: ' ' }), {
    code: 'refused',
    violations: ['due required'],
  }),
  ...(['ref', 'generated', 'identity', 'vocabulary', 'hierarchy', 'inverse'] as const).map((key) =>
    refuses(
      `a change of ${key}`,
      alter('owner', { [key]: null }),
      { code: 'refused', violations: ['owner type'], hint: 'add_column' },
      'D17',
    ),
  ),
  refuses('another name', alter('owner', { name: 'doer' }), { code: 'refused', hint: 'rename_column' }),
  refuses('an unknown attribute', alter('owner', { lable: 'x', minn: 1 }), {
    code: 'bad_request',
    message: ['"lable"; did you mean "label"?', '"minn"; did you mean "min"?'],
  }),
  refuses('an attribute of the wrong shape', alter('estimate', { min: 'x', required: 'yes' }), {
    code: 'bad_request',
    message: ['min must be a number', 'required must be true or false'],
  }),
  refuses('a type that there is not', alter('estimate', { type: 'decimal' }), {
    code: 'bad_request',
    message: 'decimal',
  }),
  refuses('no type', alter('estimate', { type: null }), { code: 'bad_request', message: 'type' }),
  refuses('attributes that do not fit the type', alter('title', { min: 1 }), {
    code: 'refused',
    violations: ['title range'],
  }),
  refuses('a default that does not fit', alter('status', { default: 'gone' }), {
    code: 'refused',
    violations: ['status enum'],
  }),
  refuses('an enum without values', alter('status', { values: null }), {
    code: 'refused',
    violations: ['status enum'],
  }),
  refuses('an unknown column', alter('estimat', { min: 1 }), {
    code: 'refused',
    violations: ['estimat unknown_column'],
    hint: 'estimate',
  }),
  refuses('an unknown table', alter('title', { label: 'x' }, 'taskss'), { code: 'not_found', hint: 'tasks' }),
];
