/** A migration is written in full or put back, whoever was faster and whatever the disk says. D7 */

import { describe, expect, it } from 'vitest';
import { applyFileChanges, parentFolders, putBack, removeFolders } from '../../../src/engine/commit/lane/apply';
import type { StagedChange } from '../../../src/engine/storage/transaction/staged-change';
import { type MemoryHost, createMemoryHost } from '../../memory-host/memory-host';
import { beforeCall } from './before-call';

const FILE = { reading: null, becomes: null, was: null };

const FILES = { 'a.md': 'A\r\n', 'b.md': '\uFEFFB', 'c.md': 'C\n', 'd.md': 'D\n', 'e.md': 'E\n' };

/** One change of every kind. */
const CHANGES: readonly StagedChange[] = [
  { ...FILE, kind: 'update', from: 'a.md', to: 'a.md', before: 'A\r\n', after: 'A changed\r\n', follows: false },
  { ...FILE, kind: 'create', from: null, to: 'new/deep/n.md', before: null, after: 'N\n', nameKey: 'n' },
  { ...FILE, kind: 'move', from: 'b.md', to: 'moved/b.md', before: '\uFEFFB', after: '\uFEFFB', follows: false },
  { ...FILE, kind: 'move', from: 'c.md', to: 'moved/c.md', before: 'C\n', after: 'C changed\n', follows: false },
  { ...FILE, kind: 'remove', from: 'd.md', to: null, before: 'D\n', after: null },
  { ...FILE, kind: 'restore', from: 'e.md', to: null, before: 'E\n', after: null, restores: [], undoes: 0 },
];

const AFTER = {
  'a.md': 'A changed\r\n',
  'moved/b.md': '\uFEFFB',
  'moved/c.md': 'C changed\n',
  'new/deep/n.md': 'N\n',
};

const apply = (host: MemoryHost): ReturnType<typeof applyFileChanges> => applyFileChanges(host, CHANGES);

/** The calls that a whole migration makes. */
async function calls(): Promise<MemoryHost['calls']['log']> {
  const host = createMemoryHost({ files: FILES });
  await apply(host);
  return host.calls.log;
}

describe('applying', () => {
  it('writes everything and says how the files stand now', async () => {
    const host = createMemoryHost({ files: FILES });
    const result = await apply(host);
    expect(host.external.notes()).toEqual(AFTER);
    expect('stats' in result && result.stats.map(({ path }) => path)).toEqual([
      'a.md',
      'new/deep/n.md',
      'moved/b.md',
      'moved/c.md',
    ]);
    for (const stat of 'stats' in result ? result.stats : []) expect(await host.vault.stat(stat.path)).toEqual(stat);
    expect(host.external.paths().filter((path) => path.startsWith('.trash/'))).toEqual(['.trash/d.md']);
  });

  it('puts everything back when the disk refuses, at whichever step', async () => {
    for (const { number, method } of await calls()) {
      const host = createMemoryHost({ files: FILES });
      host.faults.failAt(number, 'EIO');
      const result = await apply(host);
      expect(host.external.notes(), `${method} at ${number}`).toEqual(FILES);
      expect(result).toMatchObject({ failure: { isClash: false, left: [], error: { code: 'io' } } });
    }
  });

  it('says what could not be put back, which is put back once the disk takes it', async () => {
    const steps = (await calls()).filter(({ mutates }) => mutates);
    for (const { number } of steps.slice(1)) {
      const host = createMemoryHost({ files: FILES });
      host.faults.failAt(number, 'EIO', { forever: true });
      const result = await apply(host);
      const left = 'failure' in result ? result.failure.left : [];
      expect(left).not.toEqual([]);
      host.faults.clear();
      expect(await putBack(left, host.logger)).toEqual({ left: [], failure: null });
      expect(host.external.notes(), `at ${number}`).toEqual(FILES);
    }
  });

  it.each([
    ['a note that is changed', 'a.md', 'by hand\n', 'changed'],
    ['a path that is taken', 'new/deep/n.md', 'by hand\n', 'exists'],
    ['a note that is moved as it is', 'b.md', 'by hand\n', 'changed'],
    ['a note that is moved and changed', 'c.md', 'by hand\n', 'changed'],
    ['a note that goes into the trash', 'd.md', 'by hand\n', 'changed'],
    ['a note that is deleted', 'e.md', 'by hand\n', 'changed'],
    ['the target of a move', 'moved/b.md', 'by hand\n', 'exists'],
    ['the target of another move', 'moved/c.md', 'by hand\n', 'exists'],
  ])('stops at somebody’s edit of %s, which stays', async (_what, path, text, code) => {
    const host = createMemoryHost({ files: FILES });
    host.external.write(path, text);
    expect(await apply(host)).toMatchObject({ failure: { isClash: true, left: [], error: { code } } });
    expect(host.external.notes()).toEqual({ ...FILES, [path]: text });
  });

  it.each(Object.keys(FILES))('stops when %s is gone, and it stays so', async (path) => {
    const host = createMemoryHost({ files: FILES });
    host.external.remove(path);
    expect(await apply(host)).toMatchObject({ failure: { isClash: true, error: { code: 'missing' } } });
    expect(host.external.notes()).toEqual(
      Object.fromEntries(Object.entries(FILES).filter(([other]) => other !== path)),
    );
  });

  it('leaves an edit alone that comes while it puts back', async () => {
    const host = createMemoryHost({ files: FILES });
    host.external.write('e.md', 'by hand\n');
    beforeCall(host, { name: 'vault.replace', path: 'a.md', nth: 2 }, () => host.external.write('a.md', 'just now\n'));
    expect(await apply(host)).toMatchObject({ failure: { left: [], error: { path: 'e.md' } } });
    expect(host.external.notes()).toEqual({ ...FILES, 'e.md': 'by hand\n', 'a.md': 'just now\n' });
    expect(host.logger.entries).toMatchObject([{ event: 'put_back_left_alone', data: { path: 'a.md' } }]);
  });

  it('lets through what is no failure of the vault', async () => {
    const host = createMemoryHost({ files: FILES });
    host.crashAt(2);
    await expect(apply(host)).rejects.toThrow('the process stopped here');
  });
});

describe('folders', () => {
  it('of a path are all above it, outermost first', () => {
    expect(parentFolders('a/b/c.md')).toEqual(['a', 'a/b']);
    expect(parentFolders('c.md')).toEqual([]);
  });

  it('are removed from the inside, as far as they are empty', async () => {
    const host = createMemoryHost({ files: { 'a/stays.md': '' } });
    host.external.makeFolder('a/b/c');
    host.external.makeFolder('x');
    await removeFolders(host.vault, ['', 'a', 'a/b', 'a/b/c', 'x', 'none'], host.logger);
    expect([...host.image().folders]).toEqual(['a']);
  });

  it('that can’t be removed stay', async () => {
    const host = createMemoryHost();
    host.external.makeFolder('a');
    host.external.makeFolder('b');
    host.faults.failNext('vault.removeFolder', 'EBUSY', 'a');
    await removeFolders(host.vault, ['a', 'b'], host.logger);
    expect([...host.image().folders]).toEqual(['a']);
    expect(host.logger.entries).toMatchObject([{ event: 'folder_not_removed' }]);
  });
});
