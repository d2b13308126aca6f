/** Numbers in the forms of several locales. */

import { expect, it } from 'vitest';
import { numberText, readNumber } from '../../src/kernel/number-text';

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
  ['de', '4,5', 4.5],
  ['de', '4.5', 4.5],
  ['de', '1.234', 1234],
  ['de', '1.234,5', 1234.5],
  ['de', '1,2,3', null],
  ['fr', '1 234,5', 1234.5],
  ['fr', '1\u202f234,5', 1234.5],
])('%s: %j is %j', (locale, text, number) => expect(readNumber(text, locale)).toBe(number));

it.each<[locale: string, number: number, text: string]>([
  ['en', 4.5, '4.5'],
  ['de', 4.5, '4,5'],
  ['de', 1234567, '1234567'],
  ['de', 1e300, '1e+300'],
  ['de', 0.1 + 0.2, '0,30000000000000004'],
])('%s: %d is written %s, and read as it was', (locale, number, text) => {
  expect(numberText(number, locale)).toBe(text);
  expect(readNumber(text, locale)).toBe(number);
});
