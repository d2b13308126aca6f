/** The search of list_link_targets finds rows by an alias, the beginnings of words or with a slip. docs/quick-find.md#in-link-cells */

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { App } from '../../../src/engine/history/caller';
import type { JsonObject } from '../../../src/engine/index';
import { type TestVault, column, openVault } from '../open-vault';

const PEOPLE = 'notedb/main/default/people';
let vault: TestVault;

beforeEach(async () => {
  vault = await openVault();
  const columns = [
    column('name', 'string', { required: true }),
    column('aliases', 'list', { items: { type: 'string' } }),
    column('retired', 'boolean'),
  ];
  await vault.run('create_table', { name: 'people', description: 'People', filename: '{name}', columns });
  const refWhere = { ref_where: { or: [{ retired: false }, { retired: { exists: false } }] } };
  const owner = column('owner', 'link', { ref: 'people', ...refWhere });
  await vault.run('create_table', {
    name: 'tasks',
    description: 'Tasks',
    filename: '{title}',
    columns: [column('title', 'string'), owner],
  });
  const rows = [
    { name: 'Ada Lovelace', aliases: ['Countess'] },
    { name: 'Grace Hopper', aliases: [] },
    { name: 'Ada Retired', aliases: ['Emerita'], retired: true },
  ];
  await vault.run('merge_rows', { table: 'people', on: ['name'], rows });
});
afterEach(() => vault.engine.close());

const search = (text: string, more: JsonObject = {}): Promise<JsonObject> =>
  vault.run('list_link_targets', { table: 'tasks', column: 'owner', search: text, ...more });

it('by an alias', async () => {
  expect(await search('countess')).toMatchObject({
    rows: [],
    total: 0,
    meant: [{ name: 'Ada Lovelace', link: '[[Ada Lovelace]]', path: `${PEOPLE}/Ada Lovelace.md`, alias: 'Countess' }],
  });
});

it('by the beginnings of words', async () => {
  expect(await search('hop gr')).toMatchObject({ rows: [], meant: [{ name: 'Grace Hopper', alias: null }] });
});

it('with a slip', async () => {
  expect(await search('Grace Hoper')).toMatchObject({ rows: [], meant: [{ name: 'Grace Hopper', alias: null }] });
});

it('and names a row that may not be linked', async () => {
  expect(await search('Ada Retired')).toMatchObject({ rows: [], meant: [{ name: 'Ada Retired', link: null }] });
  expect((await search('Emerita'))['meant']).toBe(undefined);
});

it('not without a search, and not on a later page', async () => {
  expect((await search(''))['meant']).toBe(undefined);
  expect((await search('countess', { offset: 1 }))['meant']).toBe(undefined);
});

it('not for an app that may not see the table', async () => {
  const app: App = {
    kind: 'app',
    id: 'bot',
    name: 'Bot',
    tables: ['main.default.tasks'],
    ask: false,
    permissions: new Set(['read']),
    actor: null,
  };
  const asked = { table: 'tasks', column: 'owner', search: 'countess' };
  await expect(vault.engine.run('list_link_targets', asked, app)).rejects.toMatchObject({ code: 'forbidden' });
});
