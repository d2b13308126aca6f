/** Days and times as people type them and files write them: `26 Nov`, `fri`, `+3d`, `3/15/2021 9:30 PM`. Never through a time zone. */

import { addMonths as addMonthsTo, dateOfDay, leadingDay } from './calendar';

export type DayOrder = 'ymd' | 'mdy' | 'dmy';

export interface DayForm {
  /** Of names and words; absent: that of the program. */
  readonly locale?: string | undefined;
  /** Of numbers alone; absent: as the locale has them. */
  readonly order?: DayOrder | undefined;
  /** Null for a file, whose day of writing is unknown: `fri` and `26 Nov` mean no day there. */
  readonly today: string | null;
}

export const isDay = (text: string): boolean => text.length === 10 && !Number.isNaN(leadingDay(text));

/** Null for the 30th of February and the like. */
function dayOf(year: number, month: number, day: number): string | null {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay(text) ? text : null;
}

/** Beyond the years 1 to 9999 the day itself. */
export const addDays = (day: string, days: number): string => dateOfDay(leadingDay(day) + days) ?? day;

/** The same day of another month, or the last one that it has. */
export const addMonths = (day: string, months: number): string =>
  dateOfDay(addMonthsTo(leadingDay(day), months)) ?? day;

/** That many days, weeks, months or years later; negative: earlier. Null beyond the years 1 to 9999. */
export function addUnits(day: string, count: number, unit: 'd' | 'w' | 'm' | 'y'): string | null {
  const from = leadingDay(day);
  if (unit === 'd' || unit === 'w') return dateOfDay(from + (unit === 'w' ? count * 7 : count));
  return dateOfDay(addMonthsTo(from, unit === 'y' ? count * 12 : count));
}

/** Making a formatter takes a hundred times as long as using it, and a window shows many days. */
const formatters = new Map<string, Intl.DateTimeFormat>();

export const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

export function formatDay(day: string, locale: string | undefined, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([locale, options]);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  formatters.set(key, formatter);
  return formatter.format(dateOf(day));
}

/** A text as a day; null when it says none. */
export function readDay(typed: string, form: DayForm): string | null {
  const text = typed.trim().toLowerCase();
  if (isDay(text)) return text;
  const { today } = form;
  if (today === null) return readWrittenDay(text, form);
  const words = /\p{L}/u.test(text)
    ? (readRelative(text, today, form.locale) ?? readWeekday(text, today, form.locale))
    : null;
  return words ?? readDistance(text, today) ?? readNumbers(text, form);
}

/** A day and a time with its zone, as programs write it. */
const ZONED = /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2})(:\d{2}(?::\d{2}(?:[.,]\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})$/i;
const CLOCK = /^(?:(.*?\d)T|(.*?)[\s,]+)?(\d{1,2}):([0-5]\d)(:[0-5]\d(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?$/i;

/** `YYYY-MM-DDTHH:MM`, of a day and perhaps a time after it; null when it says none. `now`: the wall time, of the form's today. */
export function readMoment(typed: string, form: DayForm, now: string | null): string | null {
  const text = typed.trim();
  if (now !== null && /^now$/i.test(text)) return now;
  const [, zonedDay, zonedHour = '', rest = '', zone = ''] = ZONED.exec(text) ?? [];
  // A written zone counts.
  if (zonedDay !== undefined && isDay(zonedDay)) return `${zonedDay}T${zonedHour.padStart(2, '0')}${rest}${zone}`;
  const [, beforeT, beforeBlank, hour, minute, second = '', half] = CLOCK.exec(text) ?? [];
  if (hour === undefined || minute === undefined) {
    const day = readDay(text, form);
    return day === null ? null : `${day}T00:00`;
  }
  const written = hourOf(Number(hour), half);
  const before = beforeT ?? beforeBlank ?? '';
  const day = before.trim() === '' ? form.today : readDay(before, form);
  return day === null || written === null ? null : `${day}T${String(written).padStart(2, '0')}:${minute}${second}`;
}

/** 12 AM is midnight. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

const UNITS = { d: 'day', w: 'week', m: 'month', y: 'year' } as const;

/** `today`, `next week`, `in 3 weeks`, `3 weeks from now`, `2 days ago`, in words of the locale or of English. */
function readRelative(text: string, today: string, locale: string | undefined): string | null {
  const digits = /\d+/.exec(text)?.[0];
  const wanted = text.replace(/^(.*) from now$/, 'in $1');
  const counts = digits === undefined ? [1, -1, 2, -2] : [Number(digits), -Number(digits)];
  for (const each of [locale, 'en']) {
    const relative = new Intl.RelativeTimeFormat(each, { numeric: digits === undefined ? 'auto' : 'always' });
    const means = (count: number, unit: keyof typeof UNITS): boolean =>
      relative.format(count, UNITS[unit]).toLowerCase() === wanted;
    if (means(0, 'd')) return today;
    for (const unit of ['d', 'w', 'm', 'y'] as const) {
      const count = counts.find((number) => means(number, unit));
      if (count !== undefined) return addUnits(today, count, unit);
    }
  }
  return null;
}

/** `fri` is the next one, `next fri` that of the next week, `last fri` the latest one. */
function readWeekday(text: string, today: string, locale: string | undefined): string | null {
  const [, which, name = text] = /^(next|last) +(.+)$/.exec(text) ?? [];
  // Three letters are a weekday in most languages; one alone is none.
  if (name.length < 2) return null;
  const isCalled = (day: string): boolean =>
    [locale, 'en'].some((each) => {
      const [long, short] = (['long', 'short'] as const).map((weekday) =>
        formatDay(day, each, { weekday }).toLowerCase(),
      );
      return name === long || name.replace('.', '') === short?.replace('.', '');
    });
  const day = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(today, days)).find(isCalled);
  if (day === undefined || which === undefined) return day ?? null;
  const isToday = addDays(day, -7) === today;
  if (which === 'last') return addDays(day, isToday ? -14 : -7);
  return dayOfWeek(day) > dayOfWeek(today) ? addDays(day, 7) : day;
}

/** 0 is Monday. */
const dayOfWeek = (day: string): number => (((leadingDay(day) + 3) % 7) + 7) % 7;

/** `+3d`, `-2w`, `+1m`, `+1y`. */
function readDistance(text: string, today: string): string | null {
  const [, sign, count, unit] = /^([+-])\s*(\d{1,4})\s*([dwmy])?$/.exec(text) ?? [];
  if (count === undefined) return null;
  return addUnits(today, Number(count) * (sign === '-' ? -1 : 1), (unit ?? 'd') as keyof typeof UNITS);
}

/** A day and a month, in words or numbers, and perhaps a year. */
function readNumbers(text: string, form: DayForm): string | null {
  const tokens = text.match(/[\p{L}\p{M}]+|\d+/gu) ?? [];
  const numbers = tokens.filter((token) => /^\d+$/.test(token));
  const words = tokens.filter((token) => !/^\d+$/.test(token));
  const named = readNamedMonth(numbers, words, form);
  if (named !== null) return named;
  const isPlain = words.every((word) => /^[年月日]$/.test(word));
  if (!isPlain || numbers.length < 2 || numbers.length > 3) return null;
  const isYearFirst = (numbers[0] ?? '').length === 4;
  const order = isYearFirst ? 'ymd' : (form.order ?? localeOrder(form.locale));
  const parts = numbers.length === 2 ? order.replace('y', '') : order;
  const part = (name: string): string | undefined => numbers[parts.indexOf(name)];
  return dayOf(yearOf(part('y'), form.today), Number(part('m')), Number(part('d')));
}

function readNamedMonth(numbers: readonly string[], words: readonly string[], form: DayForm): string | null {
  const [word = ''] = words;
  if (words.length !== 1 || numbers.length === 0 || numbers.length > 2) return null;
  const month = monthOf(word, form.locale);
  if (month === null) return null;
  const [first = '', second] = numbers;
  const isYearFirst = first.length === 4;
  const year = isYearFirst ? first : second;
  return dayOf(yearOf(year, form.today), month, Number(isYearFirst ? (second ?? '') : first));
}

/** Three numbers with one sign between them; years of two digits as `1/2/26` and `01.02.26`, since `1.2.26` is a version as well. */
const WRITTEN_DAY =
  /^(?:(\d{1,2})([./-])(\d{1,2})\2(\d{4})|(\d{1,2})\/(\d{1,2})\/(\d{2})|\d{2}\.\d{2}\.\d{2}|(\d{4})([./-])(\d{1,2})\9(\d{1,2}))$/;

const NAMED_DAY = /^[\p{L}\p{M}\d\s.,'-]{6,40}$/u;

/** As a file writes it: with a year. */
function readWrittenDay(text: string, form: DayForm): string | null {
  if (WRITTEN_DAY.test(text)) return readNumbers(text, form);
  if (!/\d{4}/.test(text) || !NAMED_DAY.test(text)) return null;
  const plain = text.replace(/(\d)(?:st|nd|rd|th)\b/g, '$1');
  const numbers = plain.match(/\d+/g) ?? [];
  const words = plain.match(/[\p{L}\p{M}]+/gu) ?? [];
  return numbers.length === 2 ? readNamedMonth(numbers, words, form) : null;
}

export function localeOrder(locale: string | undefined): DayOrder {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' }).formatToParts(dateOf('2026-11-26'));
  const names = parts.map(({ type }) => type.charAt(0)).filter((name) => 'dmy'.includes(name));
  const order = names.join('');
  return order === 'mdy' || order === 'ymd' ? order : 'dmy';
}

/** Two digits are of this century, and in a file of the years 1970 to 2069. */
function yearOf(text: string | undefined, today: string | null): number {
  if (text === undefined) return Number((today ?? '').slice(0, 4));
  const year = Number(text);
  if (text.length > 2) return year;
  return today === null ? year + (year < 70 ? 2000 : 1900) : Math.floor(Number(today.slice(0, 4)) / 100) * 100 + year;
}

/** Names of months are asked for once a locale: a column has many days. */
const monthNames = new Map<string, readonly { readonly long: readonly string[]; readonly short: string }[]>();

function namesOf(locale: string | undefined): readonly { readonly long: readonly string[]; readonly short: string }[] {
  const known = monthNames.get(locale ?? '');
  if (known !== undefined) return known;
  const names = Array.from({ length: 12 }, (_, index) => {
    const day = dayOf(2026, index + 1, 1) ?? '';
    const long = formatDay(day, locale, { month: 'long', day: 'numeric' }).toLowerCase();
    const short = formatDay(day, locale, { month: 'short' }).toLowerCase().replace('.', '');
    return { long: long.match(/[\p{L}\p{M}]+/gu) ?? [], short };
  });
  monthNames.set(locale ?? '', names);
  return names;
}

function monthOf(word: string, locale: string | undefined): number | null {
  if (word.length < 3) return null;
  for (const each of [locale, 'en']) {
    const at = namesOf(each).findIndex(
      ({ long, short }) => short === word || long.some((name) => name.startsWith(word)),
    );
    if (at >= 0) return at + 1;
  }
  return null;
}
