/** The scale of the map. The place under the fingers, the pointer or the middle of the window stays where it is. */

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isTouchScreen } from '../../components/touch-screen';
import type { Point } from './place-boxes';
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
  /** Of the place that is zoomed. */
  readonly hands: {
    readonly onWheel: (event: WheelEvent) => void;
    readonly onTouchStart: (event: TouchEvent) => void;
    readonly onTouchMove: (event: TouchEvent) => void;
    readonly onTouchEnd: (event: TouchEvent) => void;
    readonly onTouchCancel: (event: TouchEvent) => void;
  };
}

const SMALLEST = 0.1;
const LARGEST = 2;
/** Of buttons and keys. */
const SCALES = [SMALLEST, 0.15, 0.25, 0.35, 0.5, 0.7, 0.85, 1, 1.4, LARGEST];
/** So many pixels of the wheel make the map larger by e; a click of a mouse wheel counts no more than a few of them. */
const WHEEL = 150;
const MOST_WHEEL = 60;
/** A map does not open smaller: names would not be read, and a finger would miss. */
const leastScale = (): number => (isTouchScreen() ? 1 : 0.7);

/** `to`: where the place at `from` shall be, from the corner of the window of the map. Null: both its middle. */
interface Zoomed {
  readonly scale: number;
  readonly hold: { readonly from: Point; readonly to: Point } | null;
}

export function useMapZoom(place: RefObject<HTMLElement | null>, map: Pick<TableMap, 'width' | 'height'>): MapZoom {
  const [zoomed, set] = useState<Zoomed>({ scale: 1, hold: null });
  const { scale } = zoomed;
  const drawn = useRef(1);
  const fitting = (): number => {
    const { clientWidth = 0, clientHeight = 0 } = place.current ?? {};
    const room = clientWidth === 0 ? 1 : Math.min(clientWidth / map.width, clientHeight / map.height, 1);
    return Math.max(...SCALES.filter((each) => each <= room), SMALLEST);
  };
  const become = (next: number): void => set({ scale: next, hold: null });
  useLayoutEffect(() => become(Math.max(fitting(), leastScale())), []);
  useLayoutEffect(() => {
    const { current } = place;
    const by = zoomed.scale / drawn.current;
    drawn.current = zoomed.scale;
    if (current === null || (by === 1 && zoomed.hold === null)) return;
    const middle = { x: current.clientWidth / 2, y: current.clientHeight / 2 };
    const { from, to } = zoomed.hold ?? { from: middle, to: middle };
    const [left, top] = [(current.scrollLeft + from.x) * by - to.x, (current.scrollTop + from.y) * by - to.y];
    current.scrollTo({ left, top });
  }, [zoomed]);
  const step = (by: 1 | -1): void => become(nextScale(scale, by));
  const fit = (): void => become(fitting());
  return {
    ...{ scale, step, fit },
    canGrow: scale < LARGEST,
    canShrink: scale > SMALLEST,
    key: (key) => {
      if (key === '+' || key === '=') step(1);
      else if (key === '-') step(-1);
      else if (key === '0') fit();
      else return false;
      return true;
    },
    hands: useZoomHands(place, scale, (next, from, to) => set({ scale: within(next), hold: { from, to } })),
  };
}

const nextScale = (scale: number, by: 1 | -1): number =>
  (by === 1 ? SCALES.find((each) => each > scale) : SCALES.filter((each) => each < scale).at(-1)) ?? scale;

const within = (scale: number): number => Math.min(Math.max(scale, SMALLEST), LARGEST);

interface Pinch {
  readonly scale: number;
  /** Between the fingers, when there were two. */
  readonly apart: number;
  readonly middle: Point;
}

function useZoomHands(
  place: RefObject<HTMLElement | null>,
  scale: number,
  zoom: (scale: number, from: Point, to: Point) => void,
): MapZoom['hands'] {
  const pinch = useRef<Pinch | null>(null);
  // Several events may come before the next drawing.
  const latest = useRef(scale);
  latest.current = scale;
  const inPlace = ({ x, y }: Point): Point => {
    const { left = 0, top = 0 } = place.current?.getBoundingClientRect() ?? {};
    return { x: x - left, y: y - top };
  };
  const fingers = ({ touches }: TouchEvent): Omit<Pinch, 'scale'> | null => {
    const [one, other] = [touches[0], touches[1]];
    if (one === undefined || other === undefined || touches.length !== 2) return null;
    const [x, y] = [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
    const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    return { apart: Math.max(apart, 1), middle: inPlace({ x, y }) };
  };
  const begin = (event: TouchEvent): void => {
    const there = fingers(event);
    pinch.current = there === null ? null : { ...there, scale: latest.current };
  };
  return {
    // Ctrl and the wheel, which is also what two fingers on a trackpad send.
    onWheel: (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const by = Math.min(Math.max(event.deltaY, -MOST_WHEEL), MOST_WHEEL);
      const at = inPlace({ x: event.clientX, y: event.clientY });
      if (by !== 0) zoom(scale * Math.exp(-by / WHEEL), at, at);
    },
    onTouchStart: begin,
    onTouchMove: (event) => {
      const [there, { current: start }] = [fingers(event), pinch];
      if (there === null || start === null) return;
      event.preventDefault();
      zoom((start.scale * there.apart) / start.apart, start.middle, there.middle);
      pinch.current = { ...start, middle: there.middle };
    },
    onTouchEnd: begin,
    onTouchCancel: begin,
  };
}
