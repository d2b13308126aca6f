/** Which lines a window shows, and where they are. */

import { describe, expect, it } from 'vitest';
import { linesInSight, topOf } from '../../../src/ui/components/line-window';

const HEIGHTS = { row: 62, heading: 44 };
/** Headings at lines 0 and 3 of ten. */
const GROUPED = { length: 10, headingsBefore: (line: number) => (line > 3 ? 2 : line > 0 ? 1 : 0) };

it('puts rows and headings below each other', () => {
  expect([0, 1, 3, 4, 10].map((line) => topOf(GROUPED, HEIGHTS, line))).toEqual([
    0,
    44,
    44 + 2 * 62,
    2 * 44 + 2 * 62,
    2 * 44 + 8 * 62,
  ]);
});

it('takes no care of headings that are as high as rows', () => {
  const lines = { length: 10, headingsBefore: () => expect.unreachable() };
  expect(topOf(lines, { row: 32, heading: 32 }, 7)).toBe(7 * 32);
  expect(linesInSight(lines, { row: 32, heading: 32 }, { top: 0, height: 64 }).first).toBe(0);
});

describe.each([
  ['one height', { row: 32, heading: 32 }, { length: 100_000 }],
  ['two heights', HEIGHTS, { length: 100_000, headingsBefore: (line: number) => Math.ceil(line / 10) }],
])('lines of %s', (_, heights, lines) => {
  it.each([0, 1, 500, 50_000, 99_980])('covers the window at line %i, and never draws many more', (line) => {
    const [top, height] = [topOf(lines, heights, line) + 1, 800];
    const { first, last } = linesInSight(lines, heights, { top, height });
    expect(topOf(lines, heights, first)).toBeLessThanOrEqual(top);
    expect(last === lines.length || topOf(lines, heights, last) >= top + height).toBe(true);
    expect(last - first).toBeLessThan(60);
  });

  it('stays the same for the scroll of a pixel', () => {
    const at = (top: number) => linesInSight(lines, heights, { top, height: 800 });
    const seen = Array.from({ length: 64 }, (_, pixel) => at(200_000 + pixel));
    expect(new Set(seen.map(({ first }) => first)).size).toBeLessThanOrEqual(2);
  });
});

it('shows no line of none, and none behind the last one', () => {
  expect(linesInSight({ length: 0 }, HEIGHTS, { top: 0, height: 800 })).toEqual({ first: 0, last: 0 });
  expect(linesInSight({ length: 3 }, HEIGHTS, { top: 9000, height: 800 }).last).toBe(3);
});
