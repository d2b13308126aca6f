/** What the panel of a column is given. */

import type { JSX } from 'preact';
import type { Notice } from '../frame/notice';
import type { OperationsClient } from '../../client/operations-client';

export interface ColumnPanelProps {
  readonly client: OperationsClient;
  /** Qualified. */
  readonly table: string;
  /** Null: a new one. */
  readonly column: string | null;
  readonly canWrite: boolean;
  readonly tell: (notice: Notice) => void;
  /** The vault is not closed before this is done. */
  readonly holdOpen: (work: Promise<void>) => void;
  readonly close: () => void;
  /** A new column is written. */
  readonly added?: ((column: string) => void) | undefined;
  /** What else a new column can be. */
  readonly kinds?: JSX.Element | undefined;
  /** The other side of its relation, above the form. `leave` asks first when something would be lost. */
  readonly relation?: ((leave: (go: () => void) => void) => JSX.Element) | undefined;
  /** Goes on to another column of the table; null: a new one. */
  readonly choose?: ((column: string | null) => void) | undefined;
  /** Shows a row that would not fit. */
  readonly openNote?: ((path: string, event: MouseEvent) => void) | undefined;
}
