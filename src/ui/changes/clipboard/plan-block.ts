/** A block of cells as edits: what each input means in its column, and which cells it leaves alone. */

import type { Json } from '../../../engine/index';
import type { CellBlock } from '../../components/cells/cell-block';
import type { CellInput } from '../../components/clipboard/copied-cells';
import { type PastedColumn, pastedColumn, readInput } from '../../components/clipboard/read-input';
import { draftOf } from '../../components/cells/edit-draft';
import { type GridColumn, type GridRow, isEmptyValue } from '../../components/grid-column';
import type { ProblemText } from '../../components/text/problem-text';
import { NOT_JSON } from '../../components/text/field-text';
import type { CellEdit } from '../lane-port';
import { isNewRow } from './write-block';

export interface BlockPlan {
  readonly edits: readonly CellEdit[];
  /** Of the edits, those whose texts are not values at all. */
  readonly unreadable: ReadonlyMap<CellEdit, ProblemText>;
  /** Cells that hold the value already. */
  readonly same: number;
  /** Cells of columns that can't be written. */
  readonly fixed: number;
  /** Where texts show another way to write numbers or days than is usual here: how they were read. */
  readonly readings: readonly string[];
}

export interface RangePlanContext {
  /** Qualified. */
  readonly table: string;
  /** What a person sees in a cell. */
  readonly shown: (row: GridRow, column: GridColumn) => Json | undefined;
  /** A row that is not a note yet. */
  readonly newRow: () => GridRow;
}

export function planBlock({ table, shown, newRow }: RangePlanContext, { columns, lines }: CellBlock): BlockPlan {
  const edits: CellEdit[] = [];
  const unreadable = new Map<CellEdit, ProblemText>();
  let [same, fixed] = [0, 0];
  const pasted = columns.map((column, at) =>
    pastedColumn(
      column,
      lines.flatMap(({ inputs }) => inputs[at] ?? []),
    ),
  );
  for (const { row: known, inputs } of lines) {
    const isBlank = inputs.every(({ text }) => text.trim() === '');
    if (known === null && isBlank) continue;
    const row = known ?? newRow();
    inputs.forEach((input, at) => {
      const [column, source] = [columns[at], pasted[at]];
      if (column === undefined || source === undefined) return;
      if (!column.isEditable) return void (fixed += 1);
      if (isNewRow(row) && input.text.trim() === '') return;
      const before = isNewRow(row) ? undefined : shown(row, column);
      const edit = readEdit({ table, row, column, before }, input, source, unreadable);
      if (isSame(edit.value, before) && !unreadable.has(edit)) same += 1;
      else edits.push(edit);
    });
  }
  const readings = pasted.flatMap(({ remark }) => (remark === null ? [] : [remark]));
  return { edits, unreadable, same, fixed, readings };
}

function readEdit(
  place: Omit<CellEdit, 'value' | 'typed'>,
  input: CellInput,
  { convention }: PastedColumn,
  unreadable: Map<CellEdit, ProblemText>,
): CellEdit {
  try {
    const value = readInput(place.column, input, convention);
    return { ...place, value, typed: draftOf(place.column, value) };
  } catch {
    const edit: CellEdit = { ...place, value: input.text, typed: input.text };
    unreadable.set(edit, NOT_JSON);
    return edit;
  }
}

const isSame = (value: Json, before: Json | undefined): boolean =>
  isEmptyValue(value) ? isEmptyValue(before) : JSON.stringify(value) === JSON.stringify(before);
