/** What every write answers: lists that are cut, versions of several tables, entries of the journal. Source: docs/operations.md#list_migrations; D4, D5. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { PEOPLE, TASKS, at, column, handRow, person, tableOf, task } from './tables';

const CROWD: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 101 }, (_, n) => [`Crowd/${n}.md`, handRow('people', n + 1001, [`name: Person ${n}`])]),
);

const hundred = (item: JsonObject): readonly JsonObject[] => Array.from({ length: 100 }, () => item);

const cut = (what: string, call: Call, result: JsonObject): ConformanceCase => ({
  name: `lists a hundred ${what}, says that there were more, and counts all`,
  spec: 'D4 (each list holds at most 100 entries; truncated: true)',
  files: CROWD,
  given: [PEOPLE],
  call,
  result: { changed: 101, truncated: true, ...result },
});

const kept = (name: string): Call => tableOf(name, [column('name', 'string')], { history: true });

export const RESULTS_OF_WRITES: readonly ConformanceCase[] = [
  cut('changed rows', ['update_rows', { table: 'people', set_values: { born: '2000-01-01' } }], {
    matched: 101,
    plannedUpdates: hundred({ changes: { born: { before: null, after: '2000-01-01' } } }),
  }),
  cut('archived rows', ['delete_rows', { table: 'people' }], { planned_moves: hundred({}) }),
  cut('deleted rows', ['delete_rows', { table: 'people', mode: 'delete' }], {
    plannedDeletes: Array.from({ length: 100 }, (_, n) => Object.keys(CROWD).sort()[n] ?? ''),
  }),
  cut(
    'new rows',
    [
      'merge_rows',
      { table: 'people', on: ['name'], rows: Array.from({ length: 101 }, (_, n) => ({ name: `New ${n}` })) },
    ],
    { inserted: 101, plannedCreates: Array.from({ length: 100 }, (_, n) => at('people', `New ${n}`)) },
  ),
  {
    name: 'lists a hundred changed rows, and says of no more where there are none',
    spec: 'D4 (each list holds at most 100 entries; truncated: true)',
    files: CROWD,
    given: [PEOPLE],
    call: ['update_rows', { table: 'people', where: { name: { ne: 'Person 0' } }, set_values: { born: '2000-01-01' } }],
    result: { changed: 100, plannedUpdates: hundred({}) },
    lacks: ['truncated'],
  },
  {
    name: 'gives the version of each table that it touches',
    spec: 'D4 (versions), D17 (move_rows)',
    given: [kept('a'), kept('b'), ['insert_row', { table: 'a', values: { name: 'x' } }]],
    call: ['move_rows', { table: 'a', to_table: 'b' }],
    result: { table: 'main.default.a', version: 2, versions: { 'main.default.a': 2, 'main.default.b': 1 } },
  },
  {
    name: 'writes when, what and where into the journal',
    spec: 'docs/operations.md#list_migrations (journal entry)',
    given: [
      PEOPLE,
      TASKS,
      person('Ada'),
      task('T', { owner: 'Ada' }),
      ['update_row', { table: 'people', path: at('people', 'Ada'), set_values: { name: 'Eve' } }],
    ],
    call: ['list_migrations', { limit: 1 }],
    result: {
      migrations: [
        {
          migration_id: '<uuid>',
          op: 'update_row',
          schema: 'main.default.people',
          executed_at: '2026-03-05T12:00:00.004+00:00',
          notes_changed: 2,
          files: [at('people', 'Eve'), at('tasks', 'T')],
          undone: false,
          undoes: null,
          failed: false,
        },
      ],
    },
  },
  {
    name: 'tells the time of a migration in the time zone of the database',
    spec: 'docs/operations.md#list_migrations (executed_at), docs/operations.md#configure_database (timezone)',
    given: [PEOPLE, person('Ada'), ['configure_database', { timezone: 'Asia/Kolkata' }]],
    call: ['list_migrations', { limit: 1 }],
    result: { migrations: [{ op: 'insert_row', executed_at: '2026-03-05T17:30:00.001+05:30' }] },
  },
];
