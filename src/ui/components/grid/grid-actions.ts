/** What a grid asks of the component that shows it, and the rows that it hands over. */

import type { GridColumn, GridRow } from '../grid-column';
import type { MenuItem } from '../overlay/menu';
import type { GridGroup } from './row-source';

/** Actions that a grid asks of the component that shows it. */
export interface GridActions {
  readonly openRow: (row: GridRow, event: MouseEvent | KeyboardEvent) => void;
  readonly openLink: (target: string, row: GridRow, event: MouseEvent) => void;
  /** Absent: the order is fixed. `isMore`: beside the orders that there are. */
  readonly onSort?: ((column: string, isMore: boolean) => void) | undefined;
  /** A null width is the usual one. */
  readonly onResize?: ((column: string, width: number | null) => void) | undefined;
  /** The column takes the place of another one. */
  readonly onMoveColumn?: ((column: string, to: string) => void) | undefined;
  /** What can be done with a column, beside its heading. */
  readonly onHeadMenu?: ((column: GridColumn, heading: Element) => void) | undefined;
  /** Absent where no column can be added. */
  readonly onAddColumn?: (() => void) | undefined;
  readonly onCollapse?: ((key: string, isCollapsed: boolean) => void) | undefined;
  /** Begins a row, of the group at whose heading it was asked for. */
  readonly newRow?: ((group?: GridGroup) => void) | undefined;
  /** Gives the keyboard to the search. */
  readonly search?: (() => void) | undefined;
  /** Offers what can be done to rows, at the cell of the cursor. */
  readonly rowMenu?: ((target: RowMenuTarget) => void) | undefined;
  /** Says why nothing was done. */
  readonly tell?: ((text: string) => void) | undefined;
}

/** Rows that a person acts on together. */
interface ChosenRows {
  readonly count: number;
  /** Of the selected cells. */
  readonly columns: readonly GridColumn[];
  /** All of them, as they were when they were read last. */
  readonly read: () => Promise<readonly GridRow[]>;
  /** Gives the keyboard back to the grid. */
  readonly focus: () => void;
  /** Ends the selection. */
  readonly clear?: (() => void) | undefined;
  /** Puts them on the clipboard. */
  readonly copy?: (() => void) | undefined;
}

export interface SelectedRows extends ChosenRows {
  /** Of the cursor. */
  readonly column: GridColumn | null;
}

export interface RowMenuTarget extends ChosenRows {
  /** Of the cursor. */
  readonly row: GridRow;
  readonly anchor: () => HTMLElement | null;
  /** The next tap selects all cells up to it. Absent where no cells are selected. */
  readonly extend?: (() => void) | undefined;
  /** What only this layout does with the row. */
  readonly more?: readonly MenuItem[] | undefined;
}
