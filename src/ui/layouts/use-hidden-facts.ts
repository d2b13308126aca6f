/** How many facts of a row find no room: they lie in lines below those that are seen. docs/views.md#layouts */

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { readTogether } from './read-together';

/** Measured after each drawing, and when there is more or less room. */
export function useHiddenFacts(place: RefObject<HTMLElement | null>): number {
  const [hidden, setHidden] = useState(0);
  const known = useRef({ about: '', hidden: 0 });
  const read = (): (() => void) => {
    const { current } = place;
    if (current === null) return () => undefined;
    const about = `${current.parentElement?.clientWidth ?? 0} ${current.textContent}`;
    // Their number takes room from them too: it stays, once the same facts needed it in the same place.
    const least = known.current.about === about ? known.current.hidden : 0;
    const now = Math.max(hiddenIn(current), least);
    known.current = { about, hidden: now };
    return () => setHidden(now);
  };
  const look = (): void => readTogether(place, read);
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

function hiddenIn(element: HTMLElement): number {
  if (element.scrollHeight <= element.clientHeight) return 0;
  const { bottom } = element.getBoundingClientRect();
  // They lie one after the other: those of no room come last.
  const fromLast = [...element.children].reverse();
  const seen = fromLast.findIndex((fact) => fact.getBoundingClientRect().top < bottom - 1);
  return seen < 0 ? fromLast.length : seen;
}
