/** Who reads the journal first after a restart, the opening or the feed, leaves a segment at hand: its records and the places of its texts. */

import { describe, expect, it, vi } from 'vitest';
import { PEOPLE, onHost, openVault } from '../open-vault';

describe('each segment once', () => {
  it('a restart, then list_changes', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    for (const name of ['Ada', 'Bo', 'Cy']) await vault.run('insert_row', { table: 'people', values: { name } });
    const { last } = await vault.run('list_changes', { limit: 1 });
    await vault.engine.close();
    const host = vault.host.reboot();
    const read = vi.spyOn(host.privateStore, 'read');
    const { changes } = await (await onHost(host)).run('list_changes', { since: last ?? null });
    expect(changes).toMatchObject(
      ['Ada', 'Bo', 'Cy'].map((name) => ({ op: 'insert', changes: { name: { after: name } } })),
    );
    const segments = read.mock.calls.map(([file]) => file).filter((file) => file.endsWith('.log'));
    expect(segments).toEqual(['journal/00000001.log']);
  });
});
