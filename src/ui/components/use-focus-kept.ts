/** Keeps the focus in a list whose focused button goes away when its work is done: the next button gets it. docs/page.md#for-everybody */

import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

const BUTTONS = 'li button';

/** Without a button left, the heading gets the focus. */
export function useFocusKept(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    const { ownerDocument } = current;
    // Null: somebody left the list.
    let at: number | null = null;
    const buttons = (): readonly HTMLButtonElement[] => [...current.querySelectorAll<HTMLButtonElement>(BUTTONS)];
    const leave = (): void => {
      at = null;
    };
    const enter = ({ target }: FocusEvent): void => {
      const isInside = target instanceof Node && current.contains(target);
      at = isInside
        ? Math.max(
            buttons().findIndex((button) => button === target),
            0,
          )
        : null;
    };
    const observer = new MutationObserver(() => {
      if (at === null || ownerDocument.activeElement !== ownerDocument.body) return;
      const left = buttons();
      const next = left[Math.min(at, left.length - 1)];
      // While the write is under way it is off, and gets the focus afterwards.
      (next ?? current.querySelector<HTMLElement>('[tabindex="-1"]'))?.focus();
    });
    ownerDocument.addEventListener('pointerdown', leave, true);
    ownerDocument.addEventListener('focusin', enter);
    observer.observe(current, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      observer.disconnect();
      ownerDocument.removeEventListener('pointerdown', leave, true);
      ownerDocument.removeEventListener('focusin', enter);
    };
  }, []);
}
