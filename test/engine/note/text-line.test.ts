import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  consumeColumns,
  indentOf,
  isBlankFrom,
  lineAt,
  lineBreakOf,
  withLineBreak,
} from '../../../src/engine/text/text-line';

describe('lineAt', () => {
  it.each([
    ['a\nb', 0, { start: 0, end: 1, next: 2 }],
    ['a\nb', 2, { start: 2, end: 3, next: 3 }],
    ['a\r\nb', 0, { start: 0, end: 1, next: 3 }],
    ['\r\n', 0, { start: 0, end: 0, next: 2 }],
    ['\n', 0, { start: 0, end: 0, next: 1 }],
    ['a\rb', 0, { start: 0, end: 3, next: 3 }],
    ['x\r\n\n', 3, { start: 3, end: 3, next: 4 }],
  ])('in %j at %i', (text, start, line) => {
    expect(lineAt(text, start)).toEqual(line);
  });

  it('goes through any text without a gap', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', '\r') }), (text) => {
        let seen = '';
        for (let at = 0; at < text.length; at = lineAt(text, at).next) {
          const line = lineAt(text, at);
          expect(text.slice(line.start, line.end)).not.toContain('\n');
          seen += text.slice(line.start, line.next);
        }
        expect(seen).toBe(text);
      }),
    );
  });
});

describe('indentation', () => {
  it.each([
    ['  a', 0, 2, 2],
    ['\ta', 0, 4, 1],
    [' \ta', 0, 4, 2],
    ['  \t a', 0, 5, 4],
    ['a', 0, 0, 0],
    ['   ', 0, 3, 3],
    ['\ta', 2, 2, 1],
  ])('of %j from column %i is %i columns', (text, column, columns, at) => {
    const line = lineAt(text, 0);
    expect(indentOf(text, line, { at: 0, column })).toEqual({ columns, at });
  });

  it('a tab is taken in parts', () => {
    const text = '\t\ta';
    const line = lineAt(text, 0);
    const place = { at: 0, column: 0 };
    consumeColumns(text, line, place, 2);
    expect(place).toEqual({ at: 0, column: 2 });
    expect(indentOf(text, line, place).columns).toBe(6);
    consumeColumns(text, line, place, 2);
    expect(place).toEqual({ at: 1, column: 4 });
    consumeColumns(text, line, place, 4);
    expect(place).toEqual({ at: 2, column: 8 });
  });

  it.each([
    ['', true],
    [' \t', true],
    [' \r\n', true],
    [' a', false],
  ])('%j is blank: %s', (text, blank) => {
    expect(isBlankFrom(text, lineAt(text, 0), { at: 0, column: 0 })).toBe(blank);
  });
});

describe('line breaks', () => {
  it.each([
    ['a', '\n'],
    ['', '\n'],
    ['a\nb\r\n', '\n'],
    ['a\r\nb\n', '\r\n'],
    ['\r\n', '\r\n'],
    ['\n', '\n'],
  ])('of %j', (text, lineBreak) => {
    expect(lineBreakOf(text)).toBe(lineBreak);
  });

  it.each([
    ['a\nb\r\nc', '\n', 'a\nb\nc'],
    ['a\nb\r\nc', '\r\n', 'a\r\nb\r\nc'],
    ['a', '\r\n', 'a'],
  ] as const)('%j with %j', (text, lineBreak, after) => {
    expect(withLineBreak(text, lineBreak)).toBe(after);
  });
});
