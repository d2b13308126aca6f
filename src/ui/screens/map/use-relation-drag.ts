/** Draws a relation by mouse, pen or finger: from the handle of one table to another one. docs/page.md#relations */

import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { watchDrag } from '../../components/pointer-drag';
import type { Point } from './place-boxes';

/** In pixels of the map at its own size. */
export interface DrawnRelation {
  /** Qualified. */
  readonly from: string;
  readonly start: Point;
  readonly end: Point;
  /** The table under the pointer. */
  readonly to: string | null;
}

export interface RelationDrag {
  readonly drawn: DrawnRelation | null;
  readonly lift: (from: string, event: PointerEvent) => void;
}

/** Near an edge, and how far a frame scrolls there. Pixels. */
const EDGE = 32;
const SCROLL = 12;

export function useRelationDrag(
  place: RefObject<HTMLElement | null>,
  relate: (from: string, to: string) => void,
): RelationDrag {
  const [drawn, draw] = useState<DrawnRelation | null>(null);
  const lift = (from: string, event: PointerEvent): void => {
    const { current: root } = place;
    const handle = event.currentTarget;
    if (root === null || !(handle instanceof Element)) return;
    const canvas = root.querySelector<HTMLElement>('.ndb-map-canvas');
    let to: string | null = null;
    const onMap = (x: number, y: number): Point => {
      const { left = 0, top = 0 } = canvas?.getBoundingClientRect() ?? {};
      const scale = Number(canvas?.style.getPropertyValue('--ndb-scale')) || 1;
      return { x: (x - left) / scale, y: (y - top) / scale };
    };
    watchDrag(event, root, () => ({
      move: (x, y) => {
        scrollAtEdge(root, x, y);
        to = tableAt(root, x, y);
        const { left, top, width, height } = handle.getBoundingClientRect();
        draw({ from, to, start: onMap(left + width / 2, top + height / 2), end: onMap(x, y) });
      },
      end: (isDropped) => {
        draw(null);
        if (isDropped && to !== null) relate(from, to);
      },
    }));
  };
  return { drawn, lift };
}

const tableAt = (root: HTMLElement, x: number, y: number): string | null =>
  root.ownerDocument.elementFromPoint(x, y)?.closest<HTMLElement>('.ndb-map-table')?.dataset['table'] ?? null;

function scrollAtEdge(root: HTMLElement, x: number, y: number): void {
  const { left, right, top, bottom } = root.getBoundingClientRect();
  const by = (at: number, low: number, high: number): number =>
    at < low + EDGE ? -SCROLL : at > high - EDGE ? SCROLL : 0;
  const [across, down] = [by(x, left, right), by(y, top, bottom)];
  if (across !== 0 || down !== 0) root.scrollBy({ left: across, top: down });
}
