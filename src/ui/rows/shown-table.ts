/** What a pane shows: a table by itself, or as a saved view does. */

import type { ViewSpec } from './view-spec';

export interface ShownTable {
  /** Qualified, of the view or the table. */
  readonly name: string;
  /** Qualified. */
  readonly table: string;
  readonly view: { readonly name: string; readonly label: string; readonly description: string | null } | null;
  readonly saved: ViewSpec;
  readonly spec: ViewSpec;
}
