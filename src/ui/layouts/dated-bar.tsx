/** A row as a bar over its days: its name opens it, its ends are dragged, and a refused move is said below the rows. docs/views.md#dates */

import type { JSX } from 'preact';
import { choiceColor } from '../../kernel/choice-colors';
import { hueStyle, plainText } from '../components/cells/cell-value';
import { type GridRow, isEmptyValue, tintedColumn } from '../components/grid-column';
import { shownValue } from '../components/grid-editing';
import { Icon } from '../components/icon';
import { StateMessage } from '../components/state-message';
import { isTouchScreen } from '../components/touch-screen';
import { noteName } from '../client/note-text';
import { type DateColumns, type DaySpan, type DragGrip, daysText, writtenColumns } from './dated-rows';
import type { LayoutProps } from './layout';
import { rowTarget } from './row-target';
import { CardRefusal, refusedColumn } from './card-refusal';

export interface DatedBarProps extends Pick<LayoutProps<'view'>, 'columns' | 'editing' | 'openRow' | 'rowMenu'> {
  readonly row: GridRow;
  readonly dates: DateColumns;
  /** Null: it has no day. */
  readonly span: DaySpan | null;
  /** Whether its last day is over, and it is not done. */
  readonly isOverdue?: boolean;
  /** Ends that can be dragged: those that are in sight. */
  readonly grips?: readonly DragGrip[];
  readonly isDragged?: boolean;
  /** More for readers of the screen, and below the pointer. */
  readonly says?: string;
  /** The row is not yet there: the bar opens the one that makes it, and does not move. */
  readonly isComing?: boolean;
  readonly style?: Readonly<Record<string, string>>;
}

export function DatedBar(props: DatedBarProps): JSX.Element {
  const { row, dates, span, columns, editing, openRow, isComing = false } = props;
  const grips = isComing ? [] : (props.grips ?? []);
  void editing?.version(row);
  const refused = refusedColumn({ row, editing, written: writtenColumns(dates) });
  const name = rowName(props);
  const classes = [
    'ndb-dated ndb-line',
    refused !== undefined && !isComing && 'ndb-is-refused',
    isComing && 'ndb-is-coming',
    props.isOverdue === true && 'ndb-is-overdue',
    props.isDragged === true && 'ndb-is-dragged',
  ];
  const days = `${span === null ? '' : `, ${daysText(span)}`}${props.says === undefined ? '' : `, ${props.says}`}`;
  const state = isComing ? ', coming, not yet written' : props.isOverdue === true ? ', overdue' : '';
  return (
    <div
      class={classes.filter((each) => typeof each === 'string').join(' ')}
      data-row={isComing ? undefined : row.key}
      style={{ ...hueOf(row, columns, editing), ...props.style }}
      onContextMenu={(event) => {
        const button = event.currentTarget.querySelector<HTMLElement>('button');
        // A finger that rests drags.
        if (isComing || button === null || isTouchScreen()) return;
        event.preventDefault();
        props.rowMenu(rowTarget(row, button));
      }}
    >
      {grips.includes('start') && <span class="ndb-dated-grip" data-grip="start" />}
      <button
        type="button"
        class="ndb-dated-name ndb-bare-button ndb-ellipsis"
        dir="auto"
        aria-label={`${name}${days}${state}`}
        title={isComing ? `${name}${days}${state}` : `${name}${days}`}
        onClick={(event) => openRow(row, event)}
      >
        {props.isOverdue === true && <Icon name="alert" />}
        {span !== null && span.time !== null && <span class="ndb-muted">{span.time} </span>}
        {name}
      </button>
      {grips.includes('end') && <span class="ndb-dated-grip" data-grip="end" />}
    </div>
  );
}

interface DatedRefusalProps extends Pick<DatedBarProps, 'editing' | 'openRow' | 'dates'> {
  /** Those in sight. */
  readonly rows: readonly GridRow[];
}

/** Why a move was refused: of one row at a time. */
export function DatedRefusal({ rows, dates, editing, openRow }: DatedRefusalProps): JSX.Element | null {
  const written = writtenColumns(dates);
  const row = rows.find(
    (each) => (editing?.version(each), refusedColumn({ row: each, editing, written }) !== undefined),
  );
  if (row === undefined) return null;
  const focus = (): void => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.key)}"] button`)?.focus();
  return <CardRefusal key={row.key} {...{ row, written, editing, openRow, focus }} />;
}

/** The value of the first column, else the name of the note. */
export function rowName({ row, columns, editing }: Pick<DatedBarProps, 'row' | 'columns' | 'editing'>): string {
  const [first] = columns;
  const value = first === undefined ? null : shownValue(row, first, editing?.overlay(row, first) ?? null);
  return isEmptyValue(value ?? null) ? noteName(row.path) : plainText(value ?? null);
}

function hueOf(
  row: GridRow,
  columns: DatedBarProps['columns'],
  editing: DatedBarProps['editing'],
): Record<string, string> | undefined {
  const tinted = columns.find(({ name }) => name === tintedColumn(columns));
  if (tinted === undefined) return undefined;
  const value = shownValue(row, tinted, editing?.overlay(row, tinted) ?? null);
  return typeof value === 'string' ? hueStyle(choiceColor(tinted.values, tinted.colors, value)) : undefined;
}

/** In place of the days. `date`: the column that the view names. */
export function NoDates({ date }: { readonly date: string | null }): JSX.Element {
  const detail =
    date === null
      ? 'Add a column of dates or times, or name one in the settings of the view.'
      : `There is no column of dates named ${date}. The settings of the view have the others.`;
  return <StateMessage kind="empty" title="No column of dates" {...{ detail }} />;
}
