/** Folders are compared as the least able file system does. D6 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldPath, isSameFolder, liesIn, pathBelow } from '../../../src/engine/links/same-place';

/** Letters of which some are others in another case or another Unicode form. */
const LETTERS = ['a', 'A', 'e', 'E', '\u0301', 'é', 'É', 'k', 'K', '\u212a', 's', 'ſ', 'i', 'İ', 'ß', '🐙', '-', ' '];
const name = fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 4 }).map((letters) => letters.join(''));
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));

describe('a folder', () => {
  it('is the same when nothing is left of the difference once both are folded', () => {
    const seen = { same: 0, other: 0 };
    fc.assert(
      fc.property(path, path, fc.boolean(), (one, other, isRespelt) => {
        const second = isRespelt ? one.normalize('NFD').toUpperCase() : other;
        const isSame = foldPath(one) === foldPath(second);
        seen[isSame ? 'same' : 'other'] += 1;
        expect(isSameFolder(one, second)).toBe(isSame);
        expect(isSameFolder(second, one)).toBe(isSame);
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(seen.same, seen.other)).toBeGreaterThan(300);
  });

  it('holds what lies below it in whatever spelling, and not its neighbours', () => {
    fc.assert(
      fc.property(path, path, (folder, below) => {
        const spelt = folder.normalize('NFD').toLowerCase();
        if (foldPath(spelt) !== foldPath(folder)) return;
        expect(pathBelow(`${spelt}/${below}`, folder)).toBe(below);
        expect(liesIn(spelt, folder)).toBe(false);
        expect(liesIn(`${spelt}x/${below}`, folder)).toBe(false);
      }),
    );
    expect(pathBelow('Ba/c.md', 'ba')).toBe('c.md');
    expect(pathBelow('b/a/c.md', 'ba')).toBeNull();
  });
});
