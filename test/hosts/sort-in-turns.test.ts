/** Sorting in pieces is sorting. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortInTurns } from '../../src/hosts/sort-in-turns';
import { comparePaths } from '../../src/hosts/vault-path';

test.each([[0], [1], [2048], [2049], [9000], [20_000]])(
  'of %i paths gives the order of sort, and pauses',
  async (count) => {
    const paths = fc.sample(fc.string({ maxLength: 4 }), { numRuns: Math.max(1, count) }).slice(0, count);
    let pauses = 0;
    const pause = async (): Promise<void> => void (pauses += 1);
    expect(await sortInTurns(paths, comparePaths, pause)).toEqual([...paths].sort());
    expect(pauses).toBeGreaterThanOrEqual(Math.floor(count / 2048));
  },
);

test('keeps the order of what is equal', async () => {
  const items = Array.from({ length: 5000 }, (_, i) => ({ key: i % 7, i }));
  const sorted = await sortInTurns(
    items,
    (a, b) => a.key - b.key,
    () => Promise.resolve(),
  );
  expect(sorted).toEqual([...items].sort((a, b) => a.key - b.key));
});
