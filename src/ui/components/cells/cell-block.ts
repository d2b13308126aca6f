/** Several cells that a person writes at once: pasted, filled or emptied. */

import type { CellInput } from '../clipboard/copied-cells';
import type { GridColumn, GridRow } from '../grid-column';

export interface BlockLine {
  /** Null: a new one, below the last row. */
  readonly row: GridRow | null;
  /** One for each column. */
  readonly inputs: readonly CellInput[];
}

export interface CellBlock {
  /** `set`: the same value for each row. */
  readonly kind: 'paste' | 'fill' | 'clear' | 'cut' | 'set';
  readonly columns: readonly GridColumn[];
  readonly lines: readonly BlockLine[];
  /** Pasted columns that have no column to go to. */
  readonly beyond: number;
  /** Gives the keyboard back to the grid. */
  readonly focus: () => void;
}
