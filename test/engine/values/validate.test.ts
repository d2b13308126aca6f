import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import type { Json } from '../../../src/engine/json';
import { checkValue } from '../../../src/engine/values/validate';
import { columnOf, ITEM_TYPES, listOf, runs, specAndValue } from './arbitraries';

const messages = (spec: ColumnSpec, value: Json | undefined, table?: string): string[] =>
  checkValue(spec, value, table).map(({ code, message }) => `${code} ${message}`);

const rating: ColumnSpec = { name: 'rating', type: 'number', min: 1, max: 5, step: 0.5 };
const pages: ColumnSpec = { name: 'pages', type: 'integer', min: 1 };
const status: ColumnSpec = { name: 'status', type: 'enum', values: ['todo', 'doing', 'done'] };

describe('checkValue', () => {
  it.each<[ColumnSpec, Json]>([
    [rating, 1],
    [rating, 5],
    [rating, 2.5],
    [pages, 1],
    [pages, 9_007_199_254_740_991],
    [status, 'done'],
    [{ name: 'tags', type: 'list' }, ['a', 'b']],
    [{ name: 'due', type: 'date' }, '2026-11-21'],
    [{ name: 'at', type: 'datetime' }, '2026-11-21'],
    [{ name: 'owner', type: 'link' }, '[[Ann]]'],
    [{ name: 'any', type: 'json' }, { a: [null] }],
  ])('%j takes %j', (spec, value) => {
    expect(messages(spec, value)).toEqual([]);
  });

  it.each([...ITEM_TYPES.map(columnOf), ...ITEM_TYPES.map(listOf)])('an empty value breaks nothing in %j', (spec) => {
    for (const value of [undefined, null, '']) expect(messages(spec, value)).toEqual([]);
  });

  it.each<[ColumnSpec, Json, string[]]>([
    [pages, 0, ['range pages: 0 is below the minimum 1']],
    [pages, 2 ** 53, ['range pages: 9007199254740992 is beyond ±9007199254740991, the largest that an integer can be']],
    [pages, '3', ['type pages: "3" is not a whole number; write it without quotes']],
    [pages, true, ['type pages: true is not a whole number']],
    [rating, 5.5, ['range rating: 5.5 is above the maximum 5']],
    [rating, 2.3, ['step rating: 2.3 is not a multiple of 0.5 counted from 1']],
    [
      rating,
      7.3,
      ['range rating: 7.3 is above the maximum 5', 'step rating: 7.3 is not a multiple of 0.5 counted from 1'],
    ],
    [{ name: 'n', type: 'integer', step: 3 }, 7, ['step n: 7 is not a multiple of 3']],
    [{ name: 'n', type: 'number' }, NaN, ['type n: NaN is not a number']],
    [status, 'don', ['enum status: "don" is not allowed in tasks (todo, doing, done)']],
    [status, 1, ['type status: 1 is not one of its values']],
    [{ name: 'done', type: 'boolean' }, 'true', ['type done: "true" is not true or false; write it without quotes']],
    [{ name: 'due', type: 'date' }, '2026-02-30', ['type due: "2026-02-30" is not a day like 2026-11-21']],
    [{ name: 'tags', type: 'list' }, 'a', ['type tags: "a" is not a list; put it in brackets']],
    [
      { name: 'tags', type: 'list' },
      ['a', 1, 'b', 2],
      ['type tags: item 2: 1 is not text', 'type tags: item 4: 2 is not text'],
    ],
    [
      { name: 'scores', type: 'list', items: { type: 'integer', min: 0, max: 10, step: 2 } },
      [4, 11, -1, 'x'],
      [
        'range scores: item 2: 11 is above the maximum 10',
        'step scores: item 2: 11 is not a multiple of 2',
        'range scores: item 3: -1 is below the minimum 0',
        'step scores: item 3: -1 is not a multiple of 2',
        'type scores: item 4: "x" is not a whole number',
      ],
    ],
  ])('%j refuses %j and says everything', (spec, value, expected) => {
    expect(messages(spec, value, 'tasks')).toEqual(expected);
  });

  it('shows the item that is wrong as the value', () => {
    expect(checkValue({ name: 'tags', type: 'list' }, ['a', 1])[0]?.value).toBe(1);
  });

  it('judges an item spec without a name', () => {
    expect(checkValue({ type: 'integer' }, 'x')[0]?.message).toBe('"x" is not a whole number');
  });

  it('cuts a long value and a long list of values', () => {
    const values = Array.from({ length: 60 }, (_, i) => `v${i}`);
    const message = checkValue({ name: 'e', type: 'enum', values }, 'x'.repeat(500))[0]?.message ?? '';
    expect(message).toContain(`e: "${'x'.repeat(79)}… is not allowed (v0, v1,`);
    expect(message).toMatch(/v49, and 10 more\)$/);
  });

  it('finds nothing wrong with the values of a type', () => {
    fc.assert(
      fc.property(specAndValue, ({ spec, value }) => {
        expect(checkValue(spec, value)).toEqual([]);
      }),
      runs(300),
    );
  });
});

describe('step', () => {
  it.each([
    [0.1, undefined, 0.3],
    [0.1, undefined, 123_456_789.1],
    [0.01, undefined, 1_000_000.07],
    [0.1, 0.05, 0.35],
    [1 / 3, undefined, 2 / 3],
    [5, 2, -8],
    [0.5, -0.25, 0.25],
  ])('%d from %s takes %d, although binary numbers are not exact', (step, min, value) => {
    const spec: ColumnSpec = { name: 'n', type: 'number', step, ...(min === undefined ? {} : { min }) };
    expect(checkValue(spec, value).filter(({ code }) => code === 'step')).toEqual([]);
  });

  it.each([
    [0.1, 0.35],
    [0.1, 0.300_000_01],
    [1, 0.000_001],
    [1000, 1001],
    [0.5, 1e6 + 0.25],
  ])('%d refuses %d', (step, value) => {
    expect(checkValue({ name: 'n', type: 'number', step }, value).map(({ code }) => code)).toEqual(['step']);
  });

  it('takes every multiple that can be written in decimals', () => {
    const step = fc.constantFrom(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10);
    fc.assert(
      fc.property(step, fc.integer({ min: -1_000_000, max: 1_000_000 }), (size, count) => {
        const value = Number((size * count).toFixed(2));
        expect(checkValue({ name: 'n', type: 'number', step: size }, value)).toEqual([]);
      }),
      runs(300),
    );
  });
});
