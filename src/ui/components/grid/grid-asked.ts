/** The cursor as others send it. */

import { effect, untracked } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { drawNow } from '../draw-now';
import type { AskedCell } from '../grid-editing';
import type { GridCommands } from './input/grid-commands';

export function useAsked(commands: GridCommands): void {
  const { store } = commands;
  useLayoutEffect(
    () =>
      effect(() => {
        const place = store.editing.value?.asked;
        const asked = place?.value ?? null;
        const source = store.source.value;
        void source.version.value;
        // It is on its way to be shown.
        if (asked === null || place === undefined || source.lineOf(asked.key) < 0) return;
        untracked(() => {
          place.value = null;
          goTo(commands, asked);
        });
      }),
    [],
  );
}

function goTo(commands: GridCommands, { key, column, opens }: AskedCell): void {
  const { store } = commands;
  const columns = store.columns.peek();
  const line = store.source.peek().lineOf(key);
  const at = columns.findIndex((each) => (column === null ? each.isEditable : each.name === column));
  const place = { row: line, column: Math.max(at, 0) };
  commands.focus();
  drawNow(() => commands.goTo(place));
  const [row, spec] = [store.rowAt(line), columns[place.column]];
  if (opens && row !== null && spec !== undefined && spec.type !== 'boolean') {
    drawNow(() => commands.field.press(row, spec, 'Enter'));
  }
}
