/** How many facts of a row find no room: they lie in lines below those that are seen. docs/views.md#cards */

import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Measured after each drawing, and when there is more or less room. */
export function useHiddenFacts(place: RefObject<HTMLElement | null>): number {
  const [hidden, setHidden] = useState(0);
  const look = (): void => setHidden(hiddenIn(place.current));
  useLayoutEffect(look);
  useLayoutEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return hidden;
}

function hiddenIn(element: HTMLElement | null): number {
  if (element === null || element.scrollHeight <= element.clientHeight) return 0;
  const { bottom } = element.getBoundingClientRect();
  return [...element.children].filter((fact) => fact.getBoundingClientRect().top >= bottom - 1).length;
}
