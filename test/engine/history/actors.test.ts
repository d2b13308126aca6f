/** Who wrote, and on whose behalf: the journal, the versions and the notices of changes say it. D22 */

import { beforeEach, expect, it } from 'vitest';
import type { Caller, EngineChange, JsonObject } from '../../../src/engine/index';
import { PEOPLE, type TestVault, openVault } from '../open-vault';

const NOTE = 'notedb/main/default/people/Mo.md';

const OWNER = { app: null, harness: null, model: null, session: null };
const DESK = { app: null, harness: 'desk', model: null, session: '7' };
const APP = { app: 'Mail', harness: null, model: 'm-1', session: null };

const ofOwner: Caller = { kind: 'owner', actor: { harness: 'desk', session: '7' } };
const ofApp: Caller = {
  kind: 'app',
  id: 'app-1',
  name: 'Mail',
  permissions: new Set(['read', 'write']),
  tables: null,
  ask: false,
  actor: { model: 'm-1' },
};

let vault: TestVault;
let told: EngineChange[];
beforeEach(async () => {
  vault = await openVault();
  told = [];
  vault.engine.onChange((change) => told.push(change));
  await vault.run('create_table', { ...PEOPLE, filename: '{name}', history: true });
  await vault.engine.run('insert_row', { table: 'people', values: { name: 'Mo' } }, ofOwner);
  await vault.engine.run('update_row', { table: 'people', path: NOTE, set_values: { email: 'mo@a' } }, ofApp);
  vault.host.external.write(NOTE, (vault.text(NOTE) ?? '').replace('mo@a', 'mo@b'));
  await vault.engine.rescan();
});

async function actors(of: TestVault, operation: string, list: string): Promise<unknown> {
  const answer = await of.run(operation, operation === 'describe_history' ? { table: 'people' } : {});
  return (answer[list] as JsonObject[]).map(({ actor }) => actor).reverse();
}

it('list_migrations names the app, null for the owner, and on whose behalf it wrote', async () => {
  expect(await actors(vault, 'list_migrations', 'migrations')).toEqual([OWNER, DESK, APP]);
});

it('describe_history says the same of versions, and names nobody for an external edit', async () => {
  expect(await actors(vault, 'describe_history', 'history')).toEqual([OWNER, DESK, APP, null]);
});

it('both say it after a restart', async () => {
  const again = await vault.restart();
  expect(await actors(again, 'list_migrations', 'migrations')).toEqual([OWNER, DESK, APP]);
  expect(await actors(again, 'describe_history', 'history')).toEqual([OWNER, DESK, APP, null]);
});

it('a version says it when the journal does not keep its migration any more', async () => {
  const { host } = vault;
  await vault.engine.close();
  host.advance(91 * 24 * 3600 * 1000);
  const again = await vault.restart();
  expect(await actors(again, 'list_migrations', 'migrations')).toEqual([]);
  expect(await actors(again, 'describe_history', 'history')).toEqual([OWNER, DESK, APP, null]);
});

it('listeners are told who wrote', () => {
  expect(told.map(({ actor }) => actor)).toEqual([
    null,
    { harness: 'desk', session: '7' },
    { app: 'Mail', model: 'm-1' },
    null,
  ]);
});
