/** What a person changes about how the rows are looked at, above them. */

import type { ComponentChildren, JSX } from 'preact';
import type { GridColumn } from '../../components/grid-column';
import { Icon } from '../../components/icon';
import type { Notice } from '../frame/notice';
import type { OperationsClient } from '../operations-client';
import { type ViewSpec, isSameView } from '../view-spec';

export interface ToolbarProps {
  readonly client: OperationsClient;
  /** Qualified. */
  readonly table: string;
  /** Those that the table declares. */
  readonly columns: readonly GridColumn[];
  readonly spec: ViewSpec;
  /** As it is saved: that of the view, or the usual one of a table. */
  readonly saved: ViewSpec;
  /** Null: the table itself is looked at. */
  readonly view: { readonly name: string; readonly label: string } | null;
  /** Rows that match; null until they are counted. */
  readonly total: number | null;
  readonly canWrite: boolean;
  /** Null: as it is saved. */
  readonly change: (spec: ViewSpec | null) => void;
  /** Another view, as it is saved. */
  readonly openView: (name: string) => void;
  readonly tell: (notice: Notice) => void;
  /** Absent where no row can be made. */
  readonly newRow?: (() => void) | undefined;
  /** Search and other tools. */
  readonly children: ComponentChildren;
}

export function Toolbar({ spec, saved, change, newRow, children }: ToolbarProps): JSX.Element {
  return (
    <>
      {!isSameView(spec, saved) && (
        <button type="button" class="ndb-button" onClick={() => change(null)}>
          Put back
        </button>
      )}
      {children}
      {newRow !== undefined && (
        <button type="button" class="ndb-button mod-cta ndb-new" onClick={newRow}>
          <Icon name="plus" />
          New
        </button>
      )}
    </>
  );
}
