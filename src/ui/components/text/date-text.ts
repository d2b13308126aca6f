/** Days and times as people read them, and the moment on the clock here. Days are ISO text and never pass through a time zone. */

import { leadingDay } from '../../../kernel/calendar';
import { type Convention, localeConvention } from '../../../kernel/column-convention';
import { addDays, dateOf, formatDay, isDay, readMoment } from '../../../kernel/day-text';

/** To the second; what has parts of seconds stays as it is written. */
const ISO_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?![\d.,:])/;

/** The day by the clock of the person's device. */
export const localToday = (now = new Date()): string => localNow(now).slice(0, 10);

/** `YYYY-MM-DDTHH:MM` */
function localNow(now: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${day}T${two(now.getHours())}:${two(now.getMinutes())}`;
}

/** As a person here types numbers and days, at this moment. */
export const conventionHere = (now = new Date()): Convention => localeConvention(localNow(now));

/** What a person types as a time: a day and perhaps a time after it; null when it says none. */
export function readTime(typed: string, now: Date, locale?: string): string | null {
  const moment = localNow(now);
  return readMoment(typed, { today: moment.slice(0, 10), locale }, moment);
}

/** `26 Nov 2026` in the locale's form, as a field shows it. */
export const dayDraft = (day: string, locale?: string): string =>
  formatDay(day, locale, { day: 'numeric', month: 'short', year: 'numeric' });

export interface DayLabel {
  /** Without the year when it is this one. */
  readonly text: string;
  /** Within a week of today. */
  readonly weekday: string | null;
}

export function dayLabel(day: string, today: string, locale?: string): DayLabel {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const text = formatDay(day, locale, { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) });
  const distance = leadingDay(day) - leadingDay(today);
  return { text, weekday: Math.abs(distance) <= 7 ? formatDay(day, locale, { weekday: 'short' }) : null };
}

/** The parts of a date-time as a clock there shows them; null for a text of another form. */
export function timeParts(text: string): { readonly day: string; readonly time: string } | null {
  const [, day, minute, second] = ISO_TIME.exec(text) ?? [];
  if (day === undefined || minute === undefined || !isDay(day)) return null;
  return { day, time: second === undefined || second === ':00' ? minute : `${minute}${second}` };
}

/** Six weeks around a month, from the locale's first day of the week. */
export function monthDays(month: string, locale?: string): readonly string[] {
  const first = `${month.slice(0, 7)}-01`;
  const before = (dateOf(first).getUTCDay() - firstWeekday(locale) + 7) % 7;
  return Array.from({ length: 42 }, (_, index) => addDays(first, index - before));
}

/** The first day of the week of a day, as the locale has it. Days count from 1970-01-01, a Thursday. */
export const firstOfWeek = (day: number, locale?: string): number =>
  day - ((((day + 4 - firstWeekday(locale)) % 7) + 7) % 7);

/** 0 is Sunday. Where the browser does not know it, weeks begin on Monday. */
function firstWeekday(locale: string | undefined): number {
  const zone = new Intl.Locale(locale ?? new Intl.DateTimeFormat().resolvedOptions().locale) as Intl.Locale & {
    readonly weekInfo?: { readonly firstDay: number };
    readonly getWeekInfo?: () => { readonly firstDay: number };
  };
  return (zone.getWeekInfo?.() ?? zone.weekInfo ?? { firstDay: 1 }).firstDay % 7;
}

export const weekdayName = (day: string, locale?: string): string => formatDay(day, locale, { weekday: 'narrow' });
export const monthName = (day: string, locale?: string): string =>
  formatDay(day, locale, { month: 'long', year: 'numeric' });
export const longDay = (day: string, locale?: string): string => formatDay(day, locale, { dateStyle: 'full' });
