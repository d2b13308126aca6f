/** What reads the texts of many notes inflates each pack of them once, in whatever order the notes come. docs/formats.md: Contents. */

import { type MockInstance, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CompressionPort } from '../../../src/engine/ports/host';
import { type TestVault, openVault } from '../open-vault';

const ROWS = 900;
/** Reading and writing orders differ: the paths are not in the order of the rows. */
const rows = Array.from({ length: ROWS }, (_, i) => ({
  name: `Note ${(i * 7919) % ROWS}`,
  text: `${i} `.repeat(100),
  number: i,
}));

let vault: TestVault;
/** All hosts of the tests share it. */
let inflate: MockInstance<CompressionPort['inflate']>;
beforeEach(async () => {
  vault = await openVault();
  await vault.run('create_table', {
    name: 'notes',
    description: 'Notes',
    history: true,
    columns: [
      { name: 'name', type: 'string', description: 'Its name', unique: true },
      { name: 'text', type: 'string', description: 'What it says' },
      { name: 'number', type: 'integer', description: 'Its place' },
    ],
  });
  await vault.run('merge_rows', { table: 'notes', on: ['name'], rows });
  inflate = vi.spyOn(vault.host.compression, 'inflate');
});
afterEach(() => {
  vi.restoreAllMocks();
});

const update = async (): Promise<string> => {
  const { migrationId } = await vault.run('update_rows', { table: 'notes', set_values: { number: -1 } });
  inflate.mockClear();
  return migrationId as string;
};

describe('each pack once', () => {
  /** What a write of all rows brings, of 64 Ki characters each; its last one, and one of definitions. */
  const packs = Math.ceil((ROWS * 600) / (64 * 1024)) + 2;
  /** The texts of two writes, and the logs of versions. One pack for each row would be twenty times as many. */
  const few = 2 * packs;

  it('undo_migration, of texts from two writes', async () => {
    const before = vault.host.external.notes();
    const id = await update();
    await vault.run('undo_migration', { migration_id: id });
    expect(inflate.mock.calls.length).toBeGreaterThan(2);
    expect(inflate.mock.calls.length).toBeLessThanOrEqual(few);
    expect(vault.host.external.notes()).toEqual(before);
  });

  it('restore_table, clone_table and table_changes', async () => {
    await update();
    const { changes } = await vault.run('table_changes', { table: 'notes', start_version: 2 });
    expect(changes).toHaveLength(2 * ROWS);
    expect(inflate.mock.calls.length).toBeLessThanOrEqual(few);
    inflate.mockClear();
    await vault.run('clone_table', { source: 'notes', target: 'copies', version: 1 });
    expect(inflate.mock.calls.length).toBeLessThanOrEqual(few);
    inflate.mockClear();
    await vault.run('restore_table', { table: 'notes', version: 1 });
    expect(inflate.mock.calls.length).toBeLessThanOrEqual(few);
    const { rows: restored } = await vault.run('select_rows', { table: 'notes', where: { number: -1 } });
    expect(restored).toEqual([]);
  });
});
