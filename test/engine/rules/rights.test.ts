/** Rules have at most the rights of who switched them on. docs/rules.md#rights */

import { expect, it } from 'vitest';
import { type App, type JsonObject, type Permission, openEngine } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { onHost } from '../open-vault';
import { FINISHED, finish, insert, listedRule, openTasks, rowsOf, settle } from './watched-tasks';

const app = (permissions: readonly Permission[], more: Partial<App> = {}): App => ({
  ...{ kind: 'app', id: 'app-1', name: 'Bot', tables: null, ask: false, actor: null },
  permissions: new Set(permissions),
  ...more,
});
const WHOLE: readonly Permission[] = ['read', 'write', 'schema'];
const ON = { rule: 'finished', on: true };

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

it.each<readonly [string, App, string, string]>([
  ['all of its rights', app(WHOLE), 'done', 'done'],
  ['no right to write', app(['read', 'schema']), 'forbidden', 'forbidden'],
  ['no right to read', app(['write', 'schema']), 'forbidden', 'forbidden'],
  ['no right to definitions', app(['read', 'write']), 'forbidden', 'forbidden'],
  ['one of the two tables', app(WHOLE, { tables: ['main.default.tasks'] }), 'forbidden', 'not_found'],
])('an app with %s stores one, and switches the one of the owner on', async (_, caller, stored, switched) => {
  const vault = await openTasks();
  expect(await codeOf(vault.engine.run('create_rule', { ...FINISHED, name: 'other' }, caller))).toBe(stored);
  await vault.run('create_rule', FINISHED);
  expect(await codeOf(vault.engine.run('switch_rule', ON, caller))).toBe(switched);
});

it('is on after a restart, whatever the app may do that switched it on', async () => {
  const vault = await openTasks();
  await vault.run('create_rule', FINISHED);
  const all = app(['read', 'notes', 'notes_write', 'write', 'schema', 'history', 'webhooks', 'admin', 'feed']);
  await vault.engine.run('switch_rule', ON, all);
  const before = (await listedRule(vault))['status'];
  expect(before).not.toBe('off');
  expect((await listedRule(await vault.restart()))['status']).toBe(before);
});

it('an app that asks first switches none on, and sees no rule of a hidden table', async () => {
  const vault = await openTasks();
  await vault.run('create_rule', FINISHED);
  expect(await codeOf(vault.engine.run('switch_rule', ON, app(WHOLE, { ask: true })))).toBe('forbidden');
  const reads = (tables: App['tables']): Promise<JsonObject> =>
    vault.engine.run('list_rules', {}, app(['read'], { tables }));
  expect(await reads(['main.default.tasks'])).toEqual({ rules: [] });
  expect((await reads(['main.default.*']))['rules']).toHaveLength(1);
});

it('a rule waits while the app that switched it on may do less, and goes on', async () => {
  const host = createMemoryHost();
  let now: App | null = app(WHOLE);
  const vault = await onHost(host, { apps: () => now });
  const tables = (await openTasks()).host.external.notes();
  for (const [path, text] of Object.entries(tables)) host.external.write(path, text);
  await vault.engine.rescan();
  await vault.engine.run('create_rule', FINISHED, app(WHOLE));
  await vault.engine.run('switch_rule', ON, app(WHOLE));
  now = app(['read', 'schema']);
  await insert(vault, 'Write');
  await finish(vault, 'Write');
  await settle();
  expect(await listedRule(vault)).toMatchObject({
    status: 'failing',
    switchedOnBy: 'Bot',
    lastError: /lacks "write"/,
    runs: [],
  });
  now = app(WHOLE);
  host.advance(10_000);
  await settle();
  expect(await listedRule(vault)).toMatchObject({ status: 'on', runs: [{ outcome: 'done' }] });
  expect(await rowsOf(vault, 'log', ['line'])).toEqual([{ line: 'Write' }]);
});

it('a rule writes in its scope alone', async () => {
  const vault = await openTasks();
  await vault.run('create_rule', { ...FINISHED, scope: ['main.default.tasks'] });
  await vault.run('switch_rule', ON);
  await insert(vault, 'Write', { status: 'done' });
  await settle();
  expect((await listedRule(vault)).runs).toMatchObject([{ outcome: 'refused', reason: /main.default.log/ }]);
  expect(await rowsOf(vault, 'log', ['line'])).toEqual([]);
});

it('a vault that is open for reading runs no rule', async () => {
  const vault = await openTasks();
  await vault.run('create_rule', FINISHED);
  await vault.run('switch_rule', ON);
  await vault.engine.close();
  const reading = await openEngine(createMemoryHost({ files: vault.host.external.notes(), readOnly: true }));
  expect(await codeOf(reading.run('switch_rule', ON))).toBe('forbidden');
});
