/** The semantic index for apps: what it holds of hidden notes is not counted, and only `admin` brings it up to date. D22 */

import { beforeEach, describe, expect, it } from 'vitest';
import type { App, JsonObject, NotedbError, Permission } from '../../../src/engine/index';
import { type SemanticVault, readyVault } from '../semantic/semantic-vault';

const app = (permissions: readonly Permission[], tables: App['tables'] = ['main.open.*']): App => ({
  kind: 'app',
  id: 'bot',
  name: 'Bot',
  permissions: new Set(permissions),
  tables,
  ask: false,
  actor: null,
});

let vault: SemanticVault;
beforeEach(async () => {
  vault = await readyVault({ 'Plain.md': 'Apples and pears.' });
  const columns = [{ name: 'name', type: 'string', description: 'name', required: true }];
  for (const [schema, name] of [
    ['open', 'tasks'],
    ['closed', 'people'],
  ]) {
    await vault.run('create_table', { schema, name, description: name, filename: '{name}', columns } as JsonObject);
  }
  await vault.run('insert_row', { table: 'tasks', values: { name: 'Seen' }, body: 'Pears alone.' });
  await vault.run('insert_row', { table: 'people', values: { name: 'Hidden' }, body: 'Secret apples.' });
  await vault.run('insert_row', { table: 'people', values: { name: 'Other' }, body: 'More secrets.' });
  await vault.run('sync_semantic_index', { action: 'update' });
});

const status = (caller: App): Promise<JsonObject> => vault.engine.run('sync_semantic_index', {}, caller);

describe('status', () => {
  it.each<[number, readonly Permission[], App['tables']]>([
    [4, ['read', 'notes'], null],
    [3, ['read'], null],
    [2, ['read', 'notes'], ['main.open.*']],
    [1, ['read'], ['main.open.*']],
    [1, ['notes'], null],
  ])('counts %i notes for an app with %j in %j', async (files, permissions, tables) => {
    expect(await status(app(permissions, tables))).toMatchObject({ files, pending: 0, running: false });
  });

  it('does not change when hidden notes do', async () => {
    const caller = app(['read']);
    const before = await status(caller);
    expect(before).toMatchObject({ passages: 1, lastSync: null });
    await vault.run('insert_row', { table: 'people', values: { name: 'Third' }, body: 'Much more.' });
    expect(await vault.run('sync_semantic_index')).toMatchObject({ pending: 1 });
    expect(await status(caller)).toEqual(before);
    const search = (by?: App): Promise<JsonObject> => vault.engine.run('semantic_search', { query: 'pears' }, by);
    expect([await search(), await search(caller)]).toEqual([
      expect.objectContaining({ pending: 1 }),
      expect.not.objectContaining({ pending: expect.anything() as unknown }),
    ]);
    await vault.run('sync_semantic_index', { action: 'update' });
    expect(await status(caller)).toEqual(before);
    await vault.run('insert_row', { table: 'tasks', values: { name: 'Fresh' }, body: 'Plums.' });
    expect(await status(caller)).toMatchObject({ pending: 1, files: 1 });
  });
});

describe('permissions', () => {
  const code = (args: JsonObject, permissions: readonly Permission[]): Promise<string> =>
    vault.engine.run('sync_semantic_index', args, app(permissions)).then(
      () => 'done',
      (error: unknown) => (error as NotedbError).code,
    );

  it.each<[string, readonly Permission[], string]>([
    ['status', ['read'], 'done'],
    ['status', ['notes'], 'done'],
    ['status', ['admin'], 'done'],
    ['status', ['write', 'schema', 'history', 'webhooks'], 'forbidden'],
    ['update', ['admin'], 'done'],
    ['rebuild', ['admin'], 'done'],
    ['update', ['read', 'notes', 'write', 'schema', 'history', 'webhooks'], 'forbidden'],
    ['rebuild', ['read', 'notes', 'write', 'schema', 'history', 'webhooks'], 'forbidden'],
  ])('%s with %j: %s', async (action, permissions, outcome) => {
    expect(await code({ action }, permissions)).toBe(outcome);
  });

  it('finds nothing that is hidden', async () => {
    const found = async (permissions: readonly Permission[], tables: App['tables']): Promise<readonly unknown[]> => {
      const answer = await vault.engine.run('semantic_search', { query: 'secret apples' }, app(permissions, tables));
      return (answer['results'] as readonly JsonObject[]).map(({ path }) => path).sort();
    };
    expect(await found(['read'], ['main.open.*'])).toEqual(['notedb/main/open/tasks/Seen.md']);
    expect(await found(['notes'], null)).toEqual(['Plain.md']);
    expect(
      await vault.engine.run('semantic_search', { query: 'x' }, app(['write'])).catch((error: unknown) => error),
    ).toMatchObject({
      code: 'forbidden',
    });
  });
});
