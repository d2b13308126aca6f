import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type YamlTree, renderItem, renderPair, yamlTreeOf, yamlTreesEqual } from '../../../src/engine/yaml/yaml-tree';
import type { Json } from '../../../src/engine/json';
import { hostileText, runs } from './definitions';

describe('renderPair', () => {
  it.each<[string, YamlTree, string]>([
    ['text', 'a', 'k: a\n'],
    ['nothing', '', 'k: ""\n'],
    ['null', null, 'k: null\n'],
    ['a boolean', true, 'k: true\n'],
    ['a number', 1.5, 'k: 1.5\n'],
    ['a negative zero', -0, 'k: 0\n'],
    ['a huge number', 1e300, 'k: 1e+300\n'],
    ['text that looks like a number', '007', 'k: "007"\n'],
    ['text that looks like a boolean', 'yes', 'k: "yes"\n'],
    ['text that looks like a date', '2026-11-21', 'k: "2026-11-21"\n'],
    ['text with a colon', 'a: b', 'k: "a: b"\n'],
    ['text with a hash', 'a #b', 'k: "a #b"\n'],
    ['a template', '{today}', 'k: "{today}"\n'],
    ['lines', 'a\nb', 'k: |-\n  a\n  b\n'],
    ['lines with an end', 'a\n\n# b\n', 'k: |\n  a\n\n  # b\n'],
    ['lines that begin with white space', '  a\nb\n', 'k: |2\n    a\n  b\n'],
    ['lines that begin with a blank one', '\na\n', 'k: |2\n\n  a\n'],
    ['blank lines at the end', 'a\n\n', 'k: "a\\n\\n"\n'],
    ['a line of spaces', 'a\n  \nb', 'k: "a\\n  \\nb"\n'],
    ['carriage returns', 'a\r\nb', 'k: "a\\r\\nb"\n'],
    ['a control character', 'a\n\u0007', 'k: "a\\n\\x07"\n'],
    ['quotes in lines', '"a"\n\\b', 'k: |-\n  "a"\n  \\b\n'],
    ['an empty list', [], 'k: []\n'],
    ['an empty mapping', new Map(), 'k: {}\n'],
    ['a list', ['a', 1, null], 'k:\n  - a\n  - 1\n  - null\n'],
    ['a list of lists', [['a', 'b'], []], 'k:\n  - - a\n    - b\n  - []\n'],
    ['a mapping in a list', [yamlTreeOf({ a: 1, b: [2] })], 'k:\n  - a: 1\n    b:\n      - 2\n'],
    ['lines in a list', ['a\nb'], 'k:\n  - |-\n    a\n    b\n'],
    ['a mapping', yamlTreeOf({ 'a b': 'x', no: 'v', '': 'z' }), 'k:\n  a b: x\n  "no": v\n  "": z\n'],
  ])('writes %s', (_case, value, text) => {
    expect(renderPair('k', value, 0)).toBe(text);
  });

  it('begins in the column that it is told', () => {
    expect(renderPair('k', yamlTreeOf({ a: ['x\ny'] }), 4)).toBe(
      '    k:\n      a:\n        - |-\n          x\n          y\n',
    );
    expect(renderItem(yamlTreeOf({ a: 1 }), 2)).toBe('  - a: 1\n');
  });

  const text = hostileText;
  const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.constantFrom(null, true, false, 0, -1, 0.1, 1e21, 5e-324, 9007199254740991),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(text, tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).value;

  const plain = (json: Json): unknown => JSON.parse(JSON.stringify(json));

  it('is read back by yaml, as version 1.2 and as 1.1', () => {
    fc.assert(
      fc.property(text, value, (key, json) => {
        const written = renderPair(key, yamlTreeOf(json), 0);
        const expected = plain({ [key]: json });
        expect(parse(written, { maxAliasCount: 0 })).toEqual(expected);
        expect(parse(written, { version: '1.1', merge: false })).toEqual(expected);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('treeEqual', () => {
  it.each<[Json, Json, boolean]>([
    [1, 1, true],
    [1, '1', false],
    [null, null, true],
    [null, false, false],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [[], {}, false],
    [{ a: 1, b: 2 }, { a: 1, b: 2 }, true],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: { b: [1] } }, { a: { b: [1] } }, true],
    [{ a: { b: [1] } }, { a: { b: [2] } }, false],
  ])('of %j and %j is %s', (a, b, equal) => {
    expect(yamlTreesEqual(yamlTreeOf(a), yamlTreeOf(b))).toBe(equal);
  });

  it('takes the absent for nothing else', () => {
    expect(yamlTreesEqual(undefined, undefined)).toBe(true);
    expect(yamlTreesEqual(undefined, null)).toBe(false);
    expect(yamlTreesEqual(new Map(), undefined)).toBe(false);
  });
});
