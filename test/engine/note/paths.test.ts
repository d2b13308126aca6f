import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  baseNameOf,
  checkNewNotePath,
  checkNotePath,
  checkVaultPath,
  folderOf,
  isInside,
  joinPath,
  noteNameOf,
  splitPath,
  withMarkdownExtension,
  withoutMarkdownExtension,
} from '../../../src/engine/note/paths';
import { times } from '../../deep';

describe('checkVaultPath', () => {
  it.each([
    'a',
    'a/b.md',
    'a b/c',
    'é',
    'a..b',
    'a.',
    'x/y z.canvas',
    '',
    'a%2fb',
    '~/a',
    '-',
    ' a',
    'C',
    '日本/語.md',
  ])('takes %j', (text) => {
    expect(checkVaultPath(text)).toEqual({ path: text });
  });

  it.each([
    '/a', '//a/b', '/', 'a/', 'a//b', '.', '..', './a', '../a', 'a/..', 'a/../b', 'a/./b', 'a\0b', '\\a', 'a\\b', '\\\\host\\x',
    'C:', 'C:/x', 'C:\\x', 'a:b', 'a.md:stream', 'file:///x', '\ud800', 'a/\udc00', 'x'.repeat(256), '..\\a', '.../..',
  ])('refuses %j', (text) => {
    expect(checkVaultPath(text)).toMatchObject({ problem: 'refused', message: expect.any(String) as string });
  }); // prettier-ignore

  it.each(['.a', 'a/.b', '.obsidian/app.json', 'a/.b/c.md', '...', '.notedb/x'])('hides %j', (text) => {
    expect(checkVaultPath(text)).toMatchObject({ problem: 'hidden' });
  });

  it('gives the path in NFC', () => {
    expect(checkVaultPath('e\u0301/a')).toEqual({ path: 'é/a' });
  });

  it('takes 255 bytes a name, counted in UTF-8', () => {
    expect(checkVaultPath('é'.repeat(127))).toHaveProperty('path');
    expect(checkVaultPath('é'.repeat(128))).toHaveProperty('problem');
  });

  it('lets nothing out of the vault, for any text', () => {
    const piece = fc.constantFrom(
      'a',
      '.',
      '..',
      '/',
      '\\',
      ':',
      '\0',
      ' ',
      '%2e',
      '．',
      '／',
      '\u2024',
      '\u037e',
      'C:',
      '~',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const check = checkVaultPath(pieces.join(''));
        if ('problem' in check || check.path === '') return;
        for (const segment of check.path.split('/')) expect(segment).toMatch(/^[^./\\:\0][^/\\:\0]*$/);
        expect(checkVaultPath(check.path)).toEqual(check);
      }),
      { numRuns: times(5_000, 50_000) },
    );
  });
});

describe('checkNotePath and checkNewNotePath', () => {
  it.each([
    ['a/b', 'a/b.md'],
    ['a/b.md', 'a/b.md'],
    ['a/b.MD', 'a/b.MD'],
    ['a/b.txt', 'a/b.txt.md'],
  ])('%j is the note %j', (text, path) => {
    expect(checkNotePath(text)).toEqual({ path });
    expect(checkNewNotePath(text)).toEqual({ path });
  });

  it.each([
    ['', 'refused'],
    ['a/', 'refused'],
    ['..', 'refused'],
    ['a/.', 'refused'],
    ['.md', 'hidden'],
    ['a/.b', 'hidden'],
  ])('%j is %s', (text, problem) => {
    expect(checkNotePath(text)).toMatchObject({ problem });
    expect(checkNewNotePath(text)).toMatchObject({ problem });
  });

  it('a new note has shorter names', () => {
    expect(checkNewNotePath('x'.repeat(200))).toHaveProperty('path');
    expect(checkNewNotePath('x'.repeat(201))).toMatchObject({ problem: 'refused' });
    expect(checkNotePath('x'.repeat(201))).toHaveProperty('path');
    expect(checkNewNotePath(`${'é'.repeat(101)}/a`)).toMatchObject({ problem: 'refused' });
  });

  it('a new note has a shorter path', () => {
    const folder = `${'x'.repeat(150)}/${'y'.repeat(80)}`;
    expect(checkNewNotePath(`${folder}/abc`)).toHaveProperty('path');
    expect(checkNewNotePath(`${folder}/abcdefg`)).toMatchObject({ problem: 'refused' });
  });
});

describe('the parts of a path', () => {
  it.each([
    ['a/b/c.md', 'a/b', 'c.md', 'c', ['a', 'b', 'c.md']],
    ['c.md', '', 'c.md', 'c', ['c.md']],
    ['a/c.txt', 'a', 'c.txt', 'c.txt', ['a', 'c.txt']],
    ['a/c.MD', 'a', 'c.MD', 'c', ['a', 'c.MD']],
    ['', '', '', '', []],
  ])('of %j', (path, folder, base, name, segments) => {
    expect(folderOf(path)).toBe(folder);
    expect(baseNameOf(path)).toBe(base);
    expect(noteNameOf(path)).toBe(name);
    expect(splitPath(path)).toEqual(segments);
    expect(joinPath(...segments)).toBe(path);
  });

  it('joins with one slash and leaves empty parts out', () => {
    expect(joinPath('', 'a', '', 'b/c', 'd.md')).toBe('a/b/c/d.md');
    expect(joinPath()).toBe('');
  });

  it('adds and takes the extension once', () => {
    expect(withMarkdownExtension('a')).toBe('a.md');
    expect(withMarkdownExtension('a.md')).toBe('a.md');
    expect(withoutMarkdownExtension('a.md')).toBe('a');
    expect(withoutMarkdownExtension('a')).toBe('a');
  });

  it.each([
    ['a/b.md', 'a', true],
    ['a/b/c.md', 'a', true],
    ['ab/c.md', 'a', false],
    ['a', 'a', false],
    ['a.md', '', true],
  ])('%j in %j: %s', (path, folder, inside) => {
    expect(isInside(path, folder)).toBe(inside);
  });
});
