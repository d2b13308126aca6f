/** Dates in Moment's format tokens, in English, as Obsidian's users write them. spec: D6 (patterns). */

import dayjs, { type Dayjs } from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat';
import isoWeek from 'dayjs/plugin/isoWeek';
import utc from 'dayjs/plugin/utc';
import weekOfYear from 'dayjs/plugin/weekOfYear';
import weekYear from 'dayjs/plugin/weekYear';
import { calendarDay, dayNumber, MS_A_DAY, padded } from './calendar';
import { datetimeInstant, wallOf } from './dates';
import { formatOffset } from './datetime-text';

for (const plugin of [utc, isoWeek, weekOfYear, weekYear, advancedFormat]) dayjs.extend(plugin);

/** Moment's own: literals in brackets, one character behind a backslash, tokens, anything else as it stands. */
const TOKENS =
  /\[[^[]*\]|\\?(?:[Hh]mm(?:ss)?|Mo|MM?M?M?|Do|DDDo|DD?D?D?|ddd?d?|do?|w[ow]?|W[oW]?|Qo?|N{1,5}|YYYYYY|YYYYY|YYYY|YY|y{2,4}|yo?|gg(?:ggg?)?|GG(?:GGG?)?|e|E|a|A|hh?|HH?|kk?|mm?|ss?|S{1,9}|x|X|zz?|ZZ?|.|\n)/g;

/** What Moment writes out before it looks for tokens. */
const LONG_FORMATS: Readonly<Record<string, string>> = {
  LT: 'h:mm A',
  LTS: 'h:mm:ss A',
  L: 'MM/DD/YYYY',
  LL: 'MMMM D, YYYY',
  LLL: 'MMMM D, YYYY h:mm A',
  LLLL: 'dddd, MMMM D, YYYY h:mm A',
  l: 'M/D/YYYY',
  ll: 'MMM D, YYYY',
  lll: 'MMM D, YYYY h:mm A',
  llll: 'ddd, MMM D, YYYY h:mm A',
};

const LONG_FORMAT = /(\[[^[]*\])|\\?(LTS|LT|LL?L?L?|l{1,4})/g;

/** The tokens that dayjs writes as Moment does. */
const KNOWN_TO_DAYJS: ReadonlySet<string> = new Set(
  'YYYY YY M MM MMM MMMM D DD d dd ddd dddd H HH h hh a A m mm s ss Q Do w ww wo W WW k kk'.split(' '),
);

/** A moment: what the clocks of the zone show, and the instant. */
interface Shown {
  /** In UTC, so that no local time zone comes in. */
  readonly wall: Dayjs;
  readonly wallTime: number;
  readonly instant: number;
}

/**
 * A date (at 00:00) or a date-time as the clocks of the zone show it. Null when the text is neither. Tokens that need a
 * zone's name (`z`) are empty, as in Moment without its zone plugin.
 */
export function formatMoment(text: string, format: string, zone: string): string | null {
  const wallTime = wallOf(text, zone);
  if (Number.isNaN(wallTime)) return null;
  const shown: Shown = { wall: dayjs.utc(wallTime), wallTime, instant: datetimeInstant(text, zone) };
  const written = format.replace(LONG_FORMAT, (all, _literal, long?: string) =>
    long === undefined ? all : (LONG_FORMATS[all] ?? all),
  );
  return (written.match(TOKENS) ?? []).map((token) => formatToken(token, shown)).join('');
}

function formatToken(token: string, shown: Shown): string {
  if (token.startsWith('[') && token.length > 1) return token.slice(1, -1);
  if (token.startsWith('\\')) return token.slice(1);
  return KNOWN_TO_DAYJS.has(token) ? shown.wall.format(token) : (OTHERS[token]?.(shown) ?? fraction(token, shown));
}

function fraction(token: string, { wallTime }: Shown): string {
  if (!token.startsWith('S')) return token;
  return padded(((wallTime % 1000) + 1000) % 1000, 3)
    .padEnd(token.length, '0')
    .slice(0, token.length);
}

/** What dayjs does not know, or writes in another way than Moment. */
const OTHERS: Readonly<Record<string, (shown: Shown) => string>> = {
  Mo: ({ wall }) => ordinal(wall.month() + 1),
  Qo: ({ wall }) => ordinal(Number(wall.format('Q'))),
  Wo: ({ wall }) => ordinal(wall.isoWeek()),
  do: ({ wall }) => ordinal(wall.day()),
  DDD: (shown) => String(dayOfYear(shown)),
  DDDo: (shown) => ordinal(dayOfYear(shown)),
  DDDD: (shown) => padded(dayOfYear(shown), 3),
  e: ({ wall }) => String(wall.day()),
  E: ({ wall }) => String(wall.isoWeekday()),
  N: () => 'AD',
  NN: () => 'AD',
  NNN: () => 'AD',
  NNNN: () => 'Anno Domini',
  NNNNN: () => 'AD',
  Y: ({ wall }) => padded(wall.year(), 4),
  y: ({ wall }) => String(wall.year()),
  yo: ({ wall }) => ordinal(wall.year()),
  yy: ({ wall }) => padded(wall.year(), 2),
  yyy: ({ wall }) => padded(wall.year(), 3),
  yyyy: ({ wall }) => padded(wall.year(), 4),
  YYYYY: ({ wall }) => padded(wall.year(), 5),
  YYYYYY: ({ wall }) => `+${padded(wall.year(), 6)}`,
  gg: ({ wall }) => padded(wall.weekYear() % 100, 2),
  gggg: ({ wall }) => padded(wall.weekYear(), 4),
  ggggg: ({ wall }) => padded(wall.weekYear(), 5),
  GG: ({ wall }) => padded(wall.isoWeekYear() % 100, 2),
  GGGG: ({ wall }) => padded(wall.isoWeekYear(), 4),
  GGGGG: ({ wall }) => padded(wall.isoWeekYear(), 5),
  hmm: ({ wall }) => wall.format('hmm'),
  hmmss: ({ wall }) => wall.format('hmmss'),
  Hmm: ({ wall }) => wall.format('Hmm'),
  Hmmss: ({ wall }) => wall.format('Hmmss'),
  X: ({ instant }) => String(Math.floor(instant / 1000)),
  x: ({ instant }) => String(instant),
  Z: ({ wallTime, instant }) => formatOffset(wallTime - instant),
  ZZ: ({ wallTime, instant }) => formatOffset(wallTime - instant).replace(':', ''),
  z: () => '',
  zz: () => '',
};

function dayOfYear({ wallTime }: Shown): number {
  const day = Math.floor(wallTime / MS_A_DAY);
  return day - dayNumber(calendarDay(day).year, 1, 1) + 1;
}

/** Moment's English: 1st, 2nd, 3rd, 4th, 11th. */
function ordinal(n: number): string {
  const tens = Math.floor((n % 100) / 10);
  return `${n}${tens === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;
}
