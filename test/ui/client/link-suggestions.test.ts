/** Each key in a link cell is one call. docs/quick-find.md#in-link-cells */

import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { suggestLinks } from '../../../src/ui/client/link-suggestions';
import type { OperationsClient } from '../../../src/ui/client/operations-client';
import { tableColumns } from '../../../src/ui/client/table-columns';
import { column, openVault } from '../../engine/open-vault';

it.each(['', 'a', 'countess', 'Lovelase', 'nobody'])('typed %j', async (typed) => {
  const vault = await openVault();
  const names = [column('name', 'string'), column('aliases', 'list', { items: { type: 'string' } })];
  await vault.run('create_table', { name: 'people', description: 'x', filename: '{name}', columns: names });
  const owner = column('owner', 'link', { ref: 'people' });
  await vault.run('create_table', { name: 'tasks', description: 'x', columns: [column('title', 'string'), owner] });
  const ada = { name: 'Lovelace', aliases: ['Countess'] };
  await vault.run('insert_row', { table: 'people', values: ada });
  const calls: string[] = [];
  const run = (name: string, args: JsonObject): Promise<JsonObject> => {
    calls.push(name);
    return vault.engine.run(name, args);
  };
  const client = { run, onChange: () => () => undefined } as unknown as OperationsClient;
  const [, link] = tableColumns((await vault.run('describe_table', { table: 'tasks' }))['columns'] as never);
  if (link === undefined) throw new Error('no column');
  const cell = { table: 'main.default.tasks', row: { key: 'new', path: '', values: {} }, column: link };
  const { options } = await suggestLinks(client, cell, typed);
  expect(calls).toEqual(['list_link_targets']);
  expect(options.some(({ value }) => value === '[[Lovelace]]')).toBe(typed !== 'nobody');
  await vault.engine.close();
});

it.each(['ACME: Ltd.', 'acme: l', 'acme- l', 'ACME'])(
  'names a row that its file cannot be called, typed %j',
  async (typed) => {
    const vault = await openVault();
    await vault.run('create_table', { name: 'firms', description: 'x', columns: [column('name', 'string')] });
    const owner = column('firm', 'link', { ref: 'firms' });
    await vault.run('create_table', { name: 'bills', description: 'x', columns: [column('title', 'string'), owner] });
    await vault.run('insert_row', { table: 'firms', values: { name: 'ACME: Ltd.' } });
    await vault.run('insert_row', { table: 'firms', values: { name: 'ACME: Ltd.' } });
    const run = (name: string, args: JsonObject): Promise<JsonObject> => vault.engine.run(name, args);
    const client = { run, onChange: () => () => undefined } as unknown as OperationsClient;
    const [, link] = tableColumns((await vault.run('describe_table', { table: 'bills' }))['columns'] as never);
    if (link === undefined) throw new Error('no column');
    const cell = { table: 'main.default.bills', row: { key: 'new', path: '', values: {} }, column: link };
    const { options } = await suggestLinks(client, cell, typed);
    expect(options.filter(({ creates }) => creates === undefined).map(({ label, value }) => [label, value])).toEqual([
      ['ACME: Ltd.', '[[ACME- Ltd]]'],
      ['ACME: Ltd. 2', '[[ACME- Ltd 2]]'],
    ]);
    expect(options.some(({ creates }) => creates === 'ACME: Ltd.')).toBe(false);
    await vault.engine.close();
  },
);
