/** The scale of the map. The middle of the window shows the same place at each scale. */

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isTouchScreen } from '../../components/touch-screen';
import type { TableMap } from './table-map';

export interface MapZoom {
  readonly scale: number;
  readonly canGrow: boolean;
  readonly canShrink: boolean;
  readonly step: (by: 1 | -1) => void;
  /** The whole map, as large as there is room for. */
  readonly fit: () => void;
  /** Whether the key changes the scale. */
  readonly key: (key: string) => boolean;
  readonly onWheel: (event: WheelEvent) => void;
}

const SMALLEST = 0.1;
const SCALES = [SMALLEST, 0.15, 0.25, 0.35, 0.5, 0.7, 0.85, 1, 1.4, 2];
/** A map does not open smaller: names would not be read, and a finger would miss. */
const leastScale = (): number => (isTouchScreen() ? 1 : 0.7);

export function useMapZoom(place: RefObject<HTMLElement | null>, map: Pick<TableMap, 'width' | 'height'>): MapZoom {
  const [scale, setScale] = useState(1);
  const drawn = useRef(1);
  const fitting = (): number => {
    const { clientWidth = 0, clientHeight = 0 } = place.current ?? {};
    const room = clientWidth === 0 ? 1 : Math.min(clientWidth / map.width, clientHeight / map.height, 1);
    return Math.max(...SCALES.filter((each) => each <= room), SMALLEST);
  };
  useLayoutEffect(() => setScale(Math.max(fitting(), leastScale())), []);
  useLayoutEffect(() => {
    const { current } = place;
    const by = scale / drawn.current;
    drawn.current = scale;
    if (current === null || by === 1) return;
    const [x, y] = [current.clientWidth / 2, current.clientHeight / 2];
    current.scrollTo({ left: (current.scrollLeft + x) * by - x, top: (current.scrollTop + y) * by - y });
  }, [scale]);
  const step = (by: 1 | -1): void => setScale((now) => SCALES[SCALES.indexOf(now) + by] ?? now);
  const fit = (): void => setScale(fitting());
  return {
    ...{ scale, step, fit },
    canGrow: scale !== SCALES.at(-1),
    canShrink: scale !== SMALLEST,
    key: (key) => {
      if (key === '+' || key === '=') step(1);
      else if (key === '-') step(-1);
      else if (key === '0') fit();
      else return false;
      return true;
    },
    // Ctrl and the wheel, which is also what two fingers on a trackpad send.
    onWheel: (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      if (event.deltaY !== 0) step(event.deltaY < 0 ? 1 : -1);
    },
  };
}
