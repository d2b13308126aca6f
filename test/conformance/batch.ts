/** batch. Source: docs/operations.md#batch, docs/http.md#errors (batch); D17. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { PEOPLE, TASKS, at, column, person, row, tableOf, task } from './tables';

type Step = readonly [op: string, args: JsonObject];

const steps = (list: readonly (Step | Call)[], more: JsonObject = {}): Call => [
  'batch',
  { operations: list.map(([op, args]) => ({ op, ...args })), ...more },
];

const ADA = at('people', 'Ada');
const A = at('tasks', 'A');

const given: readonly Call[] = [PEOPLE, TASKS, person('Ada', { email: 'a@x' }), task('A', { owner: 'Ada' }), task('B')];

const set = (title: string, values: JsonObject): Step => [
  'update_row',
  { table: 'tasks', path: at('tasks', title), set_values: values },
];

/** Steps that need the ones before: a dry run could not see those. */
const builds = (
  name: string,
  list: readonly (Step | Call)[],
  more: Pick<ConformanceCase, 'result' | 'tree' | 'then' | 'files' | 'error'>,
): ConformanceCase => ({
  name,
  spec: 'docs/operations.md#batch (each seeing the previous)',
  given,
  call: steps(list),
  buildsUp: true,
  ...more,
});

/** A dry run: the steps' own results are of the current data, the whole is what the batch would leave. */
const tries = (name: string, list: readonly (Step | Call)[], result: JsonObject): ConformanceCase => ({
  name,
  spec: 'docs/operations.md#batch (dry_run), D4',
  given,
  call: steps(list, { dry_run: true }),
  result: { dryRun: true, migrationId: null, ...result },
});

const refuses = (
  what: string,
  call: Call,
  error: ExpectedError,
  spec = 'docs/operations.md#batch',
): ConformanceCase => ({
  name: `refuses ${what}`,
  spec,
  given,
  call,
  error,
});

const notes = (...columns: readonly JsonObject[]): Call => tableOf('notes', [column('name', 'string'), ...columns]);

export const BATCH: readonly ConformanceCase[] = [
  builds(
    'renames, fills and copies a table in one',
    [
      person('Bo'),
      ['alter_table', { table: 'people', name: 'humans', filename: 'P {name}' }],
      ['insert_row', { table: 'humans', values: { name: 'Cy' } }],
      ['clone_table', { source: 'humans', target: 'copies' }],
      ['alter_table', { table: 'copies', schema: 'own' }],
    ],
    {
      tree: {
        [ADA]: null,
        [at('humans', 'P Ada')]: row('humans', ['name: Ada', 'email: a@x', 'aliases:', '  - Ada']),
        [at('humans', 'P Bo')]: row('humans', ['name: Bo', 'aliases:', '  - Bo']),
        [at('humans', 'P Cy')]: row('humans', ['name: Cy']),
        'notedb/main/own/copies/P Cy.md': row('humans', ['name: Cy']).replace('default.humans', 'own.copies'),
      },
      then: [
        ['select_rows', { table: 'main.own.copies' }, { total: 3 }],
        ['check_table', { table: 'tasks' }, { ok: true }],
      ],
    },
  ),
  {
    name: 'runs steps of several tables as one migration',
    spec: 'docs/operations.md#batch, D4, D17',
    given,
    call: steps(
      [set('A', { status: 'done' }), person('Bo'), ['delete_rows', { table: 'tasks', where: { title: 'B' } }]],
      {
        summary: 'weekly tidy',
      },
    ),
    result: {
      operation: 'batch',
      table: null,
      summary: 'weekly tidy',
      migrationId: '<uuid>',
      dryRun: false,
      changed: 3,
      plannedCreates: [at('people', 'Bo')],
      plannedUpdates: [{ path: A, changes: { status: { before: 'todo', after: 'done' } } }],
      planned_moves: [{ from: at('tasks', 'B'), to: at('tasks', '_archive/B') }],
      steps: [
        {
          operation: 'update_row',
          table: 'main.default.tasks',
          migrationId: '<uuid>',
          dryRun: false,
          changed: 1,
          row: { path: A, status: 'done' },
          warnings: [],
        },
        { operation: 'insert_row', table: 'main.default.people', plannedCreates: [at('people', 'Bo')] },
        { operation: 'delete_rows', changed: 1 },
      ],
    },
    then: [
      [
        'list_migrations',
        { limit: 3 },
        {
          migrations: [
            {},
            {},
            {
              op: 'batch',
              summary: 'weekly tidy',
              schema: null,
              tables: ['main.default.tasks', 'main.default.people'],
              notes_changed: 3,
            },
          ],
        },
      ],
    ],
  },
  {
    name: 'names the table when there is one, and sums its steps up',
    spec: 'D4',
    given,
    call: steps([set('A', { estimate: 1 }), set('B', { estimate: 2 }), ['update_rows', { table: 'tasks' }]]),
    result: {
      table: 'main.default.tasks',
      summary: '3 steps: 2 × update_row, update_rows',
      changed: 2,
      steps: [{ changed: 1 }, { changed: 1 }, { changed: 0, matched: 2 }],
    },
  },
  {
    name: 'is a no-op without steps, and when no step changes anything',
    spec: 'D4 (migrationId is null when there was nothing to change)',
    given,
    call: steps([set('A', { status: 'todo' })]),
    result: { changed: 0, migrationId: null, steps: [{ changed: 0, migrationId: null }] },
    then: [['batch', { operations: [] }, { changed: 0, table: null, migrationId: null, steps: [] }]],
  },
  {
    name: 'checks each step of a dry run against the current data only',
    spec: 'docs/operations.md#batch (dry_run)',
    given,
    call: steps([person('Bo'), ['update_rows', { table: 'people', set_values: { born: '1900-01-01' } }]], {
      dry_run: true,
    }),
    result: {
      dryRun: true,
      migrationId: null,
      changed: 2,
      steps: [
        { changed: 1, dryRun: true },
        { changed: 1, matched: 1 },
      ],
    },
  },
  tries(
    'shows in a dry run what the batch leaves, where steps change one row or want one name',
    [set('A', { status: 'done' }), set('A', { estimate: 2 }), set('B', { title: 'X' }), task('X')],
    {
      changed: 3,
      plannedCreates: [at('tasks', 'X 2')],
      plannedUpdates: [
        { path: A, changes: { status: { before: 'todo', after: 'done' }, estimate: { before: null, after: 2 } } },
        { path: at('tasks', 'X'), changes: { title: { before: 'B', after: 'X' } } },
      ],
      planned_moves: [{ from: at('tasks', 'B'), to: at('tasks', 'X') }],
      steps: [{ changed: 1 }, { changed: 1 }, { changed: 1 }, { plannedCreates: [at('tasks', 'X')] }],
      warnings: [],
    },
  ),
  tries(
    'warns in a dry run of a batch that would be refused, since its steps see each other',
    [person('Bo', { email: 'b@x' }), set('A', { status: 'done' }), person('Cy', { email: 'b@x' })],
    {
      changed: 0,
      plannedCreates: [],
      plannedUpdates: [],
      steps: [{ changed: 1 }, { changed: 1 }, { changed: 1, plannedCreates: [at('people', 'Cy')] }],
      warnings: [
        `the batch itself would be refused, since its steps see each other: step 2 (insert_row): email: "b@x" is taken in people by ${at('people', 'Bo')}`,
      ],
    },
  ),
  {
    ...refuses(
      'in a dry run a step that the data of now stand against, and says when the batch would be accepted',
      steps([person('Bo'), task('C', { owner: 'Bo' })], { dry_run: true }),
      { code: 'refused', step: 1, violations: ['owner broken_link'], hint: ['insert that row', 'the batch itself'] },
      'docs/operations.md#batch (dry_run)',
    ),
    buildsUp: true,
  },
  builds(
    'changes, links, renames and deletes a row that a step before made',
    [
      person('Bo'),
      [
        'update_row',
        { table: 'people', path: at('people', 'Bo'), set_values: { email: 'b@x' }, body: 'See [[Ada]].\n' },
      ],
      task('C', { owner: 'Bo' }),
      ['update_row', { table: 'people', path: at('people', 'Bo'), set_values: { name: 'Bob' } }],
      ['update_row', { table: 'people', path: ADA, set_values: { name: 'Ada L' } }],
      task('D', { owner: 'Bob' }),
      ['delete_rows', { table: 'tasks', where: { title: 'D' }, mode: 'delete' }],
      ['update_rows', { table: 'tasks', where: { owner: 'Bob' }, set_values: { status: 'doing' }, expect_rows: 1 }],
    ],
    {
      files: { 'See.md': '[[Bo]] and [[Ada]]\n' },
      result: {
        changed: 5,
        plannedCreates: [at('people', 'Bob'), at('tasks', 'C')],
        plannedDeletes: [],
        planned_moves: [{ from: ADA, to: at('people', 'Ada L') }],
      },
      tree: {
        'See.md': '[[Bob]] and [[Ada L]]\n',
        [at('people', 'Bob')]: row('people', ['name: Bob', 'email: b@x'], 'See [[Ada L]].\n'),
        [at('tasks', 'C')]: row('tasks', ['title: C', 'status: doing', 'owner: "[[Bob]]"']),
        [at('tasks', 'D')]: null,
        [A]: row('tasks', ['title: A', 'status: todo', 'owner: "[[Ada L]]"']),
      },
      then: [['check_table', { table: 'tasks' }, { ok: true, rows: 3 }]],
    },
  ),
  builds(
    'fills a table that a step before made',
    [
      notes(column('owner', 'link', { ref: 'people' })),
      ['insert_row', { table: 'notes', values: { name: 'Nn', owner: 'Ada' } }],
      ['merge_rows', { table: 'notes', on: ['name'], rows: [{ name: 'Nn', owner: null }, { name: 'M' }] }],
      [
        'move_rows',
        {
          table: 'tasks',
          to_table: 'notes',
          where: { title: 'B' },
          rename: { title: 'name' },
          drop: ['status'],
          relocate: true,
        },
      ],
    ],
    {
      result: { table: null, changed: 3, plannedCreates: [at('notes', 'Nn'), at('notes', 'M')] },
      tree: {
        [at('notes', 'Nn')]: row('notes', ['name: Nn']),
        [at('notes', 'B')]: row('notes', ['name: B']),
      },
      then: [
        ['select_rows', { table: 'notes' }, { total: 3 }],
        ['select_rows', { table: 'tasks' }, { total: 1 }],
      ],
    },
  ),
  builds(
    'makes a table anew that a step before dropped, and takes its rows in',
    [
      ['drop_table', { table: 'tasks', mode: 'archive' }],
      tableOf('tasks', [column('title', 'string'), column('state', 'string')]),
      [
        'adopt_rows',
        { table: 'tasks', paths: [at('tasks', '_archive/A')], rename: { status: 'state' }, drop: ['owner'] },
      ],
    ],
    {
      result: { changed: 2, planned_moves: [{ from: at('tasks', 'B'), to: at('tasks', '_archive/B') }] },
      tree: { [A]: row('tasks', ['title: A', 'state: todo']) },
      then: [['select_rows', { table: 'tasks' }, { total: 1, rows: [{ state: 'todo' }] }]],
    },
  ),
  builds(
    'gives two rows each other’s names',
    [
      set('A', { title: 'T' }),
      set('B', { title: 'A' }),
      ['update_row', { table: 'tasks', path: at('tasks', 'T'), set_values: { title: 'B' } }],
    ],
    {
      files: { 'See.md': '[[A]] [[B]]\n' },
      tree: {
        'See.md': '[[B]] [[A]]\n',
        [A]: row('tasks', ['title: A', 'status: todo']),
        [at('tasks', 'B')]: row('tasks', ['title: B', 'status: todo', 'owner: "[[Ada]]"']),
      },
      result: {
        changed: 3,
        plannedUpdates: [
          { path: A, changes: { title: { before: 'B', after: 'A' } } },
          { path: at('tasks', 'B'), changes: { title: { before: 'A', after: 'B' } } },
          { path: 'See.md' },
        ],
        planned_moves: [
          { from: at('tasks', 'B'), to: A },
          { from: A, to: at('tasks', 'B') },
        ],
      },
      then: [['check_table', { table: 'tasks' }, { ok: true, rows: 2 }]],
    },
  ),
  builds(
    'puts a new row in the place of one that it deleted',
    [
      ['delete_rows', { table: 'tasks', where: { title: 'A' }, mode: 'delete' }],
      task('A', { status: 'done' }),
      set('A', { estimate: 3 }),
    ],
    {
      result: { changed: 2, plannedCreates: [A], plannedDeletes: [A] },
      tree: { [A]: row('tasks', ['title: A', 'status: done', 'estimate: 3']) },
    },
  ),
  builds(
    'frees a unique value for a later step',
    [['update_row', { table: 'people', path: ADA, unset: ['email'] }], person('Bo', { email: 'a@x' })],
    { result: { changed: 2 } },
  ),
  builds(
    'undoes what it did when nothing is left to change',
    [
      notes(),
      ['drop_table', { table: 'notes' }],

      set('A', { status: 'done' }),
      set('A', { status: 'todo' }),
      task('C'),
      ['delete_rows', { table: 'tasks', where: { title: 'C' }, mode: 'delete' }],
    ],
    { result: { changed: 0, migrationId: null } },
  ),
  builds(
    'goes on with definitions that a step before changed',
    [
      ['rename_column', { table: 'people', from_column: 'email', to_column: 'mail' }],
      ['update_row', { table: 'people', path: ADA, set_values: { mail: 'b@x' } }],
      ['alter_table', { table: 'tasks', name: 'jobs' }],
      ['insert_row', { table: 'jobs', values: { title: 'C', owner: 'Ada' } }],
    ],
    {
      tree: {
        [ADA]: row('people', ['name: Ada', 'mail: b@x']),
        [at('jobs', 'C')]: row('jobs', ['title: C', 'status: todo', 'owner: "[[Ada]]"']),
        [at('jobs', 'A')]: row('jobs', ['title: A', 'status: todo', 'owner: "[[Ada]]"']),
        [A]: null,
      },
      then: [['check_table', { table: 'jobs' }, { ok: true, rows: 3 }]],
    },
  ),
  refuses(
    'a step, and takes those before it back',
    steps([set('A', { status: 'done' }), person('Bo'), set('B', { status: 'x', nope: 1 }), person('Cy')]),
    {
      code: 'refused',
      step: 2,
      violations: ['status enum', 'nope unknown_column'],
      message: 'step 2 (update_row): status',
      hint: 'describe_table',
    },
    'docs/operations.md#batch (rolledBack), D17',
  ),
  refuses('a first step: nothing is to be taken back', steps([set('Z', { status: 'done' })]), {
    code: 'conflict',
    step: 0,
    conflicts: [`missing ${at('tasks', 'Z')}`],
  }),
  builds(
    'refuses a step that breaks a rule, though a later one would mend it',
    [person('Bo', { email: 'a@x' }), ['update_row', { table: 'people', path: ADA, unset: ['email'] }]],
    { error: { code: 'refused', step: 0, violations: ['email unique'] } },
  ),
  builds(
    'refuses a step by what an earlier one did, definitions too, and leaves no trace',
    [notes(), ['insert_row', { table: 'notes', values: { name: 'N' } }], ['drop_table', { table: 'notes' }]],
    {
      error: { code: 'conflict', step: 2, conflicts: ['rows'], message: 'has 1 row' },
      then: [
        ['list_tables', {}, { tables: [{ name: 'people' }, { name: 'tasks' }] }],
        ['check_table', { table: 'tasks' }, { ok: true, rows: 2 }],
      ],
    },
  ),
  builds(
    'refuses a row that a step before deleted',
    [
      ['delete_rows', { table: 'people', on_referenced: 'ignore' }],
      ['update_row', { table: 'people', path: ADA, unset: ['email'] }],
    ],
    { error: { code: 'conflict', step: 1, conflicts: [`missing ${ADA}`] } },
  ),
  refuses(
    'an unknown table in a step',
    steps([person('Bo'), ['insert_row', { table: 'nope', values: {} }]]),
    { code: 'not_found', step: 1, hint: 'list_tables' },
    'D18 (an unknown table is a 404)',
  ),
  refuses(
    'a filter of a step that names what there is not',
    steps([person('Bo'), ['update_rows', { table: 'tasks', where: { stat: 1 } }]]),
    { code: 'bad_request', step: 1, hint: 'status' },
    'D6',
  ),
  refuses(
    'bad arguments of any step, all of them, before anything runs',
    steps([set('Z', {}), ['insert_row', { table: 'people', value: {} }], ['update_rows', { table: 1 }]]),
    {
      code: 'bad_request',
      step: 1,
      rolledBack: [],
      message: ['operations[1]: insert_row:', 'unknown argument "value"', 'operations[2]: update_rows:'],
    },
    'D3',
  ),
  refuses(
    'what can’t be a step',
    [
      'batch',
      {
        operations: [
          { op: 'batch', operations: [] },
          { op: 'undo_migration', migration_id: 'x' },
          { op: 'configure_database' },
          { op: 'select_rows', table: 'tasks' },
          { table: 'tasks' },
          { op: 'insert_rows' },
          { op: 3 },
        ],
      },
    ],
    {
      code: 'bad_request',
      step: 0,
      rolledBack: [],
      message: [
        'operations[0]: batch can’t be a step',
        'undo_migration can’t',
        'configure_database can’t',
        'select_rows can’t',
        'operations[4]: "op" is missing',
        'operations[5]: there is no operation "insert_rows"',
        'operations[6]: there is no operation 3',
      ],
    },
    'D17',
  ),
  refuses(
    'an operation that there is not, and names the near one',
    steps([['insert_rows', {}]]),
    { code: 'bad_request', step: 0, rolledBack: [], hint: 'insert_row' },
    'D3',
  ),
  refuses('a dry run of one step', steps([['insert_row', { table: 'people', values: {}, dry_run: true }]]), {
    code: 'bad_request',
    step: 0,
    rolledBack: [],
    message: 'dry_run',
    hint: 'whole batch',
  }),
  refuses('steps that are none', ['batch', { operations: ['insert_row'], summary: 1 }], {
    code: 'bad_request',
    message: ['operations[0]', 'summary'],
  }),
];
