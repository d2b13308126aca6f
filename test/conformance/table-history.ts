/** The versions of tables: describe_history, table_changes. Source: docs/operations.md#history, docs/history.md#versions; D8, D17, D18 */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { column } from './tables';

export const PEOPLE_KEPT: Call = [
  'create_table',
  {
    name: 'people',
    description: 'Somebody we know',
    history: true,
    columns: [column('name', 'string', { required: true }), column('email', 'string')],
  },
];

export const kept = (name: string, more: JsonObject = {}): Call => [
  'insert_row',
  { table: 'people', values: { name, ...more }, path: `notedb/main/default/people/${name}.md` },
];

export const ADA_KEPT = 'notedb/main/default/people/Ada.md';

const TABLE = 'main.default.people';
const versions = (...history: readonly JsonObject[]): JsonObject => ({ table: TABLE, history });

const everyOperation: readonly Call[] = [
  PEOPLE_KEPT,
  kept('Ada'),
  ['update_rows', { table: 'people', set_values: { email: 'a@x' } }],
  ['merge_rows', { table: 'people', on: ['name'], rows: [{ name: 'Ada', email: 'b@x' }, { name: 'Bo' }] }],
  ['add_column', { table: 'people', column: column('born', 'date', { dense: true }) }],
  ['alter_table', { table: 'people', description: 'Anybody' }],
  ['delete_rows', { table: 'people', where: { name: 'Bo' } }],
  ['undo_migration', { migration_id: '$6.migrationId' }],
  ['recompute_columns', { table: 'people', new_ids: true }],
];

export const DESCRIBE_HISTORY: readonly ConformanceCase[] = [
  {
    name: 'has one version for each write, with its operation and its metrics',
    spec: 'docs/history.md#versions; D8, D17',
    given: everyOperation,
    call: ['describe_history', { table: 'people' }],
    result: versions(
      { version: 8, operation: 'RECOMPUTE', operationMetrics: { numUpdatedRows: 2 } },
      { version: 7, operation: 'UNDO', operationMetrics: { numOutputRows: 1, numUpdatedRows: 0, numDeletedRows: 0 } },
      { version: 6, operation: 'DELETE', operationMetrics: { numDeletedRows: 1 } },
      { version: 5, operation: 'ALTER TABLE', operationMetrics: { numUpdatedRows: 0 } },
      { version: 4, operation: 'ADD COLUMNS', operationMetrics: { numUpdatedRows: 2 } },
      {
        version: 3,
        operation: 'MERGE',
        operationMetrics: {
          numTargetRowsInserted: 1,
          numTargetRowsUpdated: 1,
          numTargetRowsDeleted: 0,
          numOutputRows: 2,
        },
      },
      { version: 2, operation: 'UPDATE', operationMetrics: { numUpdatedRows: 1 } },
      { version: 1, operation: 'WRITE', operationMetrics: { numOutputRows: 1 } },
      {
        version: 0,
        operation: 'CREATE TABLE',
        operationMetrics: { numOutputRows: 0 },
        migrationId: '<uuid>',
        timestamp: '2026-03-05T12:00:00+00:00',
      },
    ),
  },
  {
    name: 'is the same after a restart, and takes a limit',
    spec: 'docs/operations.md#describe_history',
    given: everyOperation,
    restarted: true,
    call: ['describe_history', { table: 'default.people', limit: 2 }],
    result: versions({ version: 8 }, { version: 7 }),
  },
  {
    name: 'has a version for a hand edit, of the body alone too',
    spec: 'D8, D18: EXTERNAL_EDIT',
    given: [PEOPLE_KEPT, kept('Ada')],
    edits: {
      [ADA_KEPT]:
        '---\ntable: main.default.people\nid: 00000000-0000-4000-8000-000000000003\nname: Ada\n---\nBy hand\n',
    },
    call: ['describe_history', { table: 'people' }],
    result: versions(
      {
        version: 2,
        operation: 'EXTERNAL_EDIT',
        operationMetrics: { numOutputRows: 0, numUpdatedRows: 1, numDeletedRows: 0 },
        migrationId: null,
      },
      { version: 1 },
      { version: 0 },
    ),
  },
  {
    name: 'has a version for a note that was taken away by hand',
    spec: 'D8: EXTERNAL_EDIT',
    given: [PEOPLE_KEPT, kept('Ada')],
    edits: { [ADA_KEPT]: null },
    call: ['describe_history', { table: 'people', limit: 1 }],
    result: versions({ version: 2, operation: 'EXTERNAL_EDIT', operationMetrics: { numDeletedRows: 1 } }),
  },
  {
    name: 'begins with what is there when history is turned on',
    spec: 'D8: turning history on writes version 0',
    given: [
      ['create_table', { ...PEOPLE_KEPT[1], history: false }],
      kept('Ada'),
      kept('Bo'),
      ['alter_table', { table: 'people', history: true }],
    ],
    call: ['describe_history', { table: 'people' }],
    result: versions({ version: 0, operation: 'CREATE TABLE', operationMetrics: { numOutputRows: 2 } }),
  },
  {
    name: 'begins so for every table when the database is told to keep history',
    spec: 'docs/operations.md#configure_database: history',
    given: [
      ['create_table', { ...PEOPLE_KEPT[1], history: null }],
      kept('Ada'),
      ['configure_database', { history: true }],
    ],
    call: ['describe_history', { table: 'people' }],
    result: versions({ version: 0, operation: 'CREATE TABLE', operationMetrics: { numOutputRows: 1 } }),
  },
  {
    name: 'goes on counting when history is turned off and on again',
    spec: 'D17: on again goes on counting',
    given: [
      PEOPLE_KEPT,
      ['alter_table', { table: 'people', history: false }],
      kept('Ada'),
      ['alter_table', { table: 'people', history: true }],
    ],
    call: ['describe_history', { table: 'people' }],
    result: versions(
      { version: 2, operation: 'ALTER TABLE', operationMetrics: { numOutputRows: 1 } },
      { version: 1, operation: 'ALTER TABLE' },
      { version: 0, operation: 'CREATE TABLE' },
    ),
  },
  {
    name: 'works for a dropped table by its qualified name',
    spec: 'docs/operations.md#describe_history; D17: drop_table ALTER TABLE',
    given: [PEOPLE_KEPT, kept('Ada'), ['drop_table', { table: 'people', mode: 'archive' }]],
    call: ['describe_history', { table: TABLE }],
    result: versions({ version: 2, operation: 'ALTER TABLE', operationMetrics: { numDeletedRows: 1 } }, {}, {}),
  },
  {
    name: 'goes on counting when a dropped table is created again',
    spec: 'D17: create_table',
    given: [PEOPLE_KEPT, ['drop_table', { table: 'people' }], PEOPLE_KEPT],
    call: ['describe_history', { table: 'people' }],
    result: versions(
      { version: 2, operation: 'CREATE TABLE' },
      { version: 1, operation: 'ALTER TABLE' },
      { version: 0 },
    ),
  },
  {
    name: 'follows a table that is renamed',
    spec: 'docs/operations.md#alter_table: the transaction log follows',
    given: [PEOPLE_KEPT, kept('Ada'), ['alter_table', { table: 'people', name: 'folk' }]],
    call: ['describe_history', { table: 'folk' }],
    result: {
      table: 'main.default.folk',
      history: [{ version: 2, operation: 'ALTER TABLE', operationMetrics: { numUpdatedRows: 1 } }, {}, {}],
    },
  },
  {
    name: 'has one version for a batch: what the steps have in common',
    spec: 'D17: one version per table per batch',
    given: [
      PEOPLE_KEPT,
      [
        'batch',
        {
          operations: [
            { op: 'insert_row', table: 'people', values: { name: 'Ada' } },
            { op: 'insert_row', table: 'people', values: { name: 'Bo' } },
          ],
        },
      ],
    ],
    call: ['describe_history', { table: 'people', limit: 1 }],
    result: versions({ version: 1, operation: 'WRITE', operationMetrics: { numOutputRows: 2 } }),
  },
  {
    name: 'calls a batch of different steps MERGE',
    spec: 'D17: else MERGE',
    given: [
      PEOPLE_KEPT,
      kept('Ada'),
      [
        'batch',
        {
          operations: [
            { op: 'insert_row', table: 'people', values: { name: 'Bo' } },
            { op: 'update_rows', table: 'people', where: { name: 'Ada' }, set_values: { email: 'a@x' } },
          ],
        },
      ],
    ],
    call: ['describe_history', { table: 'people', limit: 1 }],
    result: versions({
      operation: 'MERGE',
      operationMetrics: { numTargetRowsInserted: 1, numTargetRowsUpdated: 1, numOutputRows: 2 },
    }),
  },
  {
    name: 'calls a batch that makes the table CREATE TABLE, and one that changes its definition ALTER TABLE',
    spec: 'D17',
    given: [
      [
        'batch',
        {
          operations: [
            { op: 'create_table', ...PEOPLE_KEPT[1] },
            { op: 'insert_row', table: 'people', values: { name: 'Bo' } },
          ],
        },
      ],
      [
        'batch',
        {
          operations: [
            { op: 'insert_row', table: 'people', values: { name: 'Cy' } },
            { op: 'add_column', table: 'people', column: column('born', 'date') },
          ],
        },
      ],
    ],
    call: ['describe_history', { table: 'people' }],
    result: versions(
      { version: 1, operation: 'ALTER TABLE', operationMetrics: { numOutputRows: 1 } },
      { version: 0, operation: 'CREATE TABLE', operationMetrics: { numOutputRows: 1 } },
    ),
  },
  {
    name: 'has DELETE in the table that rows leave',
    spec: 'D17: move_rows',
    given: [
      PEOPLE_KEPT,
      kept('Ada'),
      ['create_table', { ...PEOPLE_KEPT[1], name: 'folk' }],
      ['move_rows', { table: 'people', to_table: 'folk' }],
    ],
    call: ['describe_history', { table: 'people', limit: 1 }],
    result: versions({ version: 2, operation: 'DELETE', operationMetrics: { numDeletedRows: 1 } }),
    then: [
      [
        'describe_history',
        { table: 'folk', limit: 1 },
        { history: [{ version: 1, operation: 'WRITE', operationMetrics: { numOutputRows: 1 } }] },
      ],
    ],
  },
  {
    name: 'gives none for a limit of 0',
    spec: 'D18',
    given: [PEOPLE_KEPT],
    call: ['describe_history', { table: 'people', limit: 0 }],
    result: { history: [] },
  },
  {
    name: 'refuses more than 1000',
    spec: 'D18: at most 1000',
    given: [PEOPLE_KEPT],
    call: ['describe_history', { table: 'people', limit: 1001 }],
    error: { code: 'bad_request', message: 'limit' },
  },
  {
    name: 'knows no table without a log',
    spec: 'D18: 404',
    given: [PEOPLE_KEPT],
    call: ['describe_history', { table: 'pepole' }],
    error: { code: 'not_found', hint: 'people' },
  },
  {
    name: 'refuses a view',
    spec: 'D17',
    given: [PEOPLE_KEPT, ['create_view', { name: 'vw_all', query: { table: 'people' } }]],
    call: ['describe_history', { table: 'vw_all' }],
    error: { code: 'refused', hint: 'the tables that it reads' },
  },
  {
    name: 'refuses a table that keeps no history',
    spec: 'D17',
    given: [['create_table', { ...PEOPLE_KEPT[1], history: false }]],
    call: ['describe_history', { table: 'people' }],
    error: { code: 'refused', conflicts: ['history'], message: TABLE, hint: 'alter_table with history true' },
  },
];

const changed = (version: number, type: string, more: JsonObject = {}): JsonObject => ({
  _change_type: type,
  _commit_version: version,
  ...more,
});

export const TABLE_CHANGES: readonly ConformanceCase[] = [
  {
    name: 'gives each changed row with its values, before and after',
    spec: 'docs/operations.md#table_changes; D8',
    given: [
      PEOPLE_KEPT,
      kept('Ada'),
      ['update_rows', { table: 'people', set_values: { email: 'a@x' } }],
      ['delete_rows', { table: 'people' }],
    ],
    call: ['table_changes', { table: 'people', start_version: 0 }],
    result: {
      table: TABLE,
      changes: [
        changed(0, 'metadata', { path: null, definition: { description: 'Somebody we know' } }),
        changed(1, 'insert', {
          path: ADA_KEPT,
          id: '<uuid>',
          name: 'Ada',
          _operation: 'WRITE',
          _commit_timestamp: '2026-03-05T12:00:00.001+00:00',
        }),
        changed(2, 'update_preimage', { path: ADA_KEPT, name: 'Ada' }),
        changed(2, 'update_postimage', { path: ADA_KEPT, name: 'Ada', email: 'a@x', _operation: 'UPDATE' }),
        changed(3, 'delete', { path: ADA_KEPT, name: 'Ada', email: 'a@x', _operation: 'DELETE' }),
      ],
    },
  },
  {
    name: 'includes both bounds',
    spec: 'docs/operations.md#table_changes: both included',
    given: [PEOPLE_KEPT, kept('Ada'), kept('Bo'), kept('Cy')],
    call: ['table_changes', { table: 'people', start_version: 1, end_version: 2 }],
    result: { changes: [changed(1, 'insert', { name: 'Ada' }), changed(2, 'insert', { name: 'Bo' })] },
  },
  {
    name: 'skips the changes before offset, also within a version',
    spec: 'docs/http.md#long-answers',
    given: [PEOPLE_KEPT, kept('Ada'), ['update_rows', { table: 'people', set_values: { email: 'a@x' } }]],
    call: ['table_changes', { table: 'people', start_version: 0, offset: 3 }],
    result: { table: TABLE, changes: [changed(2, 'update_postimage', { path: ADA_KEPT, email: 'a@x' })] },
  },
  {
    name: 'ends after limit changes, and says where it goes on',
    spec: 'docs/operations.md#table_changes',
    given: [PEOPLE_KEPT, kept('Ada'), ['update_rows', { table: 'people', set_values: { email: 'a@x' } }]],
    call: ['table_changes', { table: 'people', start_version: 0, offset: 1, limit: 2 }],
    result: { changes: [changed(1, 'insert', {}), changed(2, 'update_preimage', {})], next: { offset: 3 } },
    lacks: ['truncated'],
  },
  {
    name: 'tells of a changed description as metadata',
    spec: 'D18: History',
    given: [PEOPLE_KEPT, ['alter_table', { table: 'people', description: 'Anybody' }]],
    call: ['table_changes', { table: 'people', start_version: 1 }],
    result: {
      changes: [changed(1, 'metadata', { definition: { description: 'Anybody' }, _operation: 'ALTER TABLE' })],
    },
  },
  {
    name: 'tells of rows that read otherwise because a column has another type',
    spec: 'D8: replaying table_changes 0…v gives version v',
    given: [
      ['create_table', { ...PEOPLE_KEPT[1], columns: [column('name', 'string'), column('age', 'integer')] }],
      kept('Ada', { age: 36 }),
      kept('Bo'),
      ['alter_column', { table: 'people', column: 'age', changes: { type: 'string' } }],
      ['undo_migration', { migration_id: '$3.migrationId' }],
      ['alter_column', { table: 'people', column: 'age', changes: { description: 'Years' } }],
    ],
    call: ['table_changes', { table: 'people', start_version: 3 }],
    result: {
      changes: [
        changed(3, 'update_preimage', { path: ADA_KEPT, age: 36 }),
        changed(3, 'update_postimage', { path: ADA_KEPT, age: '36', _operation: 'ALTER TABLE' }),
        changed(4, 'update_preimage', { path: ADA_KEPT, age: '36' }),
        changed(4, 'update_postimage', { path: ADA_KEPT, age: 36, _operation: 'UNDO' }),
        changed(5, 'metadata'),
      ],
    },
    then: [
      [
        'describe_history',
        { table: 'people' },
        {
          history: [
            { operationMetrics: { numUpdatedRows: 0 } },
            { operationMetrics: { numUpdatedRows: 1 } },
            { operationMetrics: { numUpdatedRows: 1 } },
            {},
            {},
            {},
          ],
        },
      ],
    ],
  },
  {
    name: 'reads rows under the definition of their version',
    spec: 'D8: an old version has its own columns',
    given: [
      PEOPLE_KEPT,
      kept('Ada', { email: 'a@x' }),
      ['rename_column', { table: 'people', from_column: 'email', to_column: 'mail' }],
    ],
    call: ['table_changes', { table: 'people', start_version: 2 }],
    result: {
      changes: [changed(2, 'update_preimage', { email: 'a@x' }), changed(2, 'update_postimage', { mail: 'a@x' })],
    },
  },
  {
    name: 'shows a moved row at its old path and at its new one',
    spec: 'docs/operations.md#table_changes',
    given: [PEOPLE_KEPT, kept('Ada'), ['alter_table', { table: 'people', name: 'folk' }]],
    call: ['table_changes', { table: 'folk', start_version: 2 }],
    result: {
      changes: [
        changed(2, 'update_preimage', { path: ADA_KEPT }),
        changed(2, 'update_postimage', { path: 'notedb/main/default/folk/Ada.md' }),
      ],
    },
  },
  {
    name: 'gives nothing after the latest version',
    spec: 'D18: a start after the latest is empty',
    given: [PEOPLE_KEPT],
    call: ['table_changes', { table: 'people', start_version: 1, end_version: 9 }],
    result: { table: TABLE, changes: [] },
  },
  {
    name: 'works for a dropped table',
    spec: 'docs/operations.md#describe_history: dropped tables too',
    given: [PEOPLE_KEPT, kept('Ada'), ['drop_table', { table: 'people', mode: 'archive' }]],
    call: ['table_changes', { table: TABLE, start_version: 2 }],
    result: { changes: [changed(2, 'delete', { name: 'Ada' })] },
  },
  {
    name: 'refuses an end before the start',
    spec: 'D18: 400',
    given: [PEOPLE_KEPT, kept('Ada')],
    call: ['table_changes', { table: 'people', start_version: 1, end_version: 0 }],
    error: { code: 'bad_request', message: 'end_version 0', hint: 'exchange' },
  },
  {
    name: 'refuses a number that is not a version',
    spec: 'D18: 400',
    given: [PEOPLE_KEPT],
    call: ['table_changes', { table: 'people', start_version: -1 }],
    error: { code: 'bad_request', message: 'start_version' },
  },
  {
    name: 'knows no table without a log',
    spec: 'D18: 404',
    call: ['table_changes', { table: 'people', start_version: 0 }],
    error: { code: 'not_found' },
  },
  {
    name: 'refuses a table that keeps no history',
    spec: 'D17',
    given: [['create_table', { ...PEOPLE_KEPT[1], history: false }]],
    call: ['table_changes', { table: 'people', start_version: 0 }],
    error: { code: 'refused', conflicts: ['history'] },
  },
];
