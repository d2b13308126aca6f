import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseArgument } from '../../../src/engine/values/argument';
import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import { valuesEqual } from '../../../src/engine/values/compare';
import type { Json } from '../../../src/engine/json';
import { columnOf, ITEM_TYPES, listOf, runs, specAndValue, zone } from './arbitraries';

const ZURICH = { zone: 'Europe/Zurich', table: 'tasks' };

const valueOf = (spec: ColumnSpec, json: Json): Json | undefined => {
  const { value, problems } = parseArgument(spec, json, ZURICH);
  expect(problems).toEqual([]);
  return value;
};

const messagesOf = (spec: ColumnSpec, json: Json): string[] => {
  const { value, problems } = parseArgument(spec, json, ZURICH);
  expect(value).toBeUndefined();
  return problems.map(({ code, message }) => `${code} ${message}`);
};

const of = (type: ColumnSpec['type'], more: Partial<ColumnSpec> = {}): ColumnSpec => ({ name: 'c', type, ...more });

describe('an argument', () => {
  it.each<[ColumnSpec, Json, Json]>([
    [of('string'), '007', '007'],
    [of('integer'), 3, 3],
    [of('integer'), -0, 0],
    [of('number'), 0.1, 0.1],
    [of('boolean'), false, false],
    [of('date'), '2026-11-21', '2026-11-21'],
    [of('datetime'), '2026-11-21T09:30:00+01:00', '2026-11-21T09:30:00+01:00'],
    [of('datetime'), '2026-11-21T09:30', '2026-11-21T09:30:00+01:00'],
    [of('datetime'), '2026-07-21 09:30', '2026-07-21T09:30:00+02:00'],
    [of('datetime'), '2026-11-21T09:30Z', '2026-11-21T09:30:00Z'],
    [of('link'), '[[Ann]]', '[[Ann]]'],
    [of('link'), 'People/Ann.md', 'People/Ann.md'],
    [of('list'), ['a', 'b'], ['a', 'b']],
    [of('list', { items: { type: 'datetime' } }), ['2026-11-21T09:30'], ['2026-11-21T09:30:00+01:00']],
    [of('json'), { at: '2026-11-21T09:30' }, { at: '2026-11-21T09:30' }],
    [of('json'), [[], ''], [[], '']],
  ])('of %j, %j is %j', (spec, json, value) => {
    expect(valueOf(spec, json)).toEqual(value);
  });

  it.each([...ITEM_TYPES.map(columnOf), ...ITEM_TYPES.map(listOf)])('of %j is unset by what is empty', (spec) => {
    for (const json of [null, '', [], undefined]) {
      expect(parseArgument(spec, json, ZURICH)).toEqual({ value: undefined, problems: [] });
    }
  });

  it.each<[ColumnSpec, Json, string[]]>([
    [of('string'), 7, ['type c: 7 is not text']],
    [of('string'), ['a'], ['type c: ["a"] is not text']],
    [of('integer'), '3', ['type c: "3" is not a whole number; write it without quotes']],
    [of('integer'), 3.5, ['type c: 3.5 is not a whole number']],
    [
      of('integer'),
      2 ** 60,
      ['range c: 1152921504606847000 is beyond ±9007199254740991, the largest that an integer can be'],
    ],
    [
      of('integer', { min: 1, max: 9, step: 2 }),
      12,
      ['range c: 12 is above the maximum 9', 'step c: 12 is not a multiple of 2 counted from 1'],
    ],
    [of('number'), Infinity, ['type c: Infinity is not a number']],
    [of('boolean'), 'true', ['type c: "true" is not true or false; write it without quotes']],
    [of('boolean'), 1, ['type c: 1 is not true or false']],
    [of('date'), '2026-02-30', ['type c: "2026-02-30" is not a day like 2026-11-21']],
    [of('date'), '2026-11-21T09:30', ['type c: "2026-11-21T09:30" is not a day like 2026-11-21']],
    [of('date'), '{today}', ['type c: "{today}" is not a day like 2026-11-21']],
    [of('datetime'), '2026-11-21', ['type c: "2026-11-21" is not a date and time like 2026-11-21T09:30:00+01:00']],
    [
      of('datetime'),
      '2026-11-31T09:30',
      ['type c: "2026-11-31T09:30" is not a date and time like 2026-11-21T09:30:00+01:00'],
    ],
    [of('enum', { values: ['todo', 'done'] }), 'don', ['enum c: "don" is not allowed in tasks (todo, done)']],
    [of('enum', { values: ['1'] }), 1, ['type c: 1 is not one of its values']],
    [of('link'), '[[]]', ['type c: "[[]]" is not a link like [[Note]], or the name or path of a note']],
    [of('link'), 7, ['type c: 7 is not a link like [[Note]], or the name or path of a note']],
    [of('list'), 'a', ['type c: "a" is not a list; put it in brackets']],
    [of('list'), { a: 1 }, ['type c: {"a":1} is not a list; put it in brackets']],
    [
      of('list'),
      ['a', null, '', 3],
      [
        'type c: item 2: null is empty; leave it out',
        'type c: item 3: "" is empty; leave it out',
        'type c: item 4: 3 is not text',
      ],
    ],
    [
      of('list', { items: { type: 'datetime' } }),
      ['2026-11-21'],
      ['type c: item 1: "2026-11-21" is not a date and time like 2026-11-21T09:30:00+01:00'],
    ],
    [
      of('list', { items: { type: 'integer', min: 0 } }),
      [1, '2', -3],
      [
        'type c: item 2: "2" is not a whole number; write it without quotes',
        'range c: item 3: -3 is below the minimum 0',
      ],
    ],
  ])('of %j, %j is refused with every reason', (spec, json, expected) => {
    expect(messagesOf(spec, json)).toEqual(expected);
  });

  it('is never another value than the one that was given', () => {
    fc.assert(
      fc.property(specAndValue, zone, ({ spec, value }, name) => {
        const parsed = parseArgument(spec, value, { zone: name });
        expect(parsed.problems).toEqual([]);
        expect(valuesEqual(spec, name)(parsed.value, value)).toBe(true);
        expect(parseArgument(spec, parsed.value, { zone: 'UTC' }).value).toEqual(parsed.value);
      }),
      runs(300),
    );
  });
});
