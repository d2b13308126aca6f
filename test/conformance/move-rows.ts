/** move_rows. Source: docs/operations.md#move_rows; D2, D6, D16, D17. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { ALL_GONE, MANY, PEOPLE, TASKS, at, column, handRow, id, note, person, row, tableOf, task } from './tables';

/** Where done tasks go. */
const DONE: Call = tableOf(
  'done',
  [
    column('title', 'string', { required: true }),
    column('owner', 'link', { ref: 'people' }),
    column('year', 'string', { default: 'none' }),
    column('closed', 'date', { dense: true }),
  ],
  { fields: { source: 'tasks' } },
);

const move = (more: JsonObject = {}): Call => [
  'move_rows',
  { table: 'tasks', to_table: 'done', drop: ['status'], ...more },
];

const given: readonly Call[] = [PEOPLE, TASKS, DONE, person('Ada'), task('A', { owner: 'Ada' }), task('B')];

const refuses = (
  what: string,
  args: JsonObject,
  error: ExpectedError,
  spec = 'docs/operations.md#move_rows',
): ConformanceCase => ({
  name: `refuses ${what}`,
  spec,
  given,
  call: move(args),
  error,
});

export const MOVE_ROWS: readonly ConformanceCase[] = [
  {
    name: 'makes rows of another table of them, where they lie',
    spec: 'docs/operations.md#move_rows, D16 (defaults and dense columns where the key is absent), D17 (ids kept)',
    files: { [at('tasks', 'H')]: handRow('tasks', 1, ['title:  H # by hand', 'due: 2026-01-01'], 'Text\n') },
    given: [PEOPLE, TASKS, DONE],
    call: move({ rename: { due: 'closed' } }),
    result: {
      operation: 'move_rows',
      table: 'main.default.tasks',
      summary: 'moved 1 row from tasks to done',
      changed: 1,
      planned_moves: [],
      plannedUpdates: [
        {
          path: at('tasks', 'H'),
          changes: {
            table: { before: 'main.default.tasks', after: 'main.default.done' },
            closed: { before: null, after: '2026-01-01' },
            due: { before: '2026-01-01', after: null },
            source: { before: null, after: 'tasks' },
            year: { before: null, after: 'none' },
          },
        },
      ],
    },
    tree: {
      [at('tasks', 'H')]: note(
        [
          'table: main.default.done',
          'id: <uuid>',
          'title:  H # by hand',
          'closed: 2026-01-01',
          'year: none',
          'source: tasks',
        ],
        'Text\n',
      ),
    },
    then: [
      ['select_rows', { table: 'tasks' }, { total: 0 }],
      ['select_rows', { table: 'done', where: { id: id(1) } }, { total: 1 }],
      ['check_table', { table: 'done' }, { ok: true }],
    ],
  },
  {
    name: 'moves the notes to the destination’s folder, by its partition, and links follow',
    spec: 'docs/operations.md#move_rows (relocate)',
    files: { 'See.md': '[[A]] [b](notedb/main/default/tasks/B.md)\n' },
    given: [
      PEOPLE,
      TASKS,
      tableOf('old', [column('title', 'string'), column('k', 'string'), column('owner', 'link', { ref: 'people' })], {
        partition: '{k}',
      }),
      person('Ada'),
      task('A', { owner: 'Ada' }),
      task('B'),
      task('C'),
    ],
    call: move({ to_table: 'old', where: { title: { in: ['A', 'B'] } }, set_values: { k: 'p' }, relocate: true }),
    result: {
      changed: 3,
      planned_moves: [
        { from: at('tasks', 'A'), to: at('old', 'p/A') },
        { from: at('tasks', 'B'), to: at('old', 'p/B') },
      ],
    },
    tree: {
      'See.md': '[[A]] [b](B.md)\n',
      [at('old', 'p/A')]: row('old', ['title: A', 'owner: "[[Ada]]"', 'k: p']),
      [at('tasks', 'A')]: null,
    },
  },
  {
    name: 'numbers a name that is taken',
    spec: 'D6 (a taken name gets 2)',
    given: [...given, ['insert_row', { table: 'done', values: { title: 'A' } }]],
    call: move({ relocate: true, set_values: { owner: null } }),
    result: {
      planned_moves: [
        { from: at('tasks', 'A'), to: at('done', 'A 2') },
        { from: at('tasks', 'B'), to: at('done', 'B') },
      ],
    },
  },
  {
    name: 'renames, drops, then sets',
    spec: 'docs/operations.md#move_rows',
    given: [...given, ['update_rows', { table: 'tasks', set_values: { estimate: 1, labels: ['x'] } }]],
    call: move({
      where: { title: 'A' },
      rename: { estimate: 'year', nope: 'closed' },
      drop: ['status', 'labels', 'nil'],
      set_values: { year: '2026', owner: 'people/Ada' },
    }),
    result: { changed: 1, plannedUpdates: [{ changes: { year: { after: '2026' } } }] },
    tree: {
      [at('tasks', 'A')]: row('done', ['title: A', 'owner: "[[Ada]]"', 'year: "2026"', 'closed:', 'source: tasks']),
    },
  },
  {
    name: 'is content with no match',
    spec: 'docs/operations.md#move_rows',
    given,
    call: move({ where: { title: 'Z' } }),
    result: { changed: 0, migrationId: null },
  },
  {
    name: 'keeps an id that somebody wrote, and gives a row without one an id',
    spec: 'D17 (ids kept)',
    files: {
      'a.md': note(['table: main.default.tasks', 'id: mine', 'title: a']),
      'b.md': note(['table: main.default.tasks', 'title: b']),
    },
    given: [PEOPLE, TASKS, DONE],
    call: move(),
    result: { changed: 2 },
    then: [['select_rows', { table: 'done', where: { id: 'mine' } }, { total: 1 }]],
  },
  {
    name: 'leaves links of notes and of columns without ref alone',
    spec: 'docs/operations.md#move_rows (links follow)',
    files: { 'See.md': '---\nup: "[[A]]"\n---\n' },
    given: [
      ...given,
      tableOf('any', [column('name', 'string'), column('to', 'link')]),
      ['insert_row', { table: 'any', values: { name: 'x', to: '[[A]]' } }],
    ],
    call: move({ where: { title: 'A' } }),
    result: { changed: 1 },
  },
  refuses(
    'keys that the destination does not know, of every row',
    { drop: [] },
    {
      code: 'refused',
      violations: ['status unknown_column', 'status unknown_column'],
      message: 'done has no column "status"',
      hint: 'describe_table',
    },
    'docs/operations.md#move_rows (never dropped silently)',
  ),
  refuses(
    'values that do not fit the destination',
    { rename: { title: 'closed' } },
    { code: 'refused', violations: ['closed type', 'closed type', 'title required', 'title required'] },
  ),
  refuses(
    'wrong values once, not for each row, also when no row matches',
    { where: { title: 'Z' }, set_values: { closed: 'x', nope: 1 } },
    { code: 'refused', violations: ['closed type', 'nope unknown_column'] },
    'D5, D18',
  ),
  refuses(
    'to rename or drop the system’s keys',
    { rename: { id: 'year', title: 'table' }, drop: ['status', 'id'] },
    {
      code: 'refused',
      violations: ['id unknown_column', 'table unknown_column'],
    },
    'D17 (ids kept)',
  ),
  {
    name: 'refuses rows to which a column with ref links, and lists every such note',
    spec: 'docs/operations.md#links, D6 (constraints as in SQLite)',
    files: { 'Plain.md': '[[Ada]]\n' },
    given,
    call: ['move_rows', { table: 'people', to_table: 'tasks', rename: { name: 'title' } }],
    error: {
      code: 'conflict',
      conflicts: [`ref ${at('tasks', 'A')}`],
      message: `owner of ${at('tasks', 'A')} links to ${at('people', 'Ada')}`,
      hint: 'unlink',
    },
  },
  {
    name: 'refuses what would clash in the destination',
    spec: 'D16 (unique)',
    given: [
      PEOPLE,
      tableOf('b', [column('name', 'string'), column('email', 'string')]),
      person('Ada', { email: 'x' }),
      ['insert_row', { table: 'b', values: { name: 'Bo', email: 'x' } }],
    ],
    call: ['move_rows', { table: 'b', to_table: 'people' }],
    error: { code: 'refused', violations: ['email unique'] },
  },
  {
    name: 'refuses to leave rows where they would be none',
    spec: 'D2',
    files: {
      'Skip/A.md': handRow('people', 1, ['name: A']),
      [at('b', '_archive/B')]: handRow('people', 2, ['name: B']),
    },
    given: [PEOPLE, tableOf('b', [column('name', 'string')], { exclude: ['Skip'] })],
    call: ['move_rows', { table: 'people', to_table: 'b' }],
    error: { code: 'refused', violations: ['path', 'path'] },
  },
  {
    name: 'refuses a folder that can’t be filled',
    spec: 'D6',
    given: [PEOPLE, tableOf('b', [column('name', 'string'), column('k', 'string')], { partition: '{k}' }), person('A')],
    call: ['move_rows', { table: 'people', to_table: 'b', relocate: true }],
    error: { code: 'refused', violations: ['k path'] },
  },
  refuses('the same table', { to_table: 'main.default.tasks' }, { code: 'bad_request', hint: 'update_rows' }, 'D18'),
  refuses('an unknown destination', { to_table: 'don' }, { code: 'not_found', hint: 'done' }, 'D18'),
  refuses('a filter of what there is not', { where: { stat: 1 } }, { code: 'bad_request', hint: 'status' }, 'D6'),
  refuses(
    'mistyped arguments',
    { rename: { a: 1 }, set_values: [], drop: 'x', relocate: 'no', to: 'x' },
    { code: 'bad_request', message: ['rename.a', 'set_values', 'drop', 'relocate', 'unknown argument "to"'] },
    'D3',
  ),
  {
    name: 'does not move a row that may be lost',
    spec: 'D7 (a write to a suspect row is a conflict)',
    files: MANY,
    given: [PEOPLE, tableOf('b', [column('name', 'string')])],
    edits: ALL_GONE,
    call: ['move_rows', { table: 'people', to_table: 'b', where: { name: 'Person 1' } }],
    error: { code: 'conflict', conflicts: ['suspect Many/1.md'] },
  },
];
