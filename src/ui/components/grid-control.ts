/** How a grid is walked through and edited: keys and clicks, the cell that has the focus, the field that is open. */

import { type RefObject, options } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { NextCell } from './cell-editor';
import type { GridColumn, GridRow } from './grid-column';
import type { GridEditing } from './grid-editing';
import type { RowEditing } from './grid-row';
import { type OpenField, useOpenField } from './open-field';

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
  readonly editingOf: (row: GridRow, editing: GridEditing) => RowEditing;
}

/** Of a cell: its row by key, or null for the header. */
interface GridCursor {
  readonly key: string | null;
  readonly column: number;
}

export function useGridControl(source: GridSource): GridControl {
  const { columns, rows, editing, openRow } = source;
  const size = { rows: rows.length, columns: columns.length };
  const { tableRef, place, setCursor, moveTo, goTo } = useCursor(rows, columns.length);
  const field = useOpenField(editing);

  const press = (row: GridRow, column: GridColumn, key: string): boolean =>
    drawNow(() => field.press(row, column, key));
  const act = (event: KeyboardEvent, at: GridPlace, isFar: boolean): boolean => {
    const [row, column] = [rows[at.row], columns[at.column]];
    if (row === undefined || column === undefined) return false;
    if (isFar && event.key === 'Enter') openRow(row, event);
    else if (isFar && event.key.toLowerCase() === 'z' && editing !== undefined) editing.undo();
    else return !isFar && press(row, column, event.key);
    return true;
  };
  /** Closing the field and going on are one step: a key that follows is typed into the next cell. */
  const commit = (row: GridRow, column: GridColumn, text: string, next: NextCell | null): void => {
    // The person is elsewhere, or the field is being taken from the page right now.
    if (next === null) return void field.commit(row, column, text);
    const to = neighbouringPlace({ row: rows.indexOf(row), column: columns.indexOf(column) }, next, size);
    const isRejected = drawNow(() => {
      if (field.reject(row, column, text)) return true;
      field.commit(row, column, text);
      moveTo(to);
      return false;
    });
    if (!isRejected) focusCell(tableRef.current, to);
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
      if (!opens || !press(row, column, 'Enter')) goTo(next);
    },
    editingOf: (row, { overlay, suggest }) => ({
      overlay: (column) => overlay(row, column),
      toggle: (column) => field.toggle(row, column),
      commit: (column, text, next) => commit(row, column, text, next),
      suggest: (column, typed) => suggest(row, column, typed),
      cancel: (column) => {
        drawNow(() => field.cancel(row, column));
        focusCell(tableRef.current, place);
      },
    }),
  };
}

interface CursorControl {
  readonly tableRef: RefObject<HTMLTableElement | null>;
  readonly place: GridPlace;
  readonly setCursor: (cursor: GridCursor) => void;
  readonly moveTo: (next: GridPlace) => void;
  /** Moves there with the focus. */
  readonly goTo: (next: GridPlace) => void;
}

function useCursor(rows: readonly GridRow[], columns: number): CursorControl {
  const tableRef = useRef<HTMLTableElement>(null);
  const [cursor, setCursor] = useState<GridCursor>({ key: rows[0]?.key ?? null, column: 0 });
  const place = placeOf(cursor, rows, columns);
  useKeptFocus(tableRef, cursor.key === null || rows[place.row]?.key === cursor.key ? place : null);
  const moveTo = (next: GridPlace): void => setCursor({ key: rows[next.row]?.key ?? null, column: next.column });
  const goTo = (next: GridPlace): void => {
    drawNow(() => moveTo(next));
    focusCell(tableRef.current, next);
  };
  return { tableRef, place, setCursor, moveTo, goTo };
}

/** A row that is gone leaves the cursor to the first. */
function placeOf({ key, column }: GridCursor, rows: readonly GridRow[], columns: number): GridPlace {
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

function neighbouringPlace(place: GridPlace, next: NextCell, size: { rows: number; columns: number }): GridPlace {
  const keys = { stay: '', down: 'ArrowDown', right: 'ArrowRight', left: 'ArrowLeft' } as const;
  return moveBy(place, keys[next], false, size) ?? place;
}

function focusCell(table: HTMLTableElement | null, { row, column }: GridPlace): void {
  const cell = table?.rows[row + 1]?.cells[column];
  (cell?.querySelector<HTMLElement>('.ndb-sort') ?? cell)?.focus();
}

/** An element that is drawn at another place loses the focus. `place` is null when the cursor's row is gone: no other one gets it. */
function useKeptFocus(table: RefObject<HTMLTableElement | null>, place: GridPlace | null): void {
  const hadFocus = useRef(false);
  const focused = table.current?.ownerDocument.activeElement ?? null;
  hadFocus.current = focused !== null && table.current?.contains(focused) === true && focused.matches('td, .ndb-sort');
  useLayoutEffect(() => {
    const { current } = table;
    if (hadFocus.current && place !== null && !current?.contains(current.ownerDocument.activeElement)) {
      focusCell(current, place);
    }
  });
}

/** Draws what `change` sets before this returns. Without it Preact draws in a microtask. */
function drawNow<Result>(change: () => Result): Result {
  const usual = Object.getOwnPropertyDescriptor(options, 'debounceRendering');
  let draw: () => void = () => undefined;
  options.debounceRendering = (process) => void (draw = process);
  try {
    const result = change();
    draw();
    return result;
  } finally {
    if (usual === undefined) delete options.debounceRendering;
    else Object.defineProperty(options, 'debounceRendering', usual);
  }
}

interface GridPlace {
  /** -1 is the header. */
  readonly row: number;
  readonly column: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

const HEADER = -1;
const PAGE = 10;

/** Where a key leads in a grid: https://www.w3.org/WAI/ARIA/apg/patterns/grid/. Null for a key that leads nowhere. `isFar`: Ctrl, or Cmd on a Mac. */
export function moveBy(place: GridPlace, key: string, isFar: boolean, size: GridSize): GridPlace | null {
  const { row, column } = place;
  const last = { row: size.rows - 1, column: size.columns - 1 };
  switch (key) {
    case 'ArrowUp':
      return clampPlace({ row: isFar ? Math.min(row, 0) : row - 1, column }, size);
    case 'ArrowDown':
      return clampPlace({ row: isFar ? last.row : row + 1, column }, size);
    case 'ArrowLeft':
      return clampPlace({ row, column: isFar ? 0 : column - 1 }, size);
    case 'ArrowRight':
      return clampPlace({ row, column: isFar ? last.column : column + 1 }, size);
    case 'PageUp':
      return clampPlace({ row: Math.max(row - PAGE, Math.min(row, 0)), column }, size);
    case 'PageDown':
      return clampPlace({ row: row + PAGE, column }, size);
    case 'Home':
      return clampPlace({ row: isFar ? 0 : row, column: 0 }, size);
    case 'End':
      return clampPlace({ row: isFar ? last.row : row, column: last.column }, size);
    default:
      return null;
  }
}

function clampPlace({ row, column }: GridPlace, size: GridSize): GridPlace {
  return {
    row: Math.min(Math.max(row, HEADER), size.rows - 1),
    column: Math.min(Math.max(column, 0), size.columns - 1),
  };
}
