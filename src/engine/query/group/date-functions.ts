/** The functions of dates in queries: year, quarter, month, week and the like. Source: docs/queries.md#functions-of-a-date; D31. */

import { MS_A_DAY, calendarDay, dateOfDay, dayNumber, padNumber } from '../../../kernel/calendar';
import type { Json } from '../../json';
import { isDate, wallOf } from '../../values/time/dates';

export interface DateFunction {
  readonly type: 'date' | 'integer' | 'string';
  /** `day` counts from 1970-01-01, `text` is the same day. Null: no value. */
  of(day: number, text: string, hour: number | null): Json | null;
}

const HOUR = 3_600_000;

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

const quarterOf = (text: string): number => Math.ceil(Number(text.slice(5, 7)) / 3);

/** A week belongs to the year of its Thursday. */
function isoWeek(day: number): string {
  const thursday = day + 4 - weekdayOf(day);
  const { year } = calendarDay(thursday);
  return `${padNumber(year, 4)}-W${padNumber(Math.floor((thursday - dayNumber(year, 1, 1)) / 7) + 1, 2)}`;
}

/** Texts sort by time. */
export const DATE_FUNCTIONS: ReadonlyMap<string, DateFunction> = new Map<string, DateFunction>([
  ['date', { type: 'date', of: (_, text) => text }],
  ['day', { type: 'date', of: (_, text) => text }],
  ['year', { type: 'integer', of: (_, text) => Number(text.slice(0, 4)) }],
  ['quarter', { type: 'string', of: (_, text) => `${text.slice(0, 4)}-Q${quarterOf(text)}` }],
  ['month', { type: 'string', of: (_, text) => text.slice(0, 7) }],
  ['week', { type: 'string', of: isoWeek }],
  ['weekday', { type: 'integer', of: weekdayOf }],
  ['month_day', { type: 'string', of: (_, text) => text.slice(5) }],
  ['hour', { type: 'integer', of: (_, __, hour) => hour }],
]);

/** Of a date or a date-time, `days` later, on the calendar and the clock of the zone; undefined for any other value. */
export function applyDateFunction(
  { of }: DateFunction,
  value: Json | undefined,
  days: number,
  zone: string,
): Json | undefined {
  if (typeof value !== 'string') return undefined;
  const wall = wallOf(value, zone);
  const day = Math.floor(wall / MS_A_DAY);
  const text = dateOfDay(day + days);
  if (text === null) return undefined;
  const hour = isDate(value) ? null : Math.floor((wall - day * MS_A_DAY) / HOUR);
  return of(day + days, text, hour) ?? undefined;
}
