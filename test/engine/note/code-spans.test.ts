import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { codeRanges, isInRanges } from '../../../src/engine/note/markdown/code-spans';
import { times } from '../../deep';

const codeOf = (text: string, from = 0): string[] =>
  codeRanges(text, from).map(([start, end]) => text.slice(start, end));

const CASES: readonly (readonly [title: string, text: string, code: readonly string[]])[] = [
  ['plain text has none', 'a [[Link]] and #tag', []],
  ['a span', 'a `b` c', ['`b`']],
  ['two spans', '`a` [[x]] `b`', ['`a`', '`b`']],
  ['a span closes with a run of the same length', 'x `` a ` b `` y', ['`` a ` b ``']],
  ['an unclosed run is text', 'a ` b [[c]]', []],
  ['an unclosed long run is text, a later short pair is code', '``` a `b` c', ['`b`']],
  ['an escaped backtick opens nothing', 'a \\`b` c', []],
  ['an escaped backslash before a backtick', 'a \\\\`b` c', ['`b`']],
  ['an escaped first backtick of a longer run', '\\``a`', ['`a`']],
  ['a backslash inside a span is text', '`a\\` b', ['`a\\`']],
  ['a span goes over a line break', 'a `b\nc` d', ['`b\nc`']],
  ['a span goes over CRLF', 'a `b\r\nc` d', ['`b\r\nc`']],
  ['a span stops at a blank line', 'a `b\n\nc` d', []],
  ['a span stops at a heading', 'a `b\n# c` d', []],
  ['a span stops at a list item', 'a `b\n- c` d', []],
  ['a span in a quote goes over the marks', '> a `b\n> c` d', ['`b\n> c`']],
  ['a span goes on in a lazy line', '> a `b\nc` d', ['`b\nc`']],
  ['a fence', 'a\n```js\nx [[y]]\n```\nb', ['```js\nx [[y]]\n```']],
  ['a fence of tildes', '~~~\n`a`\n~~~\n`b`', ['~~~\n`a`\n~~~', '`b`']],
  ['a fence with CRLF', '```\r\na\r\n```\r\n`b`', ['```\r\na\r\n```', '`b`']],
  ['a fence needs three marks', '``\na\n``', ['``\na\n``']],
  ['a longer fence holds a shorter one', '````\n```\na\n```\n````\n`b`', ['````\n```\na\n```\n````', '`b`']],
  ['tildes do not close backticks', '```\n~~~\n```', ['```\n~~~\n```']],
  ['a closing fence has no info string', '```\na\n``` x\nb', ['```\na\n``` x\nb']],
  ['an unclosed fence runs to the end', 'a\n```\nb\n\n# c', ['```\nb\n\n# c']],
  ['a backtick fence has no backtick in its info string', '``` a`b\nc', []],
  ['a fence interrupts a paragraph', 'a `b\n```\nc`\n```', ['```\nc`\n```']],
  ['three blanks before a fence', '   ```\na\n   ```\n`b`', ['```\na\n   ```', '`b`']],
  ['a fence in a list item', '- a\n  ```\n  b\n  ```\n- `c`', ['```\n  b\n  ```', '`c`']],
  ['a fence right behind a list mark', '- ```\n  b\n  ```\n', ['```\n  b\n  ```']],
  ['a fence in a nested item', '- a\n    - b\n      ```\n      x\n      ```\n`c`', ['```\n      x\n      ```', '`c`']],
  ['a fence in an item with tabs', '-\ta\n\n\t```\n\tx\n\t```\n`c`', ['```\n\tx\n\t```', '`c`']],
  ['an unclosed fence ends with its item', '- ```\n  b\n\n[[c]]', ['```\n  b\n']],
  ['a fence in a quote', '> ```\n> b\n> ```\n> `c`', ['```\n> b\n> ```', '`c`']],
  ['an unclosed fence ends with its quote', '> ```\n> b\n[[c]]', ['```\n> b']],
  ['a fence in a callout', '> [!note]\n> ```\n> b\n> ```\n', ['```\n> b\n> ```']],
  ['indented code', 'a\n\n    b [[c]]\n    d\n\ne', ['    b [[c]]\n    d']],
  ['indented code with a tab', 'a\n\n\tb\n', ['\tb']],
  ['indented code goes over blank lines', '    a\n\n    b\n', ['    a\n\n    b']],
  ['an indented line goes on with its paragraph', 'a\n    b [[c]]', []],
  ['an indented line in a list is a paragraph', '- a\n\n    b [[c]]', []],
  ['indented code in a list item', '- a\n\n      b', ['    b']],
  ['a nested list is not an indented code', '- a\n    - b\n        - c `d`', ['`d`']],
  ['indented code behind a heading', '# a\n    b', ['    b']],
  ['a fence mark in indented code opens nothing', '    ```\n\n[[a]]', ['    ```']],
  ['a thematic break is not a list', '- - -\n`a`', ['`a`']],
  ['an ordered item that is not 1 does not interrupt', 'a `b\n2. c` d', ['`b\n2. c`']],
  ['an ordered item 1 interrupts', 'a `b\n1. c` d', []],
  ['a blank line ends an item without text', '-\n\n    a', ['    a']],
  ['an item without text goes on in the next line', '-\n  a `b`', ['`b`']],
  ['a code span in a heading', '# a `b` c', ['`b`']],
  ['a code span in an underlined heading', 'a `b` c\n===', ['`b`']],
  ['many lengths', '`a ``b ```c `d ``e ```f', ['`a ``b ```c `']],
];

describe('codeRanges', () => {
  it.each(CASES)('%s', (_title, text, code) => {
    expect(codeOf(text)).toEqual(code);
  });

  it('looks only behind the given offset', () => {
    const text = '---\na: "`x`"\n---\n`y`';
    expect(codeOf(text, 17)).toEqual(['`y`']);
  });

  it('gives sorted ranges that do not overlap and lie in the text, for any text', () => {
    const piece = fc.constantFrom(
      '`',
      '``',
      '```',
      '~~~',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '> ',
      '# ',
      '    ',
      '\t',
      'a',
      '\\',
      '===',
      '---',
      '\r\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        let last = 0;
        for (const [start, end] of codeRanges(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: times(2_000, 50_000) },
    );
  });

  it('takes a time that grows with the text, not with its square', () => {
    // The square runs into the time limit of the test, however busy the machine is.
    expect(codeRanges('`a '.repeat(500_000))).toHaveLength(250_000);
    expect(codeRanges(Array.from({ length: 2000 }, (_, i) => '`'.repeat(i + 1)).join(' '))).toEqual([]);
    expect(codeRanges('> '.repeat(200_000))).toEqual([]);
  });
});

describe('isInRanges', () => {
  it.each([
    [0, false],
    [2, true],
    [4, true],
    [5, false],
    [8, true],
    [10, false],
  ])('offset %i of [2,5) and [8,10) is %s', (offset, inside) => {
    expect(
      isInRanges(
        [
          [2, 5],
          [8, 10],
        ],
        offset,
      ),
    ).toBe(inside);
  });
});
