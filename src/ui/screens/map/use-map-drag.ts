/** Moves the map with the mouse, between the boxes. Fingers scroll it as they scroll everything. */

import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';

export interface MapDrag {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

export function useMapDrag(place: RefObject<HTMLElement | null>): MapDrag {
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const end = (): void => void (from.current = null);
  return {
    onPointerDown: (event) => {
      const isOnBox = event.target instanceof Element && event.target.closest('button, .ndb-map-edges') !== null;
      if (event.pointerType !== 'mouse' || event.button !== 0 || isOnBox) return;
      from.current = { x: event.clientX, y: event.clientY };
      place.current?.setPointerCapture(event.pointerId);
    },
    onPointerMove: ({ clientX: x, clientY: y }) => {
      if (from.current === null) return;
      place.current?.scrollBy({ left: from.current.x - x, top: from.current.y - y });
      from.current = { x, y };
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
