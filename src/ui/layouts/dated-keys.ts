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

const LIST_STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** To the bar before or after, where bars lie one below the other. False: it is in no list. */
export function walkList(target: Element, key: string): boolean {
  const [bar, step] = [target.closest('.ndb-dated'), LIST_STEPS[key]];
  const list = bar?.closest('.ndb-row-list') ?? null;
  if (list === null || step === undefined) return false;
  const bars = [...list.querySelectorAll('.ndb-dated')];
  const next = bars[bars.findIndex((each) => each === bar) + step];
  next?.querySelector('button')?.focus();
  return true;
}

export function giveUpDays(editing: GridEditing | undefined, dates: DateColumns, row: GridRow): true {
  for (const column of writtenColumns(dates))
    if (editing?.overlay(row, column)?.kind === 'refused') editing.giveUp(row, column);
  return true;
}
