/** Writes on tables that keep history, for the crash loop: a version is there if and only if its write is. D7, D8 */

import type { JsonObject } from '../../../src/engine/json';
import { PEOPLE } from '../open-vault';
import type { CrashScenario } from './crash-loop';

type Call = readonly [string, JsonObject];

const kept: Call = ['create_table', { ...PEOPLE, history: true }];

const row = (name: string): Call => ['insert_row', { table: 'people', values: { name }, body: `Über ${name} 🎵.\n` }];

const two: readonly Call[] = [kept, row('Ada'), row('Grace')];

const born: Call = ['update_rows', { table: 'people', set_values: { born: '1900-01-01' } }];

const lastMigration = (answers: readonly JsonObject[]): JsonObject => ({
  migration_id: answers.at(-1)?.['migrationId'] as string,
});

export const HISTORY_SCENARIOS: readonly CrashScenario[] = [
  { name: 'create_table with history', setup: [], write: kept },
  { name: 'insert_row with history', setup: [kept], write: row('Ada') },
  { name: 'update_rows with history', setup: two, write: born },
  { name: 'delete_rows with history', setup: two, write: ['delete_rows', { table: 'people', mode: 'delete' }] },
  {
    name: 'history turned on',
    setup: [['create_table', PEOPLE], row('Ada')],
    write: ['alter_table', { table: 'people', history: true }],
  },
  {
    name: 'alter_table that renames with history',
    setup: two,
    write: ['alter_table', { table: 'people', name: 'folk' }],
  },
  { name: 'drop_table with history', setup: two, write: ['drop_table', { table: 'people', mode: 'archive' }] },
  {
    name: 'restore_table',
    setup: [...two, born, ['delete_rows', { table: 'people', where: { name: 'Ada' } }]],
    write: ['restore_table', { table: 'people', version: 1 }],
  },
  {
    name: 'restore_table of a dropped table',
    setup: [...two, ['drop_table', { table: 'people', mode: 'archive' }]],
    write: ['restore_table', { table: 'main.default.people', version: 2 }],
  },
  { name: 'vacuum_table', setup: [...two, born], write: ['vacuum_table', { table: 'people', dry_run: false }] },
  {
    name: 'vacuum_table from the middle of a log file',
    setup: [...two, born, row('Edsger')],
    write: ['vacuum_table', { table: 'people', retain_from_version: 2, dry_run: false }],
  },
  {
    name: 'vacuum_table of what is older than 90 days',
    setup: [...two, born, ['delete_rows', { table: 'people', where: { name: 'Ada' }, mode: 'delete' }]],
    later: 91 * 24 * 60 * 60 * 1000,
    write: ['vacuum_table', { table: 'people', dry_run: false }],
  },
  {
    name: 'restore_table to the oldest version that a vacuum left',
    setup: [
      ...two,
      born,
      ['vacuum_table', { table: 'people', retain_from_version: 2, dry_run: false }],
      ['delete_rows', { table: 'people', where: { name: 'Ada' } }],
    ],
    write: ['restore_table', { table: 'people', version: 2 }],
  },
  { name: 'undo with history', setup: [...two, born], write: ['undo_migration', lastMigration] },
];
