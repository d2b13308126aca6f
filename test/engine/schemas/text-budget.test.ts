/** An answer ends before the entry with which its texts would have more than 10 MB of UTF-8. docs/http.md#long-answers */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_TEXT, TextBudget } from '../../../src/engine/schemas/text-budget';
import { times } from '../../deep';

/** Bytes of UTF-8 by the encoder of the platform. */
const bytesOf = (texts: readonly string[]): number => Buffer.byteLength(texts.join(''));

describe('the texts of an answer', () => {
  it('end at the byte, whatever characters they have', () => {
    const character = fc.constantFrom('a', 'ä', '€', '👩');
    const length = fc.integer({ min: 1, max: Math.floor(MOST_TEXT / 3) });
    const entries = fc.array(fc.tuple(character, length), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(entries, (given) => {
        const budget = new TextBudget();
        const texts: string[] = [];
        for (const [unit, size] of given) {
          texts.push(unit.repeat(Math.ceil(size / bytesOf([unit]))));
          const entry = { path: '', matches: [{ context: texts.at(-1) ?? '' }], score: 1 };
          expect(budget.takes(entry)).toBe(bytesOf(texts) <= MOST_TEXT);
        }
      }),
      { numRuns: times(5, 200) },
    );
  });

  it('fit to the last byte, and not one byte more', () => {
    const budget = new TextBudget();
    expect(budget.takes('€'.repeat(Math.floor(MOST_TEXT / 3)))).toBe(true);
    expect(budget.takes(['a'.repeat(MOST_TEXT % 3)])).toBe(true);
    expect(budget.takes({ body: '' })).toBe(true);
    expect(budget.takes({ body: 'a' })).toBe(false);
    expect(budget.takes(null)).toBe(false);
  });
});
