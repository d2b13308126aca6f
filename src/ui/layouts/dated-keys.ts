/** Keys that rows on days have in common: undo, redo, and giving a refused move up. docs/views.md#dates */

import type { GridRow } from '../components/grid-column';
import type { GridEditing } from '../components/grid-editing';
import { type DateColumns, writtenColumns } from './dated-rows';

export function pressHistory(event: KeyboardEvent, editing: GridEditing | undefined): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || editing === undefined) return false;
  const key = event.key.toLowerCase();
  if (key === 'y' || (key === 'z' && event.shiftKey)) editing.redo();
  else if (key === 'z') editing.undo();
  else return false;
  return true;
}

export function giveUpDays(editing: GridEditing | undefined, dates: DateColumns, row: GridRow): true {
  for (const column of writtenColumns(dates))
    if (editing?.overlay(row, column)?.kind === 'refused') editing.giveUp(row, column);
  return true;
}
