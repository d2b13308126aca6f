/** `createMany`, as every vault promises it. */

import { describe, expect, test } from 'vitest';
import type { NewFile } from '../../src/engine/ports/vault-port';
import { VaultFailure } from '../../src/engine/ports/vault-port';
import type { VaultHarness } from './vault-port.contract';

/** More than a host makes one by one. */
const MANY = 300;

const filesIn = (folders: readonly string[], count: number): NewFile[] =>
  Array.from({ length: count }, (_, i) => ({
    path: `${folders[i % folders.length] ?? ''}/Note ${i}.md`,
    text: i === 7 ? 'Zeile mit Ümlaut und 🎵\n'.repeat(20_000) : `text ${i}`,
  }));

export function describeManyFiles(harness: () => VaultHarness): void {
  describe('creating many', () => {
    test.each([0, 1, 2, MANY])('writes %i new files and the folders that they need', async (count) => {
      const { vault, outside } = harness();
      outside.write('there/a.md', 'theirs');
      const files = filesIn(['there', 'new/deep', 'new'], count);
      const made = await vault.createMany(files);
      const stats = [];
      for (const { path } of files) stats.push(await vault.stat(path));
      expect(made).toEqual(stats);
      for (const { path, text } of files) expect(outside.text(path)).toBe(text);
      expect((await vault.list()).length).toBe(count + 1);
      expect(outside.text('there/a.md')).toBe('theirs');
    });

    test.each([
      ['taken', 'there/a.md', 'exists'],
      ['taken in other case', 'there/A.MD', 'exists'],
      ['one of the others in other case', 'there/note 100.md', 'exists'],
      ['in a folder that is a file', 'there/a.md/b.md', 'exists'],
      ['no path in the vault', 'there/../../a.md', 'io'],
    ])('says which name is %s, what was made and what was not begun', async (_what, path, code) => {
      const { vault, outside } = harness();
      outside.write('there/a.md', 'theirs');
      const files = filesIn(['there'], MANY);
      files[250] = { path, text: 'mine' };
      const made = await vault.createMany(files);
      expect(made[250]).toMatchObject({ code });
      expect(made.filter((outcome) => outcome instanceof VaultFailure)).toHaveLength(1);
      expect(made.slice(0, 250)).not.toContain(null);
      for (const [i, outcome] of made.entries()) {
        const { path: each, text } = files[i] as NewFile;
        if (i !== 250) expect(outside.text(each)).toBe(outcome === null ? null : text);
      }
      expect(outside.text('there/a.md')).toBe('theirs');
      // What was not made is free.
      for (const [i, outcome] of made.entries()) if (outcome === null) await vault.create(files[i]?.path ?? '', '');
    });

    test('a name that was taken together stays known', async () => {
      const { vault, outside } = harness();
      await vault.createMany(filesIn(['a'], MANY));
      await expect(vault.create('a/NOTE 5.md', '')).rejects.toMatchObject({ code: 'exists' });
      outside.remove('a/Note 5.md');
      await vault.create('a/NOTE 5.md', '');
    });
  });
}
