import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baseNameOf, folderOf, joinPath } from '../../src/engine/note/paths';
import { comparePaths, foldPath, freeName, isHidden, isVaultPath } from '../../src/hosts/vault-path';

test.each([
  ['a.md', '', 'a.md'],
  ['a/b.md', 'a', 'b.md'],
  ['a/b/c.md', 'a/b', 'c.md'],
  ['', '', ''],
])('%j lies in %j under the name %j', (path, folder, name) => {
  expect([folderOf(path), baseNameOf(path)]).toEqual([folder, name]);
  expect(joinPath(folder, name)).toBe(path);
});

test.each([
  ['a.md', false],
  ['a/b.c/d.md', false],
  ['a./b.md', false],
  ['.a.md', true],
  ['a/.b/c.md', true],
  ['a/b/.c', true],
])('hidden: %j is %j', (path, hidden) => {
  expect(isHidden(path)).toBe(hidden);
});

test.each([
  ['a.md', true],
  ['a/b c/d.md', true],
  ['...', true],
  ['a/..b', true],
  ['', false],
  ['/a', false],
  ['a/', false],
  ['a//b', false],
  ['..', false],
  ['a/../b', false],
  ['./a', false],
  ['a\\b', false],
  ['a\0', false],
])('a path in the vault: %j is %j', (path, isInside) => {
  expect(isVaultPath(path)).toBe(isInside);
});

describe('folding', () => {
  test.each([
    ['Notes/A.md', 'notes/a.MD'],
    ['\u00fc', 'u\u0308'],
    ['\u00dc', 'u\u0308'],
  ])('%j and %j can’t stand side by side', (a, b) => {
    expect(foldPath(a)).toBe(foldPath(b));
  });
});

describe('a free name', () => {
  test.each([
    [[], 'a.md'],
    [['a.md'], 'a 2.md'],
    [['a.md', 'a 2.md', 'a 4.md'], 'a 3.md'],
  ])('beside %j is %j', (taken, free) => {
    expect(freeName('a.md', (name) => taken.includes(name))).toBe(free);
  });

  test.each([
    ['x.y/name', 'x.y/name 2'],
    ['.hidden', '.hidden 2'],
    ['a.tar.gz', 'a.tar 2.gz'],
  ])('of %j is %j when it is taken', (path, free) => {
    expect(freeName(path, (name) => name === path)).toBe(free);
  });
});

test('the order of paths is the order of code units', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (paths) => {
      expect([...paths].sort(comparePaths)).toEqual([...paths].sort());
    }),
  );
});
