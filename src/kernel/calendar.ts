/** The Gregorian calendar in whole numbers, without clock and zone. */

const ZERO = 48;
const DASH = 45;

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Days count from 1970-01-01. */
export const MS_A_DAY = 86_400_000;

/** 0001-01-01 and 9999-12-31 as day numbers: the days that a date can be. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (LENGTHS[month - 1] ?? 0);

/** The two digits at `at` as a number; -1 when they are none. */
export function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** The day number of the `YYYY-MM-DD` that `text` begins with; NaN when it is not a real day of the years 1 to 9999. */
export function leadingDay(text: string): number {
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return NaN;
  const century = twoDigits(text, 0);
  const rest = twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (century < 0 || rest < 0 || month < 1 || month > 12 || day < 1) return NaN;
  const year = century * 100 + rest;
  return year === 0 || day > daysInMonth(year, month) ? NaN : dayNumber(year, month, day);
}

/** Counts in years that begin with March, so that the leap day is the last. */
export function dayNumber(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export interface CalendarDay {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

export function calendarDay(number: number): CalendarDay {
  const shifted = number + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** `YYYY-MM-DD` of a day number; null outside the years 1 to 9999. */
export function dateOfDay(number: number): string | null {
  if (!(number >= FIRST_DAY && number <= LAST_DAY)) return null;
  const { year, month, day } = calendarDay(number);
  return `${padNumber(year, 4)}-${padNumber(month, 2)}-${padNumber(day, 2)}`;
}

/** The nearest day of the years 1 to 9999. */
export const knownDay = (number: number): number => Math.min(Math.max(number, FIRST_DAY), LAST_DAY);

/** The same day some months later; in a month that is too short, its last day. D6 */
export function addMonths(number: number, months: number): number {
  const { year, month, day } = calendarDay(number);
  const count = year * 12 + month - 1 + months;
  const laterYear = Math.floor(count / 12);
  const laterMonth = count - laterYear * 12 + 1;
  return dayNumber(laterYear, laterMonth, Math.min(day, daysInMonth(laterYear, laterMonth)));
}

export const padNumber = (value: number, width: number): string => String(value).padStart(width, '0');
