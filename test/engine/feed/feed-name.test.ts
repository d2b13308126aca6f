/** The feed has a name, tells what happened to definitions, and knows tables by their former names. docs/feed.md; D29 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { TASKS, PEOPLE, type TestVault, column, openVault } from '../open-vault';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function tasks(): Promise<TestVault> {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  await vault.run('create_table', TASKS);
  await vault.run('insert_row', { table: 'tasks', values: { title: 'One', status: 'todo' } });
  return vault;
}

const changesOf = async (vault: TestVault, args: JsonObject = {}): Promise<readonly JsonObject[]> =>
  (await vault.run('list_changes', args))['changes'] as readonly JsonObject[];

/** The schema events of a write. */
async function schemaEvents(vault: TestVault, operation: string, args: JsonObject): Promise<readonly JsonObject[]> {
  const { head } = await vault.run('list_changes', { limit: 0 });
  await vault.run(operation, args);
  return changesOf(vault, { since: head as number, ops: ['schema'] });
}

describe('the name of the feed', () => {
  it('is one UUID in every answer, also after restarts and crashes', async () => {
    const vault = await tasks();
    const { feed } = await vault.run('list_changes');
    expect(feed).toMatch(UUID);
    expect(await vault.run('describe_database')).toMatchObject({ feed });
    const again = await vault.restart();
    await again.run('insert_row', { table: 'tasks', values: { title: 'Two' } });
    expect(await (await again.restart()).run('list_changes', { limit: 0 })).toMatchObject({ feed });
  });

  it('is another one without the journal, and expect_feed refuses it with the way out', async () => {
    const vault = await tasks();
    const { feed, head } = await vault.run('list_changes');
    expect(await vault.run('list_changes', { expect_feed: feed as string, since: head as number })).toMatchObject({
      changes: [],
    });
    const other = await openVault({ files: vault.host.external.notes() });
    const error = await other.refused('list_changes', { expect_feed: feed as string });
    const { feed: name, head: newest } = (await other.run('list_changes', { limit: 0 })) as {
      feed: string;
      head: number;
    };
    expect(name).not.toBe(feed);
    expect(error).toMatchObject({
      code: 'refused',
      hint: `read the tables again, then go on with expect_feed ${name} and since ${newest}`,
    });
  });
});

describe('a disk that takes nothing', () => {
  it('refuses no reader: the feed has a name all the same, which is kept when there is room again', async () => {
    const vault = await tasks();
    vault.host.faults.failWhile(({ path }) => path.startsWith('journal'), 'ENOSPC');
    const { feed } = await vault.run('list_changes', { limit: 0 });
    expect(await vault.run('describe_database')).toMatchObject({ feed });
    vault.host.faults.clear();
    expect(await (await vault.restart()).run('describe_database')).toMatchObject({ feed });
  });
});

describe('a schema event', () => {
  it.each<[string, string, JsonObject, JsonObject]>([
    [
      'of a new table',
      'create_table',
      { name: 'more', description: 'm', columns: [] },
      { table: 'main.default.more', changes: { name: { before: null, after: 'main.default.more' } } },
    ],
    [
      'of a renamed table',
      'alter_table',
      { table: 'tasks', name: 'jobs' },
      {
        table: 'main.default.jobs',
        renamed_from: 'main.default.tasks',
        changes: { name: { before: 'main.default.tasks', after: 'main.default.jobs' } },
      },
    ],
    [
      'of a renamed column',
      'rename_column',
      { table: 'tasks', from_column: 'due', to_column: 'until' },
      { changes: { column: { before: 'due', after: 'until' } } },
    ],
    [
      'of a renamed value',
      'rename_value',
      { table: 'tasks', column: 'status', from_value: 'doing', to_value: 'busy' },
      { changes: { value: { before: 'doing', after: 'busy' } } },
    ],
    [
      'of a new column',
      'add_column',
      { table: 'tasks', column: column('more', 'string') },
      { changes: { columns: { before: {}, after: { more: { type: 'string' } } } } },
    ],
    [
      'of another type',
      'alter_column',
      { table: 'tasks', column: 'estimate', changes: { max: 50 } },
      { changes: { columns: { before: { estimate: { max: 100 } }, after: { estimate: { max: 50 } } } } },
    ],
    [
      'of a view',
      'create_view',
      { name: 'vw_all', query: { table: 'tasks' } },
      { table: 'main.default.vw_all', changes: { name: { before: null, after: 'main.default.vw_all' } } },
    ],
    [
      'of a dropped table',
      'drop_table',
      { table: 'people', mode: 'archive' },
      { table: 'main.default.people', changes: { name: { before: 'main.default.people', after: null } } },
    ],
  ])('%s says what changed, and by which operation', async (_, operation, args, told) => {
    const vault = await tasks();
    if (operation === 'drop_table') await vault.run('drop_column', { table: 'tasks', column: 'owner' });
    expect(await schemaEvents(vault, operation, args)).toMatchObject([{ op: 'schema', operation, ...told }]);
    const again = await vault.restart();
    expect((await changesOf(again, { ops: ['schema'] })).at(-1)).toMatchObject({ operation, ...told });
  });

  it('of a batch names each column and value that is called otherwise, with where it ended', async () => {
    const vault = await tasks();
    const rename = (from: string, to: string): JsonObject => ({
      op: 'rename_column',
      table: 'tasks',
      from_column: from,
      to_column: to,
    });
    const operations = [rename('due', 'by'), rename('by', 'until'), rename('estimate', 'hours')];
    expect(await schemaEvents(vault, 'batch', { operations })).toMatchObject([
      {
        operation: 'batch',
        changes: { column: { before: ['due', 'estimate'], after: ['until', 'hours'] } },
      },
    ]);
  });

  it('of an undo says the names the other way round', async () => {
    const vault = await tasks();
    const { migrationId } = await vault.run('alter_table', { table: 'tasks', name: 'jobs' });
    expect(await schemaEvents(vault, 'undo_migration', { migration_id: migrationId as string })).toMatchObject([
      { operation: 'undo_migration', table: 'main.default.tasks', renamed_from: 'main.default.jobs' },
    ]);
  });
});
