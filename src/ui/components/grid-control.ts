/** How a grid is walked through and edited: keys and clicks, the cell that has the focus, the field that is open. */

import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Json } from '../../engine/index';
import type { NextCell } from './cell-editor';
import type { GridColumn, GridRow } from './grid-column';
import type { GridPlace } from './grid-moves';
import { moveBy } from './grid-moves';
import type { GridEditing, OpenField } from './open-field';
import { useOpenField } from './open-field';

export interface GridSource {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  readonly editing?: GridEditing | undefined;
  readonly openRow: (row: GridRow, event: MouseEvent | KeyboardEvent) => void;
}

export interface GridControl {
  readonly tableRef: RefObject<HTMLTableElement | null>;
  /** The one cell that Tab leads to. */
  readonly place: GridPlace;
  readonly open: OpenField | null;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly focusHeader: (column: number) => void;
  /** `isAgain`: it had the focus already, and a second click edits. */
  readonly select: (next: GridPlace, isAgain: boolean) => void;
  readonly toggle: (row: GridRow, column: GridColumn) => void;
  readonly commit: (row: GridRow, column: GridColumn, value: Json, next: NextCell) => Promise<void>;
  readonly cancel: () => void;
}

/** Of a cell: its row by key, or null for the header. */
interface Cursor {
  readonly key: string | null;
  readonly column: number;
}

export function useGridControl(source: GridSource): GridControl {
  const { columns, rows, editing, openRow } = source;
  const size = { rows: rows.length, columns: columns.length };
  const tableRef = useRef<HTMLTableElement>(null);
  const [cursor, setCursor] = useState<Cursor>({ key: rows[0]?.key ?? null, column: 0 });
  const field = useOpenField(source);
  const focusLater = useFocus(tableRef, field.open !== null);
  const place = placeOf(cursor, rows, columns.length);

  const goTo = (next: GridPlace): void => {
    setCursor({ key: rows[next.row]?.key ?? null, column: next.column });
    focusLater(next);
  };
  const act = (event: KeyboardEvent, at: GridPlace, isFar: boolean): boolean => {
    const [row, column] = [rows[at.row], columns[at.column]];
    if (row === undefined || column === undefined) return false;
    if (isFar && event.key === 'Enter') openRow(row, event);
    else if (isFar && event.key.toLowerCase() === 'z' && editing !== undefined) editing.undo();
    else return !isFar && field.press(row, column, event.key);
    return true;
  };
  return {
    tableRef,
    place,
    open: field.open,
    onKeyDown: (event) => {
      if (event.defaultPrevented || event.altKey) return;
      const isFar = event.ctrlKey || event.metaKey;
      const at = placeOfEvent(event) ?? place;
      const next = moveBy(at, event.key, isFar, size);
      if (next !== null) goTo(next);
      else if (!act(event, at, isFar)) return;
      event.preventDefault();
    },
    focusHeader: (column) => setCursor({ key: null, column }),
    select: (next, isAgain) => {
      const [row, column] = [rows[next.row], columns[next.column]];
      const opens = isAgain && row !== undefined && column !== undefined && column.type !== 'boolean';
      if (!opens || !field.press(row, column, 'Enter')) goTo(next);
    },
    toggle: field.toggle,
    commit: async (row, column, value, next) => {
      if (await field.commit(row, column, value)) goTo(neighbour(place, next, size));
    },
    cancel: () => {
      field.close();
      focusLater(place);
    },
  };
}

/** A row that is gone leaves the cursor to the first. */
function placeOf({ key, column }: Cursor, rows: readonly GridRow[], columns: number): GridPlace {
  const row = key === null ? -1 : rows.findIndex((each) => each.key === key);
  const isGone = key !== null && row < 0;
  return { row: isGone ? Math.min(0, rows.length - 1) : row, column: Math.min(column, columns - 1) };
}

/** The cell that has the focus, whatever has been drawn meanwhile. */
function placeOfEvent({ target }: KeyboardEvent): GridPlace | null {
  const cell = (target as Element | null)?.closest<HTMLTableCellElement>('td, th');
  const row = cell?.closest('tr');
  return cell && row ? { row: row.rowIndex - 1, column: cell.cellIndex } : null;
}

function neighbour(place: GridPlace, next: NextCell, size: { rows: number; columns: number }): GridPlace {
  const keys = { stay: '', down: 'ArrowDown', right: 'ArrowRight', left: 'ArrowLeft' } as const;
  return moveBy(place, keys[next], false, size) ?? place;
}

/** Focuses a cell when the grid is drawn with what was asked for. A field that was opened meanwhile keeps the focus. */
function useFocus(table: RefObject<HTMLTableElement | null>, isFieldOpen: boolean): (place: GridPlace) => void {
  const wanted = useRef<GridPlace | null>(null);
  const [, draw] = useState(0);
  useEffect(() => {
    if (wanted.current === null) return;
    const { row, column } = wanted.current;
    wanted.current = null;
    if (isFieldOpen) return;
    const cell = table.current?.rows[row + 1]?.cells[column];
    (cell?.querySelector<HTMLElement>('.ndb-sort') ?? cell)?.focus();
  });
  return (place) => {
    wanted.current = place;
    draw((count) => count + 1);
  };
}
