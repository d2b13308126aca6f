/** Two changed texts over the one from which both began: what merges by lines, and what a person has to choose. docs/page.md#a-row */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMerged, mergeTexts, textOf } from '../../../src/ui/changes/merge-text';
import { times } from '../../deep';

const merged = (base: string, mine: string, theirs: string): string | null => {
  const parts = mergeTexts(base, mine, theirs);
  return isMerged(parts) ? textOf(parts, () => []) : null;
};

it.each([
  ['changes of different lines', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
  ['neighbouring lines', 'a\nb', 'A\nb', 'a\nB', 'A\nB'],
  ['a line added at the top and one at the end', 'a\nb\n', '0\na\nb\n', 'a\nb\nc\n', '0\na\nb\nc\n'],
  ['a line deleted and another one changed', 'a\nb\nc\n', 'a\nc\n', 'a\nb\nC\n', 'a\nC\n'],
  ['a line added at the border of a changed one', 'a\nb', 'a\nx\nb', 'a\nB', 'a\nx\nB'],
  ['one change made by both', 'a\nb', 'a\nB', 'a\nB', 'a\nB'],
  ['one line added by both', 'a', 'a\nb', 'a\nb', 'a\nb'],
  ['a text that had nothing', '', 'mine', '', 'mine'],
])('merges %s', (_, base, mine, theirs, expected) => {
  expect([merged(base, mine, theirs), merged(base, theirs, mine)]).toEqual([expected, expected]);
});

it.each([
  ['one line changed by both', 'a\nb\nc', 'a\nmine\nc', 'a\ntheirs\nc', ['mine'], ['theirs']],
  ['a line that one changed and the other deleted', 'a\nb\nc', 'a\nB\nc', 'a\nc', ['B'], []],
  ['other lines at one place', 'a\nb', 'a\nmine\nb', 'a\ntheirs\nb', ['mine'], ['theirs']],
  ['a line added inside of what the other changed', 'a\nb\nc', 'a\nb\nx\nc', 'a\nB C', ['b', 'x', 'c'], ['B C']],
])('has both versions of %s', (_, base, mine, theirs, own, other) => {
  const conflicts = mergeTexts(base, mine, theirs).filter(({ kind }) => kind === 'conflict');
  expect(conflicts).toEqual([{ kind: 'conflict', mine: own, theirs: other }]);
});

describe('any texts', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 }).map((lines) => lines.join('\n'));

  it('keep a change that only one made, and lose no line that is chosen', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        expect([merged(base, mine, base), merged(base, base, theirs), merged(base, mine, mine)]).toEqual([
          mine,
          theirs,
          mine,
        ]);
        const parts = mergeTexts(base, mine, theirs);
        const other = mergeTexts(base, theirs, mine);
        expect(isMerged(parts)).toBe(isMerged(other));
        if (isMerged(parts)) expect(textOf(parts, () => [])).toBe(textOf(other, () => []));
        else expect(textOf(parts, (part) => part.mine)).toBe(textOf(other, (part) => part.theirs));
      }),
      { numRuns: times(500, 50_000) },
    );
  });
});

it('keeps every changed line of texts whose changes lie apart', () => {
  const line = fc.stringMatching(/^[a-z]{1,6}$/);
  fc.assert(
    fc.property(fc.array(line, { minLength: 4, maxLength: 12 }), fc.nat(), fc.nat(), (lines, one, other) => {
      const base = lines.map((each, at) => `${at} ${each}`);
      const [mine, theirs] = [one % base.length, other % base.length];
      fc.pre(mine !== theirs);
      const changed = (at: number, mark: string): string[] => base.map((each, place) => (place === at ? mark : each));
      const both = changed(mine, 'mine').map((each, place) => (place === theirs ? 'theirs' : each));
      expect(merged(base.join('\n'), changed(mine, 'mine').join('\n'), changed(theirs, 'theirs').join('\n'))).toBe(
        both.join('\n'),
      );
    }),
    { numRuns: times(200, 20_000) },
  );
});
