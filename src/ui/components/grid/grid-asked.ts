/** The cursor as others send it. */

import { effect, untracked } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { drawNow } from '../draw-now';
import type { AskedCell } from '../grid-editing';
import type { GridCommands } from './input/grid-commands';
import { type RowSource, isGroup } from './row-source';

/** So many lines from the cursor on are looked at for a row. */
const MOST_HEADINGS = 100;

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
        if (asked === null || place === undefined || lineOf(source, commands, asked) < 0) return;
        // A column that was just added is on its way too.
        const isNew = asked.key === null && asked.column !== null;
        if (isNew && !store.columns.value.some(({ name }) => name === asked.column)) return;
        untracked(() => {
          place.value = null;
          goTo(commands, asked);
        });
      }),
    [],
  );
}

/** -1: it is not loaded, or there is no row. */
function lineOf(source: RowSource, { store }: GridCommands, { key }: AskedCell): number {
  if (key !== null) return source.lineOf(key);
  const from = Math.max(store.cursor.peek().row, 0);
  for (let line = from; line < Math.min(source.length, from + MOST_HEADINGS); line += 1) {
    const there = source.at(line);
    if (there !== null && !isGroup(there)) return line;
  }
  return -1;
}

function goTo(commands: GridCommands, asked: AskedCell): void {
  const { store } = commands;
  const { column, opens } = asked;
  const columns = store.columns.peek();
  const line = lineOf(store.source.peek(), commands, asked);
  const at = columns.findIndex((each) => (column === null ? each.isEditable : each.name === column));
  const place = { row: line, column: Math.max(at, 0) };
  commands.focus();
  drawNow(() => commands.goTo(place));
  const [row, spec] = [store.rowAt(line), columns[place.column]];
  if (opens && row !== null && spec?.isEditable === true && spec.type !== 'boolean') {
    drawNow(() => commands.field.press(row, spec, 'Enter'));
  }
}
