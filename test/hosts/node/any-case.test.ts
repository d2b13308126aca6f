/** The Node host where names are found in any case: a path is the one that its listing tells, or it is none. D6 */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openEngine } from '../../../src/engine/index';
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

  const paths = async (): Promise<string[]> => (await scratch.host.vault.list()).map((stat) => stat.path);

  test('a new note lies in a folder that is spelled like its path, or nowhere', async () => {
    const { vault } = scratch.host;
    await expect(vault.create('Notes/b.md', '')).rejects.toMatchObject({ code: 'exists' });
    const many = Array.from({ length: 300 }, (_, i) => ({ path: `Notes/${i}.md`, text: '' }));
    expect((await vault.createMany(many))[0]).toMatchObject({ code: 'exists' });
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
    await vi.waitFor(() => expect(changes).toHaveLength(2));
    stop();
    expect(changes).toContainEqual({ kind: 'removed', path: 'notes/a.md' });
    expect(changes).toContainEqual(expect.objectContaining({ kind: 'changed', path: 'notes/A.md' }));
  });

  test('a table does not get rows in a folder that it would not find again', async () => {
    const engine = await openEngine(scratch.host);
    const columns = [{ name: 'name', type: 'string', description: 'Its name' }];
    scratch.outside.write('notedb/main/default/Things/list.md', 'by hand');
    await engine.run('create_table', { name: 'things', description: 'Things', columns });
    await expect(engine.run('insert_row', { table: 'things', values: { name: 'b' } })).rejects.toMatchObject({
      code: 'conflict',
      conflicts: [{ path: 'notedb/main/default/things', code: 'exists' }],
      hint: expect.stringContaining('rename') as string,
    });
    expect(await paths()).not.toContainEqual(expect.stringMatching(/b\.md$/));
    await engine.close();
  });
});
