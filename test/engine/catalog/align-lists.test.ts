import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignLists } from '../../../src/engine/yaml/align-lists';
import { treeOf } from '../../../src/engine/yaml/yaml-tree';
import { runs } from './definitions';

const words = (text: string): string[] => (text === '' ? [] : text.split(' '));

/** `=` kept, `~` changed or renamed, `-` dropped, `+` added. */
const shown = (old: readonly string[], next: readonly string[]): string =>
  alignLists(old, next)
    .map(({ from, to }) => {
      const [before, after] = [from === null ? null : old[from], to === null ? null : next[to]];
      if (before === null) return `+${after}`;
      if (after === null) return `-${before}`;
      return before === after ? `=${before}` : `~${before}>${after}`;
    })
    .join(' ');

describe('alignLists', () => {
  it.each([
    ['', '', ''],
    ['a b', 'a b', '=a =b'],
    ['a b', 'a x b', '=a +x =b'],
    ['a b', 'x a b', '+x =a =b'],
    ['a b', 'a b x', '=a =b +x'],
    ['a b c', 'a c', '=a -b =c'],
    ['a b c', 'a x c', '=a ~b>x =c'],
    ['a b c', 'x b y', '~a>x =b ~c>y'],
    ['a b', 'b a', '-a =b +a'],
    ['a', '', '-a'],
    ['', 'a', '+a'],
    ['a b', 'x', '-a -b +x'],
  ])('of %j and %j is %j', (old, next, alignment) => {
    expect(shown(words(old), words(next))).toBe(alignment);
  });

  it('takes columns of one name for the same, and one in its place for renamed', () => {
    const columns = (...names: string[]) => names.map((name) => treeOf({ name, type: name.length }));
    expect(alignLists(columns('a', 'b'), [treeOf({ name: 'a', type: 9 }), ...columns('c')])).toEqual([
      { from: 0, to: 0 },
      { from: 1, to: 1 },
    ]);
  });

  it('does not lose itself in long lists', () => {
    const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
    const alignment = alignLists(numbers(0, 20_000), [...numbers(0, 10_000), -1, ...numbers(10_000, 20_000)]);
    expect(alignment.filter(({ from, to }) => from === null || to === null)).toEqual([{ from: null, to: 10_000 }]);
    expect(alignLists(numbers(0, 3000), numbers(5000, 9000))).toHaveLength(7000);
  });

  it('holds every item of both lists once, in their order', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 });
    fc.assert(
      fc.property(list, list, (old, next) => {
        const alignment = alignLists(old, next);
        const numbers = (key: 'from' | 'to') => alignment.map((each) => each[key]).filter((index) => index !== null);
        expect(numbers('from')).toEqual(old.map((_, index) => index));
        expect(numbers('to')).toEqual(next.map((_, index) => index));
      }),
      { numRuns: runs(200) },
    );
  });
});
