/** One row of a grid and the cell of it that is being edited. */

import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Json } from '../../engine/index';
import type { NextCell } from './cell-editor';
import { CellEditor } from './cell-editor';
import { CellValue } from './cell-value';
import type { GridColumn, GridRow } from './grid-column';
import { isNumeric } from './grid-column';
import { Icon } from './icon';
import type { OpenField } from './open-field';

export interface GridRowProps {
  readonly row: GridRow;
  /** From 0. */
  readonly index: number;
  readonly columns: readonly GridColumn[];
  /** The column that the keyboard is at, null when it is in another row. */
  readonly cursor: number | null;
  readonly field: OpenField | null;
  /** `isAgain`: the cell had the focus already. */
  readonly select: (column: number, isAgain: boolean) => void;
  readonly toggle: ((column: GridColumn) => void) | undefined;
  readonly commit: (column: GridColumn, value: Json, next: NextCell) => void;
  readonly cancel: () => void;
  readonly openRow: (event: MouseEvent) => void;
  readonly openLink: (target: string, event: MouseEvent) => void;
}

export function GridRowView(props: GridRowProps): JSX.Element {
  const { index, columns } = props;
  return (
    <tr role="row" class="ndb-row" aria-rowindex={index + 2}>
      {columns.map((column, at) => (
        <Cell key={column.name} {...props} {...{ column, at }} />
      ))}
    </tr>
  );
}

function Cell(props: GridRowProps & { readonly column: GridColumn; readonly at: number }): JSX.Element {
  const { row, column, at, cursor, toggle } = props;
  const field = props.field?.column === column.name ? props.field : null;
  const value = row.values[column.name];
  const hadFocus = useRef(false);
  const isEditable = toggle !== undefined && column.isEditable;
  return (
    <td
      role="gridcell"
      aria-colindex={at + 1}
      aria-readonly={!isEditable}
      tabIndex={cursor === at ? 0 : -1}
      class={classOf(column, field)}
      onPointerDown={({ currentTarget }) => {
        hadFocus.current = currentTarget.ownerDocument.activeElement === currentTarget;
      }}
      onClick={() => {
        if (field === null) props.select(at, hadFocus.current);
        hadFocus.current = false;
      }}
    >
      <div class="ndb-value">
        <CellValue
          {...{ column, value }}
          openLink={props.openLink}
          {...(isEditable ? { toggle: () => toggle(column) } : {})}
        />
      </div>
      {at === 0 && <OpenButton path={row.path} open={props.openRow} />}
      {field !== null && (
        <CellEditor
          {...{ column, value }}
          typed={field.typed}
          problem={field.problem}
          isSaving={field.isSaving}
          commit={(written, next) => props.commit(column, written, next)}
          cancel={props.cancel}
        />
      )}
    </td>
  );
}

function OpenButton({
  path,
  open,
}: {
  readonly path: string;
  readonly open: (event: MouseEvent) => void;
}): JSX.Element {
  return (
    <button
      type="button"
      class="ndb-open"
      tabIndex={-1}
      aria-label={`Open ${path}`}
      onClick={(event) => {
        event.stopPropagation();
        open(event);
      }}
    >
      <Icon name="open" />
    </button>
  );
}

function classOf(column: GridColumn, field: OpenField | null): string {
  const names = ['ndb-cell', `ndb-type-${column.type}`];
  if (isNumeric(column)) names.push('ndb-is-numeric');
  if (field !== null) names.push('ndb-is-open');
  return names.join(' ');
}
