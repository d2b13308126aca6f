/** The scale of a timeline as plain data: how wide a day is, which days are drawn, and the units above them. docs/views.md#timelines */

import { addMonths, calendarDay, dateOfDay, dayNumber, knownDay } from '../../../kernel/calendar';
import { formatDay } from '../../../kernel/day-text';
import { firstOfWeek, monthName, weekdayName } from '../../components/text/date-text';
import type { DaySpan } from '../dated-rows';

export const SCALE = { weeks: 'Weeks', days: 'Days', months: 'Months', quarters: 'Quarters' } as const;

export type TimeScale = keyof typeof SCALE;

/** From the nearest to the widest. */
const SCALES: readonly TimeScale[] = ['days', 'weeks', 'months', 'quarters'];

/** Pixels. */
const DAY_WIDTH: Readonly<Record<TimeScale, number>> = { days: 40, weeks: 16, months: 5, quarters: 2 };
/** Of the days that are drawn: browsers end at some millions, and a calendar does not. */
export const FRAME_WIDTH = 8000;

export const dayWidth = (scale: TimeScale): number => DAY_WIDTH[scale];

/** A step nearer (-1) or wider (1); null: there is none. */
export const zoomed = (scale: TimeScale, step: number): TimeScale | null =>
  SCALES[SCALES.indexOf(scale) + step] ?? null;

/** The days that are drawn. */
export interface TimeFrame {
  readonly scale: TimeScale;
  readonly first: number;
  /** The first day after them. */
  readonly end: number;
}

/** Around a day, within the years 1 to 9999. */
export function frameAround(scale: TimeScale, day: number): TimeFrame {
  const days = FRAME_WIDTH / DAY_WIDTH[scale];
  const latest = knownDay(Infinity) + 1 - days;
  const first = Math.min(knownDay(Math.floor(day - days / 2)), latest);
  return { scale, first, end: first + days };
}

export const xOf = ({ scale, first }: TimeFrame, day: number): number => (day - first) * DAY_WIDTH[scale];

export interface TimeUnit {
  readonly first: number;
  readonly x: number;
  readonly width: number;
  readonly text: string;
}

type UnitName = 'day' | 'week' | 'month' | 'quarter' | 'year';

const UNITS: Readonly<Record<TimeScale, readonly [above: UnitName, below: UnitName]>> = {
  days: ['month', 'day'],
  weeks: ['month', 'week'],
  months: ['year', 'month'],
  quarters: ['year', 'quarter'],
};

/** Two lines of units: the wide ones, and those of the scale. */
export const unitsOf = (frame: TimeFrame, locale?: string): readonly (readonly TimeUnit[])[] =>
  UNITS[frame.scale].map((unit) => unitsIn(frame, unit, locale));

function unitsIn(frame: TimeFrame, unit: UnitName, locale?: string): readonly TimeUnit[] {
  const units: TimeUnit[] = [];
  let first = startOf(unit, frame.first, locale);
  while (first < frame.end) {
    const next = nextOf(unit, first);
    const [from, until] = [Math.max(first, frame.first), Math.min(next, frame.end)];
    const x = xOf(frame, from);
    units.push({ first: from, x, width: xOf(frame, until) - x, text: textOf(unit, first, locale) });
    first = next;
  }
  return units;
}

function startOf(unit: UnitName, day: number, locale?: string): number {
  if (unit === 'day') return day;
  if (unit === 'week') return firstOfWeek(day, locale);
  const { year, month } = calendarDay(day);
  const first = unit === 'month' ? month : unit === 'quarter' ? month - ((month - 1) % 3) : 1;
  return dayNumber(year, first, 1);
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

const nextOf = (unit: UnitName, first: number): number =>
  unit === 'day' ? first + 1 : unit === 'week' ? first + 7 : addMonths(first, MONTHS[unit]);

function textOf(unit: UnitName, day: number, locale?: string): string {
  const text = dateOfDay(knownDay(day)) ?? '';
  switch (unit) {
    case 'day':
      return `${weekdayName(text, locale)} ${calendarDay(day).day}`;
    case 'week':
      return formatDay(text, locale, { day: 'numeric', month: 'short' });
    case 'month':
      return monthName(text, locale);
    case 'quarter':
      return `Q${Math.ceil(calendarDay(day).month / 3)}`;
    case 'year':
      return String(calendarDay(day).year);
  }
}

/** How many days a step of one unit moves a row that begins on a day. */
export function unitDays(scale: TimeScale, day: number, step: number): number {
  if (scale === 'days') return step;
  if (scale === 'weeks') return step * 7;
  return addMonths(day, step * (scale === 'months' ? 1 : 3)) - day;
}

/** What can be hit, in pixels. */
const LEAST_BAR = 12;

export interface BarPlace {
  readonly x: number;
  readonly width: number;
  /** Ends that lie among the drawn days. */
  readonly hasStart: boolean;
  readonly hasEnd: boolean;
}

/** Null: none of its days is drawn. */
export function placeOfSpan(frame: TimeFrame, { first, last }: Pick<DaySpan, 'first' | 'last'>): BarPlace | null {
  if (last < frame.first || first >= frame.end) return null;
  const x = Math.max(xOf(frame, first), 0);
  const end = Math.min(xOf(frame, last + 1), FRAME_WIDTH);
  return { x, width: Math.max(end - x, LEAST_BAR), hasStart: first >= frame.first, hasEnd: last < frame.end };
}
