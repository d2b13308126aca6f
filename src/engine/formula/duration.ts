/** Lengths of time: `"1 day"`, `"2h 30m"`, the difference of two dates. docs/formulas.md#dates-and-durations */

import { addMonths, dateOfDay, leadingDay, MS_A_DAY } from '../../kernel/calendar';
import { datetimeAt, datetimeInstant, isDate, wallOf } from '../values/time/dates';
import { instantOfWall } from '../values/time/time-zone';

const MS_AN_HOUR = 3_600_000;
const MS_A_MINUTE = 60_000;

/** Months and days are counted on the calendar, milliseconds on the clock. */
export class Duration {
  readonly months: number;
  readonly days: number;
  readonly clock: number;

  constructor(months: number, days: number, clock: number) {
    this.months = months;
    this.days = days;
    this.clock = clock;
  }

  /** Null with months, which have no fixed length. */
  milliseconds(): number | null {
    const sum = this.days * MS_A_DAY + this.clock;
    return this.months === 0 && Number.isFinite(sum) ? sum : null;
  }

  plus(other: Duration, sign: 1 | -1): Duration {
    return new Duration(
      this.months + sign * other.months,
      this.days + sign * other.days,
      this.clock + sign * other.clock,
    );
  }

  /** A part of a day becomes hours. Null where a part of a month is left. */
  times(factor: number): Duration | null {
    const months = this.months * factor;
    const days = this.days * factor;
    if (!Number.isInteger(months) || !Number.isFinite(days)) return null;
    const whole = Math.trunc(days);
    return new Duration(months, whole, this.clock * factor + (days - whole) * MS_A_DAY);
  }

  toString(): string {
    const parts = [
      [this.months, 'months'],
      [this.days, 'days'],
      [this.clock / 1000, 'seconds'],
    ] as const;
    const said = parts.filter(([count]) => count !== 0).map(([count, unit]) => `${count} ${unit}`);
    return said.length === 0 ? '0 seconds' : said.join(' ');
  }
}

const PART =
  /\s*([+-]?)\s*(\d{1,9}(?:\.\d{1,6})?)\s*(years?|y|months?|M|weeks?|w|days?|d|hours?|h|minutes?|m|seconds?|s)(?![A-Za-z])\s*/y;

/** `1d`, `2 weeks`, `-1h 30m`. Null for anything else. A part of a year, month, week or day is none. */
export function parseDuration(text: string): Duration | null {
  let [months, days, clock] = [0, 0, 0];
  PART.lastIndex = 0;
  do {
    const [, sign, digits, unit = ''] = PART.exec(text) ?? [];
    const count = Number(sign === '-' ? `-${digits}` : digits);
    if (Number.isNaN(count)) return null;
    const short = unit === 'M' || unit.startsWith('mo') ? 'M' : unit.charAt(0);
    if ('yMwd'.includes(short) && !Number.isInteger(count)) return null;
    if (short === 'y' || short === 'M') months += count * (short === 'y' ? 12 : 1);
    else if (short === 'w' || short === 'd') days += count * (short === 'w' ? 7 : 1);
    else clock += count * (short === 'h' ? MS_AN_HOUR : short === 'm' ? MS_A_MINUTE : 1000);
  } while (PART.lastIndex < text.length);
  return new Duration(months, days, clock);
}

/** A date stays one where the clock does not count. Null outside the years 1 to 9999, or for a text without a date. */
export function addDuration(
  text: string,
  { months, days, clock }: Duration,
  sign: 1 | -1,
  zone: string,
): string | null {
  const wall = wallOf(text, zone);
  if (Number.isNaN(wall)) return null;
  const day = Math.floor(wall / MS_A_DAY);
  const date = dateOfDay((months === 0 ? day : addMonths(day, sign * months)) + sign * days);
  if (date === null || (clock === 0 && isDate(text))) return date;
  const isClockAlone = months === 0 && days === 0;
  const start = isClockAlone
    ? datetimeInstant(text, zone)
    : instantOfWall(leadingDay(date) * MS_A_DAY + (wall - day * MS_A_DAY), zone);
  const instant = Math.round(start + sign * clock);
  // A day inside of the bounds, so that it is one in every zone.
  return dateOfDay(Math.floor(instant / MS_A_DAY) - 1) === null ||
    dateOfDay(Math.floor(instant / MS_A_DAY) + 1) === null
    ? null
    : datetimeAt(instant, zone);
}

/** Days between two days, else the milliseconds between. Null unless both are dates. */
export function durationBetween(from: string, to: string, zone: string): Duration | null {
  if (isDate(from) && isDate(to)) return new Duration(0, leadingDay(to) - leadingDay(from), 0);
  const clock = datetimeInstant(to, zone) - datetimeInstant(from, zone);
  return Number.isNaN(clock) ? null : new Duration(0, 0, clock);
}
