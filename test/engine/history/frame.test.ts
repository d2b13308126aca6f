/** Frames: whatever happens to a segment, what is read of it was written so. docs/formats.md: Journal segment. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FRAME,
  type FrameKind,
  concatBytes,
  crc32,
  encodeFrame,
  scanFrames,
} from '../../../src/engine/history/journal/frame';
import { encodeUtf8 } from '../../../src/engine/values/utf8';
import { times } from '../../deep';

const frame = fc.tuple(fc.constantFrom<FrameKind>(...Object.values(FRAME)), fc.uint8Array({ maxLength: 40 }));
const frames = fc.array(frame, { minLength: 1, maxLength: 6 });

type Plain = readonly [kind: number, payload: readonly number[]];

const plain = (bytes: Uint8Array): readonly Plain[] =>
  scanFrames(bytes).frames.map(({ kind, payload }) => [kind, [...payload]]);

const meant = (given: readonly (readonly [FrameKind, Uint8Array])[]): readonly Plain[] =>
  given.map(([kind, payload]) => [kind, [...payload]]);

const encoded = (given: readonly (readonly [FrameKind, Uint8Array])[]): Uint8Array =>
  concatBytes(given.map(([kind, payload]) => encodeFrame(kind, payload)));

describe('CRC-32', () => {
  it.each([
    ['', 0],
    ['123456789', 0xcbf43926],
    ['The quick brown fox jumps over the lazy dog', 0x414fa339],
  ])('of %j is that of everybody else', (text, checksum) => {
    expect(crc32(encodeUtf8(text))).toBe(checksum);
  });

  it('takes a part of the bytes', () => {
    expect(crc32(encodeUtf8('xx123456789yy'), 2, 11)).toBe(0xcbf43926);
  });
});

/** Bit by bit, as the standard says it. */
function bitwise(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

describe('a checksum', () => {
  it('is the same wherever the bytes lie', () => {
    const place = fc.tuple(fc.nat(9), fc.nat(9));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), place, (bytes, [before, after]) => {
        const whole = concatBytes([new Uint8Array(before).fill(7), bytes, new Uint8Array(after).fill(9)]);
        expect(crc32(whole, before, before + bytes.length)).toBe(bitwise(bytes));
        expect(crc32(whole.subarray(before, before + bytes.length))).toBe(bitwise(bytes));
      }),
      { numRuns: times(300, 20_000) },
    );
  });
});

describe('frames', () => {
  it('come back as they were written, and say where they lie', () => {
    fc.assert(
      fc.property(frames, (given) => {
        const bytes = encoded(given);
        const scan = scanFrames(bytes);
        expect(plain(bytes)).toEqual(meant(given));
        expect([scan.good, scan.clean]).toEqual([bytes.length, true]);
        for (const { offset, payload } of scan.frames) {
          expect(bytes.subarray(offset, offset + payload.length)).toEqual(payload);
        }
      }),
      { numRuns: times(300, 20_000) },
    );
  });

  it('end at any cut: only whole ones count', () => {
    fc.assert(
      fc.property(frames, fc.nat(), (given, where) => {
        const bytes = encoded(given);
        const cut = where % (bytes.length + 1);
        const scan = scanFrames(bytes.subarray(0, cut));
        const whole = scan.frames.length;
        expect(plain(bytes.subarray(0, cut))).toEqual(meant(given.slice(0, whole)));
        expect(scan.good).toBe(encoded(given.slice(0, whole)).length);
        expect(scan.clean).toBe(bytes.subarray(scan.good, cut).every((byte) => byte === 0));
        expect(encoded(given.slice(0, whole + 1)).length > cut || whole === given.length).toBe(true);
      }),
      { numRuns: times(300, 20_000) },
    );
  });

  it('end before any byte that is another one', () => {
    fc.assert(
      fc.property(frames, fc.nat(), fc.integer({ min: 1, max: 255 }), (given, where, flip) => {
        const bytes = encoded(given);
        const at = where % bytes.length;
        bytes[at] = (bytes[at] as number) ^ flip;
        const hit = given.findIndex((_, i) => encoded(given.slice(0, i + 1)).length > at);
        expect(plain(bytes)).toEqual(meant(given.slice(0, hit)));
        expect(scanFrames(bytes).clean).toBe(false);
      }),
      { numRuns: times(500, 50_000) },
    );
  });

  it.each([
    ['zeros, room that was taken ahead,', true, (length: number) => new Uint8Array(length)],
    ['ones', false, (length: number) => new Uint8Array(length).fill(0xff)],
  ])('end before %s that a file system left', (_what, clean, make) => {
    fc.assert(
      fc.property(frames, fc.integer({ min: 1, max: 64 }), (given, length) => {
        const scan = scanFrames(concatBytes([encoded(given), make(length)]));
        expect(scan.frames).toHaveLength(given.length);
        expect(scan.clean).toBe(clean);
      }),
    );
  });

  it('may lie anywhere in a buffer', () => {
    const bytes = new Uint8Array(100);
    const whole = encodeFrame(FRAME.abort, encodeUtf8('{}'));
    bytes.set(whole, 13);
    expect(plain(bytes.subarray(13, 13 + whole.length))).toEqual([[FRAME.abort, [0x7b, 0x7d]]]);
  });

  it('of nothing are none', () => {
    expect(scanFrames(new Uint8Array())).toEqual({ frames: [], good: 0, clean: true });
  });
});
