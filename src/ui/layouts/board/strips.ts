/** Lanes beside each other and swimlanes below each other: where each lies, and which of them a scroller shows. Pixels. */

import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { ScrollPlace } from '../../components/grid/grid-layout';
import type { Lane } from '../../rows/row-lanes';

export interface ScrollView extends ScrollPlace {
  readonly width: number;
  readonly height: number;
}

/** Between lanes, and between cards, as `board.css` has it. */
export const GAP = 10;

/** A lane that is drawn, and where. */
export interface DrawnLane {
  readonly lane: Lane;
  readonly isFolded: boolean;
  readonly x: number;
  readonly width: number;
}

/** What a hand scrolls between two drawings. */
const STEP = 64;
const AROUND = 2 * STEP;

export interface Strips {
  readonly starts: readonly number[];
  /** Of all of them. */
  readonly length: number;
  /** Those near the window; the last one is not among them. */
  readonly first: number;
  readonly last: number;
}

export function stripsIn(sizes: readonly number[], from: number, extent: number): Strips {
  let length = 0;
  const starts = sizes.map((size) => {
    length += size;
    return length - size;
  });
  const first = starts.findIndex((start, at) => start + (sizes[at] ?? 0) > from - AROUND);
  const beyond = starts.findIndex((start) => start >= from + extent + AROUND);
  return { starts, length, first: Math.max(first, 0), last: beyond < 0 ? sizes.length : beyond };
}

/** Follows the scroller, in steps. It begins where it was left. */
export function useScrollView(
  scroller: RefObject<HTMLElement | null>,
  scroll: ScrollPlace | undefined,
  onLeave: ((place: ScrollPlace) => void) | undefined,
): ScrollView {
  const [view, setView] = useState<ScrollView>({ top: 0, left: 0, width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    element.scrollTo?.(scroll?.left ?? 0, scroll?.top ?? 0);
    let place: ScrollPlace = { top: 0, left: 0 };
    const look = (): void => {
      place = { top: element.scrollTop, left: element.scrollLeft };
      const stepped = (pixels: number): number => Math.floor(pixels / STEP) * STEP;
      const { clientWidth: width, clientHeight: height } = element;
      const next = { top: stepped(place.top), left: stepped(Math.abs(place.left)), width, height };
      setView((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
      onLeave?.(place);
    };
  }, []);
  return view;
}
