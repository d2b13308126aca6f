/** The one field of a grid that is open: how it opens, what becomes of what was typed. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
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
  /** Says what was refused when its cell is not shown any more. */
  readonly tell: (row: GridRow, column: GridColumn, value: Json, problem: Problem) => void;
  readonly undo: () => void;
}

export interface OpenFieldControl {
  readonly open: OpenField | null;
  /** What a key does to a cell that is not being edited; false when it is none of ours. */
  readonly press: (row: GridRow, column: GridColumn, key: string) => boolean;
  readonly toggle: (row: GridRow, column: GridColumn) => void;
  /** True when it is written; else the field stays and says why. Nothing when the cell's field is not the open one. */
  readonly commit: (row: GridRow, column: GridColumn, value: Json) => Promise<boolean>;
  readonly close: () => void;
}

interface Grid {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  readonly editing?: GridEditing | undefined;
}

interface Fields {
  readonly open: OpenField | null;
  /** What is open at this moment, drawn or not. */
  readonly current: () => OpenField | null;
  readonly show: (field: OpenField) => void;
  /** As `show`; one that was refused before is shown again instead. */
  readonly enter: (field: OpenField) => void;
  readonly refuse: (field: OpenField) => void;
  readonly close: () => void;
}

/** One field is open. Those that are refused meanwhile, or left refused, wait: they come back when it is closed. */
function useFields(isShown: (key: string) => boolean): Fields {
  const [open, draw] = useState<OpenField | null>(null);
  const current = useRef<OpenField | null>(null);
  const waiting = useRef<readonly OpenField[]>([]);
  const become = (field: OpenField | null): void => {
    current.current = field;
    draw(field);
  };
  const wait = (field: OpenField): void => void (waiting.current = [...waiting.current, field]);
  return {
    open,
    current: () => current.current,
    show: become,
    enter: (field) => {
      const left = current.current;
      if (left !== null && left.problem !== null && !isSame(left, field)) wait(left);
      const refused = waiting.current.find((each) => isSame(each, field));
      waiting.current = waiting.current.filter((each) => each !== refused);
      become(refused ?? field);
    },
    refuse: (field) => {
      if (current.current === null || isSame(current.current, field)) become(field);
      else wait(field);
    },
    close: () => {
      const shown = waiting.current.filter(({ key }) => isShown(key));
      waiting.current = shown.slice(0, -1);
      become(shown.at(-1) ?? null);
    },
  };
}

export function useOpenField(grid: Grid): OpenFieldControl {
  const latest = useRef<Grid | null>(grid);
  latest.current = grid;
  useLayoutEffect(() => () => void (latest.current = null), []);
  const rowNow = (key: string): GridRow | undefined => latest.current?.rows.find((row) => row.key === key);
  const fields = useFields((key) => rowNow(key) !== undefined);

  const write = async (field: OpenField, row: GridRow, column: GridColumn, value: Json): Promise<boolean> => {
    const editing = latest.current?.editing ?? grid.editing;
    if (editing === undefined) return false;
    const problem = await editing.save(row, column, value, field.before);
    // Who reads the reason has seen what stands there now.
    const now = rowNow(field.key);
    if (problem !== null && now !== undefined) {
      const before = now.values[column.name];
      fields.refuse({ ...field, typed: draftOf(column, value), problem, isSaving: false, before });
      return false;
    }
    if (problem !== null) editing.tell(row, column, value, problem);
    const open = fields.current();
    if (open !== null && isSame(open, field)) fields.close();
    return problem === null;
  };
  const put = (row: GridRow, column: GridColumn, value: Json): true => {
    void write(closedField(row, column), row, column, value);
    return true;
  };
  const toggle = (row: GridRow, column: GridColumn): true => put(row, column, row.values[column.name] !== true);

  return {
    open: fields.open,
    toggle: (row, column) => void toggle(row, column),
    press: (row, column, key) => {
      if (grid.editing === undefined || !column.isEditable) return false;
      if (key === 'Delete' || key === 'Backspace') return put(row, column, null);
      if (column.type === 'boolean' && (key === 'Enter' || key === ' ')) return toggle(row, column);
      const typed = key.length === 1 && key !== ' ' && takesText(column) ? key : null;
      if (typed === null && key !== 'Enter' && key !== 'F2') return false;
      fields.enter({ ...closedField(row, column), typed });
      return true;
    },
    commit: async (row, column, value) => {
      const field = fields.current();
      if (field === null || field.isSaving || !isSame(field, closedField(row, column))) return false;
      const saving = { ...field, isSaving: true, problem: null };
      fields.show(saving);
      return write(saving, row, column, value);
    },
    close: fields.close,
  };
}

const isSame = (a: OpenField, b: OpenField): boolean => a.key === b.key && a.column === b.column;

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
