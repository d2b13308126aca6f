/** Periods of days that rows are grouped by, as functions of a date write them: `2026`, `2026-Q4`, `2026-11`, `2026-W48`. docs/queries.md */

import type { Json } from '../../../engine/index';
import { leadingDay } from '../../../kernel/calendar';
import { addDays, addUnits, dateOf, formatDay } from '../../../kernel/day-text';
import { monthName } from './date-text';

export const PERIODS = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** Also the name of the function that gives the period of a date. */
export type PeriodUnit = (typeof PERIODS)[number];

export interface Period {
  readonly first: string;
  /** The first day after it; null: beyond the year 9999. */
  readonly end: string | null;
}

/** Null for a value of another form. */
export function periodOf(unit: PeriodUnit, value: Json): Period | null {
  const first = firstDay(unit, plainText(value));
  if (first === null || Number.isNaN(leadingDay(first))) return null;
  return { first, end: unit === 'quarter' ? addUnits(first, 3, 'm') : addUnits(first, 1, SHORT[unit]) };
}

const plainText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

const SHORT = { day: 'd', week: 'w', month: 'm', year: 'y' } as const;

function firstDay(unit: PeriodUnit, text: string): string | null {
  switch (unit) {
    case 'day':
      return text;
    case 'week':
      return firstOfWeek(text);
    case 'month':
      return `${text}-01`;
    case 'quarter': {
      const [, year, quarter] = /^(\d{4})-Q([1-4])$/.exec(text) ?? [];
      return year === undefined ? null : `${year}-${String(Number(quarter) * 3 - 2).padStart(2, '0')}-01`;
    }
    case 'year':
      return `${text.padStart(4, '0')}-01-01`;
  }
}

/** ISO weeks begin on Monday; the first one has 4 January. */
function firstOfWeek(text: string): string | null {
  const [, year, week] = /^(\d{4})-W(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return null;
  const fourth = `${year}-01-04`;
  return addDays(fourth, (Number(week) - 1) * 7 - ((dateOf(fourth).getUTCDay() + 6) % 7));
}

/** As a person reads it in a heading. */
export function periodText(unit: PeriodUnit, value: Json, locale?: string): string {
  const text = plainText(value);
  const period = periodOf(unit, value);
  if (period === null) return text;
  switch (unit) {
    case 'day':
      return formatDay(period.first, locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
    case 'week':
      return `Week ${Number(text.slice(-2))}, ${daysText(period.first, addDays(period.first, 6), locale)}`;
    case 'month':
      return monthName(period.first, locale);
    case 'quarter':
      return `${text.slice(5)} ${text.slice(0, 4)}`;
    case 'year':
      return text;
  }
}

const daysText = (first: string, last: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(dateOf(first), dateOf(last));
