/** Several new rows in one write: their files are made one after the other, and readers see all of them or none. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { NotePath, VaultPort } from '../../../src/engine/ports/vault-port';
import { PEOPLE, type TestVault, openVault } from '../open-vault';

const rowsOf = (...names: readonly string[]): JsonObject[] => names.map((name) => ({ name }));

const merge = (vault: TestVault, ...names: readonly string[]): Promise<JsonObject> =>
  vault.run('merge_rows', { table: 'people', on: ['name'], rows: rowsOf(...names) });

const names = async (vault: TestVault): Promise<unknown[]> => {
  const { rows } = await vault.run('select_rows', { table: 'people', order_by: ['name'] });
  return (rows as JsonObject[]).map(({ name }) => name);
};

const nothing = (): Promise<void> => Promise.resolve();

/** A vault with one row. `before` runs before each file is made. */
async function peopleVault(before: (path: NotePath) => Promise<void>): Promise<TestVault> {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
  const port: VaultPort = vault.host.vault;
  const create = port.create.bind(port);
  port.create = async (path, text) => {
    await before(path);
    return create(path, text);
  };
  return vault;
}

describe('new rows of one write', () => {
  it('are seen when all of them are written', async () => {
    const seen: unknown[] = [];
    const vault = await peopleVault(async () => void seen.push(await names(vault)));
    await merge(vault, 'Grace', 'Edith');
    expect(seen).toEqual([['Ada'], ['Ada']]);
    expect(await names(vault)).toEqual(['Ada', 'Edith', 'Grace']);
    expect(await vault.run('check_table', { table: 'people' })).toMatchObject({ violations: [] });
  });

  it('are known to the writes that wait behind', async () => {
    const vault = await peopleVault(nothing);
    const [first, second, again] = await Promise.all([
      merge(vault, 'Grace'),
      merge(vault, 'Grace', 'Edith'),
      merge(vault, 'Edith', 'Ada'),
    ]);
    expect([first, second, again]).toMatchObject([
      { inserted: 1, unchanged: 0 },
      { inserted: 1, unchanged: 1 },
      { inserted: 0, unchanged: 2 },
    ]);
    expect(await names(vault)).toEqual(['Ada', 'Edith', 'Grace']);
  });

  it('are all taken back when one meets somebody else’s file', async () => {
    let theirs = true;
    const vault = await peopleVault(async (path) => {
      if (theirs && path.endsWith('Edith.md')) {
        theirs = false;
        vault.host.external.write(path, 'theirs');
      }
    });
    await expect(merge(vault, 'Grace', 'Edith', 'Mary')).rejects.toMatchObject({ code: 'conflict' });
    expect(await names(vault)).toEqual(['Ada']);
    expect(vault.text('notedb/main/default/people/Edith.md')).toBe('theirs');
    expect(vault.text('notedb/main/default/people/Grace.md')).toBeUndefined();
    expect(vault.text('notedb/main/default/people/Mary.md')).toBeUndefined();
    await merge(vault, 'Grace', 'Rosalind');
    expect(await names(vault)).toEqual(['Ada', 'Grace', 'Rosalind']);
  });

  it('are not begun when the write could not be recorded', async () => {
    const vault = await peopleVault(nothing);
    const before = vault.host.external.notes();
    vault.host.privateStore.append = () => Promise.reject(new Error('no space'));
    await expect(merge(vault, 'Grace', 'Edith')).rejects.toMatchObject({ code: 'unavailable' });
    expect(vault.host.external.notes()).toEqual(before);
    expect(await names(vault)).toEqual(['Ada']);
  });
});
