/** Recurrence rules of RFC 5545 on days: reads the text of a rule, and finds the days on which it falls. docs/recurrence.md */

import { calendarDay, dayNumber, daysInMonth, leadingDay, MS_A_DAY } from './calendar';
import { nearNames } from './near-names';

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;

/** From Monday, as days of a week are counted here. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

interface WeekdayPart {
  /** 0 is Monday. */
  readonly day: number;
  /** The first, the last (-1) of its month or year; 0: each one. */
  readonly nth: number;
}

export interface RecurrenceRule {
  readonly frequency: (typeof FREQUENCIES)[number];
  readonly interval: number;
  /** Of all dates, the first one among them; null: no limit. */
  readonly count: number | null;
  /** The last moment on the clocks, in milliseconds since 1970-01-01T00:00. `isUtc`: on those of UTC. */
  readonly until: { readonly wall: number; readonly isUtc: boolean } | null;
  readonly weekStart: number;
  readonly months: readonly number[];
  readonly monthDays: readonly number[];
  readonly yearDays: readonly number[];
  readonly weekdays: readonly WeekdayPart[];
  readonly positions: readonly number[];
}

/** Why a text is not a rule that can be followed. [at, at + length) is the place of the mistake. */
export interface RuleProblem {
  readonly message: string;
  readonly at: number;
  readonly length: number;
  readonly near: readonly string[];
}

class RuleFault extends Error {}

interface Part {
  readonly text: string;
  readonly at: number;
}

const fail = (message: string): never => {
  throw new RuleFault(message);
};

function wholeNumber(text: string, from: number, to: number): number {
  const value = /^[+-]?\d{1,4}$/.test(text) ? Number(text) : NaN;
  return value >= from && value <= to && value !== 0 ? value : fail(`"${text}" is not a number from ${from} to ${to}`);
}

const numberList = (text: string, from: number, to: number): readonly number[] =>
  text.split(',').map((each) => wholeNumber(each, from, to));

const weekdayOf = (text: string): number => {
  const day = (WEEKDAYS as readonly string[]).indexOf(text);
  return day >= 0 ? day : fail(`"${text}" is not a weekday (${WEEKDAYS.join(', ')})`);
};

const weekdayPart = (text: string): WeekdayPart => {
  const nth = text.slice(0, -2);
  return { day: weekdayOf(text.slice(-2)), nth: nth === '' ? 0 : wholeNumber(nth, -53, 53) };
};

function untilOf(text: string): RecurrenceRule['until'] {
  const [, y = '', m = '', d = '', hour, minute, second, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z?))?$/.exec(text) ?? [];
  const day = leadingDay(`${y}-${m}-${d}`);
  if (Number.isNaN(day)) return fail(`"${text}" is not a day such as 20271231 or 20271231T235959Z`);
  // A day alone is meant with its evening.
  if (hour === undefined) return { wall: (day + 1) * MS_A_DAY - 1, isUtc: false };
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  return { wall: day * MS_A_DAY + seconds * 1000, isUtc: utc === 'Z' };
}

/** What each part gives to the rule. */
const PARTS: Readonly<Record<string, (text: string) => Partial<RecurrenceRule>>> = {
  FREQ: (text) => {
    const frequency = FREQUENCIES.find((each) => each === text);
    if (frequency !== undefined) return { frequency };
    return fail(`"${text}" is not a frequency of days (${FREQUENCIES.join(', ')})`);
  },
  INTERVAL: (text) => ({ interval: wholeNumber(text, 1, 9999) }),
  COUNT: (text) => ({ count: wholeNumber(text, 1, 9999) }),
  UNTIL: (text) => ({ until: untilOf(text) }),
  WKST: (text) => ({ weekStart: weekdayOf(text) }),
  BYMONTH: (text) => ({ months: numberList(text, 1, 12) }),
  BYMONTHDAY: (text) => ({ monthDays: numberList(text, -31, 31) }),
  BYYEARDAY: (text) => ({ yearDays: numberList(text, -366, 366) }),
  BYDAY: (text) => ({ weekdays: text.split(',').map(weekdayPart) }),
  BYSETPOS: (text) => ({ positions: numberList(text, -366, 366) }),
};

/** Parts of RFC 5545 about times of day, and about weeks that are counted, which most calendars leave out too. */
const LEFT_OUT = ['BYHOUR', 'BYMINUTE', 'BYSECOND', 'BYWEEKNO'];

const ANY: Omit<RecurrenceRule, 'frequency'> = {
  interval: 1,
  count: null,
  until: null,
  weekStart: 0,
  months: [],
  monthDays: [],
  yearDays: [],
  weekdays: [],
  positions: [],
};

/** Reads `FREQ=WEEKLY;BYDAY=MO`. Capitals do not count, nor does `RRULE:` before it. */
export function readRecurrence(text: string): RecurrenceRule | RuleProblem {
  const parts = partsOf(text.toUpperCase());
  const found: Record<string, Partial<RecurrenceRule>> = {};
  for (const part of parts) {
    const [name = '', value] = part.text.split('=', 2);
    const read = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (read === undefined) return unknownPart(part, name);
    if (Object.hasOwn(found, name)) return problemOf(part, `${name} is there twice`);
    try {
      found[name] = read(value ?? '');
    } catch (error) {
      if (error instanceof RuleFault) return problemOf(part, `${name}: ${error.message}`);
      throw error;
    }
  }
  const whole = { text, at: 0 };
  const { frequency, ...rest } = Object.assign({ ...ANY }, ...Object.values(found)) as Partial<RecurrenceRule> &
    typeof ANY;
  if (frequency === undefined) return problemOf(whole, 'FREQ is missing; write FREQ=WEEKLY or another frequency');
  const rule: RecurrenceRule = { ...rest, frequency };
  const message = contradictionIn(rule, found);
  return message === null ? rule : problemOf(whole, message);
}

function partsOf(text: string): readonly Part[] {
  const start = text.startsWith('RRULE:') ? 6 : 0;
  let at = start;
  return text
    .slice(start)
    .replace(/;$/, '')
    .split(';')
    .map((each) => {
      const part = { text: each, at };
      at += each.length + 1;
      return part;
    });
}

const problemOf = ({ text, at }: Part, message: string, near: readonly string[] = []): RuleProblem => ({
  message,
  at,
  length: text.length,
  near,
});

function unknownPart(part: Part, name: string): RuleProblem {
  if (LEFT_OUT.includes(name)) return problemOf(part, `${name} is not followed: rules count days here`);
  const near = nearNames(name, Object.keys(PARTS));
  return problemOf(part, `"${name}" is not a part of a rule, such as FREQ or BYDAY`, near);
}

/** What RFC 5545 forbids together, and rules without any day. */
function contradictionIn(rule: RecurrenceRule, found: Readonly<Record<string, unknown>>): string | null {
  const { frequency, weekdays, count, until } = rule;
  const isLong = frequency === 'MONTHLY' || frequency === 'YEARLY';
  const has = (name: string): boolean => Object.hasOwn(found, name);
  if (count !== null && until !== null) return 'COUNT and UNTIL exclude each other';
  if (has('BYMONTHDAY') && frequency === 'WEEKLY') return 'BYMONTHDAY does not go with WEEKLY';
  if (has('BYYEARDAY') && frequency !== 'YEARLY') return 'BYYEARDAY goes with YEARLY alone';
  if (has('BYSETPOS') && !isLong) return 'BYSETPOS goes with MONTHLY and YEARLY alone';
  if (weekdays.some(({ nth }) => nth !== 0) && !isLong)
    return 'a counted weekday such as 1MO goes with MONTHLY and YEARLY alone';
  const anyPhase = { ...rule, interval: 1, until: null };
  return ruleDays(anyPhase, LEAP_DAY).next().done === true ? 'the rule falls on no day' : null;
}

/** 2000-01-01: what a rule means on any day of a leap year. */
const LEAP_DAY = 10_957;

/** Days looked at one after the other without one on which the rule falls: over 200 years. */
const MOST_DAYS_BETWEEN = 75_000;

const LAST_DAY = leadingDay('9999-12-31');

/**
 * The days from `start` on (as numbers) on which the rule falls, in order. The first period is the one of `start`. COUNT and UNTIL
 * are left to the caller. They end with the year 9999, and where the rule falls on no day of 200 years.
 */
export function* ruleDays(rule: RecurrenceRule, start: number): Generator<number> {
  const falls = filterOf(rule, start);
  let left = MOST_DAYS_BETWEEN;
  for (let n = 0; left > 0; n += rule.interval) {
    const { first, length } = periodAt(rule, start, n);
    if (first > LAST_DAY) return;
    const days: number[] = [];
    for (let day = first; day < first + length && day <= LAST_DAY; day++) if (falls(day)) days.push(day);
    left -= length;
    for (const day of atPositions(days, rule.positions)) {
      if (day < start) continue;
      left = MOST_DAYS_BETWEEN;
      yield day;
    }
  }
}

function periodAt({ frequency, weekStart }: RecurrenceRule, start: number, n: number) {
  const { year, month } = calendarDay(start);
  switch (frequency) {
    case 'DAILY':
      return { first: start + n, length: 1 };
    case 'WEEKLY':
      return { first: start - ((weekdayOfDay(start) - weekStart + 7) % 7) + n * 7, length: 7 };
    case 'MONTHLY': {
      const count = year * 12 + month - 1 + n;
      const [y, m] = [Math.floor(count / 12), (count % 12) + 1];
      return { first: dayNumber(y, m, 1), length: daysInMonth(y, m) };
    }
    case 'YEARLY':
      return { first: dayNumber(year + n, 1, 1), length: dayNumber(year + n + 1, 1, 1) - dayNumber(year + n, 1, 1) };
  }
}

/** 1970-01-01 was a Thursday. */
const weekdayOfDay = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** Whether the rule falls on a day of one of its periods. What it leaves open is as on the first day. */
function filterOf(rule: RecurrenceRule, start: number): (day: number) => boolean {
  const { frequency, weekdays, yearDays } = rule;
  const { month: startMonth, day: startDay } = calendarDay(start);
  const isOpen = rule.monthDays.length + weekdays.length + yearDays.length === 0;
  const isLong = frequency === 'MONTHLY' || frequency === 'YEARLY';
  const monthDays = isOpen && isLong ? [startDay] : rule.monthDays;
  const months = isOpen && frequency === 'YEARLY' && rule.months.length === 0 ? [startMonth] : rule.months;
  const days = isOpen && frequency === 'WEEKLY' ? [{ day: weekdayOfDay(start), nth: 0 }] : weekdays;
  const isYearCounted = frequency === 'YEARLY' && months.length === 0;
  return (number) => {
    const { year, month, day } = calendarDay(number);
    if (months.length > 0 && !months.includes(month)) return false;
    const inMonth = daysInMonth(year, month);
    if (monthDays.length > 0 && !isCounted(monthDays, day, inMonth)) return false;
    if (yearDays.length === 0 && days.length === 0) return true;
    const yearStart = dayNumber(year, 1, 1);
    const ofYear = { at: number - yearStart + 1, all: dayNumber(year + 1, 1, 1) - yearStart };
    if (yearDays.length > 0 && !isCounted(yearDays, ofYear.at, ofYear.all)) return false;
    const { at, all } = isYearCounted ? ofYear : { at: day, all: inMonth };
    const weekday = weekdayOfDay(number);
    return days.length === 0 || days.some((part) => part.day === weekday && isNth(part.nth, at, all));
  };
}

/** Whether the place `at` of `all` is in the list, from the front or (below 0) from the back. */
const isCounted = (list: readonly number[], at: number, all: number): boolean =>
  list.includes(at) || list.includes(at - all - 1);

const isNth = (nth: number, at: number, all: number): boolean =>
  nth === 0 || Math.ceil(at / 7) === nth || -Math.ceil((all - at + 1) / 7) === nth;

/** Those of a period that BYSETPOS takes; all without one. */
function atPositions(days: readonly number[], positions: readonly number[]): readonly number[] {
  if (positions.length === 0) return days;
  return days.filter((_, index) => isCounted(positions, index + 1, days.length));
}

/** The end of a rule on the clocks: UNTIL. `offset`: how far they are ahead of UTC, in milliseconds. */
export const lastWall = ({ until }: RecurrenceRule, offset: number): number =>
  until === null ? Infinity : until.wall + (until.isUtc ? offset : 0);

/** The rule as the next row has it: COUNT is one lower. */
export const ruleOfNext = (text: string): string =>
  text.replace(/(COUNT=)(\d+)/i, (_, name: string, count: string) => `${name}${Number(count) - 1}`);

interface DayRange {
  readonly from: number;
  readonly to: number;
  /** No more days than these. */
  readonly most: number;
}

/** The days after that of a row on which its rule falls again, within a range: a calendar shows them as not yet there. */
export function comingDays(text: string, day: number, { from, to, most }: DayRange): readonly number[] {
  const rule = readRecurrence(text);
  if ('message' in rule) return [];
  const last = Math.min(to, Math.floor(lastWall(rule, 0) / MS_A_DAY));
  const found: number[] = [];
  let left = (rule.count ?? Infinity) - 1;
  for (const next of ruleDays(rule, day)) {
    if (next === day) continue;
    if (next > last || left-- <= 0 || found.length >= most) break;
    if (next >= from) found.push(next);
  }
  return found;
}
