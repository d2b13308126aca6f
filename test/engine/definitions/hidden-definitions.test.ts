/** Definitions that an app may not see follow its renames, and no warning tells of them. docs/rights.md#writes; D26 */

import { expect, it } from 'vitest';
import type { App } from '../../../src/engine/history/caller';
import type { JsonObject } from '../../../src/engine/index';
import { MemoryNetwork } from '../../memory-host/memory-network';
import { type TestVault, column, openVault } from '../open-vault';

const FOLDER = 'notedb/main/default';

const BOT: App = {
  kind: 'app',
  id: 'bot',
  name: 'Bot',
  tables: ['main.default.projects', 'main.default.vw_open'],
  ask: false,
  permissions: new Set(['read', 'write', 'schema', 'webhooks']),
  actor: null,
};

async function openSecrets(): Promise<TestVault> {
  const vault = await openVault({ network: new MemoryNetwork() });
  const { run } = vault;
  const named = { description: 'x', filename: '{name}' };
  const status = column('status', 'enum', { values: ['waiting', 'done'] });
  await run('create_table', { name: 'projects', ...named, columns: [column('name', 'string'), status] });
  await run('insert_row', { table: 'projects', values: { name: 'Alpha' } });
  const project = column('project', 'link', { ref: 'projects' });
  await run('create_table', { name: 'secrets', ...named, columns: [column('name', 'string'), project] });
  await run('insert_row', { table: 'secrets', values: { name: 'Hidden', project: '[[Alpha]]' } });
  await run('create_view', { name: 'vw_open', query: { table: 'projects', where: { status: 'waiting' } } });
  const where = { project: '[[Alpha]]', 'project.status': 'waiting' };
  await run('create_view', { name: 'vw_hidden', query: { table: 'secrets', where } });
  return vault;
}

const hiddenWhere = async ({ run }: TestVault): Promise<unknown> =>
  ((await run('describe_table', { table: 'vw_hidden' }))['query'] as JsonObject)['where'];

it('a hidden view follows a row that an app renames', async () => {
  const vault = await openSecrets();
  const path = `${FOLDER}/projects/Alpha.md`;
  const answer = await vault.engine.run('update_row', { table: 'projects', path, set_values: { name: 'Omega' } }, BOT);
  expect(answer).toMatchObject({ changed: 1, warnings: [] });
  expect(JSON.stringify(answer)).not.toMatch(/hidden|secret|metastore/i);
  expect(await hiddenWhere(vault)).toEqual({ project: '[[Omega]]', 'project.status': 'waiting' });
});

it('a warning names the views of the app, and no hidden one', async () => {
  const vault = await openSecrets();
  const rename = { table: 'projects', from_column: 'status', to_column: 'state' };
  const { warnings } = await vault.engine.run('rename_column', rename, BOT);
  expect(warnings).toEqual([expect.stringContaining('the view main.default.vw_open ')]);
});

it('the filter of an app does not follow a row that is hidden from it', async () => {
  const vault = await openSecrets();
  const args = {
    url: 'https://hooks.test/in',
    tables: ['projects'],
    where: { or: [{ name: '[[Hidden]]' }, { name: '[[Alpha]]' }] },
  };
  await vault.engine.run('create_webhook', args, BOT);
  for (const [table, name] of [
    ['secrets', 'Hidden'],
    ['projects', 'Alpha'],
  ] as const)
    await vault.run('update_row', { table, path: `${FOLDER}/${table}/${name}.md`, set_values: { name: `${name} 2` } });
  const { webhooks } = await vault.engine.run('list_webhooks', {}, BOT);
  expect((webhooks as readonly { filter: JsonObject }[])[0]?.filter['where']).toEqual({
    or: [{ name: '[[Hidden]]' }, { name: '[[Alpha 2]]' }],
  });
});

it('no warning about a link into a table that is hidden from the app', async () => {
  const vault = await openSecrets();
  await vault.run('insert_row', { table: 'secrets', values: { name: 'Other' } });
  await vault.run('add_column', { table: 'projects', column: column('secret', 'link', { ref: 'secrets' }) });
  const path = `${FOLDER}/projects/Alpha.md`;
  await vault.run('update_row', { table: 'projects', path, set_values: { secret: '[[Hidden]]' } });
  for (const secret of ['[[Hidden]]', '[[Other]]', '[[Nobody]]']) {
    const { warnings = [] } = await vault.engine.run('select_rows', { table: 'projects', where: { secret } }, BOT);
    expect(warnings, secret).toEqual([]);
  }
});
