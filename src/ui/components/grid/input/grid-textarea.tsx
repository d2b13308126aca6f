/** The hidden text area of a grid whose cells can be edited, at the cell of the cursor: it has the keyboard. docs/app/editing.md#input-methods */

import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { drawNow } from '../../draw-now';
import { HiddenTextarea, type TakeText } from '../../form/hidden-textarea';
import type { GridCommands } from './grid-commands';
import { HEAD_HEIGHT } from '../grid-layout';
import type { GridStore } from '../grid-store';

export interface GridTextareaProps {
  readonly commands: GridCommands;
  readonly label: string;
  readonly describedBy: string;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** Beside the grid, in which only rows may be. */
export function GridTextarea({ commands, label, describedBy, ...handlers }: GridTextareaProps): JSX.Element {
  const { store } = commands;
  const element = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    commands.textarea = current;
    if (store.isFocused.peek()) commands.focus();
    return () => {
      commands.textarea = null;
      // What can't be edited any more keeps the keyboard.
      if (current?.ownerDocument.activeElement === current) commands.focus();
    };
  }, []);
  useLayoutEffect(() => nameCell(store, element.current), []);
  return (
    <HiddenTextarea
      element={element}
      begin={() => typeInto(commands)}
      press={(event) => commands.press(event)}
      {...handlers}
      tabIndex={0}
      aria-label={label}
      aria-describedby={describedBy}
      aria-controls={store.id}
      style={placeOf(commands)}
    />
  );
}

/** Takes text for the cell that is selected now: it may be whole when the cursor is elsewhere. */
function typeInto(commands: GridCommands): TakeText {
  const { store, waiting, field } = commands;
  store.followRow();
  if (waiting.isNeeded) return (text) => waiting.takeText(text);
  const [row, column] = [store.cursorRow, store.cursorColumn];
  if (row === null || column === null) return () => undefined;
  commands.reveal(store.cursor.peek());
  return (text, isLeft) => {
    const isColumnThere = store.columns.peek().some(({ name }) => name === column.name);
    if (!isLeft && isColumnThere && store.source.peek().lineOf(row.key) >= 0) {
      drawNow(() => field.type(row, column, text, true));
    } else field.type(row, column, text, false);
  };
}

/** Names the cell of the cursor to readers of the screen. Returns the function that ends it. */
export function nameCell(store: GridStore, element: HTMLElement | null): () => void {
  return effect(() => {
    const cell = store.namedCell;
    if (cell === null) element?.removeAttribute('aria-activedescendant');
    else element?.setAttribute('aria-activedescendant', cell);
  });
}

function placeOf({ store }: GridCommands): Readonly<Record<string, string>> {
  const { row, column } = store.cursor.value;
  const layout = store.layout.value;
  const height = store.rowHeight.value;
  const x = (layout.x[column] ?? 0) + (column < layout.pinned ? store.viewport.value.left : 0);
  // Where there are no rows it makes nothing longer.
  const line = Math.min(Math.max(row, 0), store.length.value - 1);
  return {
    '--ndb-top': `${HEAD_HEIGHT + line * height}px`,
    '--ndb-x': `${x}px`,
    '--ndb-w': `${layout.width[column] ?? 0}px`,
    '--ndb-h': `${height}px`,
  };
}
