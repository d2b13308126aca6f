/** Which lines a window shows, and where they are. */

import { describe, expect, it } from 'vitest';
import { LinePlaces, type LineSizes, type Lines } from '../../../src/ui/components/line-window';

const SIZES = { row: 62, heading: 44 };
/** Headings at lines 0 and 3 of ten. */
const GROUPED = { length: 10, headings: [0, 3] };
const EVERY_TENTH = Array.from({ length: 10_000 }, (_, group) => group * 10);

it('puts rows and headings below each other', () => {
  const places = new LinePlaces(GROUPED, SIZES);
  expect([0, 1, 3, 4, 9].map((line) => places.topOf(line))).toEqual([
    0,
    44,
    44 + 2 * 62,
    2 * 44 + 2 * 62,
    2 * 44 + 7 * 62,
  ]);
  expect(places.height).toBe(2 * 44 + 8 * 62);
});

it('puts rows side by side, and begins a line below each heading', () => {
  const places = new LinePlaces(GROUPED, { ...SIZES, perLine: 4 });
  const place = (line: number): readonly number[] => [places.topOf(line), places.sideOf(line)];
  expect([0, 1, 2, 3, 4, 7, 8, 9].map(place)).toEqual([
    [0, 0],
    [44, 0],
    [44, 1],
    [44 + 62, 0],
    [2 * 44 + 62, 0],
    [2 * 44 + 62, 3],
    [2 * 44 + 2 * 62, 0],
    [2 * 44 + 2 * 62, 1],
  ]);
  expect(places.height).toBe(2 * 44 + 3 * 62);
});

it('puts rows before the first heading at the top, and folded headings below each other', () => {
  const places = new LinePlaces({ length: 6, headings: [3, 4, 5] }, { ...SIZES, perLine: 2 });
  expect([0, 1, 2, 3, 4, 5].map((line) => places.topOf(line))).toEqual([0, 0, 62, 124, 168, 212]);
  expect(places.height).toBe(124 + 3 * 44);
});

describe.each<[string, LineSizes, Lines]>([
  ['one height', { row: 32, heading: 32 }, { length: 100_000 }],
  ['two heights', SIZES, { length: 100_000, headings: EVERY_TENTH }],
  ['several rows each', { ...SIZES, perLine: 5 }, { length: 100_000 }],
  [
    'several rows each, with headings',
    { row: 160, heading: 44, perLine: 3 },
    { length: 100_000, headings: EVERY_TENTH },
  ],
])('lines of %s', (_, sizes, lines) => {
  const places = new LinePlaces(lines, sizes);

  it.each([0, 1, 500, 50_000, 99_980, 99_999])('cover the window at line %i, and never many more', (line) => {
    const [top, height] = [places.topOf(line) + 1, 800];
    const { first, last } = places.near({ top, height });
    expect(first === 0 || places.topOf(first - 1) < top).toBe(true);
    expect(places.topOf(first)).toBeLessThanOrEqual(top);
    expect(last === lines.length || places.topOf(last) >= top + height).toBe(true);
    const seen = Array.from({ length: last - first }, (_each, at) => places.topOf(first + at)).filter(
      (each) => each > top - sizes.row && each < top + height,
    );
    expect(last - first).toBeLessThanOrEqual(Math.max(60, seen.length + 6 * places.perLine));
  });

  it('stay the same for the scroll of a pixel', () => {
    const seen = Array.from({ length: 64 }, (_, pixel) => places.near({ top: 200_000 + pixel, height: 800 }));
    expect(new Set(seen.map(({ first }) => first)).size).toBeLessThanOrEqual(3);
  });
});

it('shows no line of none, and none behind the last one', () => {
  expect(new LinePlaces({ length: 0 }, SIZES).near({ top: 0, height: 800 })).toEqual({ first: 0, last: 0 });
  expect(new LinePlaces({ length: 3 }, SIZES).near({ top: 9000, height: 800 }).last).toBe(3);
});

it('knows the lines of which a part is in sight', () => {
  const seen = (top: number, height: number, sizes: LineSizes = SIZES) =>
    new LinePlaces(GROUPED, sizes).inSight({ top, height });
  expect(seen(0, 100)).toEqual({ first: 0, last: 2 });
  expect(seen(43, 64)).toEqual({ first: 0, last: 3 });
  expect(seen(44, 62 - 1, { ...SIZES, perLine: 2 })).toEqual({ first: 1, last: 3 });
  expect(seen(9000, 100)).toEqual({ first: 9, last: 10 });
});
