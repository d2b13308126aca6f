/** restore_table where rows lie in each other's places now. Source: docs/operations.md#restore_table; D8. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { type TestVault, column, onHost } from '../open-vault';

const people = async (...names: readonly string[]): Promise<TestVault> => {
  const vault = await onHost(createMemoryHost());
  await vault.run('create_table', {
    name: 'people',
    description: 'Somebody',
    filename: '{name}',
    history: true,
    columns: [column('name', 'string', { required: true }), column('points', 'integer')],
  });
  for (const [points, name] of names.entries())
    await vault.run('insert_row', { table: 'people', values: { name, points } });
  return vault;
};

const rename = (vault: TestVault, from: string, to: string): Promise<JsonObject> =>
  vault.run('update_rows', { table: 'people', where: { name: from }, set_values: { name: to } });

/** Restores the version and compares; its undo gives the very bytes back. */
async function comesBack(vault: TestVault, version: number): Promise<void> {
  const rows = async (moment: JsonObject = {}): Promise<unknown> =>
    (await vault.run('select_rows', { table: 'people', order_by: 'path', ...moment }))['rows'];
  const [before, wanted] = [vault.tree(), await rows({ version })];
  const { migrationId } = await vault.run('restore_table', { table: 'people', version });
  expect(await rows()).toEqual(wanted);
  await vault.run('undo_migration', { migration_id: migrationId as string });
  expect(vault.tree()).toBe(before);
}

describe('a restored row', () => {
  it('comes to its place though a row that came since lies there', async () => {
    const vault = await people('Di');
    await rename(vault, 'Di', 'Ada');
    await vault.run('insert_row', { table: 'people', values: { name: 'Di', points: 7 } });
    await comesBack(vault, 1);
  });

  it('changes places with another one', async () => {
    const vault = await people('Ada', 'Bo');
    await rename(vault, 'Ada', 'Cy');
    await rename(vault, 'Bo', 'Ada');
    await rename(vault, 'Cy', 'Bo');
    await comesBack(vault, 2);
  });

  it('comes to where another one leaves', async () => {
    const vault = await people('Ada', 'Bo', 'Cy');
    await rename(vault, 'Cy', 'Di');
    await rename(vault, 'Bo', 'Cy');
    await rename(vault, 'Ada', 'Bo');
    await comesBack(vault, 3);
  });
});
