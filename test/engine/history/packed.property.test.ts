/** What is packed comes back, and what nobody packed is refused. docs/formats.md: Packed changes and columns. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokenPayload } from '../../../src/engine/history/versions/packed-bytes';
import {
  packChanges,
  unpackChanges,
  packLeft,
  packValues,
  unpackLeft,
  unpackValues,
} from '../../../src/engine/history/versions/packed-changes';
import { packChange } from '../../../src/engine/history/versions/version-record';
import type { RowChange } from '../../../src/engine/history/versions/table-version';
import {
  type ColumnBefore,
  type IndexRun,
  type RowsLeft,
  eachIn,
} from '../../../src/engine/history/versions/values-before';
import type { Json } from '../../../src/engine/json';
import { times } from '../../deep';

const path = fc.oneof(fc.constantFrom('a.md', 'Straße/ü.md', '\u{1F642}/x.md', '\uFEFF.md'), fc.string());
const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const maybe = <T>(each: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(each);

const change: fc.Arbitrary<RowChange> = fc
  .tuple(maybe(path), maybe(path), maybe(hash), maybe(hash), fc.boolean())
  .map(([from, to, before, after, stays]) => ({ from, to: stays ? from : to, before, after }));

const changes = fc.array(change, { maxLength: 12 });

/** Ascending, of 0 to 40. */
const indices = fc.uniqueArray(fc.nat(40), { maxLength: 41 }).map((list) => list.sort((a, b) => a - b));

function runsOf(list: readonly number[]): readonly IndexRun[] {
  const runs: (readonly [number, number])[] = [];
  for (const index of list) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] + 1 === index) runs[runs.length - 1] = [last[0], index];
    else runs.push([index, index]);
  }
  return runs.map(([first, last]) => (first === last ? first : [first, last]));
}

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('ß', '\uD83D', '\uFEFFx'));
const value: fc.Arbitrary<Json> = fc.oneof(
  text,
  fc.constant(null),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.array(text, { maxLength: 3 }),
);

const column: fc.Arbitrary<ColumnBefore> = fc
  .tuple(fc.string(), indices, fc.oneof(fc.array(text, { minLength: 1 }), fc.array(value, { minLength: 1 })), fc.nat())
  .map(([name, list, values, seed]) => ({
    ...{ name, values, changes: runsOf(list) },
    places: list.map((index) => (index * 7 + seed) % values.length),
  }));

const columns = fc.array(column, { maxLength: 4 });

const plain = ({ name, values, changes: runs, places }: ColumnBefore): unknown => ({
  ...{ name, values, changes: runs, places: Array.from(places) },
});

const CHANGES = 41;

const left: fc.Arbitrary<RowsLeft> = fc
  .tuple(indices, columns)
  .map(([of, each]) => ({ of: runsOf(of), ids: of.map((index) => `id ${index}`), columns: each }));

describe('what is packed', () => {
  it('comes back: changes', () => {
    fc.assert(
      fc.property(changes, (given) => {
        const unpacked = unpackChanges(packChanges(given));
        expect(unpacked.map(packChange)).toEqual(given.map(packChange));
      }),
      { numRuns: times(300, 20_000) },
    );
  });

  it('comes back: values, and one of them without the others', () => {
    fc.assert(
      fc.property(indices, columns, (of, each) => {
        const bytes = packValues({ of: runsOf(of), columns: each });
        const read = unpackValues(bytes, CHANGES);
        for (const [i, packedColumn] of read.columns.entries()) {
          const wanted = each[i]?.values ?? [];
          const one = wanted.length >> 1;
          expect(packedColumn.valueAt?.(one)).toEqual(wanted[one]);
          expect(packedColumn.values).toEqual(wanted);
        }
        expect(read.of).toEqual(runsOf(of));
        expect(read.columns.map(plain)).toEqual(each.map(plain));
        // What was read can be written again.
        expect(packValues(unpackValues(bytes, CHANGES))).toEqual(bytes);
      }),
      { numRuns: times(300, 20_000) },
    );
  });

  it('comes back: rows that left', () => {
    fc.assert(
      fc.property(left, (given) => {
        const { of, ids, columns: read } = unpackLeft(packLeft(given), CHANGES);
        expect({ of, ids, columns: read.map(plain) }).toEqual({ ...given, columns: given.columns.map(plain) });
      }),
      { numRuns: times(300, 20_000) },
    );
  });

  it('holds as many values as places of two and of four bytes tell apart', () => {
    for (const count of [256, 257, 65_536, 65_537]) {
      const values = Array.from({ length: count }, (_, i) => `v${i}`);
      const places = values.map((_, i) => count - 1 - i);
      const given = { of: [], columns: [{ name: 'c', values, changes: [[0, count - 1]] as IndexRun[], places }] };
      const { columns: read } = unpackValues(packValues(given), count);
      expect(read.map(plain)).toEqual(given.columns.map(plain));
    }
  });
});

/** Reads everything that a payload holds. */
const READERS: Readonly<Record<string, (payload: Uint8Array) => unknown>> = {
  changes: (payload) => unpackChanges(payload).map(packChange),
  values: (payload) => unpackValues(payload, CHANGES).columns.map(({ places }) => places),
  left: (payload) => unpackLeft(payload, CHANGES).columns.map(({ places }) => places),
};

function isRefused(read: () => unknown): boolean {
  try {
    read();
    return false;
  } catch (error) {
    if (error instanceof BrokenPayload) return true;
    throw error;
  }
}

const packed = fc.oneof(
  changes.map((given) => ['changes', packChanges(given)] as const),
  fc.tuple(indices, columns).map(([of, each]) => ['values', packValues({ of: runsOf(of), columns: each })] as const),
  left.map((given) => ['left', packLeft(given)] as const),
);

describe('what nobody packed', () => {
  it('is refused: a payload that is cut off, or goes on', () => {
    fc.assert(
      fc.property(packed, fc.nat(), ([kind, bytes], where) => {
        const read = READERS[kind]!;
        expect(isRefused(() => read(bytes))).toBe(false);
        expect(isRefused(() => read(bytes.subarray(0, where % bytes.length)))).toBe(true);
        expect(isRefused(() => read(new Uint8Array([...bytes, 0])))).toBe(true);
      }),
      { numRuns: times(300, 20_000) },
    );
  });

  it('is refused or read, whatever the bytes are', () => {
    fc.assert(
      fc.property(packed, fc.nat(), fc.nat(255), ([kind, bytes], where, byte) => {
        const other = bytes.slice();
        other[where % bytes.length] = byte;
        for (const read of [READERS[kind]!, ...Object.values(READERS)]) isRefused(() => read(other));
      }),
      { numRuns: times(500, 50_000) },
    );
  });

  it.each([
    ['runs beyond the changes', { of: [[0, CHANGES]] as IndexRun[], columns: [] }],
    ['a place beyond the values', { of: [], columns: [{ name: 'c', values: ['a'], changes: [0], places: [1] }] }],
  ])('is refused: %s', (_what, given) => {
    expect(isRefused(() => unpackValues(packValues(given), CHANGES))).toBe(true);
  });

  it('a change that stays where it never was is refused', () => {
    for (const bits of [16, 17, 18, 32, 255]) {
      const texts = [0, 0];
      expect(isRefused(() => unpackChanges(new Uint8Array([1, bits, ...texts, 0])))).toBe(true);
    }
  });
});

describe('runs', () => {
  it('are gone through in their order', () => {
    const seen: (readonly number[])[] = [];
    eachIn([1, [3, 5]], (index, place) => void seen.push([index, place]));
    expect(seen).toEqual([
      [1, 0],
      [3, 1],
      [4, 2],
      [5, 3],
    ]);
  });
});
