/**
 * Pointers on a grid: a press selects, a drag selects a range, a second press on the same cell edits, a drag of the handle fills. The
 * other button, or a long touch, opens the menu of the row.
 */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { fillTarget } from '../fill-handle';
import type { GridCommands } from './grid-commands';
import type { GridContext } from './grid-keys';
import type { GridRange, GridStore } from '../grid-store';

interface PointerHandlers {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: (event: PointerEvent) => void;
  readonly onPointerCancel: () => void;
  readonly onClick: (event: MouseEvent) => void;
  readonly onContextMenu: (event: MouseEvent) => void;
}

interface Press {
  readonly place: GridContext;
  readonly isAgain: boolean;
  /** The selection is another one only once the press has become a tap: it may become a long touch. */
  readonly isWaiting: boolean;
}

export function usePointer(commands: GridCommands): PointerHandlers {
  const { store } = commands;
  const pressed = useRef<Press | null>(null);
  const isDragging = useRef(false);
  const touch = useLongTouch(() => void commands.openMenu());
  return {
    onPointerDown: (event) => {
      if (isHandle(event)) return void startFill(commands, event);
      const place = placeOf(event);
      if (place === null || event.button !== 0 || isOwnControl(event)) return;
      const { row, column } = store.cursor.peek();
      const isAgain = store.isFocused.peek() && row === place.row && column === place.column;
      const isWaiting = event.pointerType === 'touch' && (store.isExtending || isInRange(store.range.peek(), place));
      pressed.current = { place, isWaiting, isAgain: isAgain && !isWaiting && !event.shiftKey };
      isDragging.current = event.pointerType === 'mouse';
      if (!isWaiting) store.moveTo(place, event.shiftKey ? anchorOf(store) : null);
      if (event.pointerType === 'touch') touch.begin(() => (pressed.current = null));
    },
    onPointerMove: (event) => {
      const place = placeOf(event);
      const from = commands.blocks.rows.range;
      if (commands.isFilling) {
        if (place !== null && from !== null) store.filling.value = fillTarget(from, place);
        return;
      }
      if (!isDragging.current || event.buttons !== 1 || pressed.current === null) return;
      const start = pressed.current.place;
      if (place === null || (place.row === start.row && place.column === start.column)) return;
      commands.goTo(place, start);
    },
    onPointerUp: () => {
      isDragging.current = false;
      touch.end();
      endFill(commands);
    },
    onPointerCancel: () => {
      touch.end();
      commands.isFilling = false;
      store.filling.value = null;
    },
    onClick: (event) => {
      const place = placeOf(event);
      const before = pressed.current;
      pressed.current = null;
      if (place === null || isOwnControl(event) || touch.isOver()) return;
      // A click without a press comes from assistive technology, or from a test.
      if (before === null) store.moveTo(place);
      else if (before.isWaiting) tap(store, place);
      commands.focus();
      const isSame = before?.place.row === place.row && before.place.column === place.column;
      commands.click(place, isSame && before.isAgain);
    },
    onContextMenu: (event) => {
      const place = placeOf(event);
      if (place !== null && !isInRange(store.range.peek(), place)) store.moveTo(place);
      if (isOwnControl(event) || (place === null && event.target !== commands.root)) return;
      if (commands.openMenu()) event.preventDefault();
    },
  };
}

/** Whether the row is one of a selection. */
const isInRange = (range: GridRange | null, { row }: GridContext): boolean =>
  range !== null && row >= range.top && row <= range.bottom;

/** Ends the selection that waits for its last cell, else selects the cell alone. */
function tap(store: GridStore, place: GridContext): void {
  store.moveTo(place, store.isExtending ? anchorOf(store) : null);
  store.isExtending = false;
}

const anchorOf = (store: GridStore): GridContext => store.anchor.peek() ?? store.cursor.peek();

/** As long as the systems of phones wait. */
const LONG_TOUCH_MS = 500;

interface LongTouch {
  begin(isTaken: () => void): void;
  end(): void;
  /** Whether the touch that ends now was a long one: it is not a click. Asked once. */
  isOver(): boolean;
}

function useLongTouch(act: () => void): LongTouch {
  const timer = useRef(0);
  const wasLong = useRef(false);
  useLayoutEffect(() => () => window.clearTimeout(timer.current), []);
  return {
    begin: (isTaken) => {
      wasLong.current = false;
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        wasLong.current = true;
        isTaken();
        act();
      }, LONG_TOUCH_MS);
    },
    end: () => window.clearTimeout(timer.current),
    isOver: () => {
      const { current } = wasLong;
      wasLong.current = false;
      return current;
    },
  };
}

const isHandle = ({ target }: Event): boolean =>
  target instanceof Element && target.classList.contains('ndb-fill-handle');

function startFill(commands: GridCommands, event: PointerEvent): void {
  if (event.button !== 0) return;
  // The press must not take the keyboard from the grid.
  event.preventDefault();
  commands.isFilling = true;
}

function endFill(commands: GridCommands): void {
  if (!commands.isFilling) return;
  commands.isFilling = false;
  const { store, blocks } = commands;
  const [from, into] = [blocks.rows.range, store.filling.peek()];
  store.filling.value = null;
  if (from === null || into === null) return;
  void blocks.fillFrom(from, into);
  const all = {
    top: Math.min(from.top, into.top),
    bottom: Math.max(from.bottom, into.bottom),
    left: Math.min(from.left, into.left),
    right: Math.max(from.right, into.right),
  };
  store.moveTo({ row: all.bottom, column: all.right }, { row: all.top, column: all.left });
}

/** Buttons, links and boxes do their own. */
function isOwnControl({ target }: Event): boolean {
  return target instanceof Element && target.closest('a, button, input') !== null;
}

function placeOf({ target }: Event): GridContext | null {
  const cell = (target as Element | null)?.closest?.('[role=gridcell]') ?? null;
  const row = cell?.closest('[role=row]') ?? null;
  if (cell === null || row === null) return null;
  return { row: Number(row.getAttribute('aria-rowindex')) - 2, column: Number(cell.getAttribute('aria-colindex')) - 1 };
}
