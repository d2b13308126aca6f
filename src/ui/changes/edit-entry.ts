/** Edits on their way through the lane: what they begin with, what they are put over, and by what they are found. */

import type { CellEdit, EditOutcome, StepOutcome } from './lane-port';
import type { EditEntry, StepEntry } from './undo-list';

type CellPlace = Pick<CellEdit, 'table' | 'row' | 'column'>;

export const READY = Promise.resolve(true);
export const UNTOUCHED: EditOutcome = { kind: 'untouched' };
export const NOTHING: StepOutcome = { migrationId: null, cells: [], text: null, problem: null };
export const FRESH: Omit<EditEntry, 'edit' | 'previous'> = {
  kind: 'pending',
  isAlone: false,
  problem: null,
  expected: undefined,
  holds: undefined,
  path: '',
};
export const UNWRITTEN: Omit<StepEntry, 'step' | 'rows' | 'entries'> = {
  written: READY,
  migrationId: null,
  undoneBy: null,
  isTurning: false,
  problem: null,
};

/** The edit of an entry over what its cell holds now, in the note as it is named now. */
export function dueEdit(entry: EditEntry, path: string | null): CellEdit {
  const { edit, previous } = entry;
  entry.expected = previous === null ? edit.before : previous.holds;
  const row = path === null ? edit.row : { ...edit.row, path };
  entry.path = row.path;
  return { ...edit, row, before: entry.expected };
}

/** A cell of a step that was taken back or done again; a refused edit of it was never written. */
export const backAt = ({ kind, path }: EditEntry, value: EditEntry['holds']): EditOutcome =>
  kind === 'refused' ? UNTOUCHED : { kind: 'written', migrationId: null, value, path, others: 0 };

export const rowId = ({ table, row }: Pick<CellEdit, 'table' | 'row'>): string => JSON.stringify([table, row.key]);
export const cellId = ({ table, row, column }: CellPlace): string => JSON.stringify([table, row.key, column.name]);

/** Whether the person saw the value of an earlier edit when they put the next one. */
export function isUnder({ before }: CellEdit, { kind, edit }: EditEntry): boolean {
  if (kind === 'refused') return false;
  return kind !== 'shown' || JSON.stringify(edit.value) === JSON.stringify(before ?? null);
}
