/** Numbers in the forms of several locales. */

import { expect, it } from 'vitest';
import { formWith, hasTooManyDigits, numberForm, numberText, readNumber } from '../../src/kernel/number-text';

it.each<[locale: string, text: string, number: number | null]>([
  ['en', '4.5', 4.5],
  ['en', '1,234', 1234],
  ['en', '1,234,567.5', 1234567.5],
  ['en', '4,5', null],
  ['en', '-.5', -0.5],
  ['en', '1e3', 1000],
  ['en', '\u22122', -2],
  ['en', '0x7d1', null],
  ['en', '0b1', null],
  ['en', 'Infinity', null],
  ['en', '12 apples', null],
  ['en', '', null],
  ['en', '$79,257.00', 79257],
  ['en', '-$5.50', -5.5],
  ['en', '60%', 60],
  ['en', 'USD 5', 5],
  ['en', 'ABC 123', null],
  ['en', '12,34,567', 1234567],
  ['en', '1234,567', null],
  ['en', '01 23 45 67 89', null],
  ['en', '12 34', null],
  ['en', "1'234.5", 1234.5],
  ['en', '555-1234', null],
  ['en', '1.2.3', null],
  ['en', '99999999999999999999', null],
  ['en', '1212092628029698051', null],
  ['en', '9007199254740991', 9007199254740991],
  ['en', '100000000000000000000', 1e20],
  ['en', '0.30000000000000004', 0.1 + 0.2],
  ['en', '3.14159265358979323846', null],
  ['en', '1e-7', 1e-7],
  ['en', '007', 7],
  ['en', '1.', 1],
  ['de', '12,50 €', 12.5],
  ['de', '4,5', 4.5],
  ['de', '4.5', 4.5],
  ['de', '1.234', 1234],
  ['de', '1.234,5', 1234.5],
  ['de', '1,2,3', null],
  ['fr', '1 234,5', 1234.5],
  ['fr', '1\u202f234,5', 1234.5],
])('%s: %j is %j', (locale, text, number) => expect(readNumber(text, numberForm(locale))).toBe(number));

it.each<[locale: string, number: number, text: string]>([
  ['en', 4.5, '4.5'],
  ['de', 4.5, '4,5'],
  ['de', 1234567, '1234567'],
  ['de', 1e300, '1e+300'],
  ['de', 0.1 + 0.2, '0,30000000000000004'],
])('%s: %d is written %s, and read as it was', (locale, number, text) => {
  expect(numberText(number, locale)).toBe(text);
  expect(readNumber(text, numberForm(locale))).toBe(number);
});

it('says when a number has more digits than it can keep', () => {
  expect(['99999999999999999999', '12', 'x', '1,5'].map((text) => hasTooManyDigits(text, formWith('.')))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
