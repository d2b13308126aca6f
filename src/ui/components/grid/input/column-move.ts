/** Alt and an arrow on a heading: its column changes places with the one beside it. */

import { type GridContext, HEADER } from './grid-keys';
import type { GridStore } from '../grid-store';

interface MovingGrid {
  readonly store: GridStore;
  readonly actions: { readonly onMoveColumn?: ((column: string, to: string) => void) | undefined };
  readonly goTo: (place: GridContext) => void;
}

/** Whether the key is used up. */
export function moveColumn(grid: MovingGrid, { key }: Pick<KeyboardEvent, 'key'>): boolean {
  const { store, actions } = grid;
  const { row, column: at } = store.cursor.peek();
  const place = at + ({ ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0);
  const columns = store.columns.peek();
  const [column, other] = [columns[at], columns[place]];
  if (row !== HEADER || place === at || actions.onMoveColumn === undefined) return false;
  if (column !== undefined && other !== undefined) {
    actions.onMoveColumn(column.name, other.name);
    grid.goTo({ row: HEADER, column: place });
  }
  return true;
}
