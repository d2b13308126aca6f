/** Checkpoints: notes are synced while writes go on, and no segment is cut before its notes are durable. docs/architecture.md. */

import { describe, expect, it } from 'vitest';
import type { NotePath } from '../../../src/engine/ports/vault-port';
import { PEOPLE, type TestVault, openVault } from '../open-vault';
import { settle } from './before-call';

const pathOf = (name: string): string => `notedb/main/default/people/${name}.md`;

const insert = (vault: TestVault, name: string): Promise<unknown> =>
  vault.run('insert_row', { table: 'people', values: { name } });

/** The syncs of notes, each of which lasts until `release` is called. */
function slowSyncs({ host }: TestVault): { readonly asked: (readonly NotePath[])[]; release(): void } {
  const asked: (readonly NotePath[])[] = [];
  const sync = host.vault.sync.bind(host.vault);
  let release = (): void => undefined;
  host.vault.sync = async (paths) => {
    asked.push([...paths]);
    await new Promise<void>((resolve) => (release = resolve));
    return sync(paths);
  };
  return { asked, release: () => release() };
}

/** People, and a checkpoint on its way that syncs their notes. */
async function checkpointBegun(): Promise<{ vault: TestVault; syncs: ReturnType<typeof slowSyncs> }> {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  await insert(vault, 'Ada');
  await insert(vault, 'Grace');
  await settle();
  const syncs = slowSyncs(vault);
  vault.host.advance(11_000);
  await settle();
  expect(syncs.asked).toHaveLength(1);
  expect(syncs.asked[0]).toEqual(expect.arrayContaining([pathOf('Ada'), pathOf('Grace')]));
  return { vault, syncs };
}

const cuts = ({ host }: TestVault): number => host.calls.count('privateStore.write');

describe('a checkpoint', () => {
  it('lets writes go on while the notes of earlier ones are synced', async () => {
    const { vault, syncs } = await checkpointBegun();
    await insert(vault, 'Edith');
    await vault.run('update_row', { table: 'people', path: pathOf('Ada'), set_values: { born: '1815-12-10' } });
    const before = cuts(vault);
    syncs.release();
    await settle();
    // What came meanwhile, a note that was written again among it, and nothing twice.
    expect(syncs.asked.slice(1)).toEqual([[pathOf('Ada'), pathOf('Edith')].sort()]);
    expect(cuts(vault)).toBe(before);
    syncs.release();
    await settle();
    expect(cuts(vault)).toBe(before + 1);
  });

  it('cuts without another sync when nothing came meanwhile', async () => {
    const { vault, syncs } = await checkpointBegun();
    const before = cuts(vault);
    syncs.release();
    await settle();
    expect(syncs.asked).toHaveLength(1);
    expect(cuts(vault)).toBe(before + 1);
  });

  it('is made later when a note could not be synced', async () => {
    const { vault, syncs } = await checkpointBegun();
    const before = cuts(vault);
    vault.host.faults.failNext('vault.sync', 'EIO');
    syncs.release();
    await settle();
    expect(cuts(vault)).toBe(before);
    await insert(vault, 'Edith');
    await settle();
    vault.host.advance(11_000);
    await settle();
    expect(syncs.asked[1]).toEqual(expect.arrayContaining([pathOf('Ada'), pathOf('Edith'), pathOf('Grace')]));
  });

  it('is waited for when the vault is closed', async () => {
    const { vault, syncs } = await checkpointBegun();
    let isClosed = false;
    const closed = vault.engine.close().then(() => (isClosed = true));
    await settle();
    expect(isClosed).toBe(false);
    syncs.release();
    await closed;
    expect(syncs.asked).toHaveLength(1);
  });
});
