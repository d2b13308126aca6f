/** Date-times as text: ISO 8601 with `T` or a space, seconds, fraction and offset optional. D2, D16. */

import { calendarDay, leadingDay, MS_A_DAY, padNumber, twoDigits } from '../../../kernel/calendar';

const COLON = 58;
const DOT = 46;
const PLUS = 43;
const MINUS = 45;

/** Behind the minutes: seconds and fraction, offset. */
const TAIL = /^(?::(\d\d)(?:\.(\d{1,9}))?)?(?: ?(?:([Zz])|([+-])(\d\d)(?::?(\d\d)(?::(\d\d))?)?))?$/;

export interface DatetimeText {
  /** What the wall clock shows, as milliseconds since 1970-01-01T00:00 on the same clock. */
  readonly wall: number;
  /** Milliseconds east of Greenwich; null when the text has no offset. */
  readonly offset: number | null;
}

/** Null when the text is not a date-time. A date alone is none. Fractions below a millisecond are cut. */
export function parseDatetime(text: string): DatetimeText | null {
  const minuteClock = leadingMinute(text);
  if (Number.isNaN(minuteClock)) return null;
  if (text.length === 16) return { wall: minuteClock, offset: null };
  return readUsualTail(text, minuteClock) ?? readTail(text, minuteClock);
}

/** `:SS` and `:SS±HH:MM`, as we write them; null when it is anything else. */
function readUsualTail(text: string, minuteClock: number): DatetimeText | null {
  const hasOffset = text.length === 25;
  if (!(hasOffset || text.length === 19) || text.charCodeAt(16) !== COLON) return null;
  const second = twoDigits(text, 17);
  if (second < 0 || second > 59) return null;
  const wall = minuteClock + second * 1000;
  if (!hasOffset) return { wall, offset: null };
  const sign = text.charCodeAt(19);
  const hours = twoDigits(text, 20);
  const minutes = twoDigits(text, 23);
  if ((sign !== PLUS && sign !== MINUS) || text.charCodeAt(22) !== COLON) return null;
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return null;
  const offset = (hours * 60 + minutes) * 60_000;
  return { wall, offset: sign === MINUS && offset > 0 ? -offset : offset };
}

function readTail(text: string, minuteClock: number): DatetimeText | null {
  const tail = TAIL.exec(text.slice(16));
  if (tail === null) return null;
  const [, second = '0', fraction = '', utc, sign, hours = '0', minutes = '0', seconds = '0'] = tail;
  if (Number(second) > 59) return null;
  const wall = minuteClock + Number(second) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  if (utc !== undefined) return { wall, offset: 0 };
  if (sign === undefined) return { wall, offset: null };
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const offset = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return { wall, offset: sign === '-' && offset > 0 ? -offset : offset };
}

/** `YYYY-MM-DD?HH:MM` at the beginning, on the wall clock; NaN when there is none. */
function leadingMinute(text: string): number {
  if (text.length < 16 || text.charCodeAt(13) !== COLON) return NaN;
  const separator = text[10];
  if (separator !== 'T' && separator !== ' ' && separator !== 't') return NaN;
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return NaN;
  return leadingDay(text) * MS_A_DAY + (hour * 60 + minute) * 60_000;
}

/** The wall clock of an instant as it is written in notes: `2026-11-21T09:30:00+01:00`, a fraction only if it has one. D2 */
export function formatDatetime(instant: number, offset: number): string {
  return `${formatWall(instant + offset)}${formatOffset(offset)}`;
}

/** `YYYY-MM-DDTHH:mm:ss`, with `.SSS` if there is a fraction. */
export function formatWall(wall: number): string {
  const dayCount = Math.floor(wall / MS_A_DAY);
  const { year, month, day } = calendarDay(dayCount);
  const rest = wall - dayCount * MS_A_DAY;
  const milliseconds = rest % 1000;
  const fraction = milliseconds === 0 ? '' : `.${padNumber(milliseconds, 3)}`;
  return `${padNumber(year, 4)}-${padNumber(month, 2)}-${padNumber(day, 2)}T${clockText(Math.floor(rest / 1000))}${fraction}`;
}

/** `+01:00`; with seconds only where a zone of old has them. */
export function formatOffset(offset: number): string {
  // A zone has two of them in most years.
  const known = offsetTexts.get(offset);
  if (known !== undefined) return known;
  const seconds = Math.abs(offset) / 1000;
  const sign = offset < 0 ? '-' : '+';
  const text = `${sign}${clockText(seconds).slice(0, seconds % 60 === 0 ? 5 : 8)}`;
  if (offsetTexts.size < MOST_OFFSETS) offsetTexts.set(offset, text);
  return text;
}

/** More than there are on the clocks of this century. */
const MOST_OFFSETS = 64;

const offsetTexts = new Map<number, string>();

const clockText = (seconds: number): string =>
  `${padNumber(Math.floor(seconds / 3600), 2)}:${padNumber(Math.floor(seconds / 60) % 60, 2)}:${padNumber(seconds % 60, 2)}`;

/**
 * The one way to write a date-time that has an offset: `T`, seconds, `+01:00`. `Z` stays, the fraction keeps its digits.
 * Null when the text has no offset or is not a date-time.
 */
export function tidyDatetime(text: string): string | null {
  const parsed = parseDatetime(text);
  if (parsed === null || parsed.offset === null) return null;
  const tail = /[Zz]$/.test(text) ? 'Z' : formatOffset(parsed.offset);
  const fraction = text.charCodeAt(19) === DOT ? (/^\d+/.exec(text.slice(20))?.[0] ?? '') : '';
  return `${formatWall(parsed.wall).slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}${tail}`;
}
