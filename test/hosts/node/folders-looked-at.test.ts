/** Where many new files go: a folder is looked at once for those that follow each other, and whatever is no place is refused all the same. */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FoldersLookedAt } from '../../../src/hosts/node/folders-looked-at';
import { LOOK_KEPT_MS, VaultFolder } from '../../../src/hosts/node/vault-folder';

let root: string;
let asked: string[];
let folders: FoldersLookedAt;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'folders-')));
  asked = [];
  folders = new FoldersLookedAt(new VaultFolder(root), (folder) => void asked.push(folder));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(root, { recursive: true });
});

const at = (...segments: readonly string[]): string => path.join(root, ...segments);

test('asks for a folder once while files follow each other, and again for another one', () => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
  expect(folders.locate('a/b/1.md')).toBe(at('a', 'b', '1.md'));
  expect(folders.locate('a/b/2.md')).toBe(at('a', 'b', '2.md'));
  expect(folders.locate('a/bc/3.md')).toBe(at('a', 'bc', '3.md'));
  expect(folders.locate('a/4.md')).toBe(at('a', '4.md'));
  expect(folders.locate('5.md')).toBe(at('5.md'));
  expect(folders.locate('6.md')).toBe(at('6.md'));
  expect(asked).toEqual(['a/b', 'a/bc', 'a', '', '']);
});

test('asks again after a moment', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  folders.locate('a/1.md');
  now.mockReturnValue(LOOK_KEPT_MS);
  folders.locate('a/2.md');
  expect(asked).toEqual(['a', 'a']);
});

test.each(['a/..', 'a/.', 'a/', 'a/x\\y.md', 'a/x\0.md', '../1.md'])(
  'refuses %j, also in a folder that was looked at',
  (file) => {
    folders.locate('a/1.md');
    expect(() => folders.locate(file)).toThrow('not a path inside the vault');
  },
);
