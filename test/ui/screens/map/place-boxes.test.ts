/** Boxes of the map: placed without overlaps, links from left to right. docs/page.md#map */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Box, type BoxLink, type Placement, placeBoxes } from '../../../../src/ui/screens/map/place-boxes';
import { times } from '../../../deep';

const box = (id: string, height = 40): Box => ({ id, width: 200, height });
const links = (...texts: readonly string[]): readonly BoxLink[] =>
  texts.map((text) => {
    const [from = '', to = ''] = text.split('>');
    return { from, to };
  });
const cornerOf = (placed: Placement, id: string): { readonly x: number; readonly y: number } => {
  const corner = placed.corners.get(id);
  if (corner === undefined) throw new Error(`${id} has no place`);
  return corner;
};

describe('a map', () => {
  it('leads from left to right, a link past a layer around its boxes', () => {
    const placed = placeBoxes(
      ['a', 'b', 'c'].map((id) => box(id)),
      links('a>b', 'b>c', 'a>c'),
    );
    const [a, b, c] = ['a', 'b', 'c'].map((id) => cornerOf(placed, id));
    expect(a?.x).toBeLessThan(b?.x ?? 0);
    expect(b?.x).toBeLessThan(c?.x ?? 0);
    const [bend] = placed.bends[2] ?? [];
    expect(bend?.x).toBe(b?.x);
    expect((bend?.y ?? 0) < (b?.y ?? 0) || (bend?.y ?? 0) > (b?.y ?? 0) + 40).toBe(true);
  });

  it('places a cycle, and boxes without links', () => {
    const placed = placeBoxes(
      ['a', 'b', 'c', 'alone'].map((id) => box(id)),
      links('a>b', 'b>c', 'c>a'),
    );
    expect(placed.corners.size).toBe(4);
    expect(new Set(['a', 'b', 'c'].map((id) => cornerOf(placed, id).x)).size).toBe(3);
  });

  it('draws two pairs without a crossing', () => {
    const placed = placeBoxes(
      ['a', 'b', 'c', 'd', 'hub'].map((id) => box(id)),
      links('hub>a', 'hub>b', 'a>d', 'b>c'),
    );
    const isAbove = cornerOf(placed, 'a').y < cornerOf(placed, 'b').y;
    expect(cornerOf(placed, 'd').y < cornerOf(placed, 'c').y).toBe(isAbove);
  });

  it('of nothing is empty', () => {
    expect(placeBoxes([], [])).toMatchObject({ width: 0, height: 0 });
  });

  const graphs = fc.integer({ min: 1, max: 40 }).chain((count) =>
    fc.record({
      heights: fc.array(fc.integer({ min: 30, max: 300 }), { minLength: count, maxLength: count }),
      pairs: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: count * 2 }),
    }),
  );

  it('never has boxes over each other or outside of it', () => {
    fc.assert(
      fc.property(graphs, ({ heights, pairs }) => {
        const boxes = heights.map((height, at) => box(`t${at}`, height));
        const placed = placeBoxes(
          boxes,
          pairs.filter(([from, to]) => from !== to).map(([from, to]) => ({ from: `t${from}`, to: `t${to}` })),
        );
        const areas = boxes.map(({ id, width, height }) => ({ ...cornerOf(placed, id), width, height }));
        areas.forEach((one, at) => {
          expect(one.x).toBeGreaterThanOrEqual(0);
          expect(one.y).toBeGreaterThanOrEqual(-0.001);
          expect(one.x + one.width).toBeLessThanOrEqual(placed.width + 0.001);
          expect(one.y + one.height).toBeLessThanOrEqual(placed.height + 0.001);
          for (const other of areas.slice(at + 1)) {
            const isApart =
              one.x + one.width <= other.x ||
              other.x + other.width <= one.x ||
              one.y + one.height <= other.y ||
              other.y + other.height <= one.y;
            expect(isApart).toBe(true);
          }
        });
      }),
      { numRuns: times(60, 2000) },
    );
  });
});
