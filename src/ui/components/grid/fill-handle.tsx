/** The handle at the corner of a selected range: dragged, it fills the cells that it passes. Ctrl+D and Ctrl+R do so by the keyboard. */

import type { JSX } from 'preact';
import type { GridCommands } from './input/grid-commands';
import type { GridContext } from './input/grid-keys';
import type { GridRange } from './grid-store';

export function FillHandle({ commands }: { readonly commands: GridCommands }): JSX.Element | null {
  const { store } = commands;
  const range = store.range.value;
  const cursor = store.cursor.value;
  const layout = store.layout.value;
  const canFill = store.editing.value?.putBlock !== undefined && store.isFocused.value && store.field.value === null;
  if (!canFill || cursor.row < 0) return null;
  const { bottom, right } = range ?? { bottom: cursor.row, right: cursor.column };
  const isPinned = right < layout.pinned;
  const x = (layout.x[right] ?? 0) + (layout.width[right] ?? 0) + (isPinned ? store.viewport.value.left : 0);
  const height = store.rowHeight.value;
  const target = store.filling.value;
  return (
    <>
      {target !== null && <FillOutline commands={commands} range={target} />}
      <div
        class="ndb-fill-handle"
        aria-hidden="true"
        style={{ '--ndb-top': `${(bottom + 1) * height}px`, '--ndb-x': `${x}px` }}
      />
    </>
  );
}

function FillOutline({ commands, range }: { readonly commands: GridCommands; readonly range: GridRange }): JSX.Element {
  const { store } = commands;
  const layout = store.layout.value;
  const height = store.rowHeight.value;
  const left = layout.x[range.left] ?? 0;
  const right = (layout.x[range.right] ?? 0) + (layout.width[range.right] ?? 0);
  return (
    <div
      class="ndb-fill-outline"
      aria-hidden="true"
      style={{
        '--ndb-top': `${range.top * height}px`,
        '--ndb-x': `${left}px`,
        '--ndb-w': `${right - left}px`,
        '--ndb-h': `${(range.bottom - range.top + 1) * height}px`,
      }}
    />
  );
}

/** The cells that a handle dragged to a place fills: those below or above, or beside the range, whichever is farther. */
export function fillTarget(from: GridRange, to: GridContext): GridRange | null {
  const down = Math.max(to.row - from.bottom, 0);
  const up = Math.max(from.top - to.row, 0);
  const right = Math.max(to.column - from.right, 0);
  const left = Math.max(from.left - to.column, 0);
  if (Math.max(down, up) + Math.max(left, right) === 0) return null;
  if (Math.max(down, up) >= Math.max(left, right)) {
    return down > 0
      ? { ...from, top: from.bottom + 1, bottom: to.row }
      : { ...from, top: Math.max(to.row, 0), bottom: from.top - 1 };
  }
  return right > 0
    ? { ...from, left: from.right + 1, right: to.column }
    : { ...from, left: to.column, right: from.left - 1 };
}
