/** The lines near the window of a scroller, for as long as it is there; those are asked for. */

import { type ReadonlySignal, effect, untracked } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ScrollPlace } from './grid/grid-layout';
import { type LineHeights, type Lines, type Span, isSameSpan, linesInSight } from './line-window';

export interface LineWindowPlace {
  /** Another object: other lines. */
  readonly lines: Lines & { readonly version: ReadonlySignal<number>; need(first: number, last: number): void };
  readonly heights: LineHeights;
  readonly scroll?: ScrollPlace | undefined;
  readonly onLeave?: ((scroll: ScrollPlace) => void) | undefined;
}

export function useLineWindow(
  scroller: RefObject<HTMLDivElement | null>,
  { lines, heights, scroll, onLeave }: LineWindowPlace,
): Span {
  const [span, setSpan] = useState<Span>({ first: 0, last: 0 });
  const [, draw] = useState(0);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  const place = useRef<ScrollPlace>(scroll ?? { top: 0, left: 0 });
  const look = (): void => {
    const element = scroller.current;
    if (element === null || element.clientHeight === 0) return;
    const { scrollTop: top, clientHeight: height } = element;
    place.current = { top, left: 0 };
    const next = linesInSight(lines, heights, { top, height });
    setSpan((before) => (isSameSpan(before, next) ? before : next));
    lines.need(next.first, next.last);
  };
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    element.scrollTop = place.current.top;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    const stop = effect(() => {
      void lines.version.value;
      untracked(() => {
        draw((count) => count + 1);
        look();
      });
    });
    return () => {
      stop();
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [lines]);
  useLayoutEffect(() => () => leave.current?.(place.current), []);
  return span;
}
