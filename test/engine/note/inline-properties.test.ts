/** Properties in the text of a note. docs/inline-properties.md */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inlineProperties } from '../../../src/engine/note/inline/inline-properties';
import { readInlineItems, readInlineValue } from '../../../src/engine/note/inline/inline-value';
import { renameInline, setInline } from '../../../src/engine/note/inline/splice-inline';
import { rawToJson } from '../../../src/engine/yaml/raw-json';
import { type RawValue, rawList, rawPlain, rawString } from '../../../src/engine/yaml/raw-value';
import { times } from '../../deep';

const found = (text: string, from = 0): readonly (readonly [string, string])[] =>
  inlineProperties(text, from).map(({ key, value }) => [key, value]);

describe('properties of a text', () => {
  it.each([
    ['a line', 'rating:: 5', [['rating', '5']]],
    ['a line without a value', 'rating::', [['rating', '']]],
    ['a line without a blank', 'rating::5\n', [['rating', '5']]],
    ['CRLF', 'a:: 1\r\nb:: 2\r\n', [['a', '1'], ['b', '2']]], // prettier-ignore
    ['blanks in the key', 'written by :: [[Ada]]', [['written by', '[[Ada]]']]],
    ['emphasis', '**书**:: x y ', [['书', 'x y']]],
    ['a key that starts with a low line', '_a:: 1', [['_a', '1']]],
    ['lists, tasks and quotes', '> - [x] a:: 1\n1. b:: 2', [['a', '1'], ['b', '2']]], // prettier-ignore
    ['brackets', 'Read [rating:: 5] by (author:: [[Ada (x)]]).', [['rating', '5'], ['author', '[[Ada (x)]]']]], // prettier-ignore
    ['nested brackets', '[a:: [[b]] [c](d)]', [['a', '[[b]] [c](d)']]],
    ['an open bracket before a closed one', '[a:: [b:: x]', [['b', 'x']]],
    ['a link in a value', 'url:: https://a.b::c', [['url', 'https://a.b::c']]],
    ['a line with comments', 'a:: 1 %% x %% y\nb:: 2 <!-- z -->', [['a', '1'], ['b', '2']]], // prettier-ignore
    ['the value of a line with another mark', 'a:: b:: c', [['a', 'b:: c']]],
  ])('in %s', (_, text, properties) => {
    expect(found(text)).toEqual(properties);
  });

  it.each([
    ['a fence', '```\na:: 1\n```\n'],
    ['indented code', 'x\n\n    a:: 1\n'],
    ['inline code', '`a:: 1` and `[b:: 2]`'],
    ['a comment of HTML', '<!-- a:: 1 -->'],
    ['a comment', '%%\na:: 1\n%%\nand %% [b:: 2] %%'],
    ['an open comment', '%% a:: 1\nb:: 2'],
    ['math', '$$\na:: 1\n$$\n'],
    ['a heading', '# a:: 1'],
    ['a table', '| a:: 1 | b |'],
    ['no key', ':: 1'],
  ])('are not in %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });

  it('are looked for behind the front matter', () => {
    expect(found('a:: 1\nb:: 2', 6)).toEqual([['b', '2']]);
  });
});

describe('the value', () => {
  it.each([
    ['5', rawPlain('5')],
    ['"5"', rawString('5')],
    ['"a \\"b\\""', rawString('a "b"')],
    ['a, b', rawPlain('a, b')],
  ])('of %j', (text, value) => {
    expect(readInlineValue(text)).toEqual(value);
  });

  it.each([
    ['fantasy, sci-fi', ['fantasy, sci-fi']],
    ['"fantasy", "sci-fi, hard"', ['fantasy', 'sci-fi, hard']],
    ['[[A, B]], [[C]]', ['[[A, B]]', '[[C]]']],
    ['[a, b](c.md), #d', ['[a, b](c.md)', '#d']],
    ['1, 2.5', [1, 2.5]],
    ['', []],
  ])('of a list in %j', (text, items) => {
    expect(readInlineItems(text).map(rawToJson)).toEqual(items);
  });
});

describe('a write', () => {
  const set = (text: string, raw: RawValue | null, key = 'a', isList = false): string =>
    setInline(text, { key, isList }, raw);

  it.each([
    ['a:: 1\r\nText\r\n', rawPlain('2'), 'a:: 2\r\nText\r\n'],
    ['x [a::  1 ] y', rawPlain('2'), 'x [a::  2 ] y'],
    ['- **a**::\n', rawPlain('2'), '- **a**:: 2\n'],
    ['`a:: 1`\na:: 1\na:: 3\n', rawPlain('2'), '`a:: 1`\na:: 2\na:: 3\n'],
    ['a:: 1\n', rawPlain('1'), 'a:: 1\n'],
    ['a:: x\n', rawString('"y'), 'a:: "\\"y"\n'],
    ['a:: x\n', rawString('null'), 'a:: "null"\n'],
    ['---\nb: 1\n---\n', rawPlain('2'), '---\nb: 1\n---\na:: 2\n'],
    ['---\nb: 1\n---\nText\n', rawPlain('2'), '---\nb: 1\n---\nText\n\na:: 2\n'],
    ['Text', rawPlain('2'), 'Text\n\na:: 2\n'],
    ['b:: 1\r\n', rawPlain('2'), 'b:: 1\r\na:: 2\r\n'],
    ['```\ncode\n', rawPlain('2'), 'a:: 2\n\n```\ncode\n'],
  ])('of %j', (before, raw, after) => {
    expect(set(before, raw)).toBe(after);
  });

  it.each([
    ['Text\na:: 1\nMore\n', 'Text\nMore\n'],
    ['Text [a:: 1], more', 'Text, more'],
    ['(a:: 1) more\n', 'more\n'],
    ['a:: 1\na:: 2', ''],
    ['b:: [a:: 1]', 'b:: [a:: ]'],
  ])('takes it away from %j', (before, after) => {
    expect(set(before, null)).toBe(after);
  });

  it.each([
    ['a:: "x", "y"\n', ['x', 'z'], 'a:: "x", "z"\n'],
    ['a:: x\nText\na:: y\n', ['x', 'y', 'z'], 'a:: x\nText\na:: "y", "z"\n'],
    ['a:: x\nText\na:: y\n', ['y'], 'Text\na:: y\n'],
    ['a:: x\na:: y\na:: z\n', ['x', 'w', 'z'], 'a:: x\na:: w\na:: z\n'],
    ['a:: x\n', ['w', 'x'], 'a:: "w", "x"\n'],
    ['', ['[[A]]', '[[B]]'], 'a:: [[A]], [[B]]\n'],
  ])('of a list into %j', (before, items, after) => {
    expect(set(before, rawList(items.map(rawString)), 'a', true)).toBe(after);
  });

  it('of a text with a line break is refused', () => {
    expect(() => set('a:: x\n', rawString('x\ny'))).toThrow("can't hold");
    expect(() => set('(a:: x)', rawString('x) y'))).toThrow("can't hold");
  });

  it('of another key keeps the rest', () => {
    expect(renameInline('**a**:: 1 [a:: 2]\na:: a', new Map([['a', 'b b']]))).toBe('**a**:: 1 [b b:: 2]\nb b:: a');
  });

  const word = fc.constantFrom(
    'a:: 1',
    '[a:: x]',
    '(b:: y)',
    'text',
    '`a:: 2`',
    '',
    '%%',
    '```',
    '- a::',
    '$x$',
    'b:: 2',
  );
  const lines = fc.array(
    fc.array(word, { maxLength: 3 }).map((each) => each.join(' ')),
    { maxLength: 6 },
  );

  it('reads back, leaves the other properties alone, and can be taken away', () => {
    const lineBreak = fc.constantFrom('\n', '\r\n');
    const value = fc.oneof(fc.constantFrom('1', 'x, y', '"', '[[A]]', ' b '), fc.string({ minLength: 1 }));
    fc.assert(
      fc.property(lines, lineBreak, value, fc.boolean(), (each, breaks, text, isList) => {
        const before = each.join(breaks);
        const raw = isList ? rawList([rawString(text), rawString('y')]) : rawString(text);
        const own = ({ key }: { readonly key: string }): boolean => key === 'a';
        const written = (of: string, to: RawValue | null): string | null => {
          try {
            return setInline(of, { key: 'a', isList }, to);
          } catch (error) {
            expect(String(error)).toContain("can't hold");
            return null;
          }
        };
        const after = written(before, raw);
        if (after === null) return;
        const [others, left] = [before, after].map((of) => inlineProperties(of, 0).filter((one) => !own(one)));
        expect(left?.map(({ value: of }) => of)).toEqual(others?.map(({ value: of }) => of));
        expect(setInline(after, { key: 'a', isList }, raw)).toBe(after);
        // Code that opens in a value and closes in another line can't be taken apart.
        const without = written(after, null);
        expect(without !== null || before.includes('```') || text.includes('`')).toBe(true);
        const rest = inlineProperties(without ?? '', 0);
        expect(rest.filter((one) => own(one) && one.value !== '')).toEqual([]);
      }),
      { numRuns: times(300, 20_000) },
    );
  });

  it('takes time in proportion to the text', () => {
    const steps = (text: string): number => {
      const start = process.cpuUsage().user;
      inlineProperties(text, 0);
      return process.cpuUsage().user - start;
    };
    for (const part of ['[a:: ', 'a ', '(((', '[[', 'x:: ', '%% ']) {
      const least = (size: number): number => Math.min(...[1, 2, 3].map(() => steps(`${part.repeat(size)}|::`)));
      // Twenty times would be 400 if it were quadratic; the base keeps noise out.
      expect([part, least(40_000) < 100 * (least(2_000) + 500)]).toEqual([part, true]);
    }
  });
});
