/** vacuum_table. Source: docs/operations.md#vacuum_table, docs/history.md#undo_migration; D4, D8, D18 */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { ADA_KEPT, PEOPLE_KEPT, kept } from './table-history';
import { row } from './tables';

const TABLE = 'main.default.people';

/** Ada at 1, with an address at 2, Bo at 3, nobody at 4. */
const given: readonly Call[] = [
  PEOPLE_KEPT,
  kept('Ada'),
  ['update_rows', { table: 'people', set_values: { email: 'a@x' } }],
  kept('Bo'),
  ['delete_rows', { table: 'people', where: { name: 'Ada' } }],
];

const vacuum = (more: JsonObject = {}): Call => ['vacuum_table', { table: 'people', dry_run: false, ...more }];

const FIRST_FILE = '.notedb/memory/tables/<uuid>/00000000.log';

const gone = (call: Call, spec: string, name: string, message: string): ConformanceCase => ({
  name,
  spec,
  given: [...given, vacuum({ retain_from_version: 2 })],
  call,
  error: {
    code: 'refused',
    conflicts: ['version'],
    message: [message, 'the versions 2 to 4'],
    hint: 'describe_history',
  },
});

/** What a version that is gone answers, by operation. */
export const READS_OF_WHAT_IS_GONE: readonly ConformanceCase[] = [
  gone(
    ['select_rows', { table: 'people', version: 1 }],
    'D8: reading a vacuumed version is always an error that names the oldest one kept',
    'refuses a version that was taken away',
    'version 1',
  ),
  gone(
    ['select_rows', { table: 'people', timestamp: '2026-03-05T12:00:00.001+00:00' }],
    'D8: reading a vacuumed version is always an error',
    'refuses a moment of which the version was taken away, with the first one that there is',
    '12:00:00.002+00:00',
  ),
  gone(
    [
      'select_rows',
      {
        table: 'people',
        timestamp: '2026-03-05T12:00:00.001+00:00',
        join: { table: 'people', on: { name: 'name' }, as: 'other' },
      },
    ],
    'D8: never an empty result, through joins neither',
    'refuses it of a table that is joined',
    '12:00:00.001+00:00',
  ),
  gone(
    ['table_changes', { table: 'people', start_version: 1 }],
    'docs/history.md#vacuum_table: time travel before the retained version impossible',
    'refuses a start that was taken away',
    'version 1',
  ),
  gone(
    ['restore_table', { table: 'people', version: 1 }],
    'docs/history.md#vacuum_table: time travel before the retained version impossible',
    'refuses a version that was taken away',
    'version 1',
  ),
  gone(
    ['restore_table', { table: 'people', timestamp: '2026-03-05T12:00:00.001+00:00' }],
    'docs/history.md#vacuum_table: time travel before the retained version impossible',
    'refuses a moment of which the version was taken away',
    '12:00:00.001+00:00',
  ),
  gone(
    ['clone_table', { source: 'people', target: 'folk', version: 0 }],
    'docs/history.md#vacuum_table: time travel before the retained version impossible',
    'refuses a version that was taken away',
    'version 0',
  ),
  gone(
    ['clone_table', { source: 'people', target: 'folk', timestamp: '2026-03-05T12:00:00+00:00' }],
    'docs/history.md#vacuum_table: time travel before the retained version impossible',
    'refuses a moment of which the version was taken away',
    '12:00:00+00:00',
  ),
  {
    name: 'lists the versions that stayed',
    spec: 'docs/operations.md#vacuum_table',
    given: [...given, vacuum({ retain_from_version: 2 })],
    call: ['describe_history', { table: 'people' }],
    result: { table: TABLE, history: [{ version: 4 }, { version: 3 }, { version: 2, operation: 'UPDATE' }] },
  },
  {
    name: 'gives the changes of the oldest version that stayed, with what it changed',
    spec: 'docs/operations.md#table_changes; D8',
    given: [...given, vacuum({ retain_from_version: 2 })],
    restarted: true,
    call: ['table_changes', { table: 'people', start_version: 2, end_version: 3 }],
    result: {
      changes: [
        { _change_type: 'update_preimage', _commit_version: 2, name: 'Ada' },
        { _change_type: 'update_postimage', _commit_version: 2, name: 'Ada', email: 'a@x' },
        { _change_type: 'insert', _commit_version: 3, name: 'Bo' },
      ],
    },
  },
  {
    name: 'reads what the oldest version changed under the definition of before',
    spec: 'docs/operations.md#table_changes; D8: an old version has its own columns',
    given: [
      PEOPLE_KEPT,
      kept('Ada', { email: 'a@x' }),
      ['rename_column', { table: 'people', from_column: 'email', to_column: 'mail' }],
      vacuum(),
    ],
    restarted: true,
    call: ['table_changes', { table: 'people', start_version: 2 }],
    result: {
      changes: [
        { _change_type: 'update_preimage', name: 'Ada', email: 'a@x' },
        { _change_type: 'update_postimage', name: 'Ada', mail: 'a@x' },
      ],
    },
  },
  {
    name: 'brings back the oldest version that stayed',
    spec: 'docs/operations.md#restore_table',
    given: [...given, vacuum({ retain_from_version: 2 })],
    restarted: true,
    call: ['restore_table', { table: 'people', version: 2 }],
    result: { changed: 2, version: 5 },
    tree: { [ADA_KEPT]: row('people', ['name: Ada', 'email: a@x']) },
  },
];

export const VACUUM_TABLE: readonly ConformanceCase[] = [
  {
    name: 'is a dry run unless dry_run is false',
    spec: 'docs/operations.md#vacuum_table: dry_run (default true)',
    given,
    call: ['vacuum_table', { table: 'people' }],
    result: {
      operation: 'vacuum_table',
      table: TABLE,
      migrationId: null,
      dryRun: true,
      changed: 0,
      version: 4,
      earliest_version: 4,
      removedVersions: 4,
      files: [FIRST_FILE],
    },
    then: [
      ['select_rows', { table: 'people', version: 1 }, { total: 1, rows: [{ name: 'Ada' }] }],
      ['describe_table', { table: 'people' }, { version: 4, earliest_version: 0 }],
    ],
  },
  {
    name: 'keeps the latest version alone when none is named, and no row changes',
    spec: 'docs/operations.md#vacuum_table: default: keep only the latest; rows untouched',
    given,
    call: vacuum(),
    result: {
      dryRun: false,
      migrationId: null,
      changed: 0,
      version: 4,
      earliest_version: 4,
      removedVersions: 4,
      files: [FIRST_FILE],
      warnings: [],
    },
    then: [
      ['select_rows', { table: 'people' }, { total: 1, rows: [{ name: 'Bo' }] }],
      ['select_rows', { table: 'people', version: 4 }, { total: 1, rows: [{ name: 'Bo' }] }],
      ['describe_table', { table: 'people' }, { version: 4, earliest_version: 4 }],
      ['describe_history', { table: 'people' }, { history: [{ version: 4, operation: 'DELETE' }] }],
    ],
  },
  {
    name: 'keeps the versions from the one that is named',
    spec: 'docs/operations.md#vacuum_table: retain_from_version',
    given,
    call: vacuum({ retain_from_version: 3 }),
    result: { earliest_version: 3, removedVersions: 3, version: 4 },
    then: [
      ['select_rows', { table: 'people', version: 3, order_by: 'name' }, { rows: [{ email: 'a@x' }, { name: 'Bo' }] }],
      ['select_rows', { table: 'people', version: 4 }, { rows: [{ name: 'Bo' }] }],
    ],
  },
  {
    name: 'lists what undo can still take back',
    spec: 'D8: its dry run lists what undo still needs',
    given: [PEOPLE_KEPT, kept('Ada'), kept('Bo'), ['undo_migration', { migration_id: '$1.migrationId' }], kept('Cy')],
    call: ['vacuum_table', { table: 'people' }],
    result: {
      removedVersions: 4,
      stillNeeded: [
        { version: 0, migrationId: '<uuid>', neededBy: 'undo_migration', until: '2026-06-03T12:00:00+00:00' },
        { version: 2, migrationId: '<uuid>', neededBy: 'undo_migration', until: '2026-06-03T12:00:00.002+00:00' },
        { version: 3, migrationId: '<uuid>', neededBy: 'undo_migration', until: '2026-06-03T12:00:00.003+00:00' },
      ],
    },
  },
  {
    name: 'leaves every write as it can be undone',
    spec: 'D18: never what undo still needs within its 90 days',
    given: [...given, vacuum()],
    call: ['undo_migration', { migration_id: '$4.migrationId' }],
    result: { changed: 1, version: 5 },
    tree: { [ADA_KEPT]: row('people', ['name: Ada', 'email: a@x']) },
  },
  {
    name: 'goes on counting versions',
    spec: 'D18: it makes no version',
    given: [...given, vacuum(), kept('Cy')],
    call: ['describe_history', { table: 'people' }],
    result: { history: [{ version: 5, operation: 'WRITE' }, { version: 4 }] },
  },
  {
    name: 'is in no list of migrations',
    spec: 'docs/history.md#vacuum_table: not journaled',
    given: [...given, vacuum()],
    call: ['list_migrations', { limit: 1 }],
    result: { migrations: [{ op: 'delete_rows' }] },
  },
  {
    name: 'holds after a restart',
    spec: 'docs/operations.md#vacuum_table',
    given: [...given, vacuum({ retain_from_version: 3 })],
    restarted: true,
    call: vacuum({ retain_from_version: 3 }),
    result: { earliest_version: 3, removedVersions: 0, files: [], stillNeeded: [] },
    then: [
      ['describe_history', { table: 'people' }, { history: [{ version: 4 }, { version: 3 }] }],
      ['select_rows', { table: 'people', version: 3 }, { total: 2 }],
    ],
  },
  {
    name: 'does nothing when the versions are gone already, and says so',
    spec: 'docs/operations.md#vacuum_table',
    given: [...given, vacuum({ retain_from_version: 3 })],
    call: vacuum({ retain_from_version: 1 }),
    result: {
      earliest_version: 3,
      removedVersions: 0,
      files: [],
      warnings: ['the versions before 3 are gone already'],
    },
  },
  {
    name: 'takes more away the next time',
    spec: 'docs/operations.md#vacuum_table',
    given: [...given, vacuum({ retain_from_version: 2 }), kept('Cy')],
    call: vacuum(),
    result: { earliest_version: 5, removedVersions: 3, version: 5 },
    then: [
      ['select_rows', { table: 'people', version: 5, order_by: 'name' }, { rows: [{ name: 'Bo' }, { name: 'Cy' }] }],
    ],
  },
  {
    name: 'touches no other table',
    spec: 'docs/operations.md#vacuum_table',
    given: [
      ...given,
      ['create_table', { ...PEOPLE_KEPT[1], name: 'folk' }],
      ['insert_row', { table: 'folk', values: { name: 'Di' } }],
    ],
    call: vacuum(),
    result: { removedVersions: 4 },
    then: [['select_rows', { table: 'folk', version: 0 }, { total: 0 }]],
  },
  {
    name: 'works for a dropped table, and says what it takes with it',
    spec: 'docs/operations.md#describe_history: dropped tables too',
    given: [...given, ['drop_table', { table: 'people', mode: 'archive' }]],
    call: ['vacuum_table', { table: TABLE, dry_run: false }],
    result: {
      table: TABLE,
      version: 5,
      earliest_version: 5,
      removedVersions: 5,
      warnings: [`${TABLE} is dropped: without its earlier versions restore_table can't bring it back`],
    },
    then: [['undo_migration', { migration_id: '$5.migrationId' }, { table: TABLE }]],
  },
  {
    name: 'works for a table that keeps no history any more, as long as its log is there',
    spec: 'D17: history turned off keeps its log',
    given: [...given, ['alter_table', { table: 'people', history: false }]],
    call: vacuum(),
    result: { earliest_version: 5, removedVersions: 5 },
  },
  {
    name: 'refuses a version that is not there yet',
    spec: 'D8',
    given,
    call: vacuum({ retain_from_version: 5 }),
    error: { code: 'refused', conflicts: ['version'], message: 'the versions 0 to 4', hint: 'describe_history' },
  },
  {
    name: 'refuses a number that is not a version',
    spec: 'D18: 400',
    given,
    call: vacuum({ retain_from_version: -1 }),
    error: { code: 'bad_request', message: 'retain_from_version' },
  },
  {
    name: 'knows no table without a log',
    spec: 'D18: 404',
    given: [PEOPLE_KEPT],
    call: ['vacuum_table', { table: 'pepole', dry_run: false }],
    error: { code: 'not_found', hint: 'people' },
  },
  {
    name: 'refuses a view',
    spec: 'D17',
    given: [PEOPLE_KEPT, ['create_view', { name: 'vw_all', query: { table: 'people' } }]],
    call: ['vacuum_table', { table: 'vw_all', dry_run: false }],
    error: { code: 'refused', hint: 'the tables that it reads' },
  },
  {
    name: 'refuses a table that keeps no history',
    spec: 'D17',
    given: [['create_table', { ...PEOPLE_KEPT[1], history: false }]],
    call: vacuum(),
    error: { code: 'refused', conflicts: ['history'], message: TABLE },
  },
  {
    name: 'is not a step of a batch',
    spec: 'docs/operations.md#batch: operations allowed',
    given,
    call: ['batch', { operations: [{ op: 'vacuum_table', table: 'people' }] }],
    error: { code: 'bad_request', step: 0, message: 'vacuum_table', hint: 'steps may be' },
  },
];
