/** Sorting with pauses gives what sorting gives. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergePaused, sortPaused } from '../../../src/engine/query/scan/sorted-names';

type Item = readonly [key: number, label: number];

const byKey = (a: Item, b: Item): number => a[0] - b[0];

function counted(): { pauses: number; pause: () => Promise<void>; after: () => () => void } {
  const scheduler = {
    pauses: 0,
    pause: (): Promise<void> => {
      scheduler.pauses += 1;
      return Promise.resolve();
    },
    after: () => () => undefined,
  };
  return scheduler;
}

const labelled = (keys: readonly number[]): Item[] => keys.map((key, label) => [key, label]);

describe('sorting with pauses', () => {
  it('orders as a stable sort does', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.nat(40), { maxLength: 2_000, size: 'max' }), async (keys) => {
        const items = labelled(keys);
        expect(await sortPaused(items, byKey, counted())).toEqual([...items].sort(byKey));
      }),
      { numRuns: 40 },
    ));

  it('merges two lists as a stable sort of both does', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.nat(60)), fc.array(fc.nat(60)), async (a, b) => {
        const first = labelled(a).sort(byKey);
        const second = labelled(b)
          .map(([key, label]): Item => [key, label + 1_000])
          .sort(byKey);
        expect(await mergePaused(first, second, byKey, counted())).toEqual([...first, ...second].sort(byKey));
      }),
    ));

  it('pauses at least every 512 items, and compares few when little is new', async () => {
    const many = labelled(Array.from({ length: 20_000 }, (_, i) => (i * 7919) % 20_011));
    const scheduler = counted();
    const sorted = await sortPaused(many, byKey, scheduler);
    expect(scheduler.pauses).toBeGreaterThanOrEqual((20_000 / 512) * 2);
    let compared = 0;
    const counting = (a: Item, b: Item): number => {
      compared += 1;
      return byKey(a, b);
    };
    await mergePaused(sorted, [[12_345, -1]], counting, scheduler);
    expect(compared).toBeLessThan(40);
  });
});
