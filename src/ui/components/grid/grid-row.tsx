/** One line of a grid, drawn by itself: what happens in other lines does not reach it. */

import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { CellValue } from '../cells/cell-value';
import { type GridColumn, type GridRow, isNumeric } from '../grid-column';
import { type CellOverlay, type GridEditing, shownValue } from '../grid-editing';
import { Icon } from '../icon';
import { groundOf } from '../row-color';
import type { GridCommands } from './input/grid-commands';
import type { ColumnLayout } from './grid-layout';
import { GroupLine } from './group-line';
import { type GridLine as GridContent, isGroup } from './row-source';

export interface GridLineProps {
  readonly commands: GridCommands;
  /** From 0. */
  readonly line: number;
}

export function GridLineView({ commands, line }: GridLineProps): JSX.Element {
  const { store } = commands;
  const content = useComputed(() => store.contentOf(line));
  // Of this row alone: an edit elsewhere draws nothing here.
  const edited = useComputed(() => {
    const row = content.value;
    return row === null || isGroup(row) ? 0 : (store.editing.value?.version(row) ?? 0);
  });
  const there = content.value;
  const top = { '--ndb-top': `${line * store.rowHeight.value}px` };
  if (there === null) return <UnreadLine {...{ line, top }} />;
  if (isGroup(there)) return <GroupLine {...{ commands, line }} group={there} />;
  return <RowLine {...{ commands, line, content }} row={there} version={edited.value} />;
}

const UnreadLine = ({ line, top }: { readonly line: number; readonly top: Record<string, string> }): JSX.Element => (
  <div role="row" class="ndb-row ndb-is-unread" aria-rowindex={line + 2} aria-busy="true" style={top} />
);

interface RowLineProps extends GridLineProps {
  readonly row: GridRow;
  /** Of the line: another row may come to it. */
  readonly content: ReadonlySignal<GridContent | null>;
  /** The version of its overlays: the cells need not listen to anything themselves. */
  readonly version: number;
}

function RowLine({ commands, line, row, content }: RowLineProps): JSX.Element {
  const { store } = commands;
  const selected = useComputed(() => selectionIn(commands, line, content.value?.key ?? ''));
  const opened = useComputed(() => {
    const field = store.field.value;
    return field?.row.key === row.key ? field.column.name : null;
  });
  const layout = store.layout.value;
  const { first, last } = store.moving.value;
  const columns = store.columns.value;
  const editing = store.editing.value;
  const tinted = store.tinted.value;
  const marks = readMarks(selected.value);
  const isWhole = selected.value.endsWith(WHOLE);
  const cell = (at: number): JSX.Element | null => {
    const column = columns[at];
    if (column === undefined) return null;
    const isOpen = opened.value === column.name;
    return (
      <GridCell
        key={column.name}
        {...{ commands, line, row, column, at, isOpen, editing, layout, tinted }}
        mark={marks(at)}
      />
    );
  };
  const ground = groundOf(row);
  return (
    <div
      role="row"
      class={`ndb-row${marks(-1) === 'none' ? '' : ' ndb-is-current'}${ground.class}`}
      aria-rowindex={line + 2}
      aria-selected={store.hasBoxes.value ? isWhole : undefined}
      style={{ ...ground.style, '--ndb-top': `${line * store.rowHeight.value}px` }}
    >
      {store.hasBoxes.value ? (
        <RowBox isChecked={isWhole} press={(isShift) => commands.selection.press(line, isShift)} />
      ) : (
        <span class="ndb-gutter" aria-hidden="true" />
      )}
      {columns.slice(0, layout.pinned).map((_, at) => cell(at))}
      {columns.slice(first, last).map((_, index) => cell(first + index))}
    </div>
  );
}

interface RowBoxProps {
  readonly isChecked: boolean;
  /** Of some rows, in the heading. */
  readonly isMixed?: boolean;
  readonly press: (isShift: boolean) => void;
}

/** For pointers: keys select a row by Shift and the space bar, and readers of the screen have its state from the row. */
export const RowBox = ({ isChecked, isMixed = false, press }: RowBoxProps): JSX.Element => (
  <span class="ndb-gutter ndb-row-box" aria-hidden="true" onClick={(event) => press(event.shiftKey)}>
    <input type="checkbox" class="ndb-checkbox" tabIndex={-1} readOnly checked={isChecked} indeterminate={isMixed} />
  </span>
);

type CellMark = 'none' | 'active' | 'range';

/** Of a row that is selected as a whole. */
const WHOLE = ':0:Infinity';

/** `cursor:from:to` in this line, so that a move elsewhere changes nothing here. */
function selectionIn({ store }: GridCommands, line: number, key: string): string {
  const cursor = store.cursor.value;
  const range = store.range.value;
  const active = cursor.row === line ? cursor.column : -1;
  if (store.isRowSelected(line, key)) return `${active}${WHOLE}`;
  const isInRange = range !== null && line >= range.top && line <= range.bottom;
  return isInRange ? `${active}:${range.left}:${range.right}` : `${active}:1:0`;
}

/** For -1: whether anything of the line is the cursor's. */
function readMarks(selection: string): (column: number) => CellMark {
  const [active = -1, from = 1, to = 0] = selection.split(':').map(Number);
  return (column) => {
    if (column === -1) return active < 0 ? 'none' : 'active';
    if (column === active) return 'active';
    return column >= from && column <= to ? 'range' : 'none';
  };
}

interface GridCellProps extends GridLineProps {
  readonly row: GridRow;
  readonly column: GridColumn;
  /** From 0. */
  readonly at: number;
  readonly mark: CellMark;
  readonly isOpen: boolean;
  readonly editing: GridEditing | undefined;
  readonly layout: ColumnLayout;
  readonly tinted: string | null;
}

function GridCell(props: GridCellProps): JSX.Element {
  const { commands, line, row, column, at, mark, isOpen, editing, layout, tinted } = props;
  const overlay = editing?.overlay(row, column) ?? null;
  const isEditable = editing !== undefined && column.isEditable;
  const id = commands.store.cellId({ row: line, column: at });
  const isPinned = at < layout.pinned;
  const ground = groundOf(row, column.name);
  return (
    <div
      role="gridcell"
      id={id}
      aria-colindex={at + 1}
      aria-readonly={!isEditable}
      aria-selected={mark !== 'none'}
      aria-busy={overlay?.kind === 'pending' ? true : undefined}
      aria-invalid={overlay?.kind === 'refused' ? true : undefined}
      aria-describedby={overlay?.problem ? `${id}-why` : undefined}
      class={classOf(column, mark, isOpen, isPinned, overlay) + ground.class}
      style={{ ...ground.style, '--ndb-x': `${layout.x[at] ?? 0}px`, '--ndb-w': `${layout.width[at] ?? 0}px` }}
    >
      {at === 0 && <OpenButton path={row.path} open={(event) => commands.actions.openRow(row, event)} />}
      <div class="ndb-value" dir={isText(column) ? 'auto' : undefined}>
        {overlay?.kind === 'refused' ? (
          <RefusedText text={overlay.typed} />
        ) : (
          <CellValue
            column={column}
            value={shownValue(row, column, overlay)}
            width={layout.width[at] ?? 0}
            {...{ tinted }}
            source={row.path}
            openLink={(target, event) => commands.actions.openLink(target, row, event)}
            {...(isEditable ? { toggle: () => commands.field.toggle(row, column) } : {})}
          />
        )}
      </div>
      {overlay?.problem && (
        <span class="ndb-unseen" id={`${id}-why`}>
          {overlay.problem.message} {overlay.problem.hint}
        </span>
      )}
    </div>
  );
}

/** What a cell shows of a text. */
const MOST_LETTERS = 500;

/** Right to left where its letters are. */
const isText = ({ type }: GridColumn): boolean =>
  type === 'string' || type === 'link' || type === 'list' || type === 'enum';

/** The text as it was typed: it is not a value of the column. */
function RefusedText({ text }: { readonly text: string }): JSX.Element {
  return <span class="ndb-refused-text">{text.trim() === '' ? '(empty)' : text.slice(0, MOST_LETTERS)}</span>;
}

interface OpenButtonProps {
  readonly path: string;
  readonly open: (event: MouseEvent) => void;
}

function OpenButton({ path, open }: OpenButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class="ndb-open ndb-bare-button"
      tabIndex={-1}
      aria-label={`Open ${path}`}
      data-href={path}
      onClick={(event) => {
        event.stopPropagation();
        open(event);
      }}
    >
      <Icon name="open" />
    </button>
  );
}

function classOf(
  column: GridColumn,
  mark: CellMark,
  isOpen: boolean,
  isPinned: boolean,
  overlay: CellOverlay | null,
): string {
  const names = ['ndb-cell', `ndb-type-${column.type}`];
  if (isNumeric(column)) names.push('ndb-is-numeric');
  if (isPinned) names.push('ndb-is-pinned');
  if (isOpen) names.push('ndb-is-open');
  if (mark !== 'none') names.push(`ndb-is-${mark}`);
  if (overlay?.kind === 'pending') names.push('ndb-is-pending');
  if (overlay?.kind === 'refused') names.push('ndb-is-refused');
  return names.join(' ');
}
