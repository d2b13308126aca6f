/** Pointers on a grid: a press selects, a drag selects a range, a second press on the same cell edits. */

import { useRef } from 'preact/hooks';
import type { GridCommands } from './grid-commands';
import type { GridPlace } from './grid-keys';

interface PointerHandlers {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: (event: PointerEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
}

export function usePointer(commands: GridCommands): PointerHandlers {
  const { store } = commands;
  const pressed = useRef<{ readonly place: GridPlace; readonly isAgain: boolean } | null>(null);
  const isDragging = useRef(false);
  return {
    onPointerDown: (event) => {
      const place = placeOf(event);
      if (place === null || event.button !== 0 || isOwnControl(event)) return;
      const { row, column } = store.cursor.peek();
      const isAgain = store.isFocused.peek() && row === place.row && column === place.column;
      pressed.current = { place, isAgain: isAgain && !event.shiftKey };
      isDragging.current = event.pointerType === 'mouse';
      store.moveTo(place, event.shiftKey ? (store.anchor.peek() ?? { row, column }) : null);
    },
    onPointerMove: (event) => {
      if (!isDragging.current || event.buttons !== 1 || pressed.current === null) return;
      const place = placeOf(event);
      if (
        place === null ||
        (place.row === pressed.current.place.row && place.column === pressed.current.place.column)
      ) {
        return;
      }
      commands.goTo(place, pressed.current.place);
    },
    onPointerUp: () => void (isDragging.current = false),
    onClick: (event) => {
      const place = placeOf(event);
      const before = pressed.current;
      pressed.current = null;
      if (place === null || isOwnControl(event)) return;
      // A click without a press comes from assistive technology, or from a test.
      if (before === null) store.moveTo(place);
      commands.focus();
      const isSame = before?.place.row === place.row && before.place.column === place.column;
      commands.click(place, isSame && before.isAgain);
    },
  };
}

/** Buttons, links and boxes do their own. */
function isOwnControl({ target }: Event): boolean {
  return target instanceof Element && target.closest('a, button, input') !== null;
}

function placeOf({ target }: Event): GridPlace | null {
  const cell = (target as Element | null)?.closest?.('[role=gridcell]') ?? null;
  const row = cell?.closest('[role=row]') ?? null;
  if (cell === null || row === null) return null;
  return { row: Number(row.getAttribute('aria-rowindex')) - 2, column: Number(cell.getAttribute('aria-colindex')) - 1 };
}
