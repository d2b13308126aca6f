import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFrontMatter } from '../../../src/engine/note/front-matter';
import { rawToJson } from '../../../src/engine/note/raw-json';
import { renderValue } from '../../../src/engine/note/render-value';
import type { ColumnSpec } from '../../../src/engine/values/column';
import { decodeValue } from '../../../src/engine/values/decode';
import { encodeJson, encodeValue } from '../../../src/engine/values/encode';
import type { Json } from '../../../src/engine/values/json';
import { usualText } from '../../../src/engine/values/usual-value';
import { runs, specAndValue, valueOf } from './arbitraries';

const rawOf = (text: string) => parseFrontMatter(`---\nk:${text}\nl: x\n---\n`).entries[0]?.raw ?? { kind: 'empty' };

describe('usualText', () => {
  it.each<[ColumnSpec['type'] | 'untyped', Json, string | null]>([
    ['string', 'hello world', ' hello world'],
    ['string', '7', null],
    ['string', 'no', null],
    ['integer', 3, ' 3'],
    ['number', 1e21, ' 1e+21'],
    ['boolean', true, ' true'],
    ['date', '2026-11-21', ' 2026-11-21'],
    ['datetime', '2026-11-21T09:30:00+01:00', ' 2026-11-21T09:30:00+01:00'],
    ['date', 'soon', null],
    ['link', '[[Ann]]', ' "[[Ann]]"'],
    ['list', ['a', '[[b]]'], '\n  - a\n  - "[[b]]"'],
    ['list', ['a', '1'], null],
    ['list', [], null],
    ['json', 'a', null],
    ['json', { a: 1 }, null],
    ['untyped', 'a', ' a'],
    ['untyped', 7, ' 7'],
    ['untyped', ['a', 1], '\n  - a\n  - 1'],
    ['untyped', '', null],
    ['untyped', null, null],
    ['untyped', [[1]], null],
  ])('of a %s %j', (type, value, text) => {
    expect(usualText(type === 'untyped' ? type : { name: 'c', type }, value)).toBe(text);
  });

  it('is what is written otherwise too, and is read back as the same value', () => {
    let told = 0;
    fc.assert(
      fc.property(specAndValue, ({ spec, value }) => {
        const text = usualText(spec, value);
        if (text === null) return;
        told++;
        expect(text).toBe(renderValue(encodeValue(spec, value)));
        expect(decodeValue(spec, rawOf(text))).toEqual({ value, problem: null });
      }),
      runs(1000),
    );
    expect(told).toBeGreaterThan(300);
  });

  it('does so without a type', () => {
    fc.assert(
      fc.property(fc.oneof(valueOf.string, valueOf.number, valueOf.json), (value) => {
        const text = usualText('untyped', value);
        if (text === null) return;
        expect(text).toBe(renderValue(encodeJson(value)));
        expect(rawToJson(rawOf(text))).toEqual(value);
      }),
      runs(1000),
    );
  });
});
