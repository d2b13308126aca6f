/** One row of a grid and the cell of it that is being edited. */

import type { JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { type NextCell, CellEditor, RefusalReason } from './cell-editor';
import { CellValue } from './cell-value';
import { type GridColumn, type GridRow, isNumeric } from './grid-column';
import { type CellOverlay, shownValue } from './grid-editing';
import { Icon } from './icon';
import type { LinkSuggestion } from './link-field';
import type { OpenField } from './open-field';

export interface GridRowProps {
  readonly row: GridRow;
  /** From 0. */
  readonly index: number;
  readonly columns: readonly GridColumn[];
  /** The column that the keyboard is at, null when it is in another row. */
  readonly cursor: number | null;
  readonly field: OpenField | null;
  /** Absent: nothing is edited. */
  readonly editing: RowEditing | undefined;
  /** `isAgain`: the cell had the focus already. */
  readonly select: (column: number, isAgain: boolean) => void;
  readonly openRow: (event: MouseEvent) => void;
  readonly openLink: (target: string, event: MouseEvent) => void;
}

export interface RowEditing {
  readonly overlay: (column: GridColumn) => CellOverlay | null;
  readonly toggle: (column: GridColumn) => void;
  readonly commit: (column: GridColumn, text: string, next: NextCell | null) => void;
  readonly cancel: (column: GridColumn) => void;
  readonly suggest: (column: GridColumn, typed: string) => Promise<readonly LinkSuggestion[]>;
}

export function GridRowView(props: GridRowProps): JSX.Element {
  const { index, columns } = props;
  return (
    <tr role="row" class="ndb-row" aria-rowindex={index + 2}>
      {columns.map((column, at) => (
        <GridCell key={column.name} {...props} {...{ column, at }} />
      ))}
    </tr>
  );
}

function GridCell(props: GridRowProps & { readonly column: GridColumn; readonly at: number }): JSX.Element {
  const { row, column, at, cursor, editing } = props;
  const open = props.field?.column === column.name ? props.field : null;
  const overlay = editing?.overlay(column) ?? null;
  const problem = overlay?.problem ?? null;
  const value = shownValue(row, column, overlay);
  const hadFocus = useRef(false);
  const problemId = useId();
  const isEditable = editing !== undefined && column.isEditable;
  return (
    <td
      role="gridcell"
      aria-colindex={at + 1}
      aria-readonly={!isEditable}
      aria-busy={overlay?.kind === 'pending' ? true : undefined}
      aria-invalid={problem === null ? undefined : true}
      aria-describedby={problem === null || open !== null ? undefined : problemId}
      tabIndex={cursor === at ? 0 : -1}
      class={classOf(column, open, overlay)}
      onPointerDown={({ currentTarget }) => {
        hadFocus.current = currentTarget.ownerDocument.activeElement === currentTarget;
      }}
      onClick={() => {
        if (open === null) props.select(at, hadFocus.current);
        hadFocus.current = false;
      }}
    >
      <div class="ndb-value">
        {overlay?.kind === 'refused' ? (
          <RefusedText text={overlay.typed} />
        ) : (
          <CellValue
            {...{ column, value }}
            openLink={props.openLink}
            {...(isEditable ? { toggle: () => editing.toggle(column) } : {})}
          />
        )}
      </div>
      {at === 0 && <OpenButton path={row.path} open={props.openRow} />}
      {problem !== null && open === null && <RefusalReason id={problemId} problem={problem} />}
      {open !== null && editing !== undefined && (
        <CellEditor
          {...{ column, value, open }}
          commit={(text, next) => editing.commit(column, text, next)}
          cancel={() => editing.cancel(column)}
          suggest={(typed) => editing.suggest(column, typed)}
        />
      )}
    </td>
  );
}

/** What was typed, as it was typed: it is no value of the column. */
function RefusedText({ text }: { readonly text: string }): JSX.Element {
  return <span class="ndb-refused-text">{text.trim() === '' ? '(empty)' : text}</span>;
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

function classOf(column: GridColumn, open: OpenField | null, overlay: CellOverlay | null): string {
  const names = ['ndb-cell', `ndb-type-${column.type}`];
  if (isNumeric(column)) names.push('ndb-is-numeric');
  if (open !== null) names.push('ndb-is-open');
  if (overlay?.kind === 'pending') names.push('ndb-is-pending');
  if (overlay?.kind === 'refused') names.push('ndb-is-refused');
  return names.join(' ');
}
