/** Webhooks of apps: with which rights they are made, and that they stop with the token. docs/webhooks.md#apps; D13, D22 */

import { expect, it } from 'vitest';
import { type App, type Permission, openEngine } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { HOST, Receiver, TASKS, URL_OF_HOOK, listed, openHooked, openTasks, insert, settle } from './receiver';

const app = (permissions: readonly Permission[], tables: App['tables'] = null): App => ({
  kind: 'app',
  id: 'app-1',
  name: 'mirror',
  permissions: new Set(permissions),
  tables,
  ask: false,
  actor: null,
});
const MIRROR = app(['read', 'webhooks']);
const MAKE = { url: URL_OF_HOOK };

it.each<readonly [readonly Permission[], string]>([
  [['read', 'webhooks'], 'done'],
  [['webhooks'], 'forbidden'],
  [['read', 'notes', 'write', 'schema', 'history', 'admin'], 'forbidden'],
])('an app with %j makes one: %s', async (permissions, wanted) => {
  const { vault } = await openTasks();
  const made = vault.engine.run('create_webhook', MAKE, app(permissions));
  expect(await made.then(() => 'done').catch((error: { code: string }) => error.code)).toBe(wanted);
});

it('an app sees and deletes its own webhooks alone', async () => {
  const { vault, hook } = await openHooked();
  const made = await vault.engine.run('create_webhook', MAKE, MIRROR);
  const { webhooks } = await vault.engine.run('list_webhooks', {}, MIRROR);
  expect(webhooks).toMatchObject([{ id: made['id'], app: 'mirror' }]);
  const remove = (id: unknown, caller: App): Promise<unknown> =>
    vault.engine.run('delete_webhook', { id: id as string }, caller);
  await expect(remove(hook.id, MIRROR)).rejects.toMatchObject({ code: 'not_found' });
  await expect(remove(made['id'], app(['read']))).rejects.toMatchObject({ code: 'forbidden' });
  await remove(made['id'], MIRROR);
  expect((await listed(vault)).id).toBe(hook.id);
});

it('is there after a restart, whatever its app may do', async () => {
  const { vault } = await openTasks();
  const all = app(['read', 'notes', 'notes_write', 'write', 'schema', 'history', 'webhooks', 'admin', 'feed']);
  const made = await vault.engine.run('create_webhook', MAKE, all);
  expect(await listed(await vault.restart())).toMatchObject({ id: made['id'], app: 'mirror' });
});

it('a webhook of an app is sent nothing in a private network, also when its name leads there later', async () => {
  const { vault, receiver } = await openTasks();
  await vault.engine.run('create_webhook', MAKE, MIRROR);
  receiver.network.resolve(HOST, () => ['192.168.1.7']);
  await insert(vault, 'One');
  await settle();
  expect(receiver.requests).toEqual([]);
  expect((await listed(vault)).lastError).toContain('private network');
});

it('tells an app the tables of its pattern alone', async () => {
  const { vault, receiver } = await openTasks();
  await vault.run('create_table', { ...TASKS, name: 'secrets' });
  await vault.engine.run('create_webhook', MAKE, app(['read', 'webhooks'], ['main.default.tasks']));
  await vault.run('insert_row', { table: 'secrets', values: { title: 'Hidden' } });
  await insert(vault, 'Shown');
  await settle();
  expect(receiver.requests.flatMap(({ body }) => body.events.map(({ table }) => table))).toEqual([
    'main.default.tasks',
  ]);
  expect(receiver.requests.map(({ raw }) => raw).join()).not.toContain('Hidden');
});

it.each<readonly [string, App | null]>([
  ['is revoked', null],
  ['loses a right', app(['webhooks'])],
])('stops when the token %s, also a batch that waits', async (_, later) => {
  const receiver = new Receiver();
  const host = createMemoryHost({ network: receiver.network });
  let now: App | null = MIRROR;
  const engine = await openEngine(host, { apps: () => now });
  await engine.run('create_table', TASKS);
  await engine.run('create_webhook', MAKE, MIRROR);
  receiver.answer = () => ({ status: 500 });
  await engine.run('insert_row', { table: 'tasks', values: { title: 'One' } });
  await settle();
  expect(receiver.requests.length).toBe(1);
  now = later;
  receiver.answer = () => ({ status: 200 });
  host.advance(7000);
  await settle();
  expect(receiver.requests.length).toBe(1);
  const { webhooks } = await engine.run('list_webhooks');
  expect(webhooks).toMatchObject([{ status: 'failing' }]);
  expect((webhooks as readonly { lastError: string }[])[0]?.lastError).toContain('the token of mirror');
});
