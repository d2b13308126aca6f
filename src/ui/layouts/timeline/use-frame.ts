/** The days of a timeline that are drawn: they move along before a scroll reaches their end. docs/views.md#timelines */

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { knownDay } from '../../../kernel/calendar';
import type { DragPoint } from '../day-drag';
import { stepAt } from '../edge-scroll';
import { type TimeFrame, type TimeScale, FRAME_WIDTH, dayWidth, frameAround, xOf } from './time-scale';

/** A day, with its part that has passed, and where in the width of the window it is drawn. */
interface Anchor {
  readonly day: number;
  readonly part: number;
}

export interface FramePlace {
  readonly frame: TimeFrame;
  /** The day under a point of the window; null: none. */
  readonly dayAt: (x: number, y: number) => number | null;
  readonly goTo: (day: number) => void;
  /** By parts of the window's width. */
  readonly scrollBy: (part: number) => void;
  /** Keeps the day in the middle where it is while another scale comes. */
  readonly keepMiddle: () => void;
  /** The days in sight: the first one, and the first one after them. */
  readonly seen: () => readonly [first: number, end: number];
  /** Scrolls at the edge that a drag comes to. */
  readonly reach: (to: DragPoint, from: DragPoint) => void;
  readonly onScroll: () => void;
}

/** `names`: the width of the names beside the days. */
export function useFrame(
  scroller: RefObject<HTMLElement | null>,
  { scale, names, today }: { readonly scale: TimeScale; readonly names: number; readonly today: number },
): FramePlace {
  const [anchor, setAnchor] = useState<Anchor>({ day: today, part: 1 / 4 });
  const frame = frameAround(scale, anchor.day);
  const width = dayWidth(scale);
  const room = (): number => Math.max((scroller.current?.clientWidth ?? 0) - names, 0);
  /** With the part of it that has passed. */
  const dayIn = (part: number): number => frame.first + ((scroller.current?.scrollLeft ?? 0) + part * room()) / width;
  const anchored = useRef<{ readonly anchor: Anchor; readonly scale: TimeScale; readonly room: number } | null>(null);
  useLayoutEffect(() => {
    const { current } = scroller;
    const before = anchored.current;
    if (current === null || room() === 0) return;
    if (before?.anchor === anchor && before.scale === scale && before.room > 0) return;
    anchored.current = { anchor, scale, room: room() };
    current.scrollLeft = xOf(frame, anchor.day) - anchor.part * room();
  });
  const stay = (part: number): void => setAnchor({ day: dayIn(part), part });
  return {
    frame,
    dayAt: (x, y) => {
      const { current } = scroller;
      if (current === null) return null;
      const { left, top } = current.getBoundingClientRect();
      const isOver = x >= left + names && x < left + current.clientWidth && y >= top && y < top + current.clientHeight;
      return isOver ? knownDay(Math.floor(frame.first + (x - left - names + current.scrollLeft) / width)) : null;
    },
    goTo: (day) => setAnchor({ day, part: 1 / 4 }),
    scrollBy: (part) => setAnchor({ day: knownDay(dayIn(0) + (part * room()) / width), part: 0 }),
    keepMiddle: () => stay(1 / 2),
    seen: () => [Math.ceil(dayIn(0)), Math.floor(dayIn(1))],
    reach: (to, from) => {
      const { current } = scroller;
      if (current === null || room() === 0) return;
      const { left, top, right, bottom } = current.getBoundingClientRect();
      current.scrollLeft += stepTowards(to.x, from.x, [left + names, right]);
      current.scrollTop += stepTowards(to.y, from.y, [top, bottom]);
    },
    onScroll: () => {
      const left = scroller.current?.scrollLeft ?? 0;
      const isEarly = left < room() / 2 && frame.first > knownDay(-Infinity);
      const isLate = left > FRAME_WIDTH - room() * 1.5 && frame.end <= knownDay(Infinity);
      if (anchored.current?.anchor === anchor && anchored.current.scale === scale && (isEarly || isLate)) stay(0);
    },
  };
}

/** Not at the edge where the drag began, before it leaves it. */
function stepTowards(to: number, from: number, [first, last]: readonly [number, number]): number {
  const step = stepAt(to, first, last);
  return Math.sign(to - from) === Math.sign(step) ? step : 0;
}
