/** Rows that keep their places while somebody edits, and how many an order anew would move. */

import { describe, expect, it } from 'vitest';
import { inHeldOrder } from '../../../src/ui/browser/use-order';
import type { GridRow } from '../../../src/ui/components/grid-column';

const rows = (keys: string): readonly GridRow[] => [...keys].map((key) => ({ key, path: `${key}.md`, values: {} }));

describe('a held order', () => {
  it.each([
    ['nothing is held', 'bca', null, 'bca', 0],
    ['nothing moved', 'abc', 'abc', 'abc', 0],
    ['the first row went to the end', 'bcda', 'abcd', 'abcd', 1],
    ['two rows changed places', 'bacd', 'abcd', 'abcd', 1],
    ['all is the other way round', 'dcba', 'abcd', 'abcd', 3],
    ['a row came', 'axbc', 'abc', 'abcx', 1],
    ['a row came at the end', 'abcx', 'abc', 'abcx', 0],
    ['a row went', 'ac', 'abc', 'ac', 0],
    ['all rows went', '', 'abc', '', 0],
  ])('when %s', (_what, answered, held, expected, moved) => {
    const order = inHeldOrder(rows(answered), held === null ? null : [...held]);
    expect([order.rows.map(({ key }) => key).join(''), order.moved]).toEqual([expected, moved]);
  });
});
