import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RawValue, RAW_EMPTY, rawList, rawPlain, rawString } from '../../../src/engine/yaml/raw-value';
import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import { decodeValue } from '../../../src/engine/values/decode';
import { encodeValue } from '../../../src/engine/values/encode';
import { type InferredType, type ValueKind, inferType, kindOf } from '../../../src/engine/infer/infer-type';
import { columnOf, ITEM_TYPES, runs, valueOf } from '../values/arbitraries';

const plain = (...texts: string[]): RawValue[] => texts.map(rawPlain);
const infer = (raws: readonly RawValue[], maxEnumValues = 0): InferredType => inferType(raws, { maxEnumValues });

describe('the kind of one value', () => {
  it.each<[RawValue, ValueKind]>([
    [rawPlain('text'), 'string'],
    [rawPlain('12'), 'integer'],
    [rawPlain('-0x10'), 'string'],
    [rawPlain('0'), 'integer'],
    [rawPlain('1.0'), 'integer'],
    [rawPlain('1.5'), 'number'],
    [rawPlain('007'), 'string'],
    [rawPlain('12345678901234567890'), 'string'],
    [rawPlain('.inf'), 'string'],
    [rawString('12'), 'string'],
    [rawPlain('true'), 'boolean'],
    [rawString('true'), 'string'],
    [rawPlain('yes'), 'string'],
    [rawPlain('2026-11-21'), 'date'],
    [rawString('2026-11-21'), 'date'],
    [rawPlain('2026-11-31'), 'string'],
    [rawPlain('2026-11-21T09:30'), 'datetime'],
    [rawString('[[Ann]]'), 'link'],
    [rawString('see [[Ann]]'), 'string'],
    [rawString('[[]]'), 'string'],
    [rawList([rawPlain('a')]), 'json'],
    [{ kind: 'json', value: { a: 1 } }, 'json'],
  ])('%j is %s', (raw, kind) => {
    expect(kindOf(raw)).toBe(kind);
  });
});

describe('inferType', () => {
  it.each<[string, RawValue[], InferredType]>([
    ['whole numbers', plain('1', '2'), { type: 'integer' }],
    ['whole and other numbers', plain('1', '2.5'), { type: 'number' }],
    ['booleans', plain('true', 'false'), { type: 'boolean' }],
    ['days', plain('2026-11-21'), { type: 'date' }],
    ['days and date-times', plain('2026-11-21', '2026-11-21T09:30'), { type: 'datetime' }],
    ['links', [rawString('[[Ann]]'), rawString('[[Bob|B]]')], { type: 'link' }],
    ['mappings', [{ kind: 'json', value: { a: 1 } }], { type: 'json' }],
    ['text', plain('a', 'b'), { type: 'string' }],
    ['nothing', [], { type: 'string' }],
    ['only empty values', [RAW_EMPTY, rawPlain('~'), rawString(''), rawList([])], { type: 'string' }],
    ['values and empty ones', [RAW_EMPTY, rawPlain('1'), rawString('')], { type: 'integer' }],
    ['lists of text', [rawList(plain('a', 'b'))], { type: 'list', items: 'string' }],
    ['lists and scalars', [rawList(plain('a')), rawPlain('b')], { type: 'list', items: 'string' }],
    ['lists of links', [rawList([rawString('[[Ann]]')]), rawString('[[Bob]]')], { type: 'list', items: 'link' }],
    ['lists of numbers', [rawList(plain('1', '2.5')), RAW_EMPTY], { type: 'list', items: 'number' }],
    ['lists with empty items', [rawList([RAW_EMPTY, rawPlain('1')])], { type: 'list', items: 'integer' }],
    ['an empty list beside scalars', [rawList([]), rawPlain('1')], { type: 'integer' }],
    ['lists of mappings', [rawList([{ kind: 'json', value: { a: 1 } }])], { type: 'list', items: 'json' }],
    ['lists of mappings as JSON', [{ kind: 'json', value: [{ a: 1 }] }], { type: 'list', items: 'json' }],
    ['lists of nothing', [rawList([RAW_EMPTY])], { type: 'list', items: 'string' }],
    ['lists of lists', [rawList([rawList([rawString('')])])], { type: 'list', items: 'json' }],
    ['a mapping among text', [{ kind: 'json', value: {} }, rawPlain('a')], { type: 'json' }],
    ['numbers and text', plain('1', 'a', 'b'), { type: 'string', mixed: ['string', 'integer'] }],
    ['links and text', [rawString('[[Ann]]'), rawPlain('Ann')], { type: 'string', mixed: ['link', 'string'] }],
    ['booleans and numbers', plain('true', '1', '2'), { type: 'string', mixed: ['integer', 'boolean'] }],
    ['mixed lists', [rawList(plain('1', 'a'))], { type: 'list', items: 'string', mixed: ['integer', 'string'] }],
  ])('%s', (_, raws, inferred) => {
    expect(infer(raws)).toEqual(inferred);
  });

  it.each<[string, RawValue[], number, InferredType]>([
    ['as many values as allowed', plain('b', 'a', 'b'), 2, { type: 'enum', values: ['a', 'b'] }],
    ['one more', plain('b', 'a', 'c'), 2, { type: 'string' }],
    ['turned off', plain('a'), 0, { type: 'string' }],
    ['a value for each note, literally', plain('x', 'y', 'z'), 12, { type: 'enum', values: ['x', 'y', 'z'] }],
    ['numbers that are text', plain('010', '002'), 12, { type: 'enum', values: ['002', '010'] }],
    ['mixed kinds', plain('a', '1'), 12, { type: 'string', mixed: ['integer', 'string'] }],
    ['lists', [rawList(plain('a'))], 12, { type: 'list', items: 'string' }],
    ['nothing', [RAW_EMPTY], 12, { type: 'string' }],
    ['other types', plain('1', '2'), 12, { type: 'integer' }],
  ])('the enum rule: %s', (_, raws, most, inferred) => {
    expect(infer(raws, most)).toEqual(inferred);
  });

  it('finds a type that takes every value', () => {
    const raw = fc
      .constantFrom(...ITEM_TYPES)
      .chain((type) => valueOf[type].map((value) => encodeValue(columnOf(type), value)));
    const any = fc.oneof(
      raw,
      fc.constant(RAW_EMPTY),
      raw.map((each) => rawList([each])),
    );
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), fc.integer({ min: 0, max: 3 }), (raws, most) => {
        const { type, items, values } = infer(raws, most);
        const spec: ColumnSpec = {
          name: 'c',
          type,
          ...(items === undefined ? {} : { items: { type: items } }),
          ...(values === undefined ? {} : { values }),
        };
        expect(raws.map((each) => decodeValue(spec, each).problem)).toEqual(raws.map(() => null));
      }),
      runs(500),
    );
  });
});
