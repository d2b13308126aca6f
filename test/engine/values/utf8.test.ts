import { expect, it } from 'vitest';
import { decodeUtf8, encodeTexts, encodeUtf8 } from '../../../src/engine/values/utf8';

it.each<readonly string[]>([
  [],
  [''],
  ['', 'plain', ''],
  ['\uFEFFmarked', 'Köln', 'naïve'],
  ['€ and 漢字', '🎉', 'plain'],
  ['half a pair: \ud83c', '\udf89 the other half'],
  ['x'.repeat(100_000), '漢'.repeat(10_000)],
])('encodes texts one behind the other, each as by itself (%#)', (...texts) => {
  const each = texts.map(encodeUtf8);
  const { bytes, lengths } = encodeTexts(texts);
  expect(lengths).toEqual(each.map(({ length }) => length));
  expect(decodeUtf8(bytes)).toBe(decodeUtf8(Uint8Array.from(each.flatMap((some) => [...some]))));
});

it.each(['\uFEFF', '\uFEFFmarked', '\uFEFF\uFEFFtwice', 'in the \uFEFF middle'])(
  'keeps byte order marks (%#)',
  (text) => expect(decodeUtf8(encodeUtf8(text))).toBe(text),
);
