/** The lines in which two texts differ, within a limit. docs/http.md#the-result-of-a-write. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TextChange, lineDiff, textChanges } from '../../../src/engine/text/line-diff';
import { hasLoneSurrogate, utf8Length } from '../../../src/kernel/utf8-length';

const LIMIT = 2048;
const diff = (before: string, after: string): string => lineDiff(before, after, LIMIT);
const lines = (count: number, name = 'line'): string =>
  Array.from({ length: count }, (_, i) => `${name} ${i + 1}\n`).join('');

/** [what, before, after, the diff] */
const LINES: readonly (readonly [string, string, string, string])[] = [
  ['nothing', 'a\nb\n', 'a\nb\n', ''],
  ['two empty texts', '', '', ''],
  ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n', '@@ -2,1 +2,1 @@\n-b\n+B\n'],
  ['a line that came', 'a\nc\n', 'a\nb\nc\n', '@@ -1,0 +2,1 @@\n+b\n'],
  ['a line that went', 'a\nb\nc\n', 'a\nc\n', '@@ -2,1 +1,0 @@\n-b\n'],
  ['a repeated line that came', 'x\nx\n', 'x\nx\nx\n', '@@ -0,0 +1,1 @@\n+x\n'],
  ['a first text', '', 'a\nb\n', '@@ -0,0 +1,2 @@\n+a\n+b\n'],
  ['a text that went', 'a\n', '', '@@ -1,1 +0,0 @@\n-a\n'],
  ['a line break that came at the end', 'a\nb', 'a\nb\n', '@@ -2,1 +2,1 @@\n-b\n\\ No newline at end of file\n+b\n'],
  ['other line breaks', 'a\nb\n', 'a\r\nb\n', '@@ -1,1 +1,1 @@\n-a\n+a\r\n'],
  ['a line in a text with CRLF', 'a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n', '@@ -2,1 +2,1 @@\n-b\r\n+B\r\n'],
  [
    'changes far from each other',
    `one\n${lines(50)}two\n${lines(50, 'more')}three\n`,
    `ONE\n${lines(50)}two\nnew\n${lines(50, 'more')}THREE\n`,
    '@@ -1,1 +1,1 @@\n-one\n+ONE\n@@ -52,0 +53,1 @@\n+new\n@@ -103,1 +104,1 @@\n-three\n+THREE\n',
  ],
  [
    'paragraphs between empty lines',
    'p\n\nq\n\nr\n',
    'P\n\nq\n\nnew\n\nr\n',
    '@@ -1,1 +1,1 @@\n-p\n+P\n@@ -3,0 +4,2 @@\n+\n+new\n',
  ],
];

describe('a diff', () => {
  for (const [what, before, after, expected] of LINES) {
    it(`tells of ${what}`, () => {
      expect(diff(before, after)).toBe(expected);
    });
  }

  it('shows what differs in a long line, and where it was cut', () => {
    const [head, tail] = ['h'.repeat(5000), 't'.repeat(5000)];
    const found = diff(`${head} [[Ada]] ${tail}\n`, `${head} [[Ada Byron]] ${tail}\n`);
    expect(found).toContain(`-…${'h'.repeat(34)} [[Ada]]`);
    expect(found).toContain('[[Ada Byron]] ttt');
    expect(found).toMatch(/t…\n$/);
    expect(found.length).toBeLessThan(500);
  });

  it('shows both sides of a large change, each with a mark where lines were left out', () => {
    const found = diff(lines(1000, 'old'), lines(2000, 'new'));
    expect(found).toContain('@@ -1,1000 +1,2000 @@\n-old 1\n');
    expect(found).toMatch(/-old \d+\n…\n\+new 1\n/);
    expect(found).toMatch(/\+new \d+\n…\n$/);
  });

  it('never cuts a surrogate pair', () => {
    for (let shift = 0; shift < 4; shift++) {
      const before = `${'x'.repeat(shift)}${'😀'.repeat(3000)}a${'😀'.repeat(3000)}`;
      const after = before.replace('a', '😁b');
      const found = diff(before, after);
      expect(found).toContain('😁b');
      expect(/\p{Surrogate}/u.test(found)).toBe(false);
    }
    expect(/\p{Surrogate}/u.test(diff('😀', '😁'))).toBe(false);
  });

  it.each([
    ['ASCII', 'word '],
    ['three bytes a character', '漢字 '],
    ['line breaks alone', '\n'],
    ['many lines', 'ab\n'],
  ])('has at most its limit, of bytes: %s', (_, piece) => {
    const [before, after] = [piece.repeat(300_000), `x${piece.repeat(100_000)}y\nz${piece.repeat(190_000)}`];
    for (const [a, b] of [
      [before, after],
      [after, before],
      ['', before],
      [before, ''],
    ] as const) {
      const found = diff(a, b);
      expect(utf8Length(found)).toBeLessThanOrEqual(LIMIT);
      expect(found).toContain('@@ ');
      expect(found).toContain('…');
    }
  });
});

describe('the changes that turn one text into another', () => {
  const apply = (before: string, changes: readonly TextChange[]): string =>
    [...changes]
      .reverse()
      .reduce((text, { from, to, text: put }) => text.slice(0, from) + put + text.slice(to), before);

  it('give that text, in order, without touching each other, and cut no surrogate pair', () => {
    const anyText = fc.array(fc.constantFrom('a', 'b', '\n', '\n', 'status: todo', '🎵', '🎶'), { maxLength: 30 });
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        const [before, after] = [one.join(''), other.join('')];
        const changes = textChanges(before, after);
        expect(apply(before, changes)).toBe(after);
        expect(changes.every(({ from }, i) => from >= (changes[i - 1]?.to ?? 0))).toBe(true);
        expect(changes.map(({ text }) => text).some(hasLoneSurrogate)).toBe(false);
      }),
    );
  });

  it('are the characters that differ', () => {
    expect(textChanges('status: todo\nsame\n', 'status: done\nsame\nmore\n')).toEqual([
      { from: 8, to: 12, text: 'done' },
      { from: 18, to: 18, text: 'more\n' },
    ]);
  });
});
