/** Days and times as people read and type them: `26 Nov`, `fri`, `+3d`. Days are ISO text and never pass through a time zone. */

const DAY_MS = 86_400_000;
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** To the second; what has parts of seconds stays as it is written. */
const ISO_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?![\d.,:])/;

const utc = (day: string): Date => new Date(`${day}T00:00:00Z`);
const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

/** Null for what is no day, such as the 30th of February. */
function dayOf(year: number, month: number, day: number): string | null {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  if (!ISO_DAY.test(text)) return null;
  const date = utc(text);
  return Number.isNaN(date.getTime()) || isoDay(date) !== text ? null : text;
}

export const isDay = (text: string): boolean => {
  const [, year, month, day] = ISO_DAY.exec(text) ?? [];
  return year !== undefined && dayOf(Number(year), Number(month), Number(day)) !== null;
};

/** Of whoever looks at a clock here. */
export function localToday(now = new Date()): string {
  return dayOf(now.getFullYear(), now.getMonth() + 1, now.getDate()) ?? '';
}

export const addDays = (day: string, days: number): string => isoDay(new Date(utc(day).getTime() + days * DAY_MS));

/** The same day of another month, or the last one that it has. */
export function addMonths(day: string, months: number): string {
  const date = utc(day);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), last));
  return isoDay(first);
}

/** Making a formatter takes a hundred times as long as using it, and a window shows many days. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function format(day: string, locale: string | undefined, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([locale, options]);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  formatters.set(key, formatter);
  return formatter.format(utc(day));
}

/** `26 Nov 2026` in the locale's form, as it stands in a field. */
export const dayDraft = (day: string, locale?: string): string =>
  format(day, locale, { day: 'numeric', month: 'short', year: 'numeric' });

export interface DayLabel {
  /** Without the year when it is this one. */
  readonly text: string;
  /** Within a week of today. */
  readonly weekday: string | null;
}

export function dayLabel(day: string, today: string, locale?: string): DayLabel {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const text = format(day, locale, { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) });
  const distance = (utc(day).getTime() - utc(today).getTime()) / DAY_MS;
  return { text, weekday: Math.abs(distance) <= 7 ? format(day, locale, { weekday: 'short' }) : null };
}

/** The parts of a date-time as a clock there shows them; null for a text of another form. */
export function timeParts(text: string): { readonly day: string; readonly time: string } | null {
  const [, day, minute, second] = ISO_TIME.exec(text) ?? [];
  if (day === undefined || minute === undefined || !isDay(day)) return null;
  return { day, time: second === undefined || second === ':00' ? minute : `${minute}${second}` };
}

/** What a person typed as a day; null when it says none. */
export function readDay(typed: string, today: string, locale?: string): string | null {
  const text = typed.trim().toLowerCase();
  if (isDay(text)) return text;
  return readWord(text, today, locale) ?? readDistance(text, today) ?? readNumbers(text, today, locale);
}

/** `YYYY-MM-DDTHH:MM`, of a day and perhaps a time after it; null when it says none. */
export function readTime(typed: string, now: Date, locale?: string): string | null {
  const text = typed.trim();
  const today = localToday(now);
  const clock = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`;
  if (/^now$/i.test(text)) return `${today}T${clock}`;
  const [, before = '', hour, minute, second = ''] =
    /^(.*?)[\sT,]*([01]?\d|2[0-3]):([0-5]\d)(:[0-5]\d)?$/i.exec(text) ?? [];
  if (hour === undefined || minute === undefined) {
    const day = readDay(text, today, locale);
    return day === null ? null : `${day}T00:00`;
  }
  const day = before.trim() === '' ? today : readDay(before, today, locale);
  return day === null ? null : `${day}T${hour.padStart(2, '0')}:${minute}${second}`;
}

function readWord(text: string, today: string, locale: string | undefined): string | null {
  for (const each of [locale, 'en']) {
    const relative = new Intl.RelativeTimeFormat(each, { numeric: 'auto' });
    for (const days of [0, 1, -1]) {
      if (relative.format(days, 'day').toLowerCase() === text) return addDays(today, days);
    }
    // Three letters are a weekday in most languages; one alone is none.
    for (let days = 1; text.length >= 2 && days <= 7; days += 1) {
      const day = addDays(today, days);
      if (format(day, each, { weekday: 'long' }).toLowerCase() === text) return day;
      if (format(day, each, { weekday: 'short' }).toLowerCase().replace('.', '') === text.replace('.', '')) return day;
    }
  }
  return null;
}

/** `+3d`, `-2w`, `+1m`, `+1y`. */
function readDistance(text: string, today: string): string | null {
  const [, sign, count, unit] = /^([+-])\s*(\d{1,4})\s*([dwmy])?$/.exec(text) ?? [];
  if (count === undefined) return null;
  const number = Number(count) * (sign === '-' ? -1 : 1);
  if (unit === 'm') return addMonths(today, number);
  if (unit === 'y') return addMonths(today, number * 12);
  return addDays(today, unit === 'w' ? number * 7 : number);
}

/** A day and a month, in words or numbers, and perhaps a year. */
function readNumbers(text: string, today: string, locale: string | undefined): string | null {
  const tokens = text.match(/[\p{L}\p{M}]+|\d+/gu) ?? [];
  const numbers = tokens.filter((token) => /^\d+$/.test(token));
  const words = tokens.filter((token) => !/^\d+$/.test(token));
  const thisYear = Number(today.slice(0, 4));
  const month = words.map((word) => monthOf(word, locale)).find((each) => each !== null) ?? null;
  if (month !== null && words.length === 1 && numbers.length > 0 && numbers.length <= 2) {
    const [first = '', second] = numbers;
    const isYearFirst = first.length === 4;
    const year = isYearFirst ? first : second;
    return dayOf(yearOf(year, thisYear), month, Number(isYearFirst ? (second ?? '') : first));
  }
  const isPlain = words.every((word) => /^[年月日]$/.test(word));
  if (!isPlain || numbers.length < 2 || numbers.length > 3) return null;
  const order = orderOf(numbers, locale);
  const value = (part: string): string | undefined => numbers[order.indexOf(part)];
  return dayOf(yearOf(value('year'), thisYear), Number(value('month')), Number(value('day')));
}

function orderOf(numbers: readonly string[], locale: string | undefined): readonly string[] {
  if ((numbers[0] ?? '').length === 4) return ['year', 'month', 'day'];
  const parts = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' }).formatToParts(utc('2026-11-26'));
  const order = parts.map(({ type }) => type).filter((type) => type === 'day' || type === 'month' || type === 'year');
  return numbers.length === 2 ? order.filter((type) => type !== 'year') : order;
}

/** Two digits are of this century. */
const yearOf = (text: string | undefined, thisYear: number): number =>
  text === undefined ? thisYear : text.length <= 2 ? Math.floor(thisYear / 100) * 100 + Number(text) : Number(text);

function monthOf(word: string, locale: string | undefined): number | null {
  if (word.length < 3) return null;
  for (const each of [locale, 'en']) {
    for (let month = 1; month <= 12; month += 1) {
      const day = dayOf(2026, month, 1) ?? '';
      const long = format(day, each, { month: 'long', day: 'numeric' }).toLowerCase();
      if ((long.match(/[\p{L}\p{M}]+/gu) ?? []).some((name) => name.startsWith(word))) return month;
      const short = format(day, each, { month: 'short' }).toLowerCase().replace('.', '');
      if (short === word) return month;
    }
  }
  return null;
}

/** Six weeks around a month, from the locale's first day of the week. */
export function monthDays(month: string, locale?: string): readonly string[] {
  const first = `${month.slice(0, 7)}-01`;
  const before = (utc(first).getUTCDay() - firstWeekday(locale) + 7) % 7;
  return Array.from({ length: 42 }, (_, index) => addDays(first, index - before));
}

/** 0 is Sunday. Where the browser does not know it, weeks begin on Monday. */
function firstWeekday(locale: string | undefined): number {
  const zone = new Intl.Locale(locale ?? new Intl.DateTimeFormat().resolvedOptions().locale) as Intl.Locale & {
    readonly weekInfo?: { readonly firstDay: number };
    readonly getWeekInfo?: () => { readonly firstDay: number };
  };
  return (zone.getWeekInfo?.() ?? zone.weekInfo ?? { firstDay: 1 }).firstDay % 7;
}

export const weekdayName = (day: string, locale?: string): string => format(day, locale, { weekday: 'narrow' });
export const monthName = (day: string, locale?: string): string =>
  format(day, locale, { month: 'long', year: 'numeric' });
export const longDay = (day: string, locale?: string): string => format(day, locale, { dateStyle: 'full' });
