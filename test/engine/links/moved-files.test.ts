import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MovedFiles } from '../../../src/engine/links/moved-files';
import { nameKey } from '../../../src/engine/links/fold-name';
import { filePath, indexOf, linkpath, vaultModel } from './vault-model';
import { times } from '../../deep';

const RUNS = times(300, 5_000);

const index = indexOf(new Map([['a/N.md', []], ['b/N.md', []], ['b/M.md', ['N']], ['p.png', []]])); // prettier-ignore

describe('a vault after moves', () => {
  it('resolves to the new places and leaves the index as it is', () => {
    const after = new MovedFiles(index, new Map([['a/N.md', 'c/New.md']]));
    expect(after.resolve('New', 's.md')).toBe('c/New.md');
    expect(after.resolve('N', 's.md')).toBe('b/N.md');
    expect(after.resolve('a/N', 's.md')).toBeNull();
    expect([after.has('a/N.md'), after.has('c/New.md'), after.has('b/N.md')]).toEqual([false, true, true]);
    expect(index.resolve('a/N', 's.md')).toBe('a/N.md');
  });

  it('knows where each file lies', () => {
    const after = new MovedFiles(index, new Map([['a/N.md', 'c/New.md']]), ['x.md'], ['b/N.md']);
    expect(['a/N.md', 'b/N.md', 'b/M.md', 'x.md', 'y.md'].map((path) => after.pathAfter(path))).toEqual([
      'c/New.md',
      null,
      'b/M.md',
      'x.md',
      null,
    ]);
  });

  it('knows the new and not the removed files', () => {
    const after = new MovedFiles(index, new Map(), ['N.md'], ['a/N.md']);
    expect(after.candidates('N')).toEqual(['N.md', 'b/N.md']);
    expect(after.candidates('M')).toHaveLength(1);
    expect(new MovedFiles(index, new Map(), [], ['a/N.md', 'b/N.md']).resolve('N', 's.md')).toBeNull();
  });

  it('lets files change places', () => {
    const after = new MovedFiles(index, new Map([['a/N.md', 'b/M.md'], ['b/M.md', 'a/N.md']])); // prettier-ignore
    expect(after.resolve('a/N', 's.md')).toBe('a/N.md');
    expect(after.candidates('M')).toEqual(['b/M.md']);
    expect(after.pathAfter('a/N.md')).toBe('b/M.md');
  });

  it('names the keys of the names that are touched', () => {
    const after = new MovedFiles(index, new Map([['a/N.md', 'c/New.md']]), ['x.md'], ['p.png']);
    expect([...after.changedKeys()].sort()).toEqual(['n', 'new', 'p.png', 'x']);
  });

  it('takes an added file that is there already as one', () => {
    expect(new MovedFiles(index, new Map(), ['b/M.md']).candidates('M')).toEqual(['b/M.md']);
  });

  it('answers as an index in which the files have moved', () => {
    const change = fc.record({ from: filePath, to: filePath, kind: fc.constantFrom('move', 'add', 'remove') });
    fc.assert(
      fc.property(vaultModel, fc.array(change, { maxLength: 5 }), fc.array(linkpath), (model, changes, asked) => {
        const moves = new Map<string, string>();
        const added: string[] = [];
        const removed: string[] = [];
        const files = new Set(model.keys());
        for (const { from, to, kind } of changes) {
          if (kind === 'add' && !files.has(to)) added.push(to);
          else if (!model.has(from) || !files.has(from) || moves.has(from) || removed.includes(from)) continue;
          else if (kind === 'remove') removed.push(from);
          else if (!files.has(to) && from !== to) moves.set(from, to);
          else continue;
          if (kind !== 'add') files.delete(from);
          if (kind !== 'remove') files.add(to);
        }
        const before = indexOf(model);
        const after = new MovedFiles(before, moves, added, removed);
        const oneByOne = new MovedFiles(before, new Map());
        for (const path of removed) oneByOne.include(path, null);
        for (const [from, to] of moves) oneByOne.include(from, to);
        for (const path of added) oneByOne.include(null, path);
        const really = indexOf(new Map([...files].map((path) => [path, []])));
        for (const source of [...files, 's.md']) {
          expect(after.has(source)).toBe(really.has(source));
          for (const link of asked) expect(after.resolve(link, source)).toBe(really.resolve(link, source));
          expect(oneByOne.has(source)).toBe(really.has(source));
          for (const link of asked) expect(oneByOne.resolve(link, source)).toBe(really.resolve(link, source));
        }
        for (const link of asked) expect(after.candidates(link)).toEqual(really.candidates(link));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('the key of a name', () => {
  it.each([
    ['a/Note.md', 'note'],
    ['Note', 'note'],
    ['a/Picture.PNG', 'picture.png'],
    ['Über.MD', 'über'],
    ['E\u0301te\u0301', 'été'],
    ['a\u00a0b', 'a b'],
    ['a/.md', '.md'],
    ['', ''],
  ])('of %j is %j', (path, key) => {
    expect(nameKey(path)).toBe(key);
  });
});
