/** vacuum_table says which versions a webhook has yet to tell. docs/history.md#vacuum_table; D8 */

import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { TASKS, insert, listed, openHooked, pass, settle } from './receiver';

it('lists the versions that a webhook has yet to tell, until it has', async () => {
  const { vault, receiver, hook } = await openHooked({ tables: ['tasks'] });
  await vault.run('alter_table', { table: 'tasks', history: true });
  await settle();
  const needed = async (): Promise<readonly JsonObject[]> => {
    const { stillNeeded } = await vault.run('vacuum_table', { table: 'tasks' });
    return (stillNeeded as readonly JsonObject[]).filter(({ neededBy }) => neededBy === 'webhook');
  };
  await insert(vault, 'Told');
  await settle();
  expect(await needed()).toEqual([]);
  receiver.answer = () => ({ status: 500 });
  const { migrationId } = await insert(vault, 'Waiting');
  await insert(vault, 'Last');
  await settle();
  // The latest version stays.
  expect(await needed()).toMatchObject([{ migrationId, webhook: hook.id, until: expect.any(String) as string }]);
  receiver.answer = () => ({ status: 200 });
  await pass(vault, 60 * 60 * 1000, 60 * 1000);
  await settle();
  expect((await listed(vault)).status).toBe('ok');
  expect(await needed()).toEqual([]);
});

it('leaves out webhooks that do not tell of the table', async () => {
  const { vault, receiver } = await openHooked({ tables: ['tasks'] });
  await vault.run('create_table', { ...TASKS, name: 'others', history: true });
  receiver.answer = () => ({ status: 500 });
  for (const title of ['One', 'Two']) await vault.run('insert_row', { table: 'others', values: { title } });
  await settle();
  const { stillNeeded } = await vault.run('vacuum_table', { table: 'others' });
  expect((stillNeeded as readonly JsonObject[]).map(({ neededBy }) => neededBy)).not.toContain('webhook');
});
