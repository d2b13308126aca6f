import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { NotedbError } from '../../../src/engine/errors';
import { parseFrontMatter } from '../../../src/engine/yaml/front-matter/front-matter';
import { RAW_EMPTY, type RawValue, rawList, rawPlain, rawString } from '../../../src/engine/yaml/raw-value';
import { rawEqual, rawToJson } from '../../../src/engine/yaml/raw-json';
import { setFrontMatter } from '../../../src/engine/yaml/front-matter/splice-front-matter';
import type { Json } from '../../../src/engine/json';
import { RUNS, anyText, noteText } from './front-matter-texts';

const json = (value: Json): RawValue => ({ kind: 'json', value });
const note = (block: string): string => `---\n${block}---\nbody\n`;
const set = (text: string, changes: Record<string, RawValue | null>): string =>
  setFrontMatter(text, new Map(Object.entries(changes)));

describe('setting a key', () => {
  it.each<readonly [title: string, before: string, raw: RawValue | null, after: string]>([
    ['a scalar', 'k: a\n', rawString('b'), 'k: b\n'],
    [
      'what comes before and behind stays',
      '# c\na: 007\nk: a\n\n# d\nb:   [x,  "y"]\n',
      rawPlain('2026-11-21'),
      '# c\na: 007\nk: 2026-11-21\n\n# d\nb:   [x,  "y"]\n',
    ],
    ['the comment in its line stays', 'k: a  # why\n', rawString('b'), 'k: b  # why\n'],
    ['the comment stays in the key line of a list', 'k: a # why\n', rawList([rawString('b')]), 'k: # why\n  - b\n'],
    ['the comment of a flow list', 'k: [a, b] # why\n', rawList([rawString('c')]), 'k: # why\n  - c\n'],
    ['the comment of a block list', 'k: # why\n- a # x\n- b\n', rawString('b'), 'k: b # why\n'],
    ['the comment of a block scalar', 'k: | # why\n  a\n', rawString('b'), 'k: b # why\n'],
    ['the comment of a mapping', 'k: # why\n  a: 1 # x\n', RAW_EMPTY, 'k: # why\n'],
    [
      'the comment behind a text of several lines',
      'k: "a\n  b" # why\n',
      rawList([rawString('b')]),
      'k: # why\n  - b\n',
    ],
    ['the comment behind a list of several lines', 'k: [a,\n  b] # why\n', RAW_EMPTY, 'k: # why\n'],
    ['the comment of an empty value', 'k: # why\n', rawString('b'), 'k: b # why\n'],
    ['an empty value', 'k:\n', rawString('b'), 'k: b\n'],
    ['to an empty value', 'k: a\n', RAW_EMPTY, 'k:\n'],
    ['to an empty list', 'k:\n  - a\n', rawList([]), 'k: []\n'],
    ['from a list to a text', 'k:\n  - a\n  - b\nl: 1\n', rawString('c'), 'k: c\nl: 1\n'],
    ['the blanks before a value stay', 'k:    a\n', rawString('b'), 'k:    b\n'],
    ['the spelling of the key stays', '"k" : a\n', rawString('b'), '"k" : b\n'],
    ['the spelling of a key in single quotes', "'k': |\n  a\n", rawString('b'), "'k': b\n"],
    ['a link', 'k: "[[A]]"\n', rawString('[[B|c]]'), 'k: "[[B|c]]"\n'],
    [
      'a list of links',
      'k:\n- "[[A]]"\n',
      rawList([rawString('[[A]]'), rawString('[[B]]')]),
      'k:\n- "[[A]]"\n- "[[B]]"\n',
    ],
    [
      'a mapping',
      'k: 1\n',
      json({ a: 1, b: { c: ['x', { d: 'yes', e: [] }] } }),
      'k:\n  a: 1\n  b:\n    c:\n      - x\n      - d: "yes"\n        e: []\n',
    ],
    [
      'a list of mappings',
      'k: 1\n',
      json([{ a: 1, b: 2 }, [3], {}, null]),
      'k:\n  - a: 1\n    b: 2\n  -\n    - 3\n  - {}\n  - null\n',
    ],
    ['a value behind a block scalar', 'a: |+\n  x\n\nk: 1\n', rawPlain('2'), 'a: |+\n  x\n\nk: 2\n'],
    ['a block scalar with blank lines', 'k: |+\n  x\n\nb: 1\n', rawPlain('2'), 'k: 2\nb: 1\n'],
    ['a key that is gone', 'k: a # why\nb: 1\n', null, 'b: 1\n'],
    ['the last key that is gone', 'k: a\n', null, ''],
    ['a list that is gone', 'a: 1\nk:\n# c\n  - x\n# d\nb: 1\n', null, 'a: 1\n# d\nb: 1\n'],
    ['a key behind a block scalar that keeps blank lines', 'a: |+\n  x\nk: 1\n\nb: 2\n', null, 'a: |+\n  x\nb: 2\n'],
    [
      'a comment behind it that a block scalar would take',
      'a: |\n  x\nk: 1\n  # c\nb: 2\n',
      null,
      'a: |\n  x\n# c\nb: 2\n',
    ],
    ['a key in an indented block', '  a: 1\n  k: 2\n', rawPlain('3'), '  a: 1\n  k: 3\n'],
    [
      'a list in a block that is indented by three',
      '   a: 1\n   k: 2\n',
      rawList([rawString('x')]),
      '   a: 1\n   k: ["x"]\n',
    ],
    ['quoted where it must be', 'k: 007\n', rawString('007'), 'k: "007"\n'],
    ['plain where it must be', 'k: "007"\n', rawPlain('007'), 'k: 007\n'],
    ['a text with a line break', 'k: a\n', rawString('b\n\tc'), 'k: "b\\n\\tc"\n'],
  ])('%s', (_title, before, raw, after) => {
    expect(set(note(before), { k: raw })).toBe(note(after));
    const crlf = (text: string): string => `\ufeff${note(text).replaceAll('\n', '\r\n')}`;
    expect(set(crlf(before), { k: raw })).toBe(crlf(after));
  });

  it.each<readonly [title: string, before: string, raw: RawValue | null]>([
    ['a number', 'k:  007 # c\n', rawPlain('007')],
    ['a large integer', 'k: 1152921504606846976\n', rawPlain('1152921504606846976')],
    ['a plain text for a quoted one', 'k: "hello"\n', rawPlain('hello')],
    ['a quoted text for a plain one', 'k: hello\n', rawString('hello')],
    ['a text that only YAML 1.1 takes for a boolean', 'k: yes\n', rawString('yes')],
    ['a null', 'k: ~\n', RAW_EMPTY],
    ['an empty value', 'k:\n', rawPlain('null')],
    ['a flow list', 'k: [a,   "b"]\n', rawList([rawString('a'), rawString('b')])],
    ['a mapping', 'k: {a:   1}\n', json({ a: 1 })],
    ['a mapping with other order', 'k: {a: 1, b: 2}\n', json({ b: 2, a: 1 })],
    ['a list of lists', 'k: [[a]]\n', json([['a']])],
    ['a block scalar', 'k: |\n  a\n', rawString('a\n')],
    ['a key that is not there', 'a: 1\n', null],
  ])('that reads equal already changes nothing: %s', (_title, before, raw) => {
    expect(set(note(before), { k: raw })).toBe(note(before));
  });

  it('sets several keys in one go and appends new ones in their order', () => {
    const before = note('a: 1\nb: 2\n# end\n');
    const after = set(before, {
      z: rawPlain('26'),
      b: null,
      a: rawPlain('3'),
      why: rawList([rawString('q')]),
      x: RAW_EMPTY,
    });
    expect(after).toBe(note('a: 3\n# end\nz: 26\nwhy:\n  - q\nx:\n'));
  });

  it('appends to an empty block', () => {
    expect(set('---\n---\nbody', { a: rawPlain('1') })).toBe('---\na: 1\n---\nbody');
  });

  it.each([
    ['a text', 'body\n', '---\na: 1\n---\nbody\n'],
    ['an empty text', '', '---\na: 1\n---\n'],
    ['a text with CRLF', 'x\r\ny', '---\r\na: 1\r\n---\r\nx\r\ny'],
    ['a mark', '\ufeffbody', '\ufeff---\na: 1\n---\nbody'],
    ['an opening fence alone', '---\nbody', '---\na: 1\n---\n---\nbody'],
    ['front matter further down', '\n---\nb: 1\n---\n', '---\na: 1\n---\n\n---\nb: 1\n---\n'],
  ])('gives %s front matter', (_title, before, after) => {
    expect(set(before, { a: rawPlain('1') })).toBe(after);
  });

  it('leaves a note without front matter alone when there is nothing to set', () => {
    expect(set('body', { a: null })).toBe('body');
  });

  it.each([
    'yes',
    'a: b',
    '',
    '2024',
    '#a',
    'a\nb',
    '__proto__',
    'constructor',
    '<<',
    '~',
    '"',
    "'",
    '- a',
    'x'.repeat(1000),
  ])('writes the new key %j so that it reads back', (key) => {
    const after = setFrontMatter(note('a: 1\n'), new Map([[key, rawString('v')]]));
    expect(parseFrontMatter(after).entries.map((entry) => entry.key)).toEqual(['a', key]);
  });

  it('keeps line breaks of both kinds where they are', () => {
    expect(set('---\na: 1\r\nb: 2\n---\r\nbody', { a: rawList([rawString('x')]), b: rawPlain('3') })).toBe(
      '---\na:\r\n  - x\r\nb: 3\n---\r\nbody',
    );
  });
});

describe('a refusal', () => {
  it.each([
    ['front matter that does not parse', 'a: [\n', { a: rawPlain('1') }],
    ['an anchor', 'a: &x 1\n', { b: rawPlain('1') }],
    ['a key that YAML cannot write', 'a: 1\n', { ['x'.repeat(2000)]: rawPlain('1') }],
    [
      'a value that is nested too deep',
      'a: 1\n',
      { a: json(JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as Json) },
    ],
  ])('for %s', (_title, block, changes: Record<string, RawValue>) => {
    let error: unknown;
    try {
      set(note(block), changes);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(NotedbError);
    expect(error).toMatchObject({ code: 'refused', violations: [{ code: 'unparsable' }] });
  });

  it('says where the front matter is wrong', () => {
    expect(() => set(note('a: 1\nb: [\n'), { a: null })).toThrow(/can't be read: line \d/);
  });
});

const scalar = fc.oneof(
  anyText.map(rawString),
  fc
    .constantFrom('2026-11-21', '42', '-1.5', 'true', '2026-11-21T09:30:00+01:00', '007', '1152921504606846976')
    .map(rawPlain),
  anyText.map(rawPlain),
);

const jsonValue = fc
  .jsonValue({ maxDepth: 3, stringUnit: 'grapheme' })
  .map((value): RawValue => json(JSON.parse(JSON.stringify(value)) as Json));

const anyRaw: fc.Arbitrary<RawValue> = fc.oneof(
  scalar,
  scalar,
  fc.constant(RAW_EMPTY),
  fc.array(scalar, { maxLength: 4 }).map(rawList),
  fc.array(fc.oneof(scalar, jsonValue), { maxLength: 3 }).map(rawList),
  jsonValue,
);

/** The block's values as `yaml` reads them. */
function valuesOf(text: string, version: '1.1' | '1.2' = '1.2'): ReadonlyMap<unknown, unknown> {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const end = lines.findIndex((line, i) => i > 0 && /^---[ \t]*$/.test(line));
  const source = `${lines.slice(1, end).join('\n')}\n`;
  const options = version === '1.2' ? ({ schema: 'core' } as const) : ({ schema: 'yaml-1.1', version: '1.1' } as const);
  return new Map(Object.entries((parse(source, { ...options, logLevel: 'silent' }) ?? {}) as object));
}

/** Blank lines and the indentation of comments may go with a key behind a block scalar. */
const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

describe('for any note', () => {
  it('setting a key leaves every other byte', () => {
    fc.assert(
      fc.property(noteText, anyRaw, fc.nat(), (text, raw, pick) => {
        const before = parseFrontMatter(text);
        const entry = before.entries[pick % Math.max(1, before.entries.length)];
        fc.pre(before.status === 'ok' && entry !== undefined);
        const after = setFrontMatter(text, new Map([[entry.key, raw]]));
        expect(after.slice(0, entry.start)).toBe(text.slice(0, entry.start));
        expect(after.endsWith(text.slice(entry.end))).toBe(true);
        const now = parseFrontMatter(after).entries.find(({ key }) => key === entry.key);
        expect(now !== undefined && rawEqual(now.raw, raw)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('adding a key adds its lines before the closing fence and nothing else', () => {
    fc.assert(
      fc.property(noteText, anyRaw, (text, raw) => {
        fc.pre(parseFrontMatter(text).status === 'ok');
        const after = setFrontMatter(text, new Map([['new key', raw]]));
        const { bodyStart } = parseFrontMatter(text);
        const fence = text.lastIndexOf('---', bodyStart - 1);
        expect(after.startsWith(text.slice(0, fence))).toBe(true);
        expect(after.endsWith(text.slice(fence))).toBe(true);
        const added = after.slice(fence, after.length - (text.length - fence));
        expect(added).toMatch(/^ *new key:/);
        expect(valuesOf(after).get('new key')).toEqual(valuesIn(raw));
      }),
      { numRuns: RUNS },
    );
  });

  it('taking a key away takes its lines and no other, blank ones aside', () => {
    fc.assert(
      fc.property(noteText, fc.nat(), (text, pick) => {
        const before = parseFrontMatter(text);
        const entry = before.entries[pick % Math.max(1, before.entries.length)];
        fc.pre(before.status === 'ok' && entry !== undefined);
        const after = setFrontMatter(text, new Map([[entry.key, null]]));
        const start = text.lastIndexOf('\n', entry.start) + 1;
        expect(linesOf(after)).toEqual(linesOf(text.slice(0, start) + text.slice(entry.end)));
        expect(parseFrontMatter(after).entries.map(({ key }) => key)).toEqual(
          before.entries.map(({ key }) => key).filter((key) => key !== entry.key),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('setting every key to what it is changes nothing', () => {
    fc.assert(
      fc.property(noteText, (text) => {
        const { entries, status } = parseFrontMatter(text);
        fc.pre(status === 'ok');
        expect(setFrontMatter(text, new Map(entries.map(({ key, raw }) => [key, raw])))).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });

  it('setting back gives the values back', () => {
    fc.assert(
      fc.property(noteText, anyRaw, (text, raw) => {
        const { entries, status } = parseFrontMatter(text);
        fc.pre(status === 'ok' && entries.length > 0);
        const there = setFrontMatter(text, new Map(entries.map(({ key }) => [key, raw])));
        const back = setFrontMatter(there, new Map(entries.map((entry) => [entry.key, entry.raw])));
        expect(parseFrontMatter(back).entries.map((entry) => rawToJson(entry.raw))).toEqual(
          entries.map((entry) => rawToJson(entry.raw)),
        );
      }),
      { numRuns: RUNS / 5 },
    );
  });

  it('a string that was set is the same string for readers of YAML 1.1 and 1.2', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, inList) => {
        const after = set(note('a: 1\n'), { k: inList ? rawList([rawString(text)]) : rawString(text) });
        for (const version of ['1.1', '1.2'] as const) {
          const value = valuesOf(after, version).get('k');
          expect(value).toEqual(inList ? [text] : text);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

const NO_NUMBER = /^(?:[-+]?\.inf|\.nan|[-+]?[\d.]+e\+?\d{3,})$/i;

/** The value that `yaml` should find: what JSON can't hold is its text for us. */
function valuesIn(raw: RawValue): unknown {
  const value = rawToJson(raw);
  if (raw.kind === 'scalar' && raw.plain && typeof value === 'string' && NO_NUMBER.test(value)) return parse(value);
  if (raw.kind === 'list') return raw.items.map(valuesIn);
  return value;
}
