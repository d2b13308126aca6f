/** How the texts of a column write numbers and days. docs/decisions.md#reading-texts */

import { describe, expect, it } from 'vitest';
import { conventionOf } from '../../src/kernel/column-convention';

describe('the decimal sign', () => {
  it.each<[string, string[], '.' | ',' | null]>([
    ['of halves', ['1.5', '2'], '.'],
    ['of halves with commas', ['1,5', '1,234'], ','],
    ['beside thousands', ['1,234.50'], '.'],
    ['beside thousands in Europe', ['1.234,50', '7'], ','],
    ['of millions', ['1,234,567', '1,234'], '.'],
    ['of a number below one', ['0,125', '1,250'], ','],
    ['behind a space', ['1 234,567'], ','],
    ['of money', ['$79,257.00', '$1,000'], '.'],
    ['of whole numbers alone', ['1', '2'], null],
    ['of words', ['a.b', 'c,d'], null],
  ])('%s is decided', (_, texts, decimal) => {
    expect(conventionOf(texts)).toMatchObject({ decimal, ambiguity: null, isContradictory: false });
  });

  it('is asked for with both readings where nothing decides', () => {
    expect(conventionOf(['1,234', '12,500', '850']).ambiguity).toEqual({
      text: '1,234',
      readings: [
        { reading: { kind: 'number', decimal: '.' }, value: '1234' },
        { reading: { kind: 'number', decimal: ',' }, value: '1.234' },
      ],
    });
  });

  it('is known from elsewhere where the column does not show it', () => {
    expect(conventionOf(['1,234'], { decimal: '.' })).toMatchObject({ decimal: '.', ambiguity: null });
    expect(conventionOf(['1,23'], { decimal: '.' })).toMatchObject({ decimal: ',' });
  });

  it.each([[['1,5', '2.5']], [['1,234', '1.234']], [['13/1/2026', '1/13/2026']]])(
    'is in contradiction in %j',
    (texts) => {
      expect(conventionOf(texts).isContradictory).toBe(true);
    },
  );
});

describe('the order of days', () => {
  it.each<[string[], 'dmy' | 'mdy' | null]>([
    [['11/1/2026', '11/28/2026'], 'mdy'],
    [['1/11/2026', '28/11/2026'], 'dmy'],
    [['26.11.2026'], 'dmy'],
    [['1.2.2026'], 'dmy'],
    [['11/28/2026 9:30 PM'], 'mdy'],
    [['2026-11-26'], null],
    [['3/3/2026'], null],
  ])('of %j is %s', (texts, order) => {
    expect(conventionOf(texts)).toMatchObject({ order, ambiguity: null });
  });

  it('is asked for where every day could be a month', () => {
    expect(conventionOf(['3/4/2026', '5/6/2026']).ambiguity).toEqual({
      text: '3/4/2026',
      readings: [
        { reading: { kind: 'day', order: 'dmy' }, value: '2026-04-03' },
        { reading: { kind: 'day', order: 'mdy' }, value: '2026-03-04' },
      ],
    });
  });
});
