/** The row of a card or a bar, as its menu takes it. docs/rules.md#buttons */

import type { GridRow } from '../components/grid-column';
import type { RowMenuTarget } from '../components/grid/grid-actions';

/** The menu opens at `anchor`, which has the focus then and afterwards. */
export const rowTarget = (row: GridRow, anchor: HTMLElement): RowMenuTarget => ({
  row,
  count: 1,
  columns: [],
  read: () => Promise.resolve([row]),
  anchor: () => anchor,
  focus: () => anchor.focus(),
});
