/** Periods of a calendar and the places of rows in its weeks, as plain data. docs/views.md#calendars */

import { dateOfDay, leadingDay } from '../../../kernel/calendar';
import { addUnits, formatDay } from '../../../kernel/day-text';
import type { GridRow } from '../../components/grid-column';
import { monthDays, monthName } from '../../components/text/date-text';
import { type DaySpan, daysText } from '../dated-rows';

export type CalendarPeriod = 'month' | 'week' | 'agenda';

/** The weeks around a day that a period shows: numbers of days, without those beyond the years 1 to 9999. */
export function weeksOf(period: CalendarPeriod, at: string): readonly (readonly number[])[] {
  const days = [...new Set(monthDays(at).map(leadingDay))];
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7));
  const inMonth = weeks.filter((week) => week.some((day) => dateOfDay(day)?.slice(0, 7) === at.slice(0, 7)));
  return period === 'week' ? inMonth.filter((week) => week.includes(leadingDay(at))) : inMonth;
}

/** The first and the last day that are shown. */
export function rangeOf(period: CalendarPeriod, at: string): { readonly first: number; readonly last: number } {
  const days = weeksOf(period, at).flat();
  const shown = period === 'agenda' ? days.filter((day) => dateOfDay(day)?.slice(0, 7) === at.slice(0, 7)) : days;
  return { first: shown[0] ?? leadingDay(at), last: shown.at(-1) ?? leadingDay(at) };
}

export function periodTitle(period: CalendarPeriod, at: string): string {
  if (period !== 'week') return monthName(at);
  const { first, last } = rangeOf(period, at);
  return `${daysText({ first, last })} ${at.slice(0, 4)}`;
}

/** A period later, or earlier; at the end of time the day itself. */
export const stepPeriod = (period: CalendarPeriod, at: string, count: number): string =>
  addUnits(at, count, period === 'week' ? 'w' : 'm') ?? at;

export const weekdayShort = (day: number): string => formatDay(dateOfDay(day) ?? '', undefined, { weekday: 'short' });

export interface SpanOfRow {
  readonly row: GridRow;
  readonly span: DaySpan;
  /** Of a row that is not yet there: its own key. The row is the one that makes it. */
  readonly coming?: string;
}

/** A part of a row within one week. */
export interface WeekBar extends SpanOfRow {
  /** From 0, and how many days. */
  readonly from: number;
  readonly length: number;
  /** Bars of one line do not meet. */
  readonly line: number;
}

export interface WeekBars {
  readonly bars: readonly WeekBar[];
  /** Rows of each day that found no line. */
  readonly hidden: readonly number[];
}

/** Early rows come first, and of these the long ones; each takes the first line that is free on all of its days. */
export function barsOfWeek(spans: readonly SpanOfRow[], week: readonly number[], mostLines: number): WeekBars {
  const [first = 0] = week;
  const within = spans.filter(({ span }) => span.first < first + week.length && span.last >= first).sort(byLength);
  const taken = new Set<string>();
  const hidden = week.map(() => 0);
  const bars: WeekBar[] = [];
  for (const each of within) {
    const { span } = each;
    const from = Math.max(span.first - first, 0);
    const length = Math.min(span.last - first, week.length - 1) - from + 1;
    const days = week.slice(from, from + length);
    let line = 0;
    while (line < mostLines && days.some((day) => taken.has(`${day} ${line}`))) line += 1;
    for (const [at, day] of days.entries()) {
      if (line < mostLines) taken.add(`${day} ${line}`);
      else hidden[from + at] = (hidden[from + at] ?? 0) + 1;
    }
    if (line < mostLines) bars.push({ ...each, from, length, line });
  }
  return { bars, hidden };
}

/** Rows that are there never make room for those that are not. */
const byLength = ({ span: one, coming }: SpanOfRow, { span: other, coming: otherComing }: SpanOfRow): number =>
  Number(coming !== undefined) - Number(otherComing !== undefined) ||
  one.first - other.first ||
  other.last - other.first - (one.last - one.first) ||
  (one.time ?? '').localeCompare(other.time ?? '');

/** How many rows a day has, in words. */
export function dayCount(spans: readonly SpanOfRow[], day: number): string {
  const here = spans.filter(({ span }) => span.first <= day && day <= span.last);
  const rows = here.filter(({ coming }) => coming === undefined).length;
  const more = here.length === rows ? '' : `, ${here.length - rows} coming`;
  return `${rows} ${rows === 1 ? 'row' : 'rows'}${more}`;
}
