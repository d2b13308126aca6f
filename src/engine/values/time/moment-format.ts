/** Dates in Moment's format tokens, in English, as Obsidian's users write them. D6 (patterns). */

import { calendarDay, dayNumber, MS_A_DAY, padded } from './calendar';
import { datetimeInstant, wallOf } from './dates';
import { formatOffset } from './datetime-text';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Moment's own: literals in brackets, one token or character behind a backslash, tokens, anything else as it stands. */
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
interface Shown {
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

function shownAt(wall: number, instant: number): Shown {
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

function formatToken(token: string, shown: Shown): string {
  if (token.startsWith('[') && token.length > 1) return token.slice(1, -1);
  if (token.startsWith('\\') && token.length > 1) return token.slice(1);
  const write = WRITERS.get(token);
  if (write !== undefined) return write(shown);
  return token.startsWith('S') ? padded(shown.millisecond, 3).padEnd(token.length, '0').slice(0, token.length) : token;
}

const dayOfYear = ({ count, year }: Shown): number => count - dayNumber(year, 1, 1) + 1;

/** The week that the day `anchor` lies in, of weeks of which the year's first holds its first such day. */
function weekOf(anchor: number): { readonly year: number; readonly week: number } {
  const { year } = calendarDay(anchor);
  return { year, week: Math.floor((anchor - dayNumber(year, 1, 1)) / 7) + 1 };
}

const isoWeekday = ({ weekday }: Shown): number => (weekday === 0 ? 7 : weekday);

/** By its Thursday. */
const isoWeek = (shown: Shown): ReturnType<typeof weekOf> => weekOf(shown.count + 4 - isoWeekday(shown));

/** From Sunday, and 1 January lies in the first: by its Saturday. */
const englishWeek = ({ count, weekday }: Shown): ReturnType<typeof weekOf> => weekOf(count + 6 - weekday);

const twelveHour = ({ hour }: Shown): number => hour % 12 || 12;

/** Moment's English: 1st, 2nd, 3rd, 4th, 11th. */
function ordinal(n: number): string {
  const isTeen = Math.floor((n % 100) / 10) === 1;
  return `${n}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;
}

type Writer = (shown: Shown) => string;

/** A number as it is, and with zeros in front up to each width that a token has. */
const numbers = (value: (shown: Shown) => number, ...tokens: readonly string[]): readonly [string, Writer][] =>
  tokens.map((token) => [token, (shown) => padded(value(shown), token.length)]);

const ordinals = (token: string, value: (shown: Shown) => number): [string, Writer] => [
  token,
  (shown) => ordinal(value(shown)),
];

const monthName = ({ month }: Shown): string => MONTHS[month - 1] ?? '';
const weekdayName = ({ weekday }: Shown): string => WEEKDAYS[weekday] ?? '';
const quarter = ({ month }: Shown): number => Math.ceil(month / 3);

const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ...numbers(({ year }) => year, 'y', 'yy', 'yyy', 'yyyy', 'YYYY', 'YYYYY'),
  ['Y', ({ year }) => padded(year, 4)],
  ['YY', ({ year }) => padded(year % 100, 2)],
  ['YYYYYY', ({ year }) => `+${padded(year, 6)}`],
  ordinals('yo', ({ year }) => year),
  ...['N', 'NN', 'NNN', 'NNNNN'].map((token): [string, Writer] => [token, () => 'AD']),
  ['NNNN', () => 'Anno Domini'],
  ...numbers(quarter, 'Q'),
  ordinals('Qo', quarter),
  ...numbers(({ month }) => month, 'M', 'MM'),
  ordinals('Mo', ({ month }) => month),
  ['MMM', (shown) => monthName(shown).slice(0, 3)],
  ['MMMM', monthName],
  ...numbers(({ day }) => day, 'D', 'DD'),
  ordinals('Do', ({ day }) => day),
  ['DDD', (shown) => String(dayOfYear(shown))],
  ['DDDD', (shown) => padded(dayOfYear(shown), 3)],
  ordinals('DDDo', dayOfYear),
  ...numbers(({ weekday }) => weekday, 'd', 'e'),
  ordinals('do', ({ weekday }) => weekday),
  ['dd', (shown) => weekdayName(shown).slice(0, 2)],
  ['ddd', (shown) => weekdayName(shown).slice(0, 3)],
  ['dddd', weekdayName],
  ...numbers(isoWeekday, 'E'),
  ...numbers((shown) => isoWeek(shown).week, 'W', 'WW'),
  ordinals('Wo', (shown) => isoWeek(shown).week),
  ['GG', (shown) => padded(isoWeek(shown).year % 100, 2)],
  ...numbers((shown) => isoWeek(shown).year, 'GGGG', 'GGGGG'),
  ...numbers((shown) => englishWeek(shown).week, 'w', 'ww'),
  ordinals('wo', (shown) => englishWeek(shown).week),
  ['gg', (shown) => padded(englishWeek(shown).year % 100, 2)],
  ...numbers((shown) => englishWeek(shown).year, 'gggg', 'ggggg'),
  ...numbers(({ hour }) => hour, 'H', 'HH'),
  ...numbers(twelveHour, 'h', 'hh'),
  ...numbers(({ hour }) => hour || 24, 'k', 'kk'),
  ...numbers(({ minute }) => minute, 'm', 'mm'),
  ...numbers(({ second }) => second, 's', 'ss'),
  ['Hmm', ({ hour, minute }) => `${hour}${padded(minute, 2)}`],
  ['Hmmss', ({ hour, minute, second }) => `${hour}${padded(minute, 2)}${padded(second, 2)}`],
  ['hmm', (shown) => `${twelveHour(shown)}${padded(shown.minute, 2)}`],
  ['hmmss', (shown) => `${twelveHour(shown)}${padded(shown.minute, 2)}${padded(shown.second, 2)}`],
  ['A', ({ hour }) => (hour < 12 ? 'AM' : 'PM')],
  ['a', ({ hour }) => (hour < 12 ? 'am' : 'pm')],
  ['X', ({ instant }) => String(Math.floor(instant / 1000))],
  ['x', ({ instant }) => String(instant)],
  ['Z', ({ offset }) => formatOffset(offset)],
  ['ZZ', ({ offset }) => formatOffset(offset).replace(':', '')],
  ['z', () => ''],
  ['zz', () => ''],
]);
