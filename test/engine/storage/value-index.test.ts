import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValueDictionary } from '../../../src/engine/storage/columns/value-dictionary';
import { ValueIndex } from '../../../src/engine/storage/columns/value-index';
import type { Json } from '../../../src/engine/json';
import { times } from '../../deep';

const RUNS = times(300, 5_000);

/** Few enough to come again, and alike: a number and its text, a list and its JSON. */
const value: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, '1', '', 'a', 'A', 'ä', 'ä', 'null', '[]', [], [1], ['1'], '["1"]'),
  fc.constantFrom<Json>({}, { a: 1 }, { b: 1, a: 2 }, { a: 2, b: 1 }, '{"a":1}'),
  fc.string({ maxLength: 3, unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

describe('the index of a dictionary', () => {
  it('knows a value by its JSON and its type', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 80 }), (given) => {
        const dictionary = new ValueDictionary();
        const codes = new Map<string, number>();
        for (const each of given) {
          const key = `${typeof each} ${JSON.stringify(each)}`;
          const code = dictionary.code(each);
          expect(code).toBe(codes.get(key) ?? codes.size + 1);
          codes.set(key, code);
          expect(JSON.stringify(dictionary.value(code))).toBe(JSON.stringify(each));
        }
        expect(dictionary.size).toBe(codes.size + 1);
      }),
      { numRuns: RUNS },
    );
  });

  it('finds each of many values, and none that was not added', () => {
    const values: (Json | undefined)[] = [undefined];
    const index = new ValueIndex(values);
    for (let i = 0; i < 20_000; i++) index.codeOf(`task ${i}`, () => values.push(`task ${i}`) - 1);
    const again = new ValueIndex(values);
    for (let i = 0; i < 20_000; i++) {
      expect(index.find(`task ${i}`)).toBe(i + 1);
      expect(again.find(`task ${i}`)).toBe(i + 1);
      expect(index.find(`Task ${i}`)).toBe(0);
    }
    const fail = (): number => expect.unreachable('it has a code');
    for (let i = 0; i < 20_000; i++) expect(index.codeOf(`task ${i}`, fail)).toBe(i + 1);
  });

  it('refuses more values than it has codes for', () => {
    expect(() => new ValueIndex([]).codeOf('one more', () => 1 << 24)).toThrow(RangeError);
  });
});

describe('a dictionary', () => {
  it('keeps lists of its own: later changes of the list that was given do not reach it', () => {
    const list: Json[] = ['a'];
    const dictionary = new ValueDictionary();
    const code = dictionary.code(list);
    list.push('b');
    expect(dictionary.value(code)).toEqual(['a']);
  });

  it('goes on from the values that it was made with', () => {
    const dictionary = new ValueDictionary(['a', ['b'], 3]);
    expect([dictionary.code(3), dictionary.code(['b']), dictionary.code('a'), dictionary.code('c')]).toEqual([
      3, 2, 1, 4,
    ]);
  });

  it('folds a text once and knows it by its code', () => {
    const dictionary = new ValueDictionary(['Größe', 'ÅNGSTRÖM']);
    expect([dictionary.folded(1), dictionary.folded(2), dictionary.folded(1)]).toEqual([
      'grosse',
      'angstrom',
      'grosse',
    ]);
  });
});
