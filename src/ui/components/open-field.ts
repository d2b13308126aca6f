/** The one field of a grid that is open: how it opens, what becomes of what was typed. */

import { useRef, useState } from 'preact/hooks';
import type { Json } from '../../engine/index';
import { draftOf } from './edit-draft';
import type { GridColumn, GridRow } from './grid-column';
import type { Problem } from './problem';

export interface OpenField {
  /** Of the row. */
  readonly key: string;
  readonly column: string;
  /** What the person saw when it was opened. */
  readonly before: Json | undefined;
  /** Stands in the field in place of the value. */
  readonly typed: string | null;
  readonly problem: Problem | null;
  readonly isSaving: boolean;
}

export interface GridEditing {
  /** Null when it is written. `before` is what the person saw. */
  readonly save: (row: GridRow, column: GridColumn, value: Json, before: Json | undefined) => Promise<Problem | null>;
  readonly undo: () => void;
}

export interface OpenFieldControl {
  readonly open: OpenField | null;
  /** What a key does to a cell that is not being edited; false when it is none of ours. */
  readonly press: (row: GridRow, column: GridColumn, key: string) => boolean;
  readonly toggle: (row: GridRow, column: GridColumn) => void;
  /** True when it is written; else the field stays and says why. */
  readonly commit: (value: Json) => Promise<boolean>;
  readonly close: () => void;
}

interface Grid {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  readonly editing?: GridEditing | undefined;
}

export function useOpenField(grid: Grid): OpenFieldControl {
  const [open, draw] = useState<OpenField | null>(null);
  const current = useRef<OpenField | null>(null);
  const latest = useRef(grid);
  latest.current = grid;

  const show = (field: OpenField | null): void => {
    current.current = field;
    draw(field);
  };
  const write = async (field: OpenField, value: Json): Promise<boolean> => {
    const { columns, rows, editing } = latest.current;
    const row = rows.find(({ key }) => key === field.key);
    const column = columns.find(({ name }) => name === field.column);
    if (row === undefined || column === undefined || editing === undefined) return false;
    const problem = await editing.save(row, column, value, field.before);
    if (problem === null) {
      if (current.current?.key === field.key && current.current.column === field.column) show(null);
      return true;
    }
    // Who reads the reason has seen what stands there now.
    const now = latest.current.rows.find(({ key }) => key === field.key) ?? row;
    const typed = field.typed ?? draftOf(column, value);
    show({ ...field, typed, problem, isSaving: false, before: now.values[column.name] });
    return false;
  };
  const put = (row: GridRow, column: GridColumn, value: Json): true => {
    void write({ ...closedField(row, column), typed: draftOf(column, value) }, value);
    return true;
  };
  const toggle = (row: GridRow, column: GridColumn): true => put(row, column, row.values[column.name] !== true);

  return {
    open,
    toggle: (row, column) => void toggle(row, column),
    press: (row, column, key) => {
      if (latest.current.editing === undefined || !column.isEditable) return false;
      if (key === 'Delete' || key === 'Backspace') return put(row, column, null);
      if (column.type === 'boolean' && (key === 'Enter' || key === ' ')) return toggle(row, column);
      const typed = key.length === 1 && key !== ' ' && takesText(column) ? key : null;
      if (typed === null && key !== 'Enter' && key !== 'F2') return false;
      show({ ...closedField(row, column), typed });
      return true;
    },
    commit: async (value) => {
      const field = current.current;
      if (field === null || field.isSaving) return false;
      const saving = { ...field, isSaving: true, problem: null };
      show(saving);
      return write(saving, value);
    },
    close: () => show(null),
  };
}

const closedField = (row: GridRow, column: GridColumn): OpenField => ({
  key: row.key,
  column: column.name,
  before: row.values[column.name],
  typed: null,
  problem: null,
  isSaving: false,
});

/** A letter opens these with itself in them; the others have fields of the browser's own. */
const takesText = ({ type }: GridColumn): boolean =>
  type === 'string' || type === 'integer' || type === 'number' || type === 'link';
