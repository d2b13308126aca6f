/** Numbers as a column shows them. docs/operations.md#column-specs */

import { describe, expect, it } from 'vitest';
import { type NumberFormatting, formattedNumber } from '../../src/kernel/number-format';

describe('a number', () => {
  it.each<[string, number, NumberFormatting | null, string, string]>([
    ['without a format', 1234.5, null, '1234.5', '1234,5'],
    ['with groups and all its digits', 1234.567_891, { style: 'number' }, '1,234.567891', '1.234,567891'],
    ['with two decimals', 1234.567, { style: 'number', decimals: 2 }, '1,234.57', '1.234,57'],
    ['without decimals', 0.5, { style: 'number', decimals: 0 }, '1', '1'],
    ['with a unit', 12, { style: 'number', unit: 'kg' }, '12\u00a0kg', '12\u00a0kg'],
    ['as money', 1234.5, { style: 'currency', currency: 'EUR' }, '€1,234.50', '1.234,50\u00a0€'],
    ['as money without cents', -3.2, { style: 'currency', currency: 'USD', decimals: 0 }, '-$3', '-3\u00a0$'],
    ['as money without cents by itself', 1500, { style: 'currency', currency: 'JPY' }, '¥1,500', '1.500\u00a0¥'],
    ['as percent, which it is already', 62.5, { style: 'percent' }, '62.5%', '62,5\u00a0%'],
    ['beside a bar', 40, { style: 'bar', unit: 'pages' }, '40\u00a0pages', '40\u00a0pages'],
  ])('%s', (_, value, format, english, german) => {
    expect([formattedNumber(value, format, 'en-US'), formattedNumber(value, format, 'de-DE')]).toEqual([
      english,
      german,
    ]);
  });
});
