/** The journal keeps 90 days, the last changes, and every text that a kept migration needs. Source: docs/history.md#what-is-kept; D7 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { changesAfter } from '../changes-after';
import { PEOPLE, onHost, openVault } from '../open-vault';

const DAY = 24 * 60 * 60 * 1000;

const segments = async (host: {
  privateStore: { list(folder: string): Promise<readonly string[]> };
}): Promise<number> => (await host.privateStore.list('journal')).filter((name) => name.endsWith('.log')).length;

const operations = ({ migrations }: JsonObject): string[] => (migrations as { op: string }[]).map(({ op }) => op);

/** The last changes are kept too: here none of them is one of the last. */
const NONE_KEPT = { weakness: { keptChanges: 0 } };

describe('history that is older than 90 days', () => {
  it('goes soon after an opening, and can be neither listed nor undone', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    const { migrationId } = await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
    await vault.engine.close();
    const host = vault.host.reboot();
    host.clock.set(host.clock.now() + 91 * DAY);
    const later = await onHost(host, NONE_KEPT);
    expect(operations(await later.run('list_migrations'))).toEqual([]);
    expect((await later.refused('undo_migration', { migration_id: migrationId as string })).code).toBe('not_found');
    expect(await segments(host)).toBe(1);
    host.advance(2 * 60_000);
    await later.engine.rescan();
    expect(await segments(host)).toBe(0);
    expect((await later.run('select_rows', { table: 'people' }))['total']).toBe(1);
  });

  it('stays while it is younger', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.engine.close();
    const host = vault.host.reboot();
    host.clock.set(host.clock.now() + 89 * DAY);
    const later = await onHost(host, NONE_KEPT);
    host.advance(2 * 60_000);
    await later.engine.rescan();
    expect(operations(await later.run('list_migrations'))).toEqual(['create_table']);
  });

  it('leaves behind the external edits that are younger', async () => {
    const vault = await openVault();
    await vault.run('create_table', { ...PEOPLE, history: true });
    await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
    const path = 'notedb/main/default/people/Ada.md';
    for (const body of ['One', 'Two']) {
      vault.host.external.write(path, `${vault.text(path) ?? ''}${body}`);
      await vault.engine.rescan();
    }
    await vault.engine.close();
    const host = vault.host.reboot();
    const later = await onHost(host, NONE_KEPT);
    const external = async (): Promise<number> =>
      (await changesAfter(host)).filter((record) => !('op' in record)).length;
    await later.run('vacuum_table', { table: 'people', dry_run: false });
    expect(await external()).toBe(2);
    await later.engine.close();
    host.clock.set(host.clock.now() + 91 * DAY);
    const last = await onHost(host, NONE_KEPT);
    host.advance(2 * 60_000);
    await last.engine.rescan();
    expect(await external()).toBe(0);
  });

  it('leaves behind the texts that a younger migration needs for its undo', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('insert_row', {
      table: 'people',
      values: { name: 'Ada' },
      body: 'A text that the old segment holds.\n',
    });
    await vault.engine.close();
    const host = vault.host.reboot();
    host.clock.set(host.clock.now() + 80 * DAY);
    const second = await onHost(host);
    // Its earlier text lies in the old segment only once the journal knows that segment.
    await second.run('list_migrations');
    const before = second.tree();
    const path = 'notedb/main/default/people/Ada.md';
    const { migrationId } = await second.run('update_row', {
      table: 'people',
      path,
      set_values: { born: '1815-12-10' },
    });
    await second.engine.close();
    const third = host.reboot();
    third.clock.set(third.clock.now() + 20 * DAY);
    const late = await onHost(third, NONE_KEPT);
    third.advance(2 * 60_000);
    await late.engine.rescan();
    expect(operations(await late.run('list_migrations'))).toEqual(['update_row']);
    await late.run('undo_migration', { migration_id: migrationId as string });
    expect(late.tree()).toBe(before);
  });

  it('stays as far as it holds the last changes, and the feed says from where on', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    for (const name of ['Ada', 'Grace', 'Mo']) {
      await vault.run('insert_row', { table: 'people', values: { name } });
      // A checkpoint ends the segment.
      vault.host.advance(20_000);
      await vault.engine.rescan();
    }
    const changes = (await vault.run('list_changes'))['changes'] as readonly JsonObject[];
    await vault.engine.close();
    const host = vault.host.reboot();
    host.clock.set(host.clock.now() + 91 * DAY);
    const later = await onHost(host, { weakness: { keptChanges: 2 } });
    host.advance(2 * 60_000);
    await later.engine.rescan();
    const since = changes[1]?.['seq'] as number;
    expect(await later.run('list_changes', { since })).toMatchObject({ changes: changes.slice(2), gap: false });
    expect(await later.run('list_changes')).toMatchObject({ changes: changes.slice(2), gap: true });
    expect(await (await later.restart()).run('list_changes')).toMatchObject({ gap: true });
  });
});
