/** Filters of webhooks follow renames, when these are published and on undo. docs/webhooks.md#renames; D26 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { type TestVault, column } from '../open-vault';
import type { Receiver } from './receiver';
import { type HookedVault, URL_OF_HOOK, insert, listed, openTasks, pass, settle } from './receiver';

const FOLDER = 'notedb/main/default';

/** Tasks of projects, and a webhook with this filter. */
async function openFiltered(filter: JsonObject): Promise<HookedVault> {
  const { vault, receiver } = await openTasks();
  const { run } = vault;
  await run('create_table', {
    name: 'projects',
    description: 'x',
    filename: '{name}',
    columns: [column('name', 'string'), column('status', 'enum', { values: ['waiting', 'done'] })],
  });
  for (const name of ['Alpha', 'Beta']) await run('insert_row', { table: 'projects', values: { name } });
  await run('add_column', { table: 'tasks', column: column('project', 'link', { ref: 'projects' }) });
  await run('add_column', { table: 'tasks', column: column('status', 'enum', { values: ['waiting', 'done'] }) });
  await run('add_column', { table: 'tasks', column: column('word', 'string', { vocabulary: 'projects' }) });
  const hook = (await run('create_webhook', { url: URL_OF_HOOK, ...filter })) as HookedVault['hook'];
  receiver.secret = hook.secret;
  return { vault, receiver, hook };
}

const filterOf = async (vault: TestVault): Promise<JsonObject> => (await listed(vault))['filter'] as JsonObject;

const renameRow = ({ run }: TestVault, from: string, to: string): Promise<JsonObject> =>
  run('update_row', { table: 'projects', path: `${FOLDER}/projects/${from}.md`, set_values: { name: to } });

const titles = (receiver: Receiver): readonly unknown[] =>
  receiver.requests.flatMap(({ body }) => body.events.filter(({ op }) => op === 'insert').map(({ path }) => path));

describe('the filter of a webhook', () => {
  it('follows a renamed row, and its undo', async () => {
    const where = {
      or: [{ project: '[[Alpha]]' }, { word: 'Alpha' }, { 'project.path': `${FOLDER}/projects/Alpha.md` }],
    };
    const { vault, receiver } = await openFiltered({ tables: ['tasks'], where });
    const { migrationId } = await renameRow(vault, 'Alpha', 'Omega');
    const followed = {
      or: [{ project: '[[Omega]]' }, { word: 'Omega' }, { 'project.path': `${FOLDER}/projects/Omega.md` }],
    };
    expect((await filterOf(vault))['where']).toEqual(followed);
    await insert(vault, 'Of Omega', { project: '[[Omega]]' });
    await insert(vault, 'Of Beta', { project: '[[Beta]]' });
    await settle();
    expect(titles(receiver)).toEqual([`${FOLDER}/tasks/Of Omega.md`]);
    const again = await vault.restart();
    expect((await filterOf(again))['where']).toEqual(followed);
    await again.run('delete_rows', { table: 'tasks', where: {}, mode: 'delete' });
    await again.run('undo_migration', { migration_id: migrationId as string });
    expect((await filterOf(again))['where']).toEqual(where);
  });

  it('follows a value, a column and a table, in tables, columns and where, and their undo', async () => {
    const { vault, receiver } = await openFiltered({
      tables: ['tasks'],
      columns: ['status'],
      where: { status: 'waiting' },
    });
    const before = await filterOf(vault);
    const ids: unknown[] = [];
    const run = async (name: string, args: JsonObject): Promise<void> =>
      void ids.push((await vault.run(name, args))['migrationId']);
    await run('rename_value', { table: 'tasks', column: 'status', from_value: 'waiting', to_value: 'blocked' });
    await run('rename_column', { table: 'tasks', from_column: 'status', to_column: 'state' });
    await run('alter_table', { table: 'tasks', name: 'jobs' });
    expect(await filterOf(vault)).toEqual({
      ...before,
      tables: ['main.default.jobs'],
      columns: ['state'],
      where: { state: 'blocked' },
    });
    await vault.run('insert_row', { table: 'jobs', values: { title: 'One', state: 'blocked' } });
    await settle();
    expect(titles(receiver)).toEqual([`${FOLDER}/jobs/One.md`]);
    await vault.run('delete_rows', { table: 'jobs', where: {}, mode: 'delete' });
    for (const id of ids.reverse()) await vault.run('undo_migration', { migration_id: id as string });
    expect(await filterOf(vault)).toEqual(before);
  });

  it('finds what happened before the rename by the filter of then', async () => {
    const { vault, receiver } = await openFiltered({ tables: ['tasks'], where: { status: 'waiting' } });
    receiver.answer = () => ({ status: 500 });
    await insert(vault, 'First', { status: 'waiting' });
    await settle();
    await insert(vault, 'Second', { status: 'waiting' });
    await insert(vault, 'Other', { status: 'done' });
    await vault.run('rename_value', { table: 'tasks', column: 'status', from_value: 'waiting', to_value: 'blocked' });
    await vault.run('rename_column', { table: 'tasks', from_column: 'status', to_column: 'state' });
    await insert(vault, 'Third', { state: 'blocked' });
    receiver.answer = () => ({ status: 200 });
    receiver.requests.length = 0;
    await pass(vault, 20_000, 1000);
    expect(titles(receiver)).toEqual(['First', 'Second', 'Third'].map((name) => `${FOLDER}/tasks/${name}.md`));
  });

  it('follows what was renamed while the file could not be written, after a restart', async () => {
    const { vault } = await openFiltered({ tables: ['tasks'], where: { status: 'waiting', project: '[[Alpha]]' } });
    const file = [...vault.host.image().files.keys()].find((path) => path.includes('webhooks/')) ?? '';
    const kept = vault.text(file) ?? '';
    await vault.run('rename_value', { table: 'tasks', column: 'status', from_value: 'waiting', to_value: 'blocked' });
    await renameRow(vault, 'Alpha', 'Omega');
    await vault.engine.close();
    const host = vault.host.reboot();
    host.external.write(file, kept);
    const { onHost } = await import('../open-vault');
    const again = await onHost(host);
    expect((await filterOf(again))['where']).toEqual({ status: 'blocked', project: '[[Omega]]' });
  });

  it('says what it can’t follow: a column that only some of its tables call otherwise', async () => {
    const { vault } = await openFiltered({ tables: ['tasks', 'projects'], where: { status: 'waiting' } });
    await vault.run('rename_column', { table: 'tasks', from_column: 'status', to_column: 'state' });
    expect((await listed(vault))['warning']).toMatch(/status.*main\.default\.tasks\.status is called state/);
  });
});
