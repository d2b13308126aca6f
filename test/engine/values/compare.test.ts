import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import { foldText } from '../../../src/kernel/fold-text';
import {
  compareCodePoints,
  compareJson,
  compareText,
  compareValues,
  valuesEqual,
} from '../../../src/engine/values/compare';
import type { Json } from '../../../src/engine/json';
import { columnOf, ITEM_TYPES, listOf, runs, specAndValue, text, valueOf, zone } from './arbitraries';

const ZURICH = 'Europe/Zurich';

const sorted = (spec: ColumnSpec, values: readonly Json[]): Json[] => [...values].sort(compareValues(spec, ZURICH));

describe('the order of values', () => {
  it.each<[string, ColumnSpec, Json[]]>([
    ['text by words, not by codes', columnOf('string'), ['A', 'a', 'ä', 'B', 'b', 'z']],
    ['numbers in text by size', columnOf('string'), ['file2', 'file10', 'file10b']],
    ['text that differs in case alone by code points', columnOf('string'), ['ecole', 'ÉCOLE', 'École', 'école']],
    ['numbers', columnOf('number'), [-10, -2.5, 0, 2, 10]],
    ['booleans, false first', columnOf('boolean'), [false, true]],
    ['dates', columnOf('date'), ['1999-12-31', '2026-02-01', '2026-11-21']],
    [
      'date-times by instant',
      columnOf('datetime'),
      ['2026-11-21', '2026-11-21T09:30:00+02:00', '2026-11-21T09:00', '2026-11-21T08:30:00Z', '2026-11-21T09:45'],
    ],
    ['enum values by text', columnOf('enum'), ['doing', 'done', 'todo']],
    [
      'values of an ordered enum by position',
      { ...columnOf('enum'), values: ['b', 'a'], ordered: true },
      ['b', 'a', 'c'],
    ],
    ['links by what they link to', columnOf('link'), ['[[Ann|Z]]', 'Bob', '[[Cyd|A]]']],
    ['lists by their items, the shorter first', listOf('integer'), [[1], [1, 2], [1, 10], [2]]],
    ['what is off the type last', columnOf('integer'), [1, 2, null, true, 1.5, '1', ['x'], { a: 1 }]],
    ['JSON by kind', columnOf('json'), [null, false, true, 1, 2, 'a', [1], [1, 2], { a: 1 }, { a: 2 }, { b: 0 }]],
  ])('%s', (_, spec, values) => {
    expect(sorted(spec, [...values].reverse())).toEqual(values);
  });
});

describe('every order', () => {
  const anyJson: fc.Arbitrary<Json> = fc.oneof(
    ...ITEM_TYPES.map((type) => valueOf[type]),
    fc.array(text, { maxLength: 3 }),
    fc.constant(null),
  );
  const three = fc.tuple(anyJson, anyJson, anyJson);
  const column = fc.constantFrom(...ITEM_TYPES.flatMap((type) => [columnOf(type), listOf(type)]));

  it('is antisymmetric, and transitive, for any values whatsoever', () => {
    fc.assert(
      fc.property(column, three, zone, (spec, [a, b, c], name) => {
        const compare = compareValues(spec, name);
        expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
        expect(compare(a, a)).toBe(0);
        if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
      }),
      runs(1500),
    );
  });

  it('calls equal only what is equal', () => {
    fc.assert(
      fc.property(specAndValue, specAndValue, zone, ({ spec, value }, { value: other }, name) => {
        for (const [a, b] of [
          [value, other],
          [value, value],
        ] as const) {
          expect(compareValues(spec, name)(a, b) === 0).toBe(valuesEqual(spec, name)(a, b));
        }
      }),
      runs(500),
    );
  });

  it('has nothing to do with the order in which the values came', () => {
    fc.assert(
      fc.property(column, fc.array(anyJson, { maxLength: 8 }), zone, (spec, values, name) => {
        const compare = compareValues(spec, name);
        const [one, two] = [[...values].sort(compare), [...values].reverse().sort(compare)];
        one.forEach((value, i) => expect(compare(value, two[i] ?? null)).toBe(0));
      }),
      runs(300),
    );
  });
});

describe('compareText', () => {
  it('is the root order whatever the language of the system', () => {
    expect(['z', 'å', 'o', 'ö', 'ø'].sort(compareText)).toEqual(['å', 'o', 'ö', 'ø', 'z']);
  });

  it('tells apart every two different texts', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(compareText(a, b) === 0).toBe(a === b);
      }),
      runs(500),
    );
  });
});

describe('compareCodePoints', () => {
  it.each([
    ['a', 'b'],
    ['a', 'ab'],
    ['', 'a'],
    ['Z', 'a'],
    ['\uFFFD', '\u{1F600}'],
    ['\u{1F600}', '\u{1F601}'],
  ])('%s stands before %s', (a, b) => {
    expect(compareCodePoints(a, b)).toBeLessThan(0);
    expect(compareCodePoints(b, a)).toBeGreaterThan(0);
  });

  it('is the order of the code points', () => {
    const points = (s: string): number[] => [...s].map((c) => c.codePointAt(0) ?? 0);
    const string = fc.string({ unit: 'binary', maxLength: 4 });
    fc.assert(
      fc.property(string, string, (a, b) => {
        const [left, right] = [points(a), points(b)];
        const at = left.findIndex((point, i) => point !== right[i]);
        const expected = at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(expected));
      }),
      runs(500),
    );
  });
});

describe('compareJson', () => {
  it('does not mind the order of keys', () => {
    expect(compareJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(0);
  });
});

/** Greek's small iota below a letter is a mark, but as a capital it would be a letter. */
const upper = (given: string): string => given.normalize('NFD').replaceAll('\u0345', '').toUpperCase();

describe('foldText', () => {
  it.each([
    ['Ångström', 'angstrom'],
    ['ÉCOLE', 'ecole'],
    ['e\u0301cole', 'ecole'],
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['İstanbul', 'istanbul'],
    ['ﬁn', 'fin'],
    ['Ⅻ', 'xii'],
    ['日本', '日本'],
    ['Plain Text 1\n', 'plain text 1\n'],
    ['', ''],
  ])('%s folds to %s', (given, folded) => {
    expect(foldText(given)).toBe(folded);
  });

  it('is stable, and blind to case, for every character', () => {
    const unstable: string[] = [];
    for (let point = 0; point <= 0x1ffff; point++) {
      const character = String.fromCodePoint(point);
      const folded = foldText(character);
      const variants = [folded, upper(character), character.toLowerCase()].map(foldText);
      if (variants.some((variant) => variant !== folded)) unstable.push(character);
    }
    expect(unstable).toEqual([]);
  });

  it('is stable, and blind to case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 8 }), (given) => {
        const folded = foldText(given);
        expect(foldText(folded)).toBe(folded);
        expect(foldText(upper(given))).toBe(folded);
        expect(foldText(given.normalize('NFD'))).toBe(foldText(given.normalize('NFC')));
      }),
      runs(500),
    );
  });
});

describe('valuesEqual', () => {
  it.each<[ColumnSpec, Json | undefined, Json | undefined, boolean]>([
    [columnOf('datetime'), '2026-11-21T09:30:00+01:00', '2026-11-21T08:30:00Z', true],
    [columnOf('datetime'), '2026-11-21T09:30', '2026-11-21T08:30:00Z', true],
    [columnOf('datetime'), '2026-11-21', '2026-11-20T23:00:00Z', true],
    [columnOf('datetime'), '2026-11-21T09:30', '2026-11-21T09:31', false],
    [columnOf('datetime'), 'soon', 'later', false],
    [columnOf('datetime'), 'soon', 'soon', true],
    [listOf('datetime'), ['2026-11-21T09:30'], ['2026-11-21T08:30:00Z'], true],
    [listOf('datetime'), ['2026-11-21T09:30'], [], false],
    [columnOf('date'), '2026-11-21', '2026-11-21', true],
    [columnOf('string'), 'a', 'A', false],
    [columnOf('number'), 1, 1, true],
    [columnOf('number'), 1, '1', false],
    [listOf('string'), ['a', 'b'], ['b', 'a'], false],
    [columnOf('json'), { a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [columnOf('string'), undefined, undefined, true],
    [columnOf('string'), undefined, null, true],
    [listOf('string'), [], undefined, true],
    [columnOf('datetime'), '', null, true],
    [columnOf('string'), undefined, 'a', false],
  ])('%j: %j and %j: %s', (spec, a, b, equal) => {
    expect(valuesEqual(spec, ZURICH)(a, b)).toBe(equal);
    expect(valuesEqual(spec, ZURICH)(b, a)).toBe(equal);
  });
});
