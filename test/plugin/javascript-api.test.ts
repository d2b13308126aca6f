// @vitest-environment happy-dom
/** Other plugins and the command line of the app use the operations. docs/javascript-api.md */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Json, JsonObject, Operations } from '../../src/engine/index';
import { acquireOwnership } from '../../src/hosts/node/process/vault-ownership';
import type { ApiChange, ApiError, NotedbApi } from '../../src/plugin/javascript-api';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import { demoVault, letGo, startApp, turnOn, usePluginFixture } from './plugin-fixture';

usePluginFixture();

let app: NodeTestApp;
beforeEach(async () => {
  app = await startApp({ folder: await demoVault() });
});

interface WithApi {
  readonly api: NotedbApi;
}

/** As another plugin finds it. */
function apiOf({ core }: NodeTestApp): NotedbApi {
  const { plugins } = core.plugins as unknown as { readonly plugins: Readonly<Record<string, WithApi>> };
  const { notedb } = plugins;
  if (notedb === undefined) throw new Error('the plugin is not on');
  return notedb.api;
}

const errorOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('it was not refused')),
    (thrown: unknown) => thrown as ApiError,
  );

const newProject = (name: string): Operations['insert_row']['args'] => ({
  table: 'projects',
  values: { name, area: 'house' },
});

describe('the api for other plugins', () => {
  it('tells when the tables are open, and waits for them', async () => {
    const told: unknown[] = [];
    app.core.workspace.on('notedb:ready', (api) => void told.push(api));
    const on = turnOn(app);
    await eventually(() => apiOf(app));
    const api = apiOf(app);
    const early = api.run('list_tables');
    await on;
    await api.ready();
    expect([api.isReady, api.apiVersion, told]).toEqual([true, '1.4.0', [api]]);
    expect((await early).tables.map(({ name }) => name)).toContain('projects');
  });

  it('runs operations as the owner, on behalf of who calls', async () => {
    await turnOn(app);
    const api = apiOf(app);
    const written = await api.run('insert_row', newProject('By a plugin'), { harness: 'my-plugin', session: '7' });
    expect(written.changed).toBe(1);
    const { rows } = await api.run('select_rows', { table: 'projects', where: { name: 'By a plugin' } });
    expect(rows).toMatchObject([{ name: 'By a plugin' }]);
    const { migrations } = await api.run('list_migrations', { limit: 1 });
    const actor = { app: null, harness: 'my-plugin', model: null, session: '7' };
    expect(migrations[0]).toMatchObject({ op: 'insert_row', actor });
    await api.run('undo_migration', { migration_id: migrations[0]?.migration_id ?? '' });
    expect((await api.run('select_rows', { table: 'projects', where: { name: 'By a plugin' } })).total).toBe(0);
  });

  it('rejects with an Error that has the fields of the error over HTTP', async () => {
    await turnOn(app);
    const api = apiOf(app);
    const values = { name: 'X', area: 'house', status: 'nowhere' };
    const refused = await errorOf(api.run('insert_row', { table: 'projects', values }));
    expect(refused).toBeInstanceOf(Error);
    expect(refused).toMatchObject({ name: 'NotedbError', code: 'refused', operation: 'insert_row', conflicts: [] });
    expect(refused.violations).toMatchObject([{ column: 'status', code: 'enum', value: 'nowhere' }]);
    expect(refused.message).toContain('status');
  });

  const circle: { self?: unknown } = {};
  circle.self = circle;
  const deep: Json[] = [];
  for (let i = 0, at = deep; i < 100; i++) at.push((at = []));
  it('refuses what no client of the server may send either', async () => {
    await turnOn(app);
    const api = apiOf(app);
    const pollution = JSON.parse('{"__proto__": {"x": 1}}') as Json;
    const cases: readonly [operation: unknown, args: unknown, actor: unknown, code: string][] = [
      ['no_such_operation', {}, undefined, 'not_found'],
      [7, {}, undefined, 'bad_request'],
      ['select_rows', { tabel: 'projects' }, undefined, 'bad_request'],
      ['list_tables', [], undefined, 'bad_request'],
      ['list_tables', () => 1, undefined, 'bad_request'],
      ['list_tables', circle, undefined, 'bad_request'],
      ['select_rows', { table: 'projects', where: { name: deep } }, undefined, 'bad_request'],
      ['insert_row', { table: 'projects', values: pollution }, undefined, 'bad_request'],
      ['list_tables', {}, 'me', 'bad_request'],
      ['list_tables', {}, { harness: 'x'.repeat(201) }, 'bad_request'],
    ];
    for (const [operation, args, actor, code] of cases) {
      const refused = await errorOf(api.run(operation as never, args as never, actor as never));
      expect(refused, String(operation)).toMatchObject({ code });
    }
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('gives copies: what a plugin does with them changes nothing', async () => {
    await turnOn(app);
    const api = apiOf(app);
    const args = { table: 'projects', where: { name: 'Book club' } };
    const first = await api.run('select_rows', args);
    (first.rows[0] as Record<string, unknown>)['name'] = 'changed';
    expect((await api.run('select_rows', args)).rows).toMatchObject([{ name: 'Book club' }]);
  });

  it('tells of every change until it is stopped, whatever another listener throws', async () => {
    await turnOn(app);
    const api = apiOf(app);
    await api.ready();
    const heard: ApiChange[] = [];
    api.onChange(() => {
      throw new Error('a defect of another plugin');
    });
    const stop = api.onChange((change) => void heard.push(change));
    await api.run('insert_row', newProject('One'), { harness: 'my-plugin' });
    await eventually(() => expect(heard).toHaveLength(1));
    expect(heard[0]).toMatchObject({
      source: 'engine',
      operation: 'insert_row',
      tables: ['main.default.projects'],
      actor: { harness: 'my-plugin' },
    });
    stop();
    await api.run('insert_row', newProject('Two'));
    await api.run('list_tables');
    expect(heard).toHaveLength(1);
  });

  it('goes on after the tables were opened again', async () => {
    await turnOn(app);
    const api = apiOf(app);
    await api.ready();
    const heard: ApiChange[] = [];
    api.onChange((change) => void heard.push(change));
    const opened = new Promise((resolve) => app.core.workspace.on('notedb:ready', resolve));
    app.core.commands.executeCommandById('notedb:reopen');
    await opened;
    await api.run('insert_row', newProject('After'));
    await eventually(() => expect(heard).toHaveLength(1));
  });

  it('refuses with `unavailable` when the plugin is off, or the tables can not be opened', async () => {
    await turnOn(app);
    const api = apiOf(app);
    await api.ready();
    await app.disable('notedb');
    await letGo(app);
    expect(await errorOf(api.run('list_tables'))).toMatchObject({
      code: 'unavailable',
      message: 'NoteDB is turned off.',
    });

    const folder = await demoVault();
    await writeFile(path.join(folder, 'notedb', 'metastore.yaml'), 'format: 1\ntables: [');
    const broken = await startApp({ folder });
    await turnOn(broken);
    const refused = await errorOf(apiOf(broken).run('insert_row', newProject('X')));
    expect(refused.code).toBe('metastore_invalid');
  });

  it('reads, and is refused to write, while another program has the vault', async () => {
    const taken = await acquireOwnership(app.folder);
    if (!('owned' in taken)) throw new Error('somebody has the vault');
    taken.owned.setAddress('http://127.0.0.1:1');
    await turnOn(app);
    const api = apiOf(app);
    expect((await api.run('list_tables')).tables).not.toEqual([]);
    expect(await errorOf(api.run('insert_row', newProject('X')))).toMatchObject({ code: 'forbidden' });
    await taken.owned.release();
  });
});

describe('the command line of the app', () => {
  const run = async (command: string, data: Readonly<Record<string, string>>): Promise<string> => {
    const handler = app.core.cliHandlers.get(command);
    if (handler === undefined) throw new Error(`no handler ${command}`);
    return (await handler(data)) as string;
  };
  const json = async (command: string, data: Readonly<Record<string, string>>): Promise<JsonObject> =>
    JSON.parse(await run(command, data)) as JsonObject;

  it('runs an operation with notedb:call', async () => {
    await turnOn(app);
    const args = JSON.stringify(newProject('By the command line'));
    expect(await json('notedb:call', { operation: 'insert_row', args })).toMatchObject({ changed: 1 });
    const told = await json('notedb:call', { operation: 'list_migrations' });
    expect(told['migrations']).toMatchObject([{ actor: { app: null, harness: 'obsidian-cli' } }]);
  });

  it('reads rows with notedb:query, as JSON or as a table', async () => {
    await turnOn(app);
    const query = { table: 'projects', columns: 'name, status', order_by: '-name', limit: '2', offset: '1' };
    const all = await json('notedb:query', { table: 'projects', order_by: '-name' });
    const names = (all['rows'] as { name: string }[]).map(({ name }) => name);
    const { rows } = await json('notedb:query', query);
    expect((rows as { name: string }[]).map(({ name }) => name)).toEqual(names.slice(1, 3));
    const one = { table: 'projects', where: '{"name":"Book club"}', columns: 'name', format: 'markdown' };
    expect(await run('notedb:query', one)).toBe(
      '| path | name |\n| --- | --- |\n| notedb/main/default/projects/Book club.md | Book club |',
    );
    expect(await run('notedb:query', { ...one, where: '{"name":"nobody"}' })).toBe('');
  });

  it('answers a refusal with the error as over HTTP', async () => {
    await turnOn(app);
    const cases: readonly [command: string, data: Readonly<Record<string, string>>, code: string][] = [
      ['notedb:call', {}, 'bad_request'],
      ['notedb:call', { operation: 'true' }, 'bad_request'],
      ['notedb:call', { operation: 'list_tables', args: '{' }, 'bad_request'],
      ['notedb:call', { operation: 'list_tables', args: '7' }, 'bad_request'],
      ['notedb:call', { operation: 'nothing' }, 'not_found'],
      ['notedb:query', {}, 'bad_request'],
      ['notedb:query', { table: 'projects', where: 'status = todo' }, 'bad_request'],
      ['notedb:query', { table: 'projects', where: '7' }, 'bad_request'],
      ['notedb:query', { table: 'projects', limit: 'all' }, 'bad_request'],
      ['notedb:query', { table: 'projects', limit: '1001' }, 'bad_request'],
      ['notedb:query', { table: 'projects', format: 'csv' }, 'bad_request'],
      ['notedb:query', { table: 'nowhere' }, 'not_found'],
    ];
    for (const [command, data, code] of cases) {
      expect(await json(command, data), JSON.stringify(data)).toMatchObject({ error: { code } });
    }
  });

  it('is gone with the plugin', async () => {
    await turnOn(app);
    await app.disable('notedb');
    expect([...app.core.cliHandlers.keys()]).toEqual([]);
  });
});
