/** A full disk: a write is refused in plain words, nothing half done stays, and what comes after there is room is written. D7 */

import { describe, expect, it } from 'vitest';
import { type JsonObject, NotedbError } from '../../../src/engine/index';
import { PEOPLE, type TestVault, onHost, openVault } from '../open-vault';
import { beforeCall, settle } from './before-call';

const FOLDER = 'notedb/main/default/people';

async function people(names: readonly string[]): Promise<TestVault> {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  for (const name of names) await insert(vault, name);
  await settle();
  return vault;
}

const insert = (vault: TestVault, name: string): Promise<JsonObject> =>
  vault.run('insert_row', { table: 'people', values: { name } });

const born = (vault: TestVault, name: string, date: string): Promise<JsonObject> =>
  vault.run('update_row', { table: 'people', path: `${FOLDER}/${name}.md`, set_values: { born: date } });

async function names(vault: TestVault): Promise<readonly unknown[]> {
  const { rows } = await vault.run('select_rows', { table: 'people', order_by: 'name', limit: 1000 });
  return (rows as JsonObject[]).map(({ name }) => name);
}

async function refusals(calls: readonly Promise<unknown>[]): Promise<readonly NotedbError[]> {
  const outcomes = await Promise.allSettled(calls);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected' && outcome.reason instanceof NotedbError) return outcome.reason;
    throw new Error('a call was not refused');
  });
}

const many = (count: number): string[] => Array.from({ length: count }, (_, i) => `Person 00${i}`);

describe('a full disk', () => {
  it('puts what is left of a failed write back before the next one', async () => {
    const vault = await people(many(3));
    const before = vault.tree();
    let replaced = 0;
    vault.host.faults.failWhile((call) => call.method === 'replace' && ++replaced > 2, 'ENOSPC');
    const error = await vault.refused('update_rows', { table: 'people', set_values: { born: '1900-01-01' } });
    expect(error).toMatchObject({ code: 'unavailable', hint: 'free some room on the disk, then try again' });
    expect(error.message).toMatch(/^the disk is full: .*ENOSPC/);
    expect(vault.tree()).not.toBe(before);
    const blocked = await vault.refused('insert_row', { table: 'people', values: { name: 'X' } });
    expect(blocked.message).toMatch(/^the disk is full: .*nothing was changed$/);
    expect(await names(vault)).toEqual(many(3));
    vault.host.faults.clear();
    await insert(vault, 'X');
    await vault.run('delete_rows', { table: 'people', where: { name: 'X' }, mode: 'delete' });
    expect(vault.tree()).toBe(before);
    const { migrations } = await vault.run('list_migrations', { limit: 3 });
    expect((migrations as JsonObject[]).map(({ failed }) => failed)).toEqual([false, false, true]);
    const again = await vault.restart();
    expect(again.tree()).toBe(before);
    expect(await again.run('check_table', { table: 'people' })).toMatchObject({ ok: true });
  });

  it('that has room again: what is left is put back though nobody writes', async () => {
    const vault = await people(many(3));
    const before = vault.tree();
    let replaced = 0;
    vault.host.faults.failWhile((call) => call.method === 'replace' && ++replaced > 2, 'ENOSPC');
    await vault.refused('update_rows', { table: 'people', set_values: { born: '1900-01-01' } });
    vault.host.advance(11_000);
    await settle();
    expect(vault.tree()).not.toBe(before);
    vault.host.faults.clear();
    vault.host.advance(11_000);
    await settle();
    expect(vault.tree()).toBe(before);
    await insert(vault, 'X');
  });

  it('keeps an edit of a note that waits to be put back', async () => {
    const vault = await people(many(3));
    let replaced = 0;
    vault.host.faults.failWhile((call) => call.method === 'replace' && ++replaced > 2, 'ENOSPC');
    await vault.refused('update_rows', { table: 'people', set_values: { born: '1900-01-01' } });
    const place = `${FOLDER}/Person 001.md`;
    const edited = vault.text(place)?.replace('Person 001', 'By hand') ?? '';
    vault.host.external.write(place, edited);
    vault.host.faults.clear();
    await insert(vault, 'X');
    expect(await names(vault)).toEqual(['By hand', 'Person 000', 'Person 002', 'X']);
    expect(vault.text(place)).toBe(edited);
    expect(vault.text(`${FOLDER}/Person 000.md`)).not.toContain('born');
  });

  it('takes nothing: reads go on, and so do writes once there is room', async () => {
    const vault = await people(['Ada']);
    const before = vault.tree();
    vault.host.faults.failWhile(() => true, 'ENOSPC');
    for (let i = 0; i < 3; i++) {
      for (const error of await refusals([
        born(vault, 'Ada', '1815-12-10'),
        ...many(5).map((name) => insert(vault, name)),
      ])) {
        expect(error).toMatchObject({ code: 'unavailable', hint: 'free some room on the disk, then try again' });
        expect(error.message).toMatch(/^the disk is full: the journal could not be written \(ENOSPC/);
      }
      expect(await names(vault)).toEqual(['Ada']);
      expect(vault.tree()).toBe(before);
    }
    vault.host.faults.clear();
    await insert(vault, 'Grace');
    expect(await names(vault)).toEqual(['Ada', 'Grace']);
    expect(await names(await vault.restart())).toEqual(['Ada', 'Grace']);
  });

  it('that keeps whole records of a refused cycle: they are called off before the next write', async () => {
    const vault = await people(['Ada']);
    const before = vault.tree();
    let appends = 0;
    // Record and mark of the first write, then half the record of the others, and nothing from then on.
    vault.host.faults.failWhile((call) => call.method === 'append' && ++appends > 2, 'ENOSPC');
    const [first, ...others] = ['X', ...many(10)].map((name) => insert(vault, name));
    await first;
    const refused = await refusals(others);
    expect(new Set(refused.map(({ message }) => message.includes('next opening')))).toEqual(new Set([true]));
    expect(await names(vault)).toEqual(['Ada', 'X']);
    vault.host.faults.clear();
    await vault.run('delete_rows', { table: 'people', where: { name: 'X' }, mode: 'delete' });
    expect((await onHost(vault.host.reboot())).tree()).toBe(before);
  });

  it('that takes the abort later: the refusal holds, also after a crash', async () => {
    const vault = await people(many(2));
    const before = vault.tree();
    beforeCall(vault.host, { name: 'vault.replace' }, () =>
      vault.host.faults.failWhile((call) => ['append', 'replace'].includes(call.method), 'ENOSPC'),
    );
    await vault.refused('update_rows', { table: 'people', set_values: { born: '1900-01-01' } });
    vault.host.faults.clear();
    await insert(vault, 'X');
    await vault.run('delete_rows', { table: 'people', where: { name: 'X' }, mode: 'delete' });
    const crashed = await onHost(vault.host.reboot());
    expect(crashed.tree()).toBe(before);
    const { migrations } = await crashed.run('list_migrations', { limit: 3 });
    expect((migrations as JsonObject[]).map(({ failed }) => failed)).toEqual([false, false, true]);
  });

  it('that fails to sync what calls a write off: read-only until the vault is opened again', async () => {
    const vault = await people(many(2));
    beforeCall(vault.host, { name: 'vault.replace' }, () => {
      vault.host.faults.failWhile((call) => call.method === 'replace', 'ENOSPC');
      vault.host.faults.failNext('privateStore.sync', 'ENOSPC');
    });
    const error = await vault.refused('update_rows', { table: 'people', set_values: { born: '1900-01-01' } });
    expect(error.message).toContain('read-only');
    vault.host.faults.clear();
    expect((await vault.refused('insert_row', { table: 'people', values: { name: 'X' } })).message).toContain(
      'read-only',
    );
    const again = await vault.restart();
    const { total } = await again.run('select_rows', { table: 'people', where: { born: '1900-01-01' } });
    expect([0, 2]).toContain(total);
    await insert(again, 'X');
  });
});
