import { describe, expect, it } from 'vitest';

import { RAW_EMPTY, type RawValue, rawList, rawPlain, rawString } from '../../../src/engine/yaml/raw-value';
import { rawEqual, rawToJson } from '../../../src/engine/yaml/raw-json';
import { renderInLine, renderValue } from '../../../src/engine/yaml/front-matter/render-value';
import { needsQuotes } from '../../../src/engine/yaml/yaml-quotes';
import type { Json } from '../../../src/engine/json';

const json = (value: Json): RawValue => ({ kind: 'json', value });

describe('renderValue', () => {
  it.each<readonly [RawValue, string]>([
    [RAW_EMPTY, ''],
    [rawPlain('null'), ''],
    [rawPlain(''), ''],
    [rawPlain('2026-11-21'), ' 2026-11-21'],
    [rawPlain('2026-11-21T09:30:00+01:00'), ' 2026-11-21T09:30:00+01:00'],
    [rawPlain('-1.5'), ' -1.5'],
    [rawPlain('true'), ' true'],
    [rawPlain('a: b'), ' "a: b"'],
    [rawString('hello world'), ' hello world'],
    [rawString('[[Target]]'), ' "[[Target]]"'],
    [rawString(''), ' ""'],
    [rawString('say "hi"'), ' say "hi"'],
    [rawString('"hi" she said'), ' "\\"hi\\" she said"'],
    [rawString('C:\\x'), ' C:\\x'],
    [rawString('C:\\x #1'), ' "C:\\\\x #1"'],
    [rawString('a\u0007\u2028b'), ' "a\\x07\\u2028b"'],
    [rawString('🙂 ok'), ' 🙂 ok'],
    [rawList([]), ' []'],
    [rawList([rawString('a'), rawString('no'), rawPlain('7'), RAW_EMPTY]), '\n  - a\n  - "no"\n  - 7\n  - null'],
    [json(null), ''],
    [json('007'), ' "007"'],
    [json(7), ' 7'],
    [json(false), ' false'],
    [json({}), ' {}'],
    [json({ a: [], 'b: c': { d: 'x' } }), '\n  a: []\n  "b: c":\n    d: x'],
    [json([{ a: { b: 1 }, c: [2] }]), '\n  - a:\n      b: 1\n    c:\n      - 2'],
  ])('%j', (raw, text) => {
    expect(renderValue(raw)).toBe(text);
  });

  it.each<readonly [RawValue, string]>([
    [RAW_EMPTY, ''],
    [rawPlain('7'), ' 7'],
    [rawPlain('a, b'), ' "a, b"'],
    [rawString('a'), ' "a"'],
    [rawList([rawString('a'), rawPlain('7'), RAW_EMPTY]), ' ["a", 7, null]'],
    [json({ a: [1, null], b: 'x' }), ' {"a": [1, null], "b": "x"}'],
  ])('%j in one line', (raw, text) => {
    expect(renderInLine(raw)).toBe(text);
  });
});

describe('needsQuotes', () => {
  const QUOTED = [
    'yes', 'No', 'ON', 'off', 'y', 'N', 'true', 'FALSE', 'null', 'Null', '~', '<<', '=', '1', '-1', '+1', '007', '0o7', '0x1f', '0b1',
    '1_000', '1,000', '1.5', '1.', '.5', '1e3', '1.5E-3', '.', 'e3', '.e1', '_', '.inf', '-.Inf', '.NaN', '12:30', '12:30:45', '1:20.5', '2026-11-21',
    '2026-1-2', '2026-11-21T10:00:00Z', '2026-11-21 10:00', '', ' a', 'a ', 'a: b', 'a:', 'a #b', '#a', '[a', '{a', '[[a]]', 'see [[a]]',
    '{{date}}', 'on {{date}}', '---', '- a', '-', '-a', '? a', ':a', '!a', '*a', '&a', '%a', '@a', '`a`', '|', '>', '"a', "'a", ',a',
    'a\nb', 'a\tb', 'a\0b', '\u0085', '\ufeff', 'a\u2028b', '\ud800', '...', ']', '}',
  ]; // prettier-ignore

  it.each(QUOTED)('%j: yes', (text) => {
    expect(needsQuotes(text)).toBe(true);
  });

  const PLAIN = [
    'a', 'hello world', 'yesterday', 'nope', 'a:b', 'http://x.y', 'a#b', "it's", 'a "b" c', 'a, b', 'a [b]', '🙂', 'é', '日本', '3 apples',
    '12b', '1.2.3', '2026', 'v1', '12:30 pm', '2026-11', '1f0e3dad-9990-4345-8a0b-3d0b8f3c0c0a', '01234567-89ab-4cde-8f01-23456789abcd', 'a - b', '50%', 'a@b.c', 'x|y', 'C:\\x',
  ].filter((text) => text !== '2026'); // prettier-ignore

  it.each(PLAIN)('%j: no', (text) => {
    expect(needsQuotes(text)).toBe(false);
  });
});

describe('rawToJson', () => {
  it.each<readonly [RawValue, Json]>([
    [RAW_EMPTY, null],
    [rawPlain('007'), 7],
    [rawPlain('0x1F'), 31],
    [rawPlain('0o17'), 15],
    [rawPlain('1e3'), 1000],
    [rawPlain('.5'), 0.5],
    [rawPlain('+1'), 1],
    [rawPlain('1152921504606846977'), 1152921504606846976],
    [rawPlain('.inf'), '.inf'],
    [rawPlain('1e999'), '1e999'],
    [rawPlain('-'), '-'],
    [rawPlain('1_000'), '1_000'],
    [rawPlain('yes'), 'yes'],
    [rawPlain('True'), true],
    [rawPlain('FALSE'), false],
    [rawPlain('tRUE'), 'tRUE'],
    [rawPlain('null'), null],
    [rawPlain('2026-11-21'), '2026-11-21'],
    [rawString('007'), '007'],
    [rawString('null'), 'null'],
    [rawList([rawPlain('1'), rawString('1'), rawPlain('null')]), [1, '1', null]],
    [json({ a: 1 }), { a: 1 }],
  ])('%j is %j', (raw, value) => {
    expect(rawToJson(raw)).toEqual(value);
  });
});

describe('rawEqual', () => {
  it.each<readonly [RawValue, RawValue, boolean]>([
    [rawPlain('a'), rawString('a'), true],
    [rawPlain('007'), rawString('007'), false],
    [rawPlain('007'), rawPlain('7'), false],
    [rawPlain('1152921504606846977'), rawPlain('1152921504606846976'), false],
    [rawPlain('yes'), rawString('yes'), true],
    [rawPlain('true'), rawString('true'), false],
    [RAW_EMPTY, rawPlain('~'), true],
    [RAW_EMPTY, json(null), true],
    [RAW_EMPTY, rawString(''), false],
    [RAW_EMPTY, rawList([]), false],
    [rawList([rawPlain('a')]), rawList([rawString('a')]), true],
    [rawList([rawPlain('a')]), rawList([rawPlain('a'), rawPlain('a')]), false],
    [rawList([rawPlain('a')]), json(['a']), true],
    [rawList([]), json({}), false],
    [json({ a: 1, b: 2 }), json({ b: 2, a: 1 }), true],
    [json(7), rawPlain('7'), true],
  ])('%j and %j: %s', (a, b, equal) => {
    expect(rawEqual(a, b)).toBe(equal);
    expect(rawEqual(b, a)).toBe(equal);
  });
});
