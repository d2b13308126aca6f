/** What counts as the leavings of a cut-off write. D7 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTorn } from '../../../src/engine/commit/recovery/recovery';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const OLD = '---\nname: Zoë\n---\nalt\n';
const NEW = '---\nname: Zoë\nborn: 1815-12-10\n---\n🎵 neu\n';
const NEW_BYTES = bytesOf(NEW);

const join = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const zeros = (count: number): Uint8Array => new Uint8Array(count);

describe('torn are', () => {
  it.each([
    ['no bytes', zeros(0)],
    ['one byte', NEW_BYTES.slice(0, 1)],
    ['the beginning of a text', bytesOf('---\nname: Zoë\nbo')],
    ['a beginning that cuts a character of two bytes', NEW_BYTES.slice(0, 13)],
    ['a beginning that cuts a character of four bytes', NEW_BYTES.slice(0, NEW_BYTES.indexOf(0xf0) + 3)],
    ['all but the last byte', NEW_BYTES.slice(0, -1)],
    ['zeros of the right length', zeros(NEW_BYTES.length)],
    ['a few zeros', zeros(3)],
    ['a beginning, then zeros up to the right length', NEW_BYTES.slice().fill(0, 20)],
    ['a beginning inside a character, then zeros', NEW_BYTES.slice().fill(0, 13)],
    ['the shorter text, then zeros up to the length of the longer', join(bytesOf(OLD), zeros(5))],
  ])('%s', (_what, bytes) => {
    expect(isTorn(bytes, [OLD, NEW])).toBe(true);
  });
});

describe('not torn are', () => {
  it.each([
    ['a whole text', bytesOf(OLD)],
    ['the longest text', NEW_BYTES],
    ['a text and more', join(NEW_BYTES, bytesOf('more'))],
    ['the longest text and zeros', join(NEW_BYTES, zeros(1))],
    ['more zeros than the longest text has bytes', zeros(NEW_BYTES.length + 1)],
    ['another text', bytesOf('theirs')],
    ['a beginning with another last byte', join(NEW_BYTES.slice(0, 13), Uint8Array.of(0xc4))],
    ['a beginning, zeros, and something after them', join(bytesOf('---\n'), zeros(4), bytesOf('x'))],
    ['zeros before a beginning', join(zeros(2), bytesOf('---'))],
  ])('%s', (_what, bytes) => {
    expect(isTorn(bytes, [OLD, NEW])).toBe(false);
  });

  it('any bytes where no text is known, or only an empty one', () => {
    expect([isTorn(zeros(0), []), isTorn(zeros(1), ['']), isTorn(bytesOf('a'), [''])]).toEqual([false, false, false]);
  });
});

it('a text that holds NUL itself is torn at each of its bytes', () => {
  const text = 'a\0\0b\0';
  const whole = bytesOf(text);
  for (let end = 0; end < whole.length; end++) expect(isTorn(whole.slice(0, end), [text])).toBe(true);
  expect(isTorn(whole, [text])).toBe(false);
});

it('every beginning of any text is torn, also with zeros after it, and what goes on otherwise is not', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (text, n, x) => {
        const whole = bytesOf(text);
        const end = n % whole.length;
        expect(isTorn(whole.slice(0, end), [text])).toBe(true);
        const zeroed = whole.slice().fill(0, end);
        expect(isTorn(zeroed, [text])).toBe(zeroed.some((byte, index) => byte !== whole[index]));
        const other = whole.slice(0, end + 1);
        other[end] = x;
        if (x !== whole[end]) expect(isTorn(other, [text])).toBe(false);
      },
    ),
  );
});
