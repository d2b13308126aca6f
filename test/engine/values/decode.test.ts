import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RawValue, RAW_EMPTY, rawList, rawPlain, rawString } from '../../../src/engine/yaml/raw-value';
import { rawToJson } from '../../../src/engine/yaml/raw-json';
import type { ColumnType, ItemType } from '../../../src/engine/values/column-spec';
import { decodeKnown, decodeValue } from '../../../src/engine/values/decode';
import type { Json } from '../../../src/engine/json';
import { ITEM_TYPES, columnOf, listOf, runs, text } from './arbitraries';

const json = (value: Json): RawValue => ({ kind: 'json', value });

const valueOf = (type: ItemType, raw: RawValue): Json | undefined => {
  const { value, problem } = decodeValue(columnOf(type), raw);
  expect(problem).toBeNull();
  return value;
};

describe('a value from a note', () => {
  it.each<[ItemType, string, Json]>([
    ['string', '007', '007'],
    ['string', 'yes', 'yes'],
    ['string', 'true', 'true'],
    ['string', '1152921504606846976', '1152921504606846976'],
    ['string', '2026-11-21', '2026-11-21'],
    ['integer', '3', 3],
    ['integer', '-3', -3],
    ['integer', '007', 7],
    ['integer', '0x1F', 31],
    ['integer', '3.0', 3],
    ['integer', '1e3', 1000],
    ['integer', '9007199254740991', 9_007_199_254_740_991],
    ['number', '3', 3],
    ['number', '.5', 0.5],
    ['number', '-1.5e-3', -0.0015],
    ['boolean', 'true', true],
    ['boolean', 'False', false],
    ['boolean', 'TRUE', true],
    ['date', '2026-11-21', '2026-11-21'],
    ['datetime', '2026-11-21T09:30:00+01:00', '2026-11-21T09:30:00+01:00'],
    ['datetime', '2026-11-21 09:30', '2026-11-21 09:30'],
    ['datetime', '2026-11-21', '2026-11-21'],
    ['enum', 'todo', 'todo'],
    ['enum', '1', '1'],
    ['enum', 'true', 'true'],
    ['link', 'People/Ann', 'People/Ann'],
    ['link', '007', '007'],
    ['json', '3', 3],
    ['json', 'true', true],
    ['json', 'text', 'text'],
  ])('unquoted in a column of type %s, %s is %j', (type, source, value) => {
    expect(valueOf(type, rawPlain(source))).toEqual(value);
  });

  it.each<[ItemType, string, Json]>([
    ['string', '3', '3'],
    ['string', 'null', 'null'],
    ['string', ' ', ' '],
    ['date', '2026-11-21', '2026-11-21'],
    ['datetime', '2026-11-21T09:30', '2026-11-21T09:30'],
    ['enum', '1', '1'],
    ['enum', 'null', 'null'],
    ['link', '[[Ann]]', '[[Ann]]'],
    ['link', '[[People/Ann#Work|Ann]]', '[[People/Ann#Work|Ann]]'],
    ['json', '3', '3'],
  ])('quoted in a column of type %s, %s is %j', (type, source, value) => {
    expect(valueOf(type, rawString(source))).toEqual(value);
  });

  it.each(ITEM_TYPES)('nothing, null and an empty text are empty in a column of type %s', (type) => {
    for (const raw of [RAW_EMPTY, rawPlain('~'), rawPlain('null'), rawPlain('NULL'), rawString(''), json(null)]) {
      expect(valueOf(type, raw)).toBeUndefined();
    }
  });

  it.each<[ItemType, RawValue, string, Json, string]>([
    ['integer', rawString('3'), 'type', '3', 'c: "3" is not a whole number; write it without quotes'],
    ['integer', rawPlain('3.5'), 'type', 3.5, 'c: 3.5 is not a whole number'],
    ['integer', rawPlain('many'), 'type', 'many', 'c: "many" is not a whole number'],
    [
      'integer',
      rawPlain('9007199254740992'),
      'range',
      9_007_199_254_740_992,
      'c: 9007199254740992 is beyond ±9007199254740991, the largest that an integer can be',
    ],
    ['integer', rawPlain('true'), 'type', true, 'c: true is not a whole number'],
    ['number', rawString('3'), 'type', '3', 'c: "3" is not a number; write it without quotes'],
    ['number', rawPlain('.inf'), 'type', '.inf', 'c: ".inf" is not a number'],
    ['number', rawPlain('1e999'), 'type', '1e999', 'c: "1e999" is not a number'],
    ['boolean', rawPlain('yes'), 'type', 'yes', 'c: "yes" is not true or false'],
    ['boolean', rawString('true'), 'type', 'true', 'c: "true" is not true or false; write it without quotes'],
    ['boolean', rawPlain('1'), 'type', 1, 'c: "1" is not true or false'],
    ['date', rawPlain('2026-02-30'), 'type', '2026-02-30', 'c: "2026-02-30" is not a day like 2026-11-21'],
    [
      'date',
      rawPlain('2026-11-21T09:30'),
      'type',
      '2026-11-21T09:30',
      'c: "2026-11-21T09:30" is not a day like 2026-11-21',
    ],
    ['date', rawPlain('2026'), 'type', 2026, 'c: "2026" is not a day like 2026-11-21'],
    [
      'datetime',
      rawPlain('09:30'),
      'type',
      '09:30',
      'c: "09:30" is not a date and time like 2026-11-21T09:30:00+01:00',
    ],
    ['enum', rawPlain('don'), 'enum', 'don', 'c: "don" is not allowed (todo, doing, done, 1, true, null)'],
    ['enum', rawPlain('2'), 'enum', 2, 'c: "2" is not allowed (todo, doing, done, 1, true, null)'],
    ['enum', json({ a: 1 }), 'type', { a: 1 }, 'c: {"a":1} is not one of its values'],
    ['string', rawList([rawPlain('a')]), 'type', ['a'], 'c: ["a"] is not text'],
    ['string', json({ a: 1 }), 'type', { a: 1 }, 'c: {"a":1} is not text'],
    [
      'link',
      rawList([rawList([rawPlain('Ann')])]),
      'type',
      [['Ann']],
      'c: [["Ann"]] is not a link like [[Note]], or the name or path of a note; in a note it needs quotes: "[[Ann]]"',
    ],
    [
      'link',
      rawString('[[Ann'),
      'type',
      '[[Ann',
      'c: "[[Ann" is not a link like [[Note]], or the name or path of a note',
    ],
    [
      'link',
      rawString('https://example.org'),
      'type',
      'https://example.org',
      'c: "https://example.org" is not a link like [[Note]], or the name or path of a note',
    ],
  ])('in a column of type %s, %j is wrong (%s)', (type, raw, code, shown, message) => {
    const { value, problem } = decodeValue(columnOf(type), raw);
    expect(value).toEqual(shown);
    expect(problem).toMatchObject({ code, message });
  });

  it('says the table when it is told', () => {
    const { problem } = decodeValue(
      { name: 'status', type: 'enum', values: ['todo', 'done'] },
      rawPlain('don'),
      'tasks',
    );
    expect(problem?.message).toBe('status: "don" is not allowed in tasks (todo, done)');
  });
});

describe('a list from a note', () => {
  it.each<[string, RawValue, ItemType, Json | undefined]>([
    ['a sequence', rawList([rawPlain('a'), rawPlain('007')]), 'string', ['a', '007']],
    ['a scalar: a list of one', rawPlain('a'), 'string', ['a']],
    ['a quoted scalar', rawString('[[Ann]]'), 'link', ['[[Ann]]']],
    ['numbers', rawList([rawPlain('1'), rawPlain('2')]), 'integer', [1, 2]],
    [
      'empty items, which are none',
      rawList([rawPlain('a'), RAW_EMPTY, rawString(''), rawPlain('null')]),
      'string',
      ['a'],
    ],
    ['only empty items', rawList([RAW_EMPTY, rawString('')]), 'string', undefined],
    ['no items', rawList([]), 'string', undefined],
    ['nothing', RAW_EMPTY, 'string', undefined],
    ['mappings', json([{ a: 1 }, { a: 2 }]), 'json', [{ a: 1 }, { a: 2 }]],
    ['one mapping: a list of one', json({ a: 1 }), 'json', [{ a: 1 }]],
    ['mappings as items', rawList([json({ a: 1 }), rawPlain('2')]), 'json', [{ a: 1 }, 2]],
  ])('%s', (_, raw, type, value) => {
    expect(decodeValue(listOf(type), raw)).toEqual({ value, problem: null });
  });

  it('has items of type string when nothing else is declared', () => {
    expect(decodeValue({ name: 'tags', type: 'list' }, rawPlain('1')).value).toEqual(['1']);
  });

  it.each<[RawValue, ItemType, Json, string, string]>([
    [
      rawList([rawPlain('1'), rawString('2')]),
      'integer',
      [1, '2'],
      'type',
      'c: item 2: "2" is not a whole number; write it without quotes',
    ],
    [
      rawList([rawPlain('todo'), rawPlain('don')]),
      'enum',
      ['todo', 'don'],
      'enum',
      'c: item 2: "don" is not allowed (todo, doing, done, 1, true, null)',
    ],
    [json({ a: 1 }), 'string', { a: 1 }, 'type', 'c: item 1: {"a":1} is not text'],
  ])('%j is not a list of %s', (raw, type, shown, code, message) => {
    const { value, problem } = decodeValue(listOf(type), raw);
    expect(value).toEqual(shown);
    expect(problem).toMatchObject({ code, message });
  });
});

describe('a value that the host knows', () => {
  it.each<[ItemType, Json]>([
    ['string', 7],
    ['string', true],
    ['enum', 1],
    ['enum', false],
    ['link', 7],
    ['integer', 9_007_199_254_740_992],
    ['integer', -1e20],
    ['number', Infinity],
  ])('of type %s, %j needs the note', (type, value) => {
    expect(decodeKnown(columnOf(type), value)).toBe('read the note');
    expect(decodeKnown(listOf(type), value)).toBe('read the note');
    expect(decodeKnown(listOf(type), [value])).toBe('read the note');
  });

  it.each<[ItemType, Json]>([
    ['string', 'a'],
    ['string', '007'],
    ['enum', 'todo'],
    ['link', '[[Ann]]'],
    ['integer', 7],
    ['number', 7.5],
    ['number', 1e300],
    ['boolean', false],
    ['date', '2026-11-21'],
    ['datetime', '2026-11-21T09:30'],
    ['json', { a: [1, null] }],
  ])('of type %s, %j is as good as the note', (type, value) => {
    expect(decodeKnown(columnOf(type), value)).toEqual({ value, problem: null });
    expect(decodeKnown(listOf(type), value)).toEqual({ value: [value], problem: null });
    expect(decodeKnown(listOf(type), [null, value, ''])).toEqual({ value: [value], problem: null });
  });

  it.each<[ColumnType, Json]>([
    ['string', null],
    ['date', null],
    ['list', null],
    ['list', []],
    ['list', [null]],
    ['string', ''],
  ])('of type %s, %j is empty', (type, value) => {
    expect(decodeKnown({ name: 'c', type }, value)).toEqual({ value: undefined, problem: null });
  });

  it.each<[ItemType, Json, string]>([
    ['integer', '3', 'type'],
    ['integer', 3.5, 'type'],
    ['date', 2026, 'type'],
    ['boolean', 1, 'type'],
    ['enum', 'don', 'enum'],
    ['string', ['a'], 'type'],
    ['link', [['Ann']], 'type'],
  ])('of type %s, %j is wrong (%s)', (type, value, code) => {
    const known = decodeKnown(columnOf(type), value);
    expect(known).toMatchObject({ value, problem: { code } });
  });

  it('agrees with what the note says, wherever it answers', () => {
    const scalar = fc.oneof(
      text.map(rawString),
      text.map(rawPlain),
      fc.constant(RAW_EMPTY),
      fc.integer().map((n) => rawPlain(String(n))),
    );
    const raw: fc.Arbitrary<RawValue> = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }).map(rawList));
    const column = fc.constantFrom(...ITEM_TYPES.flatMap((type) => [columnOf(type), listOf(type)]));
    fc.assert(
      fc.property(column, raw, (spec, source) => {
        const known = decodeKnown(spec, rawToJson(source));
        const read = decodeValue(spec, source);
        expect(known === 'read the note' ? read.value : known.value).toEqual(read.value);
        expect(known === 'read the note' ? read.problem?.code : known.problem?.code).toEqual(read.problem?.code);
      }),
      runs(1000),
    );
  });
});
