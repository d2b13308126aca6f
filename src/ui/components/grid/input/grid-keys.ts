/** Where a key leads in a grid. */

export interface GridContext {
  /** -1 is the header. */
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows that PageUp and PageDown go. */
  readonly page: number;
}

/** Where the cursor goes after a commit. */
export type NextCell = 'stay' | 'down' | 'up' | 'right' | 'left';

export const HEADER = -1;

/** https://www.w3.org/WAI/ARIA/apg/patterns/grid/. Null for a key that leads nowhere. `isFar`: Ctrl, or Cmd on a Mac. */
export function moveBy(place: GridContext, key: string, isFar: boolean, size: GridSize): GridContext | null {
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
      return clampPlace({ row: Math.max(row - size.page, Math.min(row, 0)), column }, size);
    case 'PageDown':
      return clampPlace({ row: row + size.page, column }, size);
    case 'Home':
      return clampPlace({ row: isFar ? 0 : row, column: 0 }, size);
    case 'End':
      return clampPlace({ row: isFar ? last.row : row, column: last.column }, size);
    default:
      return null;
  }
}

/** The cell that Tab leads to, from the end of a row into the next one. Null at either end of the grid: there Tab leaves it. */
export function tabFrom({ row, column }: GridContext, isBack: boolean, size: GridSize): GridContext | null {
  if (row < 0) return null;
  if (isBack) {
    if (column > 0) return { row, column: column - 1 };
    return row > 0 ? { row: row - 1, column: size.columns - 1 } : null;
  }
  if (column < size.columns - 1) return { row, column: column + 1 };
  return row < size.rows - 1 ? { row: row + 1, column: 0 } : null;
}

function clampPlace({ row, column }: GridContext, size: Pick<GridSize, 'rows' | 'columns'>): GridContext {
  return {
    row: Math.min(Math.max(row, HEADER), size.rows - 1),
    column: Math.min(Math.max(column, 0), size.columns - 1),
  };
}
