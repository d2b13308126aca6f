/** Colours of choices that stay when choices come, go and move. docs/operations.md#column-specs */

import { expect, it } from 'vitest';
import { CHOICE_COLORS, choiceColor, freeColor, keptColors } from '../../src/kernel/choice-colors';

it('is that of the position unless the definition gives one', () => {
  const values = ['todo', 'doing', 'toString'];
  expect(values.map((value) => choiceColor(values, { doing: 'red' }, value))).toEqual(['blue', 'red', 'orange']);
  expect(choiceColor(values, {}, 'gone')).toBe(null);
});

it.each<[string, readonly string[], Readonly<Record<string, string>>]>([
  ['is added at the end', ['a', 'b', 'c'], {}],
  ['goes', ['b'], { b: 'green' }],
  ['moves', ['b', 'a'], { b: 'green', a: 'blue' }],
  ['comes first', ['new', 'a', 'b'], { new: 'orange', a: 'blue', b: 'green' }],
])('stays when a value %s', (_, next, colors) => {
  expect(keptColors(['a', 'b'], {}, next)).toEqual(colors);
});

it('of a new value is the first that is free', () => {
  expect(freeColor(['blue', 'orange'], 2)).toBe('green');
  expect(freeColor([...CHOICE_COLORS, 'blue'], 9)).toBe('green');
});
