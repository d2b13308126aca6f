/** Days and instants in a time zone, and date tokens. A date is a string, never a Date. D6 (dates), D16 (datetime). */

import { addMonths, dateOfDay, leadingDay, MS_A_DAY } from '../../../kernel/calendar';
import { type DateUnit, parseDateToken } from '../../../kernel/date-token';
import { formatDatetime, formatOffset, parseDatetime, tidyDatetime } from './datetime-text';
import { firstInstantOfWall, instantOfWall, offsetAt } from './time-zone';

/** `YYYY-MM-DDTHH:MM:SS` */
const WALL_LENGTH = 19;
const T = 84;

const MS_A_MINUTE = 60_000;
const MS_AN_HOUR = 3_600_000;

/** A real calendar day, written `YYYY-MM-DD`. D16 */
export const isDate = (text: string): boolean => text.length === 10 && !Number.isNaN(leadingDay(text));

/** A day and a time, `T` or a space between them, with offset or without; a date alone is none. D16 */
export const isDatetime = (text: string): boolean => text.length >= 16 && parseDatetime(text) !== null;

/** The calendar day on which an instant (milliseconds since the epoch) falls in the zone. D6 */
export const dayOf = (instant: number, zone: string): string =>
  formatDatetime(instant, offsetAt(instant, zone)).slice(0, 10);

/** The calendar day that `{today}` means. D6 */
export const todayIn = (now: number, zone: string): string => dayOf(now, zone);

/** The day after; of the last day that there is, the same. */
export const nextDay = (date: string): string => dateOfDay(leadingDay(date) + 1) ?? date;

/** `2026-11-21T09:30:00+01:00` for an instant. D2 */
export const datetimeAt = (instant: number, zone: string): string => formatDatetime(instant, offsetAt(instant, zone));

/** The first instant of a day: usually 00:00, later where the clocks skip midnight. */
export const startOfDay = (date: string, zone: string): number => firstInstantOfWall(leadingDay(date) * MS_A_DAY, zone);

/** Milliseconds since the epoch. Without offset a wall time (Temporal's `compatible`), a date alone its start. NaN for neither. */
export function datetimeInstant(text: string, zone: string): number {
  if (text.length === 10) return isDate(text) ? startOfDay(text, zone) : NaN;
  const parsed = parseDatetime(text);
  if (parsed === null) return NaN;
  return parsed.offset === null ? instantOfWall(parsed.wall, zone) : parsed.wall - parsed.offset;
}

/**
 * A date-time as it is written in notes. One with an offset keeps it; one without gets the zone's at that instant, and
 * a wall time that the clocks skip becomes the one that they show. Null when the text is not a date-time. D2
 */
export function completeDatetime(text: string, zone: string): string | null {
  const parsed = parseDatetime(text);
  if (parsed === null) return null;
  if (parsed.offset !== null) return tidyDatetime(text);
  const instant = instantOfWall(parsed.wall, zone);
  const offset = offsetAt(instant, zone);
  // Where the clocks show just that, in our spelling, only the offset is missing.
  const isWhole = text.length === WALL_LENGTH && text.charCodeAt(10) === T && instant + offset === parsed.wall;
  return isWhole ? text + formatOffset(offset) : formatDatetime(instant, offset);
}

/** Wall time of the zone at a date (00:00) or a date-time, in milliseconds since 1970-01-01T00:00 on its clocks; NaN for neither. */
export function wallOf(text: string, zone: string): number {
  if (isDate(text)) return leadingDay(text) * MS_A_DAY;
  const parsed = parseDatetime(text);
  if (parsed === null) return NaN;
  if (parsed.offset === null) return parsed.wall;
  const instant = parsed.wall - parsed.offset;
  return instant + offsetAt(instant, zone);
}

/** The day by which a date or a date-time counts on a date column; null for neither. Source: docs/operations.md#select_rows */
export const calendarDayOf = (text: string, zone: string): string | null =>
  dateOfDay(Math.floor(wallOf(text, zone) / MS_A_DAY));

/**
 * A date or a date-time some units later, or earlier. Days and more are counted on the calendar, so that the wall
 * clock stays; minutes and hours are exact, and make a date-time of a date. Null when the text is neither, or the
 * result lies outside the years 1 to 9999. D6
 */
export function addToDate(text: string, amount: number, unit: DateUnit, zone: string): string | null {
  if (unit === 'h' || unit === 'min') {
    const instant = datetimeInstant(text, zone) + amount * (unit === 'h' ? MS_AN_HOUR : MS_A_MINUTE);
    return isWithinYears(instant) ? datetimeAt(instant, zone) : null;
  }
  if (amount === 0 && isDatetime(text)) return datetimeAt(datetimeInstant(text, zone), zone);
  const wall = wallOf(text, zone);
  const dayCount = Math.floor(wall / MS_A_DAY);
  const date = dateOfDay(addDays(dayCount, amount, unit));
  if (date === null || isDate(text)) return date;
  return datetimeAt(instantOfWall(leadingDay(date) * MS_A_DAY + (wall - dayCount * MS_A_DAY), zone), zone);
}

function addDays(dayCount: number, amount: number, unit: 'd' | 'w' | 'm' | 'y'): number {
  switch (unit) {
    case 'd':
      return dayCount + amount;
    case 'w':
      return dayCount + amount * 7;
    case 'm':
      return addMonths(dayCount, amount);
    case 'y':
      return addMonths(dayCount, amount * 12);
  }
}

const EARLIEST = leadingDay('0001-01-02') * MS_A_DAY;
const LATEST = leadingDay('9999-12-31') * MS_A_DAY;

/** A day inside of the bounds of a date, so that it holds in every zone. */
const isWithinYears = (instant: number): boolean => instant >= EARLIEST && instant < LATEST;

/**
 * What a token means: a date for `{today}` with or without days, weeks, months, years; else a date-time. Null when the
 * text is not a token, or means a day that there is not. D6
 */
export function resolveDateToken(text: string, now: number, zone: string): string | null {
  const token = parseDateToken(text);
  if (token === null) return null;
  const base = token.base === 'today' ? todayIn(now, zone) : datetimeAt(now, zone);
  return addToDate(base, token.amount, token.unit, zone);
}
