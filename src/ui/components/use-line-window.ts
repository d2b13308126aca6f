/** The lines near the window of a scroller, for as long as it is there; those are asked for. */

import { type ReadonlySignal, effect, untracked } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ScrollPlace } from './grid/grid-layout';
import { LinePlaces, type Lines, type Span, isSameSpan } from './line-window';

export interface LineShape {
  /** The height of a row, and of a heading. */
  readonly row: number;
  readonly heading: number;
  /** Rows lie side by side, each at least so wide; absent: each has a line of its own. */
  readonly leastWidth?: number | undefined;
}

export interface LineWindowPlace {
  /** Another object: other lines. */
  readonly lines: Lines & { readonly version: ReadonlySignal<number>; need(first: number, last: number): void };
  readonly shape: LineShape;
  readonly scroll?: ScrollPlace | undefined;
  readonly onLeave?: ((scroll: ScrollPlace) => void) | undefined;
}

export interface LineWindow {
  readonly span: Span;
  /** About that of a row, in steps: 0 before it is known. Pixels. */
  readonly rowWidth: number;
  readonly places: LinePlaces;
}

interface Seen extends Span, Pick<LineWindow, 'rowWidth'> {
  readonly perLine: number;
}

const WIDTH_STEP = 40;

export function useLineWindow(
  scroller: RefObject<HTMLDivElement | null>,
  { lines, shape, scroll, onLeave }: LineWindowPlace,
): LineWindow {
  const [seen, setSeen] = useState<Seen>({ first: 0, last: 0, perLine: 1, rowWidth: 0 });
  const [, draw] = useState(0);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  const place = useRef<ScrollPlace>(scroll ?? { top: 0, left: 0 });
  const { row, heading, leastWidth } = shape;
  const look = (): void => {
    const element = scroller.current;
    if (element === null || element.clientHeight === 0) return;
    const { scrollTop: top, clientHeight: height, clientWidth } = element;
    place.current = { top, left: 0 };
    const perLine = leastWidth === undefined ? 1 : Math.max(1, Math.floor(clientWidth / leastWidth));
    const rowWidth = Math.floor(clientWidth / perLine / WIDTH_STEP) * WIDTH_STEP;
    const next = { ...new LinePlaces(lines, { row, heading, perLine }).near({ top, height }), perLine, rowWidth };
    setSeen((before) => {
      const isSame = isSameSpan(before, next) && before.perLine === perLine && before.rowWidth === rowWidth;
      return isSame ? before : next;
    });
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
  }, [lines, row, heading, leastWidth]);
  useLayoutEffect(() => () => leave.current?.(place.current), []);
  return {
    span: seen,
    rowWidth: seen.rowWidth,
    places: new LinePlaces(lines, { row, heading, perLine: seen.perLine }),
  };
}
