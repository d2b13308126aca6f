/** What a choice of a column is given. */

import type { ChoosableColumn } from './find-columns';

export interface ColumnChoiceProps {
  /** The name of the choice for a screen reader. */
  readonly label: string;
  /** Null: none is chosen. One that is not offered is shown by its name. */
  readonly name: string | null;
  readonly columns: readonly ChoosableColumn[];
  readonly choose: (name: string) => void;
  /** No column, where that can be chosen. */
  readonly none?: NoColumn | undefined;
}

interface NoColumn {
  readonly label: string;
  readonly choose: () => void;
}
