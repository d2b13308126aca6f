import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFrontMatter } from '../../../src/engine/yaml/front-matter/front-matter';
import { type RawValue, RAW_EMPTY, rawList, rawPlain, rawString } from '../../../src/engine/yaml/raw-value';
import { setFrontMatter } from '../../../src/engine/yaml/front-matter/splice-front-matter';
import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import { decodeKnown, decodeValue } from '../../../src/engine/values/decode';
import { encodeJson, encodeValue } from '../../../src/engine/values/encode';
import type { Json } from '../../../src/engine/json';
import { rawToJson } from '../../../src/engine/yaml/raw-json';
import { columnOf, ITEM_TYPES, listOf, runs, specAndValue } from './arbitraries';

describe('encodeValue', () => {
  it.each<[ColumnSpec['type'], Json, RawValue]>([
    ['string', '007', rawString('007')],
    ['integer', 3, rawPlain('3')],
    ['number', 0.1, rawPlain('0.1')],
    ['number', 1e21, rawPlain('1e+21')],
    ['number', -0, rawPlain('0')],
    ['boolean', true, rawPlain('true')],
    ['date', '2026-11-21', rawPlain('2026-11-21')],
    ['datetime', '2026-11-21T09:30:00+01:00', rawPlain('2026-11-21T09:30:00+01:00')],
    ['enum', 'todo', rawString('todo')],
    ['link', '[[Ann|A]]', rawString('[[Ann|A]]')],
    ['list', ['a', '1'], rawList([rawString('a'), rawString('1')])],
    ['json', { a: [1] }, { kind: 'json', value: { a: [1] } }],
    ['json', [1, 'a'], rawList([rawPlain('1'), rawString('a')])],
    ['json', [[1], 'a'], rawList([{ kind: 'json', value: [1] }, rawString('a')])],
    ['json', 'null', rawString('null')],
  ])('a %s %j', (type, value, raw) => {
    expect(encodeValue({ name: 'c', type }, value)).toEqual(raw);
  });

  it('a list of dates stands plain', () => {
    expect(encodeValue(listOf('date'), ['2026-11-21'])).toEqual(rawList([rawPlain('2026-11-21')]));
  });

  it.each<[ColumnSpec['type'], Json, RawValue]>([
    ['date', 'soon', rawString('soon')],
    ['integer', '3', rawString('3')],
    ['list', 'a', rawString('a')],
    ['string', { a: 1 }, { kind: 'json', value: { a: 1 } }],
  ])('what is no %s, as %j, is written as what it is', (type, value, raw) => {
    expect(encodeValue({ name: 'c', type }, value)).toEqual(raw);
  });

  it.each([...ITEM_TYPES.map(columnOf), ...ITEM_TYPES.map(listOf)])(
    'an empty value of %j is written as nothing',
    (spec) => {
      for (const value of [undefined, null, '', []]) expect(encodeValue(spec, value)).toBe(RAW_EMPTY);
    },
  );

  it('is read back as the same value', () => {
    fc.assert(
      fc.property(specAndValue, ({ spec, value }) => {
        expect(decodeValue(spec, encodeValue(spec, value))).toEqual({ value, problem: null });
      }),
      runs(1000),
    );
  });

  it('is read back as the same value from the text of a note', () => {
    fc.assert(
      fc.property(specAndValue, ({ spec, value }) => {
        const { entries } = parseFrontMatter(setFrontMatter('body', new Map([['c', encodeValue(spec, value)]])));
        expect(decodeValue(spec, entries[0]?.raw ?? RAW_EMPTY)).toEqual({ value, problem: null });
      }),
      runs(500),
    );
  });

  it('is known without the note, or needs it', () => {
    fc.assert(
      fc.property(specAndValue, ({ spec, value }) => {
        const known = decodeKnown(spec, rawToJson(encodeValue(spec, value)));
        expect(known === 'read the note' ? value : known.value).toEqual(value);
      }),
      runs(300),
    );
  });
});

describe('encodeJson', () => {
  it('is read back by rawToJson', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Json;
        expect(rawToJson(encodeJson(json))).toEqual(json);
      }),
      runs(300),
    );
  });
});
