/** Selecting a number by its place agrees with sorting. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nthSmallest } from '../../../src/engine/query/scan/top-rows';

const number = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.double({ noNaN: true }), fc.constant(Infinity));

describe('the number at a place', () => {
  it('is the one that a sorted list has there', () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 80 }), fc.nat(), (list, any) => {
        const place = any % list.length;
        const wanted = Float64Array.from(list).sort()[place] as number;
        // A zero and its negative stand in any order.
        expect(nthSmallest(Float64Array.from(list), place) + 0).toBe(wanted + 0);
      }),
    );
  });

  it('is found in lists that are hard on the choice of a pivot', () => {
    const size = 50_000;
    const lists = {
      equal: () => 7,
      ascending: (i: number) => i,
      descending: (i: number) => -i,
      'up and down': (i: number) => Math.min(i, size - i),
      'every other': (i: number) => (i % 2 === 0 ? i : size - i),
    };
    for (const [name, at] of Object.entries(lists)) {
      const list = Float64Array.from({ length: size }, (_, i) => at(i));
      const sorted = list.slice().sort();
      for (const place of [0, 1, 999, size / 2, size - 1])
        expect(nthSmallest(list.slice(), place), name).toBe(sorted[place]);
    }
  });
});
