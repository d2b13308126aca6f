import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toNfc } from '../../../src/engine/values/nfc';

describe('nfc', () => {
  it('is what the language makes of any text', () => {
    const latin = fc.string({ unit: fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCharCode(code)) });
    const marks = fc.string({
      unit: fc.constantFrom('a', 'e', 'ä', '\u0308', '\u0301', '\u212b', '\u1100', '\u1161', '𝅗'),
    });
    fc.assert(
      fc.property(fc.oneof(latin, marks, fc.string({ unit: 'binary' })), (text) => {
        expect(toNfc(text)).toBe(text.normalize('NFC'));
      }),
      { numRuns: 5000 },
    );
  });
});
