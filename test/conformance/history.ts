/** list_migrations and undo_migration. spec: Migration, States; D7, D17, D18. */

import type { Call, ConformanceCase } from './case';
import { PEOPLE, TASKS, at, column, handRow, note, person, row, tableOf, task } from './tables';

const ADA = at('people', 'Ada');

const history: readonly Call[] = [
  PEOPLE,
  TASKS,
  person('Ada'),
  task('T', { owner: 'Ada' }),
  ['undo_migration', { migration_id: '$3.migrationId' }],
];

export const LIST_MIGRATIONS: readonly ConformanceCase[] = [
  {
    name: 'lists the journal, newest first',
    spec: 'list_migrations, D17',
    given: history,
    call: ['list_migrations'],
    result: {
      migrations: [
        { op: 'undo_migration', schema: 'main.default.tasks', undone: false, failed: false, undoes: '<uuid>' },
        { op: 'insert_row', undone: true, notes_changed: 1, files: [at('tasks', 'T')] },
        {
          migration_id: '<uuid>',
          op: 'insert_row',
          summary: `inserted ${ADA} into people`,
          schema: 'main.default.people',
          tables: ['main.default.people'],
          notes_changed: 1,
          files: [ADA],
          undone: false,
          undoes: null,
          failed: false,
        },
        { op: 'create_table', schema: 'main.default.tasks', notes_changed: 0 },
        { op: 'create_table' },
      ],
    },
  },
  {
    name: 'takes the newest of one operation',
    spec: 'list_migrations',
    given: history,
    call: ['list_migrations', { op: 'insert_row', limit: 1 }],
    result: { migrations: [{ files: [at('tasks', 'T')] }] },
  },
  {
    name: 'takes a part of a table’s name',
    spec: 'list_migrations',
    given: history,
    call: ['list_migrations', { table: 'peop' }],
    result: { migrations: [{ op: 'insert_row' }, { op: 'create_table' }] },
  },
  {
    name: 'takes what happened since a day, included',
    spec: 'D17',
    given: history,
    call: ['list_migrations', { since: '2026-03-05', limit: 2 }],
    result: { migrations: [{}, {}] },
  },
  {
    name: 'takes what happened since a moment',
    spec: 'D17',
    given: history,
    call: ['list_migrations', { since: '2026-03-06T00:00:00+01:00' }],
    result: { migrations: [] },
  },
  {
    name: 'is the same after a restart',
    spec: 'D7',
    given: history,
    restarted: true,
    call: ['list_migrations', { limit: 1000 }],
    result: { migrations: [{ op: 'undo_migration' }, { undone: true }, {}, {}, {}] },
  },
  {
    name: 'gives none for 0',
    spec: 'D17',
    given: history,
    call: ['list_migrations', { limit: 0 }],
    result: { migrations: [] },
  },
  {
    name: 'refuses more than 1000',
    spec: 'D17',
    call: ['list_migrations', { limit: 1001 }],
    error: { code: 'bad_request', message: 'limit' },
  },
  {
    name: 'refuses a day that is none',
    spec: 'D18',
    call: ['list_migrations', { since: 'yesterday' }],
    error: { code: 'bad_request', message: 'yesterday' },
  },
];

const given: readonly Call[] = [
  PEOPLE,
  person('Ada'),
  ['update_row', { table: 'people', path: ADA, set_values: { email: 'x' } }],
];
const undo = (n: number): Call => ['undo_migration', { migration_id: `$${n}.migrationId` }];

export const UNDO_MIGRATION: readonly ConformanceCase[] = [
  {
    name: 'puts earlier values back',
    spec: 'undo_migration',
    given,
    call: undo(2),
    result: { operation: 'undo_migration', table: 'main.default.people', changed: 1, undoes: '<uuid>' },
    tree: { [ADA]: row('people', ['name: Ada']) },
  },
  {
    name: 'undoes an undo, which is redo',
    spec: 'D7',
    given: [...given, undo(2)],
    call: undo(3),
    tree: { [ADA]: row('people', ['name: Ada', 'email: x']) },
    then: [
      [
        'list_migrations',
        { limit: 3 },
        { migrations: [{ undone: false }, { undone: true }, { op: 'update_row', undone: false }] },
      ],
    ],
    undoable: false,
  },
  {
    name: 'refuses when the note changed since',
    spec: 'States, D7',
    given,
    edits: { [ADA]: handRow('people', 1, ['name: Ada', 'email: x'], 'More.\n') },
    call: undo(2),
    error: { code: 'conflict', conflicts: [`changed ${ADA}`], hint: 'undo the later writes first' },
  },
  {
    name: 'refuses when a later write changed the note',
    spec: 'States',
    given,
    call: undo(1),
    error: { code: 'conflict', conflicts: [`changed ${ADA}`] },
  },
  {
    name: 'refuses when the note is gone',
    spec: 'States',
    given,
    edits: { [ADA]: null },
    call: undo(2),
    error: { code: 'conflict', conflicts: [`missing ${ADA}`] },
  },
  {
    name: 'refuses when another note took the place',
    spec: 'D7',
    given: [PEOPLE, person('Ada'), ['delete_rows', { table: 'people', mode: 'delete' }]],
    edits: { [ADA]: 'other\n' },
    call: undo(2),
    error: { code: 'conflict', conflicts: [`exists ${ADA}`] },
  },
  {
    name: 'refuses what is undone already',
    spec: 'D7',
    given: [...given, undo(2)],
    call: undo(2),
    error: { code: 'conflict', conflicts: ['undone'] },
  },
  {
    name: 'does not know a migration that there is not',
    spec: 'D18',
    call: ['undo_migration', { migration_id: 'nope' }],
    error: { code: 'not_found', hint: 'list_migrations' },
  },
  {
    name: 'needs the migration',
    spec: 'D3',
    call: ['undo_migration', {}],
    error: { code: 'bad_request', message: '"migration_id" is missing' },
  },
  {
    name: 'refuses when the definition changed since',
    spec: 'D17',
    given: [PEOPLE, ['drop_table', { table: 'people' }], tableOf('people', [column('x', 'string')])],
    call: undo(0),
    error: { code: 'conflict', conflicts: ['definition notedb/metastore.yaml'] },
    undoable: false,
  },
  {
    name: 'refuses what would break a rule now',
    spec: 'D17 (the result is validated like any write)',
    given: [
      PEOPLE,
      person('Ada', { email: 'x' }),
      ['update_row', { table: 'people', path: ADA, set_values: { email: 'y1' } }],
      person('Bo', { email: 'x' }),
    ],
    call: undo(2),
    error: { code: 'refused', violations: ['email unique'] },
  },
  {
    name: 'refuses a link whose row went since',
    spec: 'D17 (the result is validated like any write)',
    given: [
      PEOPLE,
      TASKS,
      person('Ada'),
      task('T', { owner: 'Ada' }),
      ['update_row', { table: 'tasks', path: at('tasks', 'T'), unset: ['owner'] }],
      ['delete_rows', { table: 'people' }],
    ],
    call: undo(4),
    error: { code: 'refused', violations: ['owner ref'] },
  },
  {
    name: 'puts back a link that led to no row of its table then either',
    spec: 'D7 (the earlier content), D17',
    given: [
      PEOPLE,
      TASKS,
      person('Ada'),
      task('T', { owner: 'Ada' }),
      ['drop_table', { table: 'people', mode: 'archive' }],
      ['drop_table', { table: 'tasks', mode: 'archive' }],
    ],
    call: undo(5),
    tree: {
      [at('tasks', 'T')]: row('tasks', ['title: T', 'status: todo', 'owner: "[[Ada]]"']),
    },
  },
  {
    name: 'puts back a value that somebody had written twice',
    spec: 'D7 (the earlier content), D17',
    files: {
      [at('people', 'Ada')]: handRow('people', 1, ['name: Ada', 'email: x']),
      [at('people', 'Bo')]: handRow('people', 2, ['name: Bo', 'email: x']),
    },
    given: [PEOPLE, ['delete_rows', { table: 'people', where: { name: 'Bo' }, mode: 'delete' }]],
    call: undo(1),
    tree: { [at('people', 'Bo')]: row('people', ['name: Bo', 'email: x']) },
  },
  {
    name: 'puts back the links of a copy',
    spec: 'D7 (copies)',
    files: {
      [at('people', 'Ada')]: handRow('people', 1, ['name: Ada']),
      'z/Copy.md': handRow('people', 1, ['name: Ada'], '[[Bo]]\n'),
    },
    given: [
      PEOPLE,
      person('Bo'),
      ['update_row', { table: 'people', path: at('people', 'Bo'), set_values: { name: 'Cy' } }],
    ],
    call: undo(2),
    tree: { 'z/Copy.md': row('people', ['name: Ada'], '[[Bo]]\n') },
  },
  {
    name: 'brings a row back whose copy took its place meanwhile, and leaves the copy',
    spec: 'D7 (copies)',
    files: {
      [ADA]: handRow('people', 1, ['name: Ada', 'email: x']),
      'z/Copy.md': handRow('people', 1, ['name: Ada', 'email: x']),
    },
    given: [PEOPLE, ['delete_rows', { table: 'people' }]],
    call: undo(1),
    tree: { [ADA]: row('people', ['name: Ada', 'email: x']), 'z/Copy.md': row('people', ['name: Ada', 'email: x']) },
  },
  {
    name: 'lets a link that turned to another note mean the restored one again',
    spec: 'D7 (the earlier content), D6',
    files: {
      'Inbox/Ada.md': '',
      [ADA]: handRow('people', 1, ['name: Ada']),
      [at('people', 'Log')]: '[[Ada]]\n',
    },
    given: [PEOPLE, ['delete_rows', { table: 'people', mode: 'delete', on_referenced: 'ignore' }]],
    edits: { [at('people', 'Late')]: '[[Ada]]\n' },
    call: undo(1),
    tree: { [at('people', 'Log')]: '[[Ada]]\n', [at('people', 'Late')]: '[[Inbox/Ada]]\n' },
  },
  {
    name: 'lets a link that led nowhere lead nowhere again',
    spec: 'D7 (the earlier content), D6',
    files: { 'Log.md': '[[Eva]]\n' },
    given: [PEOPLE, person('Ada'), ['update_row', { table: 'people', path: ADA, set_values: { name: 'Eva' } }]],
    edits: { 'Late.md': '[[Eva]]\n' },
    call: undo(2),
    tree: { 'Log.md': '[[Eva]]\n', 'Late.md': '[[Ada]]\n' },
  },
  {
    name: 'undoes the creation of a table over rows that were there before',
    spec: 'D17 (a created table that has rows since)',
    files: {
      [at('people', 'Ada')]: handRow('people', 1, ['name: Ada']),
      [at('people', 'Bo')]: note(['table: main.default.people', 'name: Bo']),
    },
    given: [PEOPLE],
    call: undo(0),
    then: [['list_tables', {}, { tables: [] }]],
  },
  {
    name: 'undoes it also when those rows were changed and moved since',
    spec: 'D17 (a created table that has rows since)',
    files: { [at('people', 'Ada')]: handRow('people', 1, ['name: Ada']) },
    given: [PEOPLE, ['update_row', { table: 'people', path: at('people', 'Ada'), set_values: { name: 'Eva' } }]],
    call: undo(0),
    tree: { [at('people', 'Eva')]: row('people', ['name: Eva']) },
  },
  {
    name: 'does not undo the creation of a table that has rows of its own besides',
    spec: 'D17 (a created table that has rows since)',
    files: { [at('people', 'Ada')]: handRow('people', 1, ['name: Ada']) },
    given: [PEOPLE],
    edits: { [at('people', 'Bo')]: handRow('people', 2, ['name: Bo']) },
    call: undo(0),
    error: { code: 'conflict', conflicts: ['definition notedb/metastore.yaml'], message: '1 row since' },
  },
];
