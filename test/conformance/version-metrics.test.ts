/** What the version of each write is called and what it counts, to the key. Source: docs/history.md#versions; D8, D17 */

import { afterEach, describe, expect, it } from 'vitest';
import { type JsonObject, openEngine } from '../../src/engine/index';
import { createMemoryHost } from '../memory-host/memory-host';
import type { Call, Edits } from './case';
import type { Subject } from './run-case';
import { column, handRow, note, tableOf } from './tables';
import { SUBJECTS } from './subjects';

interface Line {
  readonly does: string;
  readonly given?: readonly Call[];
  readonly files?: Readonly<Record<string, string>>;
  readonly edits?: Edits;
  /** Null: the edits are what makes the version. */
  readonly call: Call | null;
  /** By table: the operation and the metrics of its newest version. */
  readonly makes: Readonly<Record<string, readonly [string, JsonObject]>>;
}

const PEOPLE = tableOf(
  'people',
  [
    column('name', 'string', { required: true }),
    column('mood', 'enum', { values: ['calm', 'wild'] }),
    column('label', 'string', { generated: '{name}!' }),
  ],
  { history: true },
);

const TASKS = tableOf(
  'tasks',
  [column('title', 'string', { required: true }), column('owner', 'link', { ref: 'people' })],
  { history: true, filename: '{title}' },
);

const insert = (table: string, values: JsonObject): Call => ['insert_row', { table, values }];

const ada = insert('people', { name: 'Ada', mood: 'calm' });
const bo = insert('people', { name: 'Bo' });
const task = insert('tasks', { title: 'Tidy', owner: '[[Ada]]' });

const two: readonly Call[] = [PEOPLE, ada, bo];
const linked: readonly Call[] = [...two, TASKS, task];

const at = (table: string, name: string): string => `notedb/main/default/${table}/${name}.md`;

const merge = (...rows: readonly JsonObject[]): Call => ['merge_rows', { table: 'people', on: ['name'], rows }];

const counted = (inserted: number, updated: number, deleted: number): JsonObject => ({
  numOutputRows: inserted,
  numUpdatedRows: updated,
  numDeletedRows: deleted,
});

const merged = (inserted: number, updated: number, deleted: number): JsonObject => ({
  numTargetRowsInserted: inserted,
  numTargetRowsUpdated: updated,
  numTargetRowsDeleted: deleted,
  numOutputRows: inserted + updated,
});

const BASE: Call = ['define_base', { name: 'dated', description: 'Has a day', columns: [column('day', 'date')] }];

const CREW = tableOf(
  'crew',
  [
    column('name', 'string', { required: true }),
    column('boss', 'link', { ref: 'self', inverse: 'reports' }),
    column('reports', 'list', { items: { type: 'link', ref: 'self', inverse: 'boss' } }),
  ],
  { history: true },
);

/** Any; ids are as long each time, but that is not what this is about. */
const A_SIZE = expect.any(Number) as unknown as number;

const ALTERED = (updated: number): readonly [string, JsonObject] => ['ALTER TABLE', { numUpdatedRows: updated }];

const LINES: readonly Line[] = [
  { does: 'create_table', call: PEOPLE, makes: { people: ['CREATE TABLE', { numOutputRows: 0 }] } },
  {
    does: 'create_table over notes that name it',
    files: { 'Found.md': handRow('people', 1, ['name: Found', 'label: Found!']) },
    call: PEOPLE,
    makes: { people: ['CREATE TABLE', { numOutputRows: 1 }] },
  },
  {
    does: 'clone_table',
    given: two,
    call: ['clone_table', { source: 'people', target: 'folk' }],
    makes: { folk: ['CREATE TABLE', { numOutputRows: 2 }], people: ['WRITE', { numOutputRows: 1 }] },
  },
  { does: 'insert_row', given: [PEOPLE], call: ada, makes: { people: ['WRITE', { numOutputRows: 1 }] } },
  {
    does: 'update_row',
    given: two,
    call: ['update_row', { table: 'people', path: at('people', 'Ada'), set_values: { mood: 'wild' } }],
    makes: { people: ['UPDATE', { numUpdatedRows: 1 }] },
  },
  {
    does: 'update_row that renames: the links of the other table follow',
    given: linked,
    call: ['update_row', { table: 'people', path: at('people', 'Ada'), set_values: { name: 'Eve' } }],
    makes: { people: ['UPDATE', { numUpdatedRows: 1 }], tasks: ['UPDATE', { numUpdatedRows: 1 }] },
  },
  {
    does: 'update_rows',
    given: two,
    call: ['update_rows', { table: 'people', set_values: { mood: 'wild' } }],
    makes: { people: ['UPDATE', { numUpdatedRows: 2 }] },
  },
  {
    does: 'delete_rows to the archive',
    given: two,
    call: ['delete_rows', { table: 'people', where: { name: 'Ada' } }],
    makes: { people: ['DELETE', { numDeletedRows: 1 }] },
  },
  {
    does: 'delete_rows to the trash, which clears links of the other table',
    given: linked,
    call: ['delete_rows', { table: 'people', where: { name: 'Ada' }, mode: 'delete', on_referenced: 'set_null' }],
    makes: { people: ['DELETE', { numDeletedRows: 1 }], tasks: ['UPDATE', { numUpdatedRows: 1 }] },
  },
  {
    does: 'move_rows',
    given: [...two, ['clone_table', { source: 'people', target: 'folk', copy_rows: false }]],
    call: ['move_rows', { table: 'people', to_table: 'folk', where: { name: 'Ada' } }],
    makes: { people: ['DELETE', { numDeletedRows: 1 }], folk: ['WRITE', { numOutputRows: 1 }] },
  },
  {
    does: 'adopt_rows',
    files: { 'Loose.md': note(['name: Loose']), 'Stray.md': note(['name: Stray']) },
    given: [PEOPLE],
    call: ['adopt_rows', { table: 'people', paths: ['Loose.md', 'Stray.md'] }],
    makes: { people: ['WRITE', { numOutputRows: 2 }] },
  },
  {
    does: 'merge_rows, of which one row would not change',
    given: two,
    call: merge({ name: 'Ada', mood: 'wild' }, { name: 'Bo' }, { name: 'Cy' }),
    makes: { people: ['MERGE', { numSourceRows: 3, ...merged(1, 1, 0) }] },
  },
  {
    does: 'recompute_columns',
    given: two,
    call: ['recompute_columns', { table: 'people', new_ids: true }],
    makes: { people: ['RECOMPUTE', { numUpdatedRows: 2 }] },
  },
  {
    does: 'align_relations',
    given: [CREW, insert('crew', { name: 'Di' })],
    edits: { [at('crew', 'Ed')]: handRow('crew', 2, ['name: Ed', 'boss: "[[Di]]"']) },
    call: ['align_relations', { table: 'crew' }],
    makes: { crew: ['UPDATE', { numUpdatedRows: 1 }] },
  },
  {
    does: 'insert_row that is answered by the other side of an inverse',
    given: [CREW, insert('crew', { name: 'Di' })],
    call: insert('crew', { name: 'Ed', boss: '[[Di]]' }),
    makes: { crew: ['WRITE', { numOutputRows: 1, numUpdatedRows: 1 }] },
  },
  {
    does: 'add_column that is dense',
    given: two,
    call: ['add_column', { table: 'people', column: column('born', 'date', { dense: true }) }],
    makes: { people: ['ADD COLUMNS', { numUpdatedRows: 2 }] },
  },
  {
    does: 'add_column that touches no row',
    given: two,
    call: ['add_column', { table: 'people', column: column('born', 'date') }],
    makes: { people: ['ADD COLUMNS', { numUpdatedRows: 0 }] },
  },
  {
    does: 'rename_column',
    given: two,
    call: ['rename_column', { table: 'people', from_column: 'mood', to_column: 'temper' }],
    makes: { people: ALTERED(1) },
  },
  {
    does: 'drop_column',
    given: two,
    call: ['drop_column', { table: 'people', column: 'mood' }],
    makes: { people: ALTERED(1) },
  },
  {
    does: 'alter_column',
    given: two,
    call: ['alter_column', { table: 'people', column: 'mood', changes: { dense: true } }],
    makes: { people: ALTERED(1) },
  },
  {
    does: 'rename_value',
    given: two,
    call: ['rename_value', { table: 'people', column: 'mood', from_value: 'calm', to_value: 'quiet' }],
    makes: { people: ALTERED(1) },
  },
  {
    does: 'set_table_bases',
    given: [...two, BASE],
    call: ['set_table_bases', { table: 'people', bases: ['dated'] }],
    makes: { people: ALTERED(0) },
  },
  {
    does: 'define_base that changes its heirs',
    given: [...two, BASE, ['set_table_bases', { table: 'people', bases: ['dated'] }]],
    call: ['define_base', { name: 'dated', columns: [column('day', 'date', { dense: true })] }],
    makes: { people: ALTERED(2) },
  },
  {
    does: 'add_constraint',
    given: two,
    call: ['add_constraint', { table: 'people', name: 'named', check: { name: { exists: true } } }],
    makes: { people: ALTERED(0) },
  },
  {
    does: 'drop_constraint',
    given: [...two, ['add_constraint', { table: 'people', name: 'named', check: { name: { exists: true } } }]],
    call: ['drop_constraint', { table: 'people', name: 'named' }],
    makes: { people: ALTERED(0) },
  },
  {
    does: 'alter_table that says something else',
    given: two,
    call: ['alter_table', { table: 'people', description: 'Anybody' }],
    makes: { people: ALTERED(0) },
  },
  {
    does: 'alter_table that renames: the links of the other table follow',
    given: linked,
    call: ['alter_table', { table: 'people', name: 'folk' }],
    makes: { folk: ALTERED(2), tasks: ALTERED(0) },
  },
  {
    does: 'alter_table that turns history off',
    given: two,
    call: ['alter_table', { table: 'people', history: false }],
    makes: { people: ALTERED(0) },
  },
  {
    does: 'alter_table that turns history on again, after a row came',
    given: [...two, ['alter_table', { table: 'people', history: false }], insert('people', { name: 'Cy' })],
    call: ['alter_table', { table: 'people', history: true }],
    makes: { people: ['ALTER TABLE', { numOutputRows: 1, numUpdatedRows: 0 }] },
  },
  {
    does: 'configure_database that turns history on',
    given: [['create_table', { ...PEOPLE[1], history: null }], ada, bo],
    call: ['configure_database', { history: true }],
    makes: { people: ['CREATE TABLE', { numOutputRows: 2 }] },
  },
  {
    does: 'configure_database that turns history off',
    given: [['configure_database', { history: true }], ['create_table', { ...PEOPLE[1], history: null }], ada],
    call: ['configure_database', { history: false }],
    makes: { people: ALTERED(0) },
  },
  {
    does: 'drop_table',
    given: two,
    call: ['drop_table', { table: 'people', mode: 'archive' }],
    makes: { people: ['ALTER TABLE', { numUpdatedRows: 0, numDeletedRows: 2 }] },
  },
  {
    does: 'restore_table',
    given: [...two, ['delete_rows', { table: 'people', where: { name: 'Ada' } }], insert('people', { name: 'Cyd' })],
    call: ['restore_table', { table: 'people', version: 2 }],
    makes: {
      people: [
        'RESTORE',
        {
          tableSizeAfterRestore: A_SIZE,
          numOfFilesAfterRestore: 2,
          numRemovedFiles: 1,
          numRestoredFiles: 1,
          removedFilesSize: A_SIZE,
          restoredFilesSize: A_SIZE,
        },
      ],
    },
  },
  {
    does: 'undo_migration of a row that came',
    given: two,
    call: ['undo_migration', { migration_id: '$2.migrationId' }],
    makes: { people: ['UNDO', counted(0, 0, 1)] },
  },
  {
    does: 'undo_migration of a delete that cleared links',
    given: [...linked, ['delete_rows', { table: 'people', where: { name: 'Ada' }, on_referenced: 'set_null' }]],
    call: ['undo_migration', { migration_id: '$5.migrationId' }],
    makes: { people: ['UNDO', counted(1, 0, 0)], tasks: ['UNDO', counted(0, 1, 0)] },
  },
  {
    does: 'batch of inserts',
    given: [PEOPLE],
    call: ['batch', { operations: [ada, bo].map(([op, args]) => ({ op, ...args })) }],
    makes: { people: ['WRITE', { numOutputRows: 2 }] },
  },
  {
    does: 'batch of different operations on rows',
    given: two,
    call: [
      'batch',
      {
        operations: [
          { op: 'insert_row', table: 'people', values: { name: 'Cy' } },
          { op: 'update_rows', table: 'people', where: { name: 'Ada' }, set_values: { mood: 'wild' } },
          { op: 'delete_rows', table: 'people', where: { name: 'Bo' } },
        ],
      },
    ],
    makes: { people: ['MERGE', merged(1, 1, 1)] },
  },
  {
    does: 'batch of merges',
    given: two,
    call: [
      'batch',
      {
        operations: [
          { op: 'merge_rows', table: 'people', on: ['name'], rows: [{ name: 'Ada', mood: 'wild' }] },
          { op: 'merge_rows', table: 'people', on: ['name'], rows: [{ name: 'Cy' }, { name: 'Di' }] },
        ],
      },
    ],
    makes: { people: ['MERGE', { numSourceRows: 3, ...merged(2, 1, 0) }] },
  },
  {
    does: 'a hand edit, a note that came and one that went',
    given: two,
    edits: {
      [at('people', 'Ada')]: handRow('people', 7, ['name: Ada', 'label: Ada!']),
      [at('people', 'New')]: handRow('people', 8, ['name: New', 'label: New!']),
      [at('people', 'Bo')]: null,
    },
    call: null,
    makes: { people: ['EXTERNAL_EDIT', counted(1, 1, 1)] },
  },
];

/** They change neither rows nor the definition of a table. */
const WITHOUT_VERSION = [
  'comment_on',
  'create_view',
  'create_webhook',
  'delete_webhook',
  'drop_view',
  'sync_semantic_index',
  'vacuum_table',
];

const fill = (args: JsonObject, answers: readonly JsonObject[]): JsonObject =>
  Object.fromEntries(
    Object.entries(args).map(([key, value]) => {
      const [, index, name] = /^\$(\d+)\.(\w+)$/.exec(typeof value === 'string' ? value : '') ?? [];
      return [key, index === undefined ? value : (answers[Number(index)]?.[name ?? ''] ?? null)];
    }),
  );

async function run(subject: Subject, [operation, args = {}]: Call): Promise<JsonObject> {
  const answer = await subject.call(operation, args);
  if ('error' in answer) throw new Error(`${operation}: ${JSON.stringify(answer.error)}`);
  return answer.result;
}

describe.each(SUBJECTS)('through %s, the newest version after', (_name, open) => {
  let subject: Awaited<ReturnType<typeof open>> | null = null;
  afterEach(() => subject?.close());

  it.each(LINES.map((line) => [line.does, line] as const))('%s', async (_does, line) => {
    subject = await open({ files: line.files ?? {} });
    const answers: JsonObject[] = [];
    for (const call of line.given ?? []) answers.push(await run(subject, call));
    if (line.edits !== undefined) await subject.edit(line.edits);
    if (line.call !== null) await run(subject, [line.call[0], fill(line.call[1] ?? {}, answers)]);
    for (const [table, [operation, metrics]] of Object.entries(line.makes)) {
      const { history } = await run(subject, ['describe_history', { table: `main.default.${table}`, limit: 1 }]);
      const [newest] = history as readonly JsonObject[];
      expect([newest?.['operation'], newest?.['operationMetrics']], table).toEqual([operation, metrics]);
      expect(newest?.['migrationId'] === null, table).toBe(line.call === null);
    }
  });
});

it('every write operation has a line', async () => {
  const { operations } = await openEngine(createMemoryHost());
  const writes = operations.filter(({ effect }) => effect !== 'read').map(({ name }) => name);
  const tried = new Set(LINES.map(({ call }) => call?.[0]));
  expect(writes.filter((name) => !tried.has(name)).sort()).toEqual(WITHOUT_VERSION);
});
