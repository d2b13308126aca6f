import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NextIndex } from '../../../src/engine/text/next-index';

describe('the next occurrence', () => {
  it('is that of `indexOf`, whatever was asked before', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '[', ']'), maxLength: 30 });
    fc.assert(
      fc.property(text, fc.constantFrom('a', '[[', ']]'), fc.array(fc.nat(32)), (all, wanted, asked) => {
        const next = new NextIndex(all, wanted);
        for (const at of asked) {
          const index = all.indexOf(wanted, at);
          expect(next.from(at)).toBe(index < 0 ? Infinity : index);
        }
      }),
    );
  });
});
