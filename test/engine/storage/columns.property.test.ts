/** Dictionary, chunks, columns, unique index and table against plain arrays and maps. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHUNK_SIZE, textChunks, uint32Chunks } from '../../../src/engine/storage/columns/chunked-array';
import { frozenValue, makeColumn, packColumn } from '../../../src/engine/storage/columns/stored-column';
import { ColumnTable } from '../../../src/engine/storage/columns/column-table';
import { snapshotRow } from '../../../src/engine/storage/columns/snapshot-row';
import { NO_VALUE, ValueDictionary } from '../../../src/engine/storage/columns/value-dictionary';
import { createMemoryHost } from '../../memory-host/memory-host';
import { packSections, unpackSections } from '../../../src/engine/storage/store/packed-sections';
import { UniqueIndex } from '../../../src/engine/storage/columns/unique-index';
import type { Json } from '../../../src/engine/json';
import { times } from '../../deep';
import { PEOPLE, row, spec } from './tables';

const json: fc.Arbitrary<Json> = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.integer({ min: -3, max: 3 }),
  fc.boolean(),
  fc.constantFrom<Json>(['a'], ['a', 'b'], { x: 1 }, { x: null }, '', '["a"]', 0.5),
);

describe('a dictionary', () => {
  it('gives equal values one code and every code its value', () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 60 }), (values) => {
        const dictionary = new ValueDictionary();
        const codes = values.map((value) => dictionary.code(value));
        const keys = values.map((value) => JSON.stringify(value));
        values.forEach((value, i) => {
          expect(codes[i]).not.toBe(NO_VALUE);
          expect(dictionary.value(codes[i] as number)).toEqual(value);
          expect(codes[i]).toBe(codes[keys.indexOf(keys[i] as string)]);
        });
        expect(dictionary.size).toBe(new Set(keys).size + 1);
        expect(dictionary.value(NO_VALUE)).toBeUndefined();
      }),
      { numRuns: times(200, 10_000) },
    );
  });

  /** Case aside: several values share a rank. */
  const compare = (a: Json, b: Json): number => {
    const [left, right] = [(a as string).toLowerCase(), (b as string).toLowerCase()];
    return left < right ? -1 : left > right ? 1 : 0;
  };

  const text = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'c', 'C', 'z'), minLength: 1, maxLength: 6 });
  const batches = fc.array(
    fc.oneof(fc.array(text, { maxLength: 5 }), fc.array(text, { minLength: 70, maxLength: 150 })),
    {
      maxLength: 8,
    },
  );

  it('ranks values as they compare, whenever and however many came', () => {
    fc.assert(
      fc.property(batches, fc.boolean(), (added, fromFile) => {
        const dictionary = fromFile
          ? new ValueDictionary([...new Set(added.flat().slice(0, 3))])
          : new ValueDictionary();
        for (const batch of added) {
          for (const value of batch) dictionary.code(value);
          const ranks = dictionary.ranksBy({ key: 'case aside', compare });
          const codes = Array.from({ length: dictionary.size - 1 }, (_, i) => i + 1);
          const sorted = codes.sort(
            (a, b) => compare(dictionary.value(a) as Json, dictionary.value(b) as Json) || a - b,
          );
          sorted.forEach((code, i) => {
            const previous = sorted[i - 1];
            if (previous === undefined) return;
            const order = compare(dictionary.value(previous) as Json, dictionary.value(code) as Json);
            expect(Math.sign((ranks[previous] as number) - (ranks[code] as number))).toBe(order);
          });
        }
      }),
      { numRuns: times(100, 5_000) },
    );
  });

  it('still ranks when there is no number left between two ranks', () => {
    const dictionary = new ValueDictionary([0, 1]);
    const byNumber = (a: Json, b: Json): number => (a as number) - (b as number);
    dictionary.ranksBy({ key: 'by number', compare: byNumber });
    for (let i = 1; i < 200; i++) {
      const added = dictionary.code(2 ** -i);
      const ranks = dictionary.ranksBy({ key: 'by number', compare: byNumber });
      expect(ranks[added]).toBeGreaterThan(ranks[1] as number);
      if (i > 1) expect(ranks[added]).toBeLessThan(ranks[added - 1] as number);
    }
  });
});

describe('chunks', () => {
  const write = fc.tuple(fc.constantFrom(0, 1, CHUNK_SIZE - 1, CHUNK_SIZE, 2 * CHUNK_SIZE + 7), fc.nat(1000));

  it('leave a frozen state alone', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(write, fc.constant('freeze' as const)), { maxLength: 40 }), (steps) => {
        const chunks = uint32Chunks();
        const model = new Map<number, number>();
        const frozen: { chunks: readonly Uint32Array[]; model: ReadonlyMap<number, number> }[] = [];
        for (const step of steps) {
          if (step === 'freeze') frozen.push({ chunks: chunks.freeze(), model: new Map(model) });
          else {
            chunks.set(step[0], step[1]);
            model.set(step[0], step[1]);
          }
        }
        for (const [slot, value] of model) expect(chunks.get(slot)).toBe(value);
        for (const each of frozen) {
          for (const [slot, value] of each.model) {
            expect(each.chunks[Math.floor(slot / CHUNK_SIZE)]?.[slot % CHUNK_SIZE]).toBe(value);
          }
        }
      }),
      { numRuns: times(200, 10_000) },
    );
  });

  it('share what was not written between two frozen states', () => {
    const chunks = textChunks();
    chunks.set(0, 'a');
    chunks.set(CHUNK_SIZE, 'b');
    const first = chunks.freeze();
    chunks.set(0, 'c');
    const second = chunks.freeze();
    expect(second[1]).toBe(first[1]);
    expect(second[0]).not.toBe(first[0]);
  });
});

describe('a column', () => {
  const steps = fc.array(fc.tuple(fc.nat(12), fc.option(json, { nil: undefined })), { maxLength: 40 });

  it.each(['string', 'number', 'json', null] as const)(
    'of %s holds what was set, also when it was frozen, also packed',
    (type) => {
      fc.assert(
        fc.property(steps, steps, (before, after) => {
          const column = makeColumn(type);
          const model = new Map<number, Json | undefined>();
          for (const [slot, value] of before) {
            column.set(slot, value);
            model.set(slot, value);
          }
          const then = new Map(model);
          const frozen = column.freeze();
          for (const [slot, value] of after) {
            column.set(slot, value);
            model.set(slot, value);
          }
          for (const [slot, value] of model) expect(column.get(slot)).toEqual(value);
          for (const [slot, value] of then) expect(frozenValue(frozen, slot)).toEqual(value);
          const slots = Uint32Array.from([...then.keys()].sort((a, b) => b - a));
          const copy = makeColumn(type);
          const packed = packColumn(frozen, slots);
          copy.adopt(packed);
          slots.forEach((slot, i) => expect(copy.get(i)).toEqual(then.get(slot)));
          if (packed.kind === 'codes')
            expect(new Set(packed.codes).size - (packed.codes.includes(0) ? 1 : 0)).toBe(packed.values.length);
          for (const [slot, value] of after) if (slots.length > 0) copy.set(slot % slots.length, value);
          const last = after.at(-1);
          if (last !== undefined && slots.length > 0) expect(copy.get(last[0] % slots.length)).toEqual(last[1]);
        }),
        { numRuns: times(150, 5_000) },
      );
    },
  );

  it('refuses to take over a column of another kind', () => {
    expect(() => makeColumn('string').adopt({ kind: 'numbers', numbers: new Float64Array(1), odd: [] })).toThrow(
      RangeError,
    );
    expect(() => makeColumn('number').adopt({ kind: 'codes', codes: new Uint32Array(1), values: [] })).toThrow(
      RangeError,
    );
  });
});

describe('a unique index', () => {
  it.each(['string', 'integer', 'list', 'link'] as const)('of %s finds every row that holds a value', (type) => {
    const value = fc.oneof(
      fc.constant(undefined),
      fc.constantFrom<Json>('a', 'A', 'b', 1, 2, ['a', 'b'], ['b'], '[[a]]', '[[a|b]]'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(6), value), { maxLength: 30 }), (moves) => {
        const index = new UniqueIndex(spec('x', type, { unique: true }));
        const model = new Map<number, Json | undefined>();
        for (const [slot, after] of moves) {
          index.move(slot, model.get(slot), after);
          model.set(slot, after);
        }
        const anew = new UniqueIndex(spec('x', type, { unique: true }));
        for (const [slot, held] of model) anew.include(slot, held);
        for (const [slot, held] of model) {
          if (held === undefined) continue;
          expect(index.slotsOf(held)).toContain(slot);
          expect([...index.slotsOf(held)].sort()).toEqual([...anew.slotsOf(held)].sort());
        }
      }),
      { numRuns: times(150, 5_000) },
    );
  });
});

describe('a table', () => {
  const change = fc.tuple(
    fc.constantFrom('put' as const, 'remove' as const, 'touch' as const, 'snapshot' as const),
    fc.nat(8),
    fc.constantFrom('x', 'y', 'z'),
  );

  it('and its snapshots hold the rows of a map', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const table = new ColumnTable(PEOPLE);
        const model = new Map<string, ReturnType<typeof row>>();
        const taken: [ReturnType<ColumnTable['snapshot']>, ReadonlyMap<string, ReturnType<typeof row>>][] = [];
        changes.forEach(([kind, which, email], i) => {
          const path = `${which}.md`;
          if (kind === 'snapshot') taken.push([table.snapshot(), new Map(model)]);
          else if (kind === 'put') {
            const put = row(path, { email, age: i, ...(i % 3 === 0 ? { name: `n${i}` } : {}) }, `id-${which}`);
            table.put(put);
            model.set(path, put);
          } else if (kind === 'remove') {
            table.remove(path);
            model.delete(path);
          } else {
            table.touch(path, i);
            const present = model.get(path);
            if (present !== undefined) model.set(path, { ...present, modified: i });
          }
        });
        taken.push([table.snapshot(), model]);
        expect(table.size).toBe(model.size);
        for (let i = 0; i <= 8; i++) expect(table.row(`${i}.md`)).toEqual(model.get(`${i}.md`) ?? null);
        for (const email of ['x', 'y', 'z']) {
          const holding = [...model.values()].filter(({ values }) => values['email'] === email).map(({ path }) => path);
          expect([...table.candidates('email', email)].sort()).toEqual(holding.sort());
        }
        for (const [snapshot, then] of taken) {
          const rows = Array.from({ length: snapshot.capacity }, (_, slot) => slot)
            .filter((slot) => snapshot.live[0]?.[slot] === 1)
            .map((slot) => snapshotRow(snapshot, slot));
          expect(snapshot.size).toBe(then.size);
          expect(rows.sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual(
            [...then.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
          );
        }
      }),
      { numRuns: times(200, 10_000) },
    );
  });

  it('gives one snapshot until something changes', () => {
    const table = new ColumnTable(PEOPLE);
    table.put(row('a.md', {}));
    const first = table.snapshot();
    table.touch('a.md', 1000);
    table.remove('none.md');
    expect(table.snapshot()).toBe(first);
    table.touch('a.md', 2000);
    expect(table.snapshot()).not.toBe(first);
    expect(snapshotRow(first, 0).modified).toBe(1000);
  });
});

describe('sections', () => {
  const section = fc.oneof(
    json,
    fc.array(fc.nat(), { maxLength: 9 }).map((numbers) => Uint32Array.from(numbers)),
    fc.array(fc.double(), { maxLength: 9 }).map((numbers) => Float64Array.from(numbers)),
  );

  it('come back as they went in, also from the middle of a buffer', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ maxLength: 5 }), section, { maxKeys: 6 }),
        fc.nat(9),
        async (given, offset) => {
          const { scheduler } = createMemoryHost();
          const packed = await packSections(new Map(Object.entries(given)), scheduler);
          const moved = new Uint8Array(packed.length + offset);
          moved.set(packed, offset);
          const sections = await unpackSections(moved.subarray(offset), scheduler);
          for (const [name, value] of Object.entries(given)) {
            expect(sections?.has(name)).toBe(true);
            if (value instanceof Uint32Array) expect(sections?.integers(name)).toEqual(value);
            else if (value instanceof Float64Array) expect(sections?.doubles(name)).toEqual(value);
            else expect(sections?.json(name)).toEqual(value);
          }
          expect(() => sections?.json('no such section')).toThrow(RangeError);
        },
      ),
      { numRuns: times(200, 10_000) },
    );
  });
});
