import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Document } from 'yaml';
import { parseDocument } from 'yaml';

import type { FrontMatter } from '../../../src/engine/yaml/front-matter/front-matter';
import { parseFrontMatter } from '../../../src/engine/yaml/front-matter/front-matter';
import { readFlat } from '../../../src/engine/yaml/front-matter/front-matter-flat';
import { readWithYaml } from '../../../src/engine/yaml/front-matter/front-matter-yaml';
import type { RawValue } from '../../../src/engine/yaml/raw-value';
import { rawToJson } from '../../../src/engine/yaml/raw-json';
import type { Json } from '../../../src/engine/json';
import { RUNS, blockText, hostileBlock, noteText } from './front-matter-texts';

const plain = (text: string): RawValue => ({ kind: 'scalar', text, plain: true });
const quoted = (text: string): RawValue => ({ kind: 'scalar', text, plain: false });
const list = (...items: RawValue[]): RawValue => ({ kind: 'list', items });
const json = (value: Json): RawValue => ({ kind: 'json', value });
const empty: RawValue = { kind: 'empty' };

const note = (block: string): string => `---\n${block}\n---\nbody\n`;
const read = (block: string): FrontMatter => parseFrontMatter(note(block));
const rawsOf = (block: string): Record<string, RawValue> =>
  Object.fromEntries(read(block).entries.map(({ key, raw }) => [key, raw]));

describe('the fences', () => {
  it.each([
    ['no front matter', 'text', 'none', 0],
    ['an empty text', '', 'none', 0],
    ['only a mark', '\ufeff', 'none', 1],
    ['a mark without front matter', '\ufefftext', 'none', 1],
    ['an opening fence alone', '---', 'none', 0],
    ['an opening fence and a line break', '---\n', 'none', 0],
    ['no closing fence', '---\na: 1\n', 'none', 0],
    ['a blank line first', '\n---\na: 1\n---\n', 'none', 0],
    ['four dashes', '----\na: 1\n----\n', 'none', 0],
    ['text behind the opening fence', '--- a\nb: 1\n---\n', 'none', 0],
    ['an indented opening fence', ' ---\na: 1\n---\n', 'none', 0],
    ['an empty block', '---\n---\nx', 'ok', 8],
    ['an empty block at the end', '---\n---', 'ok', 7],
    ['blanks behind both fences', '---  \na: 1\n--- \t\nx', 'ok', 17],
    ['a closing fence at the end', '---\na: 1\n---', 'ok', 12],
    ['CRLF', '---\r\na: 1\r\n---\r\nx', 'ok', 16],
    ['a mark', '\ufeff---\na: 1\n---\nx', 'ok', 14],
    ['a line that only begins like a fence', '---\na: 1\n---x\n---\ny', 'unparsable', 18],
    ['a fence in the body', '---\na: 1\n---\nx\n---\n', 'ok', 13],
    ['only comments and blank lines', '---\n# c\n\n  # d\n---\n', 'ok', 19],
  ])('%s', (_title, text, status, bodyStart) => {
    expect(parseFrontMatter(text)).toMatchObject({ status, bodyStart });
  });
});

describe('values', () => {
  const cases: readonly (readonly [block: string, raw: RawValue])[] = [
    ['k:', empty],
    ['k: ', empty],
    ['k: # c', empty],
    ['k: ~', empty],
    ['k: null', empty],
    ['k: Null', empty],
    ['k: NULL', empty],
    ['k: nULL', plain('nULL')],
    ['k: hello world', plain('hello world')],
    ['k:   padded   ', plain('padded')],
    ['k: a # c', plain('a')],
    ['k: a#b', plain('a#b')],
    ['k: a:b', plain('a:b')],
    ['k: http://x.y/z', plain('http://x.y/z')],
    ['k: -a', plain('-a')],
    ['k: 007', plain('007')],
    ['k: 1152921504606846976', plain('1152921504606846976')],
    ['k: yes', plain('yes')],
    ['k: 2026-11-21T09:30:00+01:00', plain('2026-11-21T09:30:00+01:00')],
    ['k: "null"', quoted('null')],
    ['k: ""', quoted('')],
    ["k: ''", quoted('')],
    ['k: "a: b" # c', quoted('a: b')],
    ["k: 'it''s'", quoted("it's")],
    ['k: "a\\"b\\\\c\\n\\t\\/"', quoted('a"b\\c\n\t/')],
    ['k: "\\u00e9\\x41"', quoted('éA')],
    ['k: []', list()],
    ['k: [ ]', list()],
    ['k: [a]', list(plain('a'))],
    ['k: [a, "b, c", \'d]\', ] # e', list(plain('a'), quoted('b, c'), quoted('d]'))],
    ['k: [~, null, 007]', list(plain('null'), plain('null'), plain('007'))],
    ['k: ["[[A]]", "[[B|c]]"]', list(quoted('[[A]]'), quoted('[[B|c]]'))],
    ['k: [[A]]', list(json(['A']))],
    ['k: [a: 1]', list(json({ a: 1 }))],
    ['k: [a,\n  b]', list(plain('a'), plain('b'))],
    ['k:\n  - a\n  - b', list(plain('a'), plain('b'))],
    ['k:\n- a\n- b', list(plain('a'), plain('b'))],
    ['k:\n      - a', list(plain('a'))],
    ['k: # c\n\n# d\n  - a # e\n  # f\n\n  - "b"', list(plain('a'), quoted('b'))],
    ['k:\n  -\n  - ~\n  - # c\n  - a', list(plain('null'), plain('null'), plain('null'), plain('a'))],
    ['k:\n  - a: 1\n    b: 2\n  - x', list(json({ a: 1, b: 2 }), plain('x'))],
    ['k:\n  - [a, b]\n  - {}', list(json(['a', 'b']), json({}))],
    ['k: |\n  one\n  two', quoted('one\ntwo\n')],
    ['k: >-\n  one\n  two', quoted('one two')],
    ['k: one\n  two', plain('one two')],
    ['k: "one\n  two"', quoted('one two')],
    ['k: {a: 1, b: [x]}', json({ a: 1, b: ['x'] })],
    ['k:\n  a: 1\n  b:\n    c: ~', json({ a: 1, b: { c: null } })],
    ['k: {1: a, true: b, null: c}', json({ '1': 'a', true: 'b', '': 'c' })],
    ['k: {a: .inf, b: 1e999}', json({ a: '.inf', b: '1e999' })],
    ['k: !!str 007', quoted('007')],
    ['k: !!int "7"', plain('7')],
    ['k:\tx', plain('x')],
    ['k: {__proto__: 1}', json(JSON.parse('{"__proto__": 1}') as Json)],
  ];

  it.each(cases)('%j', (block, raw) => {
    expect(rawsOf(block)['k']).toEqual(raw);
  });

  it.each(cases)('%j means the same with CRLF', (block, raw) => {
    const text = note(block).replaceAll('\n', '\r\n');
    expect(parseFrontMatter(text).entries.map((entry) => entry.raw)).toEqual([raw]);
  });

  it.each([
    ['"a b": 1', 'a b'],
    ["'it''s': 1", "it's"],
    ['a b : 1', 'a b'],
    ['"a" : 1', 'a'],
    ['a:b: 1', 'a:b'],
    ['2024: 1', '2024'],
    ['007: 1', '007'],
    ['null: 1', 'null'],
    ['"a\\tb": 1', 'a\tb'],
    ['__proto__: 1', '__proto__'],
    ['$x: 1', '$x'],
    ['-a: 1', '-a'],
    ['é: 1', 'é'],
    ['"<<": 1', '<<'],
    ['constructor: 1', 'constructor'],
  ])('the key of %j', (block, key) => {
    expect(read(block).entries.map((entry) => entry.key)).toEqual([key]);
  });

  it('leaves the prototype of everything alone', () => {
    read('__proto__:\n  polluted: true\nconstructor: {prototype: {polluted: 1}}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('what is refused', () => {
  it.each([
    ['a: 1\nb: 2\na: 3', /^line 4: the key "a" is there twice$/],
    ['a: 1\n"a": 3', /^line 3: the key "a" is there twice$/],
    ['a: |\n  x\na: 3', /^line 4: the key "a" is there twice$/],
    ['a: {b: 1, b: 2}', /^line 2: a key is there twice in a nested mapping$/],
    ['a: &x 1', /^line 2: anchors/],
    ['a: 1\nb: *x', /^line 3: aliases/],
    ['<<: {a: 1}', /^line 2: merge keys/],
    ['a:\n  <<: {a: 1}', /^line 3: merge keys/],
    ['? a\n: b', /^line 2: keys that start with \?/],
    ['{a: 1}', /^line 2: the front matter is in braces$/],
    ['[a]: 1', /^line 2: a key that is a list/],
    ['- a', /^line 2: the front matter is not a mapping/],
    ['just text', /^line 2: the front matter is not a mapping/],
    ['a: b: c', /^line 2: /],
    ['a: "x', /^line \d: /],
    ['a: "x" y', /^line 2: /],
    ['a: [x', /^line \d: /],
    ['a:\n\tb: 1', /^line \d: /],
    ['a: @x', /^line 2: /],
    ['a: `x`', /^line 2: /],
    ['a: !foo x', /^line 2: the tag !foo/],
    ['a: !!js/function x', /^line 2: the tag !!js\/function/],
    ['%YAML 1.1', /^line 2: a line that starts with %/],
    ['a: 1\n--- # x\nb: 2', /^line 3: a second document/],
    ['a: 1\n...', /^line 3: the document ends here$/],
    ['a: 1\n  b: 2', /^line \d: /],
    ['a:\n  - x\n - y', /^line \d: /],
  ])('%j', (block, reason) => {
    const result = read(block);
    expect(result.status).toBe('unparsable');
    expect(result.reason).toMatch(reason);
    expect(result.entries).toEqual([]);
    expect(note(block).slice(result.bodyStart)).toBe('body\n');
  });

  it.each([
    ['a flow list', `a: ${'['.repeat(33)}${']'.repeat(33)}`],
    ['a flow mapping', `a: ${'{a: '.repeat(33)}1${'}'.repeat(33)}`],
    ['a block list', `a:\n  ${'- '.repeat(33)}x`],
    ['block mappings', Array.from({ length: 35 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    [
      'lists in mappings without indentation',
      Array.from({ length: 20 }, (_, i) => `${' '.repeat(i * 2)}a:\n${' '.repeat(i * 2)}- b: 1`).join('\n'),
    ],
  ])('more than 32 levels of %s', (_title, block) => {
    expect(read(block)).toMatchObject({ status: 'unparsable' });
  });

  it('32 levels are read', () => {
    const block = `a: ${'['.repeat(32)}${']'.repeat(32)}`;
    expect(read(block)).toMatchObject({ status: 'ok' });
  });

  it('a block above 256 KiB, though a large one is read', () => {
    const large = `a: ${'x'.repeat(255 * 1024)}`;
    expect(read(large).status).toBe('ok');
    expect(read(`${large}${'x'.repeat(1024)}`)).toMatchObject({
      status: 'unparsable',
      reason: expect.stringContaining('256 KiB') as string,
    });
  });

  const BOMBS: readonly (readonly [string, string])[] = [
    ['brackets', `a: ${'['.repeat(250_000)}`],
    ['list marks', `a:\n  ${'- '.repeat(125_000)}`],
    ['question marks', '? '.repeat(125_000)],
    ['mappings in a line', `a: ${'{a: '.repeat(60_000)}`],
    ['colons', `a: ${'b: '.repeat(80_000)}`],
    ['tags', `a: ${'!x '.repeat(80_000)}`],
    ['lines with tabs', Array.from({ length: 25_000 }, (_, i) => `${i.toString(36)}a:\tv`).join('\n')],
    ['aliases', `a: &a [x, x]\n${Array.from({ length: 20_000 }, (_, i) => `b${i}: *a`).join('\n')}`],
    ['an open quote', `a: "${'x\n'.repeat(100_000)}`],
    ['a backslash before the line break', 'a: "x\\'],
    ['indentation', Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['flow mappings of many lines', `a: {${Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join(',\n ')}}`],
  ];

  // What would take minutes runs into the time limit of the test, however busy the machine is.
  it.each(BOMBS)('%s, at once', (_title, block) => {
    expect(read(block).status).toBe('unparsable');
  });
});

describe('large front matter', () => {
  const keys = Array.from({ length: 15_000 }, (_, i) => `k${i}: v`);

  it('many keys beside a block scalar are read', () => {
    expect(read(`a: |\n  x\n${keys.join('\n')}`).entries).toHaveLength(15_001);
  });

  it('a mapping of many keys is read', () => {
    const many = keys.slice(0, 10_000);
    const { entries } = read(`a: {${many.join(', ')}}\nb:\n  ${many.join('\n  ')}`);
    expect(entries.map(({ raw }) => Object.keys(rawToJson(raw) as object).length)).toEqual([10_000, 10_000]);
  });
});

describe('spans', () => {
  const spansOf = (text: string): readonly string[] =>
    parseFrontMatter(text).entries.map(({ start, end }) => text.slice(start, end));

  it.each([
    ['one line each', 'a: 1\nb: 2', ['a: 1\n', 'b: 2\n']],
    ['comments in the line belong to it', 'a: 1 # c\nb: # d', ['a: 1 # c\n', 'b: # d\n']],
    ['comments and blank lines between belong to none', 'a: 1\n\n# c\nb: 2\n# d', ['a: 1\n', 'b: 2\n']],
    [
      'lists with what stands between their items',
      'a:\n# c\n  - x\n\n  - y # d\n\nb: 1',
      ['a:\n# c\n  - x\n\n  - y # d\n', 'b: 1\n'],
    ],
    ['block scalars without the blank lines that they drop', 'a: |\n  x\n\n# c\nb: 1', ['a: |\n  x\n', 'b: 1\n']],
    ['block scalars with the blank lines that they keep', 'a: |+\n  x\n\n\nb: 1', ['a: |+\n  x\n\n\n', 'b: 1\n']],
    [
      'block scalars with lines that look like comments',
      'a: |\n  x\n  # c\n# d\nb: 1',
      ['a: |\n  x\n  # c\n', 'b: 1\n'],
    ],
    ['nested mappings', 'a:\n  b: 1 # c\n  # d\ne: |\n  f', ['a:\n  b: 1 # c\n', 'e: |\n  f\n']],
    ['a block scalar in a mapping', 'a:\n  b: |+\n    x\n\nc: 1', ['a:\n  b: |+\n    x\n\n', 'c: 1\n']],
    ['flow lists over lines', 'a: [x,\n# c\n  y]\nb: 1', ['a: [x,\n# c\n  y]\n', 'b: 1\n']],
    ['a tag before a key', '!!str a: 1\nb: 2', ['!!str a: 1\n', 'b: 2\n']],
    ['an indented root', '  a: 1\n  b: 2', ['a: 1\n', 'b: 2\n']],
    ['an empty value beside a mapping', 'a:\nb:\n  c: 1', ['a:\n', 'b:\n  c: 1\n']],
  ])('%s', (_title, block, spans) => {
    expect(spansOf(note(block))).toEqual(spans);
    expect(spansOf(`\ufeff${note(block).replaceAll('\n', '\r\n')}`)).toEqual(
      spans.map((span) => span.replaceAll('\n', '\r\n')),
    );
  });
});

/** The values as `yaml` sees them by key, or null when it rejects the block. Keys are compared as it writes them. */
function byYaml(block: string): ReadonlyMap<string, unknown> | null {
  const document: Document = parseDocument(block, { schema: 'core', logLevel: 'silent', prettyErrors: false });
  if (document.errors.length > 0 || document.warnings.length > 0) return null;
  const value = valueOf(document);
  if (value === null) return new Map();
  return value instanceof Map ? new Map([...value].map(([key, each]) => [String(key), asJson(each)])) : null;
}

/** An alias without its anchor is found only here. */
function valueOf(document: Document): unknown {
  try {
    return document.toJS({ mapAsMap: true });
  } catch (error) {
    if (error instanceof ReferenceError) return [];
    throw error;
  }
}

/** Maps as objects, numbers that JSON can't hold as the mark `NO_NUMBER`. */
function asJson(value: unknown): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, each]) => [key === null ? '' : String(key), asJson(each)]));
  if (Array.isArray(value)) return value.map(asJson);
  return typeof value === 'number' && !Number.isFinite(value) ? 'NO_NUMBER' : value;
}

const NO_NUMBER = /^(?:[-+]?\.inf|\.nan|[-+]?[\d.]+e\+?\d{3,})$/i;

function ours(value: Json): unknown {
  if (typeof value === 'string' && NO_NUMBER.test(value)) return 'NO_NUMBER';
  if (Array.isArray(value)) return (value as Json[]).map(ours);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, ours(each)]));
  return Object.is(value, -0) ? -0 : value;
}

/** What `yaml` reads and we do not: nothing else may be refused. */
const OUR_REFUSALS =
  /anchors|aliases|merge keys|start with \?|second document|document ends|no mapping|in braces|list or a mapping|there twice|starts with %|levels|the tag/;

function agrees(block: string): void {
  const result = parseFrontMatter(`---\n${block}---\n`);
  const theirs = byYaml(block);
  if (result.status === 'unparsable') {
    if (theirs !== null) expect(result.reason).toMatch(OUR_REFUSALS);
    return;
  }
  expect(theirs).not.toBeNull();
  const values = result.entries.map(({ raw }) => ours(rawToJson(raw)));
  expect(values).toEqual(
    [...(theirs ?? new Map<string, unknown>()).values()].map((value) =>
      NO_NUMBER.test(String(value)) ? 'NO_NUMBER' : value,
    ),
  );
}

describe('front matter with nested values, entry by entry', () => {
  it.each([
    ['a mapping', 'a: 1\nk:\n  b: 1\n  c:\n    - d\nz: "2"'],
    ['a mapping in braces', 'k: {b: 1, c: [x, {d: e}]}\nz: 2'],
    ['a list of mappings', 'k:\n  - b: 1\n    c: x\n  - b: 2\nz: 2'],
    ['a list of mappings in the column of its key', 'k:\n- b: 1\n  c: x\n- b: 2\nz: 2'],
    ['a mapping in an item without a value in its line', 'k:\n  -\n    b: 1\n  - # c\n    - d\nz: 2'],
    ['a mapping that looks like JSON', 'k: {"b":1,"c":[{"d":null}],"e":"x: y"}\nz: 2'],
    ['a list in a list', 'k:\n  - - a\n    - b\n  - [c, [d]]\nz: 2'],
    ['block scalars', 'a: |\n  x\n\nb: >-\n  y\n   z\nc: |2+\n    w\n\nz: 2'],
    ['scalars of several lines', 'a: x\n  y\nb: "x\n  y"\nc: \'x\n\n  y\'\nz: 2'],
    ['comments between the lines', 'k: # c\n  # d\n  b: 1 # e\n# f\n  c: 2\n# g\nz: 2'],
    ['an unusual escape', 'a: "\\u00e9"\nz: 2'],
    ['a tag', 'a: !!str 007\nz: 2'],
    ['a tab', 'a:\tx\nz: 2'],
  ])('%s', (_title, lines) => {
    for (const block of [`${lines}\n`, `${lines}\n`.replaceAll('\n', '\r\n')]) {
      const text = note(block);
      const entries = readFlat(text, 4, 4 + block.length);
      expect(entries).not.toBeNull();
      expect(entries).toEqual(readWithYaml(text, 4, 4 + block.length));
    }
  });

  it.each([
    ['an anchor', 'a: {b: &x 1}\nz: 2'],
    ['an alias', 'a: [*x]\nz: 2'],
    ['a repeated key', 'a: {b: 1}\na: 2'],
    ['a repeated key in a mapping', 'a: {b: 1, b: 1}'],
    ['a merge key', 'a:\n  <<: {b: 1}\nz: 2'],
    ['a value without its end', 'a: [x\nz: 2'],
    ['a second document', 'a:\n  b: 1\n--- # x\nz: 2'],
    ['a key that is a number', '1:\n  b: 1\nz: 2'],
  ])('and the whole block with %s', (_title, lines) => {
    const text = note(`${lines}\n`);
    expect(readFlat(text, 4, 5 + lines.length)).toBeNull();
  });
});

describe('agreement', () => {
  it('reads what people write as yaml does', () => {
    fc.assert(fc.property(blockText, agrees), { numRuns: RUNS });
  });

  it('reads or refuses what vandals write as yaml does', () => {
    fc.assert(fc.property(hostileBlock, agrees), { numRuns: RUNS });
  });

  it('gives the same entries by the flat tokenizer as by yaml', () => {
    let flat = 0;
    fc.assert(
      fc.property(fc.oneof(blockText, hostileBlock), (block) => {
        const text = `---\n${block}---\n`;
        const entries = readFlat(text, 4, 4 + block.length);
        if (entries === null) return;
        flat += 1;
        expect(entries).toEqual(readWithYaml(text, 4, 4 + block.length));
      }),
      { numRuns: RUNS },
    );
    expect(flat).toBeGreaterThan(RUNS / 4);
  });

  it('gives spans in order, that start with the key and end with a line break', () => {
    fc.assert(
      fc.property(noteText, (text) => {
        const { entries, bodyStart } = parseFrontMatter(text);
        let last = 0;
        for (const { start, end } of entries) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(text[end - 1]).toBe('\n');
          last = end;
        }
        expect(bodyStart).toBeGreaterThan(last);
      }),
      { numRuns: RUNS / 5 },
    );
  });
});
