/** Which tables keep history, and what describe_table says of it. Source: docs/operations.md#create_table (history), docs/operations.md#configure_database; D8, D17 */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { PEOPLE_KEPT, kept } from './table-history';

const people = (history: boolean | null): Call => ['create_table', { ...PEOPLE_KEPT[1], history }];

const database = (history: boolean): Call => ['configure_database', { history }];

const alter = (history: boolean | 'default'): Call => ['alter_table', { table: 'people', history }];

const described = (version: number | null, earliest: number | null, history: boolean): JsonObject => ({
  version,
  earliest_version: earliest,
  options: { history },
});

interface Told {
  readonly spec?: string;
  readonly restarted?: true;
  readonly then?: NonNullable<ConformanceCase['then']>;
}

const describes = (name: string, given: readonly Call[], result: JsonObject, more: Told = {}): ConformanceCase => ({
  name: `says of versions: ${name}`,
  spec: 'docs/operations.md#describe_table: version, earliest_version; D17',
  given,
  call: ['describe_table', { table: 'people' }],
  result,
  ...more,
});

const off: readonly Call[] = [PEOPLE_KEPT, kept('Ada'), alter(false), kept('Bo')];

export const KEEPING_HISTORY: readonly ConformanceCase[] = [
  describes('a new table that keeps them', [PEOPLE_KEPT], described(0, 0, true)),
  describes('none without history, as by default', [people(null), kept('Ada')], described(null, null, false), {
    then: [['insert_row', { table: 'people', values: { name: 'Bo' } }, { version: null }]],
  }),
  describes('one more with each write', [PEOPLE_KEPT, kept('Ada'), kept('Bo')], described(2, 0, true)),
  describes('the same after a restart', [PEOPLE_KEPT, kept('Ada'), kept('Bo')], described(2, 0, true), {
    restarted: true,
  }),
  describes('none when history is turned off; those of before stay', off, described(null, null, false), {
    then: [
      ['describe_history', { table: 'people' }, { history: [{ version: 2 }, { version: 1 }, { version: 0 }] }],
      ['select_rows', { table: 'people', version: 1 }, { total: 1 }],
      ['insert_row', { table: 'people', values: { name: 'Cy' } }, { version: null }],
    ],
  }),
  describes('they go on when it is turned on again', [...off, alter(true)], described(3, 0, true), {
    then: [
      ['select_rows', { table: 'people', version: 3 }, { total: 2 }],
      ['insert_row', { table: 'people', values: { name: 'Cy' } }, { version: 4 }],
    ],
  }),
  describes(
    'they go on in a table that is created again under the name',
    [PEOPLE_KEPT, kept('Ada'), ['drop_table', { table: 'people', mode: 'archive' }], PEOPLE_KEPT],
    described(3, 0, true),
  ),
  describes(
    'a table that takes the name of one that moved away has its own',
    [PEOPLE_KEPT, kept('Ada'), ['alter_table', { table: 'people', name: 'folk' }], PEOPLE_KEPT],
    described(0, 0, true),
    { then: [['describe_table', { table: 'folk' }, { version: 2, earliest_version: 0 }]] },
  ),
  describes(
    'the database keeps it for a table that says nothing',
    [database(true), people(null)],
    described(0, 0, true),
  ),
  describes('the database keeps it from then on', [people(null), kept('Ada'), database(true)], described(0, 0, true), {
    then: [['select_rows', { table: 'people', version: 0 }, { total: 1 }]],
  }),
  describes('a table that wants none has none', [database(true), people(false)], described(null, null, false)),
  describes('a table that wants it has it', [database(false), people(true)], described(0, 0, true)),
  describes(
    'the database keeps it no more',
    [database(true), people(null), kept('Ada'), database(false), kept('Bo')],
    described(null, null, false),
    {
      then: [
        ['describe_history', { table: 'people', limit: 1 }, { history: [{ version: 2, operation: 'ALTER TABLE' }] }],
      ],
    },
  ),
  describes(
    'the database keeps it again: what came meanwhile is one version',
    [database(true), people(null), kept('Ada'), database(false), kept('Bo'), database(true)],
    described(3, 0, true),
    {
      restarted: true,
      then: [
        [
          'table_changes',
          { table: 'people', start_version: 3 },
          { changes: [{ _change_type: 'insert', name: 'Bo', _operation: 'ALTER TABLE' }] },
        ],
      ],
    },
  ),
  describes(
    'a table that wanted it goes back to the database’s word',
    [PEOPLE_KEPT, kept('Ada'), alter('default')],
    described(null, null, false),
  ),
  describes(
    'a table that wanted none goes back to the database’s word',
    [database(true), people(false), kept('Ada'), alter('default')],
    described(0, 0, true),
  ),
  {
    name: 'a table that keeps no history any more takes its log along to another name',
    spec: 'docs/operations.md#alter_table: transaction log follows; D4 (dry run), D17',
    given: off,
    call: ['alter_table', { table: 'people', name: 'folk' }],
    result: { version: 3, changed: 2 },
    // The undo and the redo of a case come before: each is a version.
    then: [
      ['describe_table', { table: 'folk' }, { version: null, earliest_version: null }],
      ['describe_history', { table: 'folk', limit: 1 }, { history: [{ version: 5 }] }],
    ],
  },
  {
    name: 'history that is turned on again together with another name goes on',
    spec: 'docs/operations.md#alter_table: transaction log follows; D17 (on again goes on counting)',
    given: off,
    call: ['alter_table', { table: 'people', name: 'folk', history: true }],
    result: { version: 3, changed: 2 },
    then: [
      ['describe_table', { table: 'folk' }, { version: 5, earliest_version: 0 }],
      ['select_rows', { table: 'folk', version: 1 }, { total: 1 }],
      ['select_rows', { table: 'folk', version: 3 }, { total: 2 }],
    ],
  },
  {
    name: 'history that was turned on with another name is there when that is undone',
    spec: 'docs/operations.md#undo_migration; D17 (history turned off keeps its log)',
    given: [...off, ['alter_table', { table: 'people', name: 'folk', history: true }]],
    call: ['undo_migration', { migration_id: '$4.migrationId' }],
    result: { table: 'main.default.people', version: 4 },
    then: [['select_rows', { table: 'people', version: 1 }, { total: 1 }]],
  },
  {
    name: 'an undone rename answers with the name and the version that the table has then',
    spec: 'docs/operations.md#undo_migration; D4 (table, version)',
    given: [PEOPLE_KEPT, kept('Ada'), ['alter_table', { table: 'people', name: 'folk' }]],
    call: ['undo_migration', { migration_id: '$2.migrationId' }],
    result: { table: 'main.default.people', version: 3 },
  },
  {
    name: 'a table that takes a name and history in one batch leaves the log to the table that had the name',
    spec: 'docs/operations.md#alter_table: transaction log follows; D17',
    given: [['create_table', { ...PEOPLE_KEPT[1], name: 'folk', history: false }], PEOPLE_KEPT, kept('Ada')],
    call: [
      'batch',
      {
        operations: [
          { op: 'alter_table', table: 'people', name: 'crowd' },
          { op: 'alter_table', table: 'folk', name: 'people', history: true },
        ],
      },
    ],
    buildsUp: true,
    // Two more of each: the undo and the redo of a case.
    then: [
      ['describe_table', { table: 'crowd' }, { version: 4 }],
      ['select_rows', { table: 'crowd', version: 1 }, { total: 1 }],
      ['describe_table', { table: 'people' }, { version: 2 }],
    ],
  },
];
