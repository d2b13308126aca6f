/** A write says what it does as data; the summary is the sentence of that. docs/http.md#deed; D4 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { PEOPLE, TASKS, openVault } from '../open-vault';

const TABLE = 'main.default.tasks';
const deed = (kind: string, counts: JsonObject, names: JsonObject, table: string | null = TABLE): JsonObject => {
  const [verb = '', object = ''] = kind.split(' ');
  return { verb, object, table, counts, names };
};

const WRITES: readonly (readonly [name: string, args: JsonObject, deed: JsonObject, summary: string])[] = [
  [
    'insert_row',
    { table: 'tasks', values: { title: 'Four' } },
    deed('insert row', {}, { path: 'notedb/main/default/tasks/Four.md' }),
    'inserted notedb/main/default/tasks/Four.md into tasks',
  ],
  [
    'update_rows',
    { table: 'tasks', where: { title: { ne: 'One' } }, set_values: { status: 'done' } },
    deed('update rows', { rows: 2, matched: 2 }, {}),
    'updated 2 of 2 matching rows in tasks',
  ],
  [
    'delete_rows',
    { table: 'tasks', where: { title: 'One' } },
    deed('archive rows', { rows: 1 }, {}),
    'archived 1 row of tasks',
  ],
  [
    'rename_column',
    { table: 'tasks', from_column: 'due', to_column: 'until' },
    deed('rename column', {}, { from: 'due', to: 'until' }),
    'renamed column due of tasks to until',
  ],
  [
    'set_table_bases',
    { table: 'tasks', bases: [] },
    deed('set bases', {}, { bases: [] }),
    'main.default.tasks inherits nothing',
  ],
  [
    'batch',
    {
      operations: [
        { op: 'insert_row', table: 'tasks', values: { title: 'Four' } },
        { op: 'insert_row', table: 'tasks', values: { title: 'Five' } },
      ],
    },
    deed('run steps', { steps: 2, insert_row: 2 }, {}),
    '2 steps: 2 × insert_row',
  ],
  [
    'batch',
    { summary: '1 step: none', operations: [{ op: 'create_table', ...PEOPLE }] },
    deed('run steps', { steps: 1, create_table: 1 }, { summary: '1 step: none' }, 'main.default.people'),
    '1 step: none',
  ],
];

const withoutOwner: JsonObject = {
  ...TASKS,
  columns: (TASKS['columns'] as readonly JsonObject[]).filter(({ name }) => name !== 'owner'),
};

describe.each(WRITES)('%s %j', (name, args, expected, summary) => {
  it('says what it does as data, in a dry run, when it runs, in the journal and to observers', async () => {
    const opened = await openVault({});
    await opened.run('create_table', withoutOwner);
    for (const title of ['One', 'Two', 'Three']) await opened.run('insert_row', { table: 'tasks', values: { title } });
    expect(await opened.run(name, { ...args, dry_run: true })).toMatchObject({ deed: expected, summary });
    const heard: unknown[] = [];
    opened.engine.onChange((change) => heard.push(change.deed));
    const result = await opened.run(name, args);
    expect(result).toMatchObject({ deed: expected, summary });
    if (result['migrationId'] === null) return;
    expect(heard).toEqual([expected]);
    const reopened = await opened.restart();
    const { migrations } = await reopened.run('list_migrations', { limit: 1 });
    expect(migrations).toMatchObject([{ deed: expected, summary }]);
  });
});

it('names what an undo takes back', async () => {
  const opened = await openVault({});
  await opened.run('create_table', withoutOwner);
  const { migrationId } = await opened.run('insert_row', { table: 'tasks', values: { title: 'One' } });
  const summary = 'inserted notedb/main/default/tasks/One.md into tasks';
  expect(await opened.run('undo_migration', { migration_id: migrationId as string })).toMatchObject({
    deed: deed('undo migration', {}, { migration: migrationId as string, operation: 'insert_row', summary }),
    summary: `undid insert_row: ${summary}`,
  });
});
