/** Editing in rows that keep their places meanwhile. docs/views.md#lanes-and-ranges */

import { effect } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { GridEditing } from '../components/grid-editing';
import type { LiveRows } from '../rows/row-window';
import type { Edits } from './edits';

export interface HeldEditing {
  readonly editing: GridEditing;
  readonly isFieldOpen: { current: boolean };
}

/** Holds the order of the rows while a field is open, and from each write on. */
export function useHeldEditing(edits: Edits, table: string, window: LiveRows | null): HeldEditing {
  const isFieldOpen = useRef(false);
  const editing = useMemo((): GridEditing => {
    const plain = edits.of(table);
    return {
      ...plain,
      put: (...edit) => {
        window?.hold();
        plain.put(...edit);
      },
      putBlock: (block) => plain.putBlock(block, () => window?.hold()),
      fieldIsOpen: (isOpen) => {
        isFieldOpen.current = isOpen;
        if (isOpen) window?.hold();
        else window?.settle(edits.lane.isBusy(table));
      },
    };
  }, [edits, table, window]);
  const settle = (): void => window?.settle(isFieldOpen.current || edits.lane.isBusy(table));
  useLayoutEffect(settle);
  useLayoutEffect(() => {
    if (window === null) return;
    return effect(() => {
      void window.version.value;
      // Behind the reading that changed the rows: until it ends nothing is given back.
      queueMicrotask(settle);
    });
  }, [edits, table, window]);
  return { editing, isFieldOpen };
}
