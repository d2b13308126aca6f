import type { TextRange } from '../../../src/engine/text/text-line';
import { describe, expect, it } from 'vitest';
import { OpenBrackets } from '../../../src/engine/note/links/body-links';

const NONE: readonly TextRange[] = [];

/** Offset of the bracket that the last `]` closes. */
const opening = (text: string, hidden: readonly TextRange[] = NONE): number =>
  new OpenBrackets(text, 0).openingOf(text.lastIndexOf(']'), hidden);

describe('the bracket that another one closes', () => {
  it.each([
    ['[a]', 0],
    ['a [b]', 2],
    ['[a [b] c]', 0],
    ['[a] [b]', 4],
    ['[[a]]', 0],
    ['[a\nb]', 0],
    ['[a \\] b]', 0],
    ['[a \\[ b]', 0],
    ['[a \\\\] b]', -1],
    ['\\[a]', -1],
    ['a]', -1],
    ['[a\n\nb]', -1],
    ['[a\n\r\nb]', -1],
    [`${'['.repeat(33)}a${']'.repeat(33)}`, 0],
    [`${'['.repeat(34)}a${']'.repeat(34)}`, -1],
  ])('in %j stands at %i', (text, at) => {
    expect(opening(text)).toBe(at);
  });

  it('is not among those in code', () => {
    expect(opening('[a `[` b]', [[3, 6]])).toBe(0);
    expect(opening('[a `]` `]` b]', [[3, 6], [7, 10]])).toBe(0); // prettier-ignore
    expect(opening('`[`a]', [[0, 3]])).toBe(-1);
  });

  it('is not among those of a wiki link', () => {
    const text = '[see [[Sq]uare]] and [[b]]]';
    const brackets = new OpenBrackets(text, 0);
    brackets.pass(5, 16);
    brackets.pass(21, 26);
    expect(brackets.openingOf(26, NONE)).toBe(0);
  });

  it('stands behind the last link', () => {
    const text = '[a [b](c) d](e)';
    const brackets = new OpenBrackets(text, 0);
    expect(brackets.openingOf(5, NONE)).toBe(3);
    brackets.closeAll(9);
    expect(brackets.openingOf(11, NONE)).toBe(-1);
  });

  it('may stand before an image', () => {
    const brackets = new OpenBrackets('[![a](b) c](d)', 0);
    expect(brackets.openingOf(4, NONE)).toBe(2);
    expect(brackets.openingOf(10, NONE)).toBe(0);
  });

  it('is looked for once', () => {
    const brackets = new OpenBrackets('a](b)[c](d)', 0);
    expect(brackets.openingOf(1, NONE)).toBe(-1);
    expect(brackets.openingOf(7, NONE)).toBe(5);
  });
});
