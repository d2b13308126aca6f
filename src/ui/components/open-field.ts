/** The one field of a grid that is open. It closes at once: what was typed is handed over, and the cell shows it. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Json } from '../../engine/index';
import { valueOf } from './edit-draft';
import type { GridColumn, GridRow } from './grid-column';
import { type CellOverlay, type GridEditing, openingText, shownValue } from './grid-editing';
import type { ProblemText } from './problem-text';

export interface OpenField {
  /** Of the row. */
  readonly key: string;
  readonly column: string;
  /** What the person saw when it was opened. */
  readonly before: Json | undefined;
  /** Stands in the field at first. */
  readonly text: string;
  /** Whether the text takes the place of the value, so that it counts as typed. */
  readonly isTyped: boolean;
  readonly problem: ProblemText | null;
}

export interface OpenFieldControl {
  readonly open: OpenField | null;
  /** What a key does to a cell that is not being edited; false when it is none of ours. */
  readonly press: (row: GridRow, column: GridColumn, key: string) => boolean;
  readonly toggle: (row: GridRow, column: GridColumn) => void;
  /** Hands over what stands in the cell's field and closes it. Nothing when that field is not the open one. */
  readonly commit: (row: GridRow, column: GridColumn, text: string) => boolean;
  /** Says in the field itself that its text is no value. */
  readonly reject: (row: GridRow, column: GridColumn, text: string) => boolean;
  /** Closes the field, and gives up what was refused there before. */
  readonly cancel: (row: GridRow, column: GridColumn) => void;
}

const NOT_JSON: ProblemText = { message: 'This is not JSON.', hint: 'Text stands in double quotes: {"unit": "km"}' };

export function useOpenField(editing: GridEditing | undefined): OpenFieldControl {
  const { open, current, become } = useField(editing);
  const isOpenAt = (row: GridRow, column: GridColumn): boolean =>
    current()?.key === row.key && current()?.column === column.name;
  const put = (row: GridRow, column: GridColumn, value: Json): true => {
    const overlay = editing?.overlay(row, column) ?? null;
    editing?.put(row, column, value, shownValue(row, column, overlay));
    return true;
  };
  const toggle = (row: GridRow, column: GridColumn): true =>
    put(row, column, shownValue(row, column, editing?.overlay(row, column) ?? null) !== true);

  const press = (row: GridRow, column: GridColumn, key: string): boolean => {
    if (editing === undefined || !column.isEditable) return false;
    const overlay = editing.overlay(row, column);
    if (key === 'Escape' && overlay?.kind === 'refused') {
      editing.giveUp(row, column);
      return true;
    }
    if (key === 'Delete' || key === 'Backspace') return put(row, column, null);
    if (column.type === 'boolean' && (key === 'Enter' || key === ' ')) return toggle(row, column);
    const letter = key.length === 1 && key !== ' ' && takesText(column) ? key : null;
    if (letter === null && key !== 'Enter' && key !== 'F2') return false;
    become(fieldAt(row, column, overlay, letter));
    return true;
  };
  const commit = (row: GridRow, column: GridColumn, text: string): boolean => {
    const field = current();
    if (field === null || !isOpenAt(row, column)) return false;
    become(null);
    if (text === field.text && !field.isTyped) return true;
    const value = readText(column, text);
    if (value === undefined) editing?.refuse(row, column, text, NOT_JSON);
    else editing?.put(row, column, value, field.before);
    return true;
  };
  return {
    open,
    toggle: (row, column) => void toggle(row, column),
    press,
    commit,
    reject: (row, column, text) => {
      const field = current();
      if (field === null || !isOpenAt(row, column) || readText(column, text) !== undefined) return false;
      become({ ...field, problem: NOT_JSON });
      return true;
    },
    cancel: (row, column) => {
      if (!isOpenAt(row, column)) return;
      become(null);
      editing?.giveUp(row, column);
    },
  };
}

interface FieldState {
  readonly open: OpenField | null;
  /** What is open at this moment, drawn or not. */
  readonly current: () => OpenField | null;
  readonly become: (field: OpenField | null) => void;
}

function useField(editing: GridEditing | undefined): FieldState {
  const [open, draw] = useState<OpenField | null>(null);
  const current = useRef<OpenField | null>(null);
  useLayoutEffect(() => {
    if (open === null) return;
    editing?.fieldIsOpen(true);
    return () => editing?.fieldIsOpen(false);
  }, [open !== null]);
  return {
    open,
    current: () => current.current,
    become: (field) => {
      current.current = field;
      draw(field);
    },
  };
}

/** A letter takes the place of the value. */
const fieldAt = (row: GridRow, column: GridColumn, overlay: CellOverlay | null, letter: string | null): OpenField => ({
  key: row.key,
  column: column.name,
  before: shownValue(row, column, overlay),
  text: letter ?? openingText(row, column, overlay),
  isTyped: letter !== null || overlay?.kind === 'refused',
  problem: letter === null ? (overlay?.problem ?? null) : null,
});

/** Undefined for what is no JSON. */
function readText(column: GridColumn, text: string): Json | undefined {
  try {
    return valueOf(column, text);
  } catch {
    return undefined;
  }
}

/** A letter opens these with itself in them; the others have fields of the browser's own. */
const takesText = ({ type }: GridColumn): boolean =>
  type === 'string' || type === 'integer' || type === 'number' || type === 'link';
