/** Where the arrows and their kin lead in a grid. https://www.w3.org/WAI/ARIA/apg/patterns/grid/ */

export interface GridPlace {
  /** -1 is the header. */
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

const HEADER = -1;
const PAGE = 10;

/** Null for a key that leads nowhere. `isFar`: Ctrl, or Cmd on a Mac. */
export function moveBy(place: GridPlace, key: string, isFar: boolean, size: GridSize): GridPlace | null {
  const { row, column } = place;
  const last = { row: size.rows - 1, column: size.columns - 1 };
  switch (key) {
    case 'ArrowUp':
      return within({ row: isFar ? Math.min(row, 0) : row - 1, column }, size);
    case 'ArrowDown':
      return within({ row: isFar ? last.row : row + 1, column }, size);
    case 'ArrowLeft':
      return within({ row, column: isFar ? 0 : column - 1 }, size);
    case 'ArrowRight':
      return within({ row, column: isFar ? last.column : column + 1 }, size);
    case 'PageUp':
      return within({ row: Math.max(row - PAGE, Math.min(row, 0)), column }, size);
    case 'PageDown':
      return within({ row: row + PAGE, column }, size);
    case 'Home':
      return within({ row: isFar ? 0 : row, column: 0 }, size);
    case 'End':
      return within({ row: isFar ? last.row : row, column: last.column }, size);
    default:
      return null;
  }
}

function within({ row, column }: GridPlace, size: GridSize): GridPlace {
  return {
    row: Math.min(Math.max(row, HEADER), size.rows - 1),
    column: Math.min(Math.max(column, 0), size.columns - 1),
  };
}
