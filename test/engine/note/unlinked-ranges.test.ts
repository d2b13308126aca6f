import { describe, expect, it } from 'vitest';
import { IndentedLines, mayHideLinks, unlinkedRanges } from '../../../src/engine/note/links/unlinked-ranges';

const hidden = (text: string, from = 0): readonly string[] =>
  unlinkedRanges(text, from).map(([start, end]) => text.slice(start, end));

describe('where no links are', () => {
  it.each([
    ['a comment', 'a <!-- b --> c', ['<!-- b -->']],
    ['comments', '<!-- a --> b <!--c-->', ['<!-- a -->', '<!--c-->']],
    ['the shortest comments', '<!--> a <!---> b', ['<!-->', '<!--->']],
    ['a comment over paragraphs that begins a line', 'a\n  <!-- b\n\nc -->d', ['<!-- b\n\nc -->']],
    ['an open comment that begins a line', 'a\n<!-- b\n\nc', ['<!-- b\n\nc']],
    ['an open comment within a line', 'a <!-- b\nc', []],
    ['a comment within a line that ends in another paragraph', 'a <!-- b\n \nc -->', []],
    ['a comment over lines of one paragraph', 'a <!-- b\nc -->', ['<!-- b\nc -->']],
    ['math', 'a $b$ c', ['$b$']],
    ['several', '$a$ b $c$', ['$a$', '$c$']],
    ['math that a digit follows', '$a$1', []],
    ['math that a blank begins', '$ a$', []],
    ['math that a blank ends', '$a $', []],
    ['math over lines', '$a\nb$', []],
    ['prices', '$5 or $6', []],
    ['an escaped dollar', '\\$a$ b', []],
    ['an escaped second dollar', '$a\\$ b', []],
    ['a block of math', 'a\n$$\nb\n\nc\n$$\nd', ['$$\nb\n\nc\n$$']],
    ['a block of math within a line', 'a $$b$$ c', ['$$b$$']],
    ['dollars of different paragraphs', 'a $$b\n\nc$$ d', []],
    ['an open block of math', '$$ a', []],
    ['math in a comment', '<!-- $a$ --> $b$', ['<!-- $a$ -->', '$b$']],
    ['a comment in math', '$<!--$ -->', ['$<!--$']],
    ['a comment in code', '`<!--` a `-->`', ['`<!--`', '`-->`']],
    ['a dollar in code', '`$` a `$`', ['`$`', '`$`']],
    ['code in a comment', 'x <!-- `a` --> `b`', ['<!-- `a` -->', '`b`']],
    ['nothing', 'a', []],
  ])('%s', (_, text, ranges) => {
    expect(hidden(text)).toEqual(ranges);
  });

  it('counts from an offset on', () => {
    expect(hidden('$a$ `b` $c$ `d`', 7)).toEqual(['$c$', '`d`']);
  });

  it.each([
    ['a `b`', true],
    ['a\n~~~\nb', true],
    ['a\tb', true],
    ['$1', true],
    ['<!--', true],
    ['a\n\n    b', false],
    ['', false],
  ])('%j may hide links otherwise than by indentation: %s', (text, expected) => {
    expect(mayHideLinks(text, 0)).toBe(expected);
    expect(mayHideLinks(`${text}x`, text.length)).toBe(false);
  });
});

describe('an indented line', () => {
  it.each([
    ['    x', true],
    ['   x', false],
    ['-     x', true],
    ['- a    x', false],
    ['>     x', true],
    ['1.    x', true],
    ['> -    x', true],
    ['  -  x', false],
    ['x     x', false],
  ])('%j begins as code may: %s', (line, expected) => {
    const text = `first\n${line}\nlast`;
    const lines = new IndentedLines(text, 0);
    expect(lines.holds(2)).toBe(false);
    expect(lines.holds(text.lastIndexOf('x'))).toBe(expected);
    expect(lines.holds(6 + line.length)).toBe(expected);
    expect(lines.holds(text.length)).toBe(false);
  });

  it('is told from an offset within its line on', () => {
    expect(new IndentedLines('ab    c', 2).holds(6)).toBe(true);
  });
});
