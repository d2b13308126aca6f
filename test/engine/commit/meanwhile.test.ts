/** The store is brought to where a write leaves it while the host makes its files: before them, after them, or by a host that does not offer it. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { NewFile, VaultPort } from '../../../src/engine/ports/vault-port';
import { PEOPLE, type TestVault, openVault } from '../open-vault';

type When = 'first' | 'last' | 'not at all';

const rowsOf = (...names: readonly string[]): JsonObject[] => names.map((name) => ({ name }));

const merge = (vault: TestVault, ...names: readonly string[]): Promise<JsonObject> =>
  vault.run('merge_rows', { table: 'people', on: ['name'], rows: rowsOf(...names) });

const names = async (vault: TestVault): Promise<unknown[]> => {
  const { rows } = await vault.run('select_rows', { table: 'people', order_by: ['name'] });
  return (rows as JsonObject[]).map(({ name }) => name);
};

/** A vault with one row. `before` runs before the files of each write are made. */
async function peopleVault(when: When, before: (files: readonly NewFile[]) => Promise<void>): Promise<TestVault> {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
  const port: VaultPort = vault.host.vault;
  const createMany = port.createMany.bind(port);
  port.createMany = async (files, meanwhile) => {
    if (when === 'first') await meanwhile?.();
    await before(files);
    const made = await createMany(files);
    if (when === 'last') await meanwhile?.();
    return made;
  };
  return vault;
}

describe.each<When>(['first', 'last', 'not at all'])('the store follows %s', (when) => {
  it('a write that succeeds; readers see it when it is whole', async () => {
    const seen: unknown[] = [];
    const vault = await peopleVault(when, async () => void seen.push(await names(vault)));
    await merge(vault, 'Grace', 'Edith');
    expect(seen).toEqual([['Ada']]);
    expect(await names(vault)).toEqual(['Ada', 'Edith', 'Grace']);
    expect(await vault.run('check_table', { table: 'people' })).toMatchObject({ violations: [] });
  });

  it('writes that wait together, each on the ones before', async () => {
    const vault = await peopleVault(when, () => Promise.resolve());
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

  it('no write that meets somebody else’s file', async () => {
    let theirs = true;
    const vault = await peopleVault(when, async (files) => {
      if (theirs) vault.host.outside.write(files.at(-1)?.path ?? '', 'theirs');
      theirs = false;
    });
    await expect(merge(vault, 'Grace', 'Edith')).rejects.toMatchObject({ code: 'conflict' });
    expect(await names(vault)).toEqual(['Ada']);
    expect(vault.text('notedb/main/default/people/Edith.md')).toBe('theirs');
    expect(vault.text('notedb/main/default/people/Grace.md')).toBeUndefined();
    await merge(vault, 'Grace', 'Rosalind');
    expect(await names(vault)).toEqual(['Ada', 'Grace', 'Rosalind']);
  });

  it('no write that could not be recorded', async () => {
    const vault = await peopleVault(when, () => Promise.resolve());
    const before = vault.host.outside.notes();
    vault.host.privateStore.append = () => Promise.reject(new Error('no space'));
    await expect(merge(vault, 'Grace')).rejects.toMatchObject({ code: 'unavailable' });
    expect(vault.host.outside.notes()).toEqual(before);
    expect(await names(vault)).toEqual(['Ada']);
  });
});
