/** Rows that lie on days: by one column of dates or times, or from one to another. docs/views.md#dates */

import { dateOfDay, knownDay, leadingDay } from '../../kernel/calendar';
import type { Json } from '../../engine/index';
import { type GridColumn, type GridRow, isEmptyValue, whyReadOnly } from '../components/grid-column';
import { type PutValue, shownValue } from '../components/grid-editing';
import { dayLabel, localToday, timeParts } from '../components/text/date-text';
import { noteName } from '../client/note-text';
import { type DayRange, RowRange } from '../rows/row-range';
import { type WindowQuestion, RowWindow } from '../rows/row-window';
import { useWindow } from '../rows/use-window';
import { allOf } from '../rows/where-parts';
import type { LayoutProps } from './layout';

export interface DateColumns {
  readonly start: GridColumn;
  /** Null: a row has one day. */
  readonly end: GridColumn | null;
  /** The column of groups that rows are moved between. Absent: there are none. */
  readonly group?: GridColumn | undefined;
}

/** Those that a move writes. */
export const writtenColumns = ({ start, end, group }: DateColumns): readonly GridColumn[] =>
  [start, end, group].filter((column) => column !== null && column !== undefined);

/** Whether a drag that began with the one can be dropped with the other. */
export const isSameColumns = (one: DateColumns, other: DateColumns | null): boolean =>
  other !== null && String(writtenColumns(one).map(nameOf)) === String(writtenColumns(other).map(nameOf));

const nameOf = ({ name }: GridColumn): string => name;

export const isDateColumn = ({ type }: GridColumn): boolean => type === 'date' || type === 'datetime';

/** The chosen ones, or the first column of dates; null: there is none. */
export function dateColumns(
  declared: readonly GridColumn[],
  settings: { readonly date: string | null; readonly end: string | null },
): DateColumns | null {
  const dates = declared.filter(isDateColumn);
  const start = dates.find(({ name }) => name === settings.date) ?? (settings.date === null ? dates[0] : undefined);
  if (start === undefined) return null;
  return { start, end: dates.find(({ name }) => name === settings.end && name !== start.name) ?? null };
}

/** The column of days that a view names, else the first one; null: there is none. */
export const startColumn = (
  declared: readonly GridColumn[],
  settings: { readonly date: string | null; readonly end: string | null },
): string | null => settings.date ?? dateColumns(declared, settings)?.start.name ?? null;

/** Days count from 1970-01-01. */
export interface DaySpan {
  readonly first: number;
  readonly last: number;
  /** Of the first day, `09:30`; null: the whole day. */
  readonly time: string | null;
}

/** What a drag moves: the whole row, or one of its ends. */
export type DragGrip = 'move' | 'start' | 'end';

export interface DayMove {
  readonly key: string;
  readonly grip: DragGrip;
  readonly days: number;
  /** Another group that it goes to. */
  readonly into?: IntoGroup | null;
}

/** Another group that a row goes to with its days: what that writes, and its name. */
export interface IntoGroup {
  readonly key: string;
  readonly values: readonly PutValue[];
  readonly text: string;
}

type Editing = LayoutProps<'view'>['editing'];

/** The days of a row as the person sees them; null: it has none. An end before its start does not count. */
export function spanOf(row: GridRow, { start, end }: DateColumns, editing: Editing): DaySpan | null {
  const seen = (column: GridColumn | null): Json | undefined =>
    column === null ? undefined : shownValue(row, column, editing?.overlay(row, column) ?? null);
  const [from, until] = [seen(start), seen(end)];
  const first = dayOf(from);
  if (first === null) return null;
  const time = start.type === 'datetime' && typeof from === 'string' ? (timeParts(from)?.time ?? null) : null;
  return { first, last: Math.max(dayOf(until) ?? first, first), time };
}

function dayOf(value: Json | undefined): number | null {
  const day = typeof value === 'string' ? leadingDay(value) : NaN;
  return Number.isNaN(day) ? null : day;
}

/** The span while it is dragged. */
export function movedSpan(span: DaySpan, { grip, days }: Pick<DayMove, 'grip' | 'days'>): DaySpan {
  const first = grip === 'end' ? span.first : span.first + days;
  const last = grip === 'start' ? span.last : span.last + days;
  return grip === 'start'
    ? { ...span, first: Math.min(first, last), last }
    : { ...span, first, last: Math.max(first, last) };
}

/** Why the days of rows can't be changed; null: they can. */
export function whyFixedDays({ start, end }: DateColumns, editing: Editing): string | null {
  if (editing?.putTogether === undefined) return 'The rows are for reading.';
  return whyReadOnly(start) ?? (end === null ? null : whyReadOnly(end));
}

/** Writes other days of a row: all of them, or none. */
export function putDays(
  editing: Editing,
  columns: DateColumns,
  row: GridRow,
  { grip, days }: Pick<DayMove, 'grip' | 'days'>,
  into: IntoGroup | null = null,
): void {
  const { start, end } = columns;
  const span = spanOf(row, columns, editing);
  if (span === null || (days === 0 && into === null) || (days !== 0 && whyFixedDays(columns, editing) !== null)) return;
  const moved = movedSpan(span, { grip, days });
  const ownLast = end === null ? null : dayOf(shownValue(row, end, editing?.overlay(row, end) ?? null));
  // A row without a last day gets one when it is stretched alone.
  const last = grip !== 'move' ? moved.last : ownLast === null ? null : ownLast + days;
  const values = [
    ...(moved.first === span.first ? [] : [valueOn(row, start, moved.first, editing)]),
    ...(end === null || last === null || last === ownLast ? [] : [valueOn(row, end, last, editing)]),
  ];
  sendDays(editing, row, { values, when: daysText(moved), into });
}

/** Writes the first day of a row that has none. */
export function putFirstDay(
  editing: Editing,
  columns: DateColumns,
  row: GridRow,
  day: number,
  into: IntoGroup | null = null,
): void {
  if (whyFixedDays(columns, editing) !== null) return;
  const values = [valueOn(row, columns.start, day, editing)];
  sendDays(editing, row, { values, when: daysText({ first: day, last: day }), into });
}

interface SentDays {
  readonly values: readonly (PutValue | null)[];
  readonly when: string;
  readonly into: IntoGroup | null;
}

function sendDays(editing: Editing, row: GridRow, { values: wanted, when, into }: SentDays): void {
  const days = wanted.flatMap((value) => value ?? []);
  const values = [...days, ...(into?.values ?? [])];
  if (values.length === 0 || days.length < wanted.length) return;
  const name = noteName(row.path);
  editing?.putTogether?.({
    name: `move of ${name}`,
    done: `${name}: ${into === null ? when : `${when}, ${into.text}`}.`,
    notDone: `${name} was not moved.`,
    values,
  });
}

/** A time keeps its hour and its zone. Null beyond the years 1 to 9999. */
function valueOn(row: GridRow, column: GridColumn, number: number, editing: Editing): PutValue | null {
  const before = shownValue(row, column, editing?.overlay(row, column) ?? null);
  const day = dateOfDay(number);
  if (day === null || (dayOf(before) === null && column.type === 'datetime' && !isEmptyValue(before))) return null;
  const rest = typeof before === 'string' ? before.slice(10) : '';
  return { row, column, value: rest === '' ? newDay(column, day) : day + rest, before };
}

/** A day as a new value of the column. */
export const newDay = ({ type }: GridColumn, day: string): string => (type === 'datetime' ? `${day}T00:00` : day);

/** `27 Nov`, or `27 Nov – 3 Dec`. */
export function daysText({ first, last }: Pick<DaySpan, 'first' | 'last'>): string {
  const today = localToday();
  const [from, until] = [first, last].map((day) => dayLabel(dateOfDay(knownDay(day)) ?? '', today).text);
  return first === last ? (from ?? '') : `${from} – ${until}`;
}

export interface DatedRows {
  /** Those of the range. */
  readonly rows: readonly GridRow[];
  /** Null until it is known. */
  readonly undated: RowWindow | null;
  readonly warnings: readonly string[];
}

/** Days of the range, and one more at each side: a time in another zone may lie there. */
export function useDatedRows(
  { rows, spec }: Pick<LayoutProps<'view'>, 'rows' | 'spec'>,
  { start, end }: DateColumns,
  days: { readonly first: number; readonly last: number },
): DatedRows {
  const range: DayRange = {
    from: dateOfDay(days.first - 1) ?? '0001-01-01',
    until: dateOfDay(days.last + 2),
  };
  const more = { limit: spec.limit, column: start.name, end: end?.name, range };
  const dated = useWindow(rows, JSON.stringify(more), () =>
    rows.part(({ client, question, isTouched }) => new RowRange(client, { ...question, ...more }, isTouched)),
  ).window;
  const undated = useRowsWith({ rows, spec }, start, false);
  void dated?.version.value;
  const problems = [dated?.problem.value, undated?.problem.value].flatMap((problem) => problem?.message ?? []);
  return {
    rows: dated?.rows ?? [],
    undated,
    warnings: [...problems, ...(dated?.warnings ?? [])],
  };
}

/** Whether a row is done by a column of yes and no, or by the last choice of another one. */
function isDone(row: GridRow, column: GridColumn | undefined, editing: Editing): boolean {
  if (column === undefined) return false;
  const value = shownValue(row, column, editing?.overlay(row, column) ?? null);
  return column.type === 'boolean' ? value === true : value === column.values.at(-1);
}

/** Whether its last day is over, and it is not done. Without a column that says so, nothing is overdue. */
export const isOverdue = (
  { row, span }: { readonly row: GridRow; readonly span: DaySpan },
  done: GridColumn | undefined,
  editing: Editing,
): boolean => done !== undefined && span.last < leadingDay(localToday()) && !isDone(row, done, editing);

/** Rows that have a date, or those that have none, in the order of the view. Null until they are known. */
export function useRowsWith(
  { rows, spec }: Pick<LayoutProps<'view'>, 'rows' | 'spec'>,
  { name }: GridColumn,
  exists: boolean,
): RowWindow | null {
  const { window } = useWindow(rows, name, () =>
    rows.part(({ client, question, isTouched }) => {
      const filter = filterByDate(question, name, exists);
      return new RowWindow(client, { ...question, limit: spec.limit, filter }, isTouched);
    }),
  );
  void window?.version.value;
  return window;
}

export const filterByDate =
  (question: WindowQuestion, name: string, exists: boolean): WindowQuestion['filter'] =>
  async (operations) => {
    const whole = await question.filter(operations);
    return { ...whole, where: allOf([whole.where, { [name]: { exists } }]) };
  };

/** The row of a key, where it was read. */
export function rowIn(window: RowWindow | null, key: string): GridRow | null {
  const line = window?.lineOf(key) ?? -1;
  return line < 0 ? null : (window?.at(line) ?? null);
}
