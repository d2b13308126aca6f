/** The Node host where names are found in any case: a path is the one that its listing tells, or it is none. D6 */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../eventually';
import { type Engine, openEngine } from '../../../src/engine/index';
import type { VaultChange } from '../../../src/engine/ports/vault-port';
import { findInAnyCase } from './any-case';
import { type ScratchVault, scratchVault } from './scratch-vault';

describe.each(['darwin', 'win32'])('on %s', (system) => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
  let scratch: ScratchVault;
  beforeEach(async () => {
    scratch = await scratchVault();
    scratch.outside.write('notes/a.md', 'text');
    Object.defineProperty(process, 'platform', { ...platform, value: system });
    findInAnyCase(scratch.folder);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    Object.defineProperty(process, 'platform', platform);
    await scratch.close();
  });

  const paths = async (): Promise<string[]> => (await scratch.host.vault.list()).files.map((stat) => stat.path);

  test('a new note lies in a folder that is spelled like its path, or nowhere', async () => {
    const { vault } = scratch.host;
    await expect(vault.create('Notes/b.md', '')).rejects.toMatchObject({ code: 'exists' });
    await expect(vault.move('notes/a.md', 'Notes/b.md')).rejects.toMatchObject({ code: 'exists' });
    expect(await paths()).toEqual(['notes/a.md']);
  });

  test('nothing is found in a folder that is spelled otherwise', async () => {
    const { vault } = scratch.host;
    expect(await vault.read('Notes/a.md')).toBeNull();
    expect(await vault.stat('Notes/a.md')).toBeNull();
    expect(await vault.folder('Notes')).toBeNull();
    await expect(vault.replace('Notes/a.md', 'text', 'other')).rejects.toMatchObject({ code: 'missing' });
    expect(await vault.read('notes/a.md')).toBe('text');
  });

  test('a name changes its case', async () => {
    await scratch.host.vault.move('notes/a.md', 'notes/A.md');
    expect(await paths()).toEqual(['notes/A.md']);
    expect(await scratch.host.vault.read('notes/A.md')).toBe('text');
  });

  test('a name that somebody else gives another case is gone under the old one', async () => {
    const changes: VaultChange[] = [];
    const stop = scratch.host.vault.watch((change) => changes.push(change));
    scratch.outside.rename('notes/a.md', 'notes/A.md');
    await eventually(() => expect(changes).toHaveLength(2));
    stop();
    expect(changes).toContainEqual({ kind: 'removed', path: 'notes/a.md' });
    expect(changes).toContainEqual(expect.objectContaining({ kind: 'changed', path: 'notes/A.md' }));
  });

  test('a table has its rows in its folder as that is spelled, and finds them again', async () => {
    scratch.outside.write('notedb/main/default/Things/list.md', 'by hand');
    scratch.outside.makeFolder('notedb/main/default/Things/oslo');
    const open = async (): Promise<Engine> => openEngine(await scratch.reopen());
    let engine = await openEngine(scratch.host);
    const columns = ['name', 'city'].map((name) => ({ name, type: 'string', description: 'A word' }));
    await engine.run('create_table', { name: 'things', description: 'Things', partition: '{city}', columns });
    const insert = async (name: string, city: string): Promise<void> => {
      const args = { table: 'things', values: { name, city } };
      const dry = await engine.run('insert_row', { ...args, dry_run: true });
      const done = await engine.run('insert_row', args);
      expect(done['plannedCreates']).toEqual(dry['plannedCreates']);
    };
    await insert('a', 'Oslo');
    await insert('b', 'Rome');
    await engine.close();
    engine = await open();
    await insert('c', 'OSLO');
    await insert('d', 'rome');
    await engine.run('update_rows', { table: 'things', where: { name: 'b' }, set_values: { city: 'oslo' } });
    await engine.run('delete_rows', { table: 'things', where: { name: 'c' } });
    const things = 'notedb/main/default/Things';
    const places = [`${things}/oslo/a.md`, `${things}/oslo/b.md`, `${things}/Rome/d.md`];
    const rows = async (): Promise<unknown[]> => {
      const { rows: found } = await engine.run('select_rows', { table: 'things', order_by: 'name' });
      return (found as { path: string }[]).map(({ path }) => path);
    };
    expect(await rows()).toEqual(places);
    await engine.close();
    engine = await open();
    expect(await rows()).toEqual(places);
    await engine.close();
    expect(await paths()).toEqual(
      [...places, 'notes/a.md', 'notedb/metastore.yaml', `${things}/list.md`, `${things}/_archive/oslo/c.md`].sort(),
    );
  });
});
