/** Whether the place of an element is as narrow as a phone's window. */

import { type RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { NARROW } from '../components/grid/grid-layout';

export function useNarrow(element: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const there = element.current;
    if (there === null) return;
    const look = (): void => {
      // A place without a size is not shown.
      if (there.clientWidth > 0) setNarrow(there.clientWidth < NARROW);
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(there);
    return () => observer.disconnect();
  }, []);
  return isNarrow;
}
