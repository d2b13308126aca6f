/** Whether an element is on its way to paper: then every row is drawn, not only those in sight. docs/views.md#blocks */

import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** In which the app puts the notes that it exports. */
const PRINT_PLACE = '.print';

export function usePrinted(element: RefObject<HTMLElement | null>): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useLayoutEffect(() => {
    const there = element.current;
    const view = there?.ownerDocument.defaultView;
    if (there === null || view === null || view === undefined) return;
    if (there.closest(PRINT_PLACE) !== null) return setPrinted(true);
    const media = view.matchMedia('print');
    const look = (): void => setPrinted(media.matches);
    look();
    media.addEventListener('change', look);
    return () => media.removeEventListener('change', look);
  }, []);
  return isPrinted;
}
