/** What every tool above the rows is given. */

import type { GridColumn } from '../../components/grid-column';
import type { OperationsClient } from '../../client/operations-client';
import type { ViewSpec } from '../../rows/view-spec';

export interface ToolProps {
  readonly client: OperationsClient;
  /** Qualified. */
  readonly table: string;
  /** Those that the table declares. */
  readonly columns: readonly GridColumn[];
  readonly spec: ViewSpec;
  readonly change: (spec: ViewSpec) => void;
  readonly isOpen: boolean;
  readonly open: (isOpen: boolean) => void;
}
