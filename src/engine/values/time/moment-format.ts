/** Dates in Moment's format tokens, in English, as Obsidian's users write them. D6 (patterns). */

import { calendarDay, dayNumber, MS_A_DAY, padNumber } from '../../../kernel/calendar';
import { datetimeInstant, wallOf } from './dates';
import { formatOffset } from './datetime-text';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Moment's own: literals in brackets, one token or character behind a backslash, tokens, anything else unchanged. */
const TOKENS =
  /\[[^[]*\]|\\?(?:[Hh]mm(?:ss)?|Mo|MM?M?M?|Do|DDDo|DD?D?D?|ddd?d?|do?|w[ow]?|W[oW]?|Qo?|N{1,5}|YYYYYY|YYYYY|YYYY|YY|y{2,4}|yo?|gg(?:ggg?)?|GG(?:GGG?)?|e|E|a|A|hh?|HH?|kk?|mm?|ss?|S{1,9}|x|X|zz?|ZZ?|.|\n)/g;

/** What Moment writes out before it looks for tokens. */
const LONG_FORMATS: ReadonlyMap<string, string> = new Map([
  ['LT', 'h:mm A'],
  ['LTS', 'h:mm:ss A'],
  ['L', 'MM/DD/YYYY'],
  ['LL', 'MMMM D, YYYY'],
  ['LLL', 'MMMM D, YYYY h:mm A'],
  ['LLLL', 'dddd, MMMM D, YYYY h:mm A'],
  ['l', 'M/D/YYYY'],
  ['ll', 'MMM D, YYYY'],
  ['lll', 'MMM D, YYYY h:mm A'],
  ['llll', 'ddd, MMM D, YYYY h:mm A'],
]);

const LONG_FORMAT = /\[[^[]*\]|\\?(?:LTS|LT|LL?L?L?|l{1,4})/g;

/** What the clocks and the calendar of a zone show at an instant. */
interface CalendarParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** The day number. */
  readonly count: number;
  /** From 0, Sunday. */
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  readonly instant: number;
  readonly offset: number;
}

/**
 * A date (at 00:00) or a date-time as the clocks of the zone show it; weeks are ISO's (`GGGG`, `WW`) or English ones
 * (`gggg`, `ww`). Null when the text is neither. A zone's name (`z`) is empty, as in Moment without its zone plugin.
 */
export function formatMoment(text: string, format: string, zone: string): string | null {
  const wall = wallOf(text, zone);
  if (Number.isNaN(wall)) return null;
  const shown = shownAt(wall, datetimeInstant(text, zone));
  const written = format.replace(LONG_FORMAT, (long) => LONG_FORMATS.get(long) ?? long);
  return (written.match(TOKENS) ?? []).map((token) => formatToken(token, shown)).join('');
}

function shownAt(wall: number, instant: number): CalendarParts {
  const count = Math.floor(wall / MS_A_DAY);
  const time = wall - count * MS_A_DAY;
  const { year, month, day } = calendarDay(count);
  return {
    year,
    month,
    day,
    count,
    weekday: (((count + 4) % 7) + 7) % 7,
    hour: Math.floor(time / 3_600_000),
    minute: Math.floor(time / 60_000) % 60,
    second: Math.floor(time / 1000) % 60,
    millisecond: time % 1000,
    instant,
    offset: wall - instant,
  };
}

function formatToken(token: string, shown: CalendarParts): string {
  if (token.startsWith('[') && token.length > 1) return token.slice(1, -1);
  if (token.startsWith('\\') && token.length > 1) return token.slice(1);
  const write = WRITERS.get(token);
  if (write !== undefined) return write(shown);
  return token.startsWith('S')
    ? padNumber(shown.millisecond, 3).padEnd(token.length, '0').slice(0, token.length)
    : token;
}

const dayOfYear = ({ count, year }: CalendarParts): number => count - dayNumber(year, 1, 1) + 1;

/** The week that the day `anchor` lies in, of weeks of which the year's first holds its first such day. */
function weekOf(anchor: number): { readonly year: number; readonly week: number } {
  const { year } = calendarDay(anchor);
  return { year, week: Math.floor((anchor - dayNumber(year, 1, 1)) / 7) + 1 };
}

const isoWeekday = ({ weekday }: CalendarParts): number => (weekday === 0 ? 7 : weekday);

/** By its Thursday. */
const isoWeek = (shown: CalendarParts): ReturnType<typeof weekOf> => weekOf(shown.count + 4 - isoWeekday(shown));

/** From Sunday, and 1 January lies in the first: by its Saturday. */
const englishWeek = ({ count, weekday }: CalendarParts): ReturnType<typeof weekOf> => weekOf(count + 6 - weekday);

const twelveHour = ({ hour }: CalendarParts): number => hour % 12 || 12;

/** Moment's English: 1st, 2nd, 3rd, 4th, 11th. */
function ordinalText(n: number): string {
  const isTeen = Math.floor((n % 100) / 10) === 1;
  return `${n}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;
}

type TokenWriter = (shown: CalendarParts) => string;

/** A number as it is, and with zeros in front up to each width that a token has. */
const numberTokens = (
  value: (shown: CalendarParts) => number,
  ...tokens: readonly string[]
): readonly [string, TokenWriter][] => tokens.map((token) => [token, (shown) => padNumber(value(shown), token.length)]);

const ordinalTokens = (token: string, value: (shown: CalendarParts) => number): [string, TokenWriter] => [
  token,
  (shown) => ordinalText(value(shown)),
];

const monthName = ({ month }: CalendarParts): string => MONTHS[month - 1] ?? '';
const weekdayName = ({ weekday }: CalendarParts): string => WEEKDAYS[weekday] ?? '';
const quarterOf = ({ month }: CalendarParts): number => Math.ceil(month / 3);

const WRITERS: ReadonlyMap<string, TokenWriter> = new Map<string, TokenWriter>([
  ...numberTokens(({ year }) => year, 'y', 'yy', 'yyy', 'yyyy', 'YYYY', 'YYYYY'),
  ['Y', ({ year }) => padNumber(year, 4)],
  ['YY', ({ year }) => padNumber(year % 100, 2)],
  ['YYYYYY', ({ year }) => `+${padNumber(year, 6)}`],
  ordinalTokens('yo', ({ year }) => year),
  ...['N', 'NN', 'NNN', 'NNNNN'].map((token): [string, TokenWriter] => [token, () => 'AD']),
  ['NNNN', () => 'Anno Domini'],
  ...numberTokens(quarterOf, 'Q'),
  ordinalTokens('Qo', quarterOf),
  ...numberTokens(({ month }) => month, 'M', 'MM'),
  ordinalTokens('Mo', ({ month }) => month),
  ['MMM', (shown) => monthName(shown).slice(0, 3)],
  ['MMMM', monthName],
  ...numberTokens(({ day }) => day, 'D', 'DD'),
  ordinalTokens('Do', ({ day }) => day),
  ['DDD', (shown) => String(dayOfYear(shown))],
  ['DDDD', (shown) => padNumber(dayOfYear(shown), 3)],
  ordinalTokens('DDDo', dayOfYear),
  ...numberTokens(({ weekday }) => weekday, 'd', 'e'),
  ordinalTokens('do', ({ weekday }) => weekday),
  ['dd', (shown) => weekdayName(shown).slice(0, 2)],
  ['ddd', (shown) => weekdayName(shown).slice(0, 3)],
  ['dddd', weekdayName],
  ...numberTokens(isoWeekday, 'E'),
  ...numberTokens((shown) => isoWeek(shown).week, 'W', 'WW'),
  ordinalTokens('Wo', (shown) => isoWeek(shown).week),
  ['GG', (shown) => padNumber(isoWeek(shown).year % 100, 2)],
  ...numberTokens((shown) => isoWeek(shown).year, 'GGGG', 'GGGGG'),
  ...numberTokens((shown) => englishWeek(shown).week, 'w', 'ww'),
  ordinalTokens('wo', (shown) => englishWeek(shown).week),
  ['gg', (shown) => padNumber(englishWeek(shown).year % 100, 2)],
  ...numberTokens((shown) => englishWeek(shown).year, 'gggg', 'ggggg'),
  ...numberTokens(({ hour }) => hour, 'H', 'HH'),
  ...numberTokens(twelveHour, 'h', 'hh'),
  ...numberTokens(({ hour }) => hour || 24, 'k', 'kk'),
  ...numberTokens(({ minute }) => minute, 'm', 'mm'),
  ...numberTokens(({ second }) => second, 's', 'ss'),
  ['Hmm', ({ hour, minute }) => `${hour}${padNumber(minute, 2)}`],
  ['Hmmss', ({ hour, minute, second }) => `${hour}${padNumber(minute, 2)}${padNumber(second, 2)}`],
  ['hmm', (shown) => `${twelveHour(shown)}${padNumber(shown.minute, 2)}`],
  ['hmmss', (shown) => `${twelveHour(shown)}${padNumber(shown.minute, 2)}${padNumber(shown.second, 2)}`],
  ['A', ({ hour }) => (hour < 12 ? 'AM' : 'PM')],
  ['a', ({ hour }) => (hour < 12 ? 'am' : 'pm')],
  ['X', ({ instant }) => String(Math.floor(instant / 1000))],
  ['x', ({ instant }) => String(instant)],
  ['Z', ({ offset }) => formatOffset(offset)],
  ['ZZ', ({ offset }) => formatOffset(offset).replace(':', '')],
  ['z', () => ''],
  ['zz', () => ''],
]);
