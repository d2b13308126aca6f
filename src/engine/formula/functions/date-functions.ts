/** Functions of dates, of dates with times, and of durations. docs/formulas.md#dates-and-durations */

import { type CalendarDay, calendarDay, MS_A_DAY } from '../../../kernel/calendar';
import { formatMoment } from '../../values/time/moment-format';
import {
  calendarDayOf,
  completeDatetime,
  datetimeAt,
  isDate,
  startOfDay,
  todayIn,
  wallOf,
} from '../../values/time/dates';
import { type Duration, parseDuration } from '../duration';
import type { FormulaValue } from '../formula-value';
import { type FunctionBody, pure } from './function-body';

const dayPart =
  (part: keyof CalendarDay): FunctionBody =>
  ({ zone }) =>
  ([text]) =>
    calendarDay(Math.floor(wallOf(text as string, zone) / MS_A_DAY))[part];

/** How often `unit` fits into the time of the day, after the larger units. */
const clockPart =
  (unit: number, inLarger: number): FunctionBody =>
  ({ zone }) =>
  ([text]) => {
    const wall = wallOf(text as string, zone);
    return Math.floor((wall - Math.floor(wall / MS_A_DAY) * MS_A_DAY) / unit) % inLarger;
  };

/** Null with months, which have no fixed length. */
const durationIn = (unit: number): FunctionBody =>
  pure((duration: Duration) => {
    const milliseconds = duration.milliseconds();
    return milliseconds === null ? null : milliseconds / unit;
  });

function readDate(value: FormulaValue, zone: string, staysDay: boolean): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (!isDate(text)) return completeDatetime(text, zone);
  return staysDay ? text : datetimeAt(startOfDay(text, zone), zone);
}

export const DATE_FUNCTIONS = {
  now: ({ now, zone }) => {
    const moment = datetimeAt(now, zone);
    return () => moment;
  },
  today: ({ now, zone }) => {
    const today = todayIn(now, zone);
    return () => today;
  },
  date:
    ({ types: [type], zone }) =>
    ([value = null]) =>
      readDate(value, zone, type?.kind === 'date' || type?.literal !== undefined),
  duration: pure((text: string) => parseDuration(text)),
  'date.year': dayPart('year'),
  'date.month': dayPart('month'),
  'date.day': dayPart('day'),
  'date.hour': clockPart(3_600_000, 24),
  'date.minute': clockPart(60_000, 60),
  'date.second': clockPart(1000, 60),
  'date.millisecond': clockPart(1, 1000),
  'date.date':
    ({ zone }) =>
    ([text]) =>
      calendarDayOf(text as string, zone),
  'date.time':
    ({ zone }) =>
    ([text]) =>
      formatMoment(text as string, 'HH:mm:ss', zone),
  'date.format':
    ({ zone }) =>
    ([text, format]) =>
      formatMoment(text as string, format as string, zone),
  'duration.weeks': durationIn(7 * MS_A_DAY),
  'duration.days': durationIn(MS_A_DAY),
  'duration.hours': durationIn(3_600_000),
  'duration.minutes': durationIn(60_000),
  'duration.seconds': durationIn(1000),
  'duration.milliseconds': durationIn(1),
} as const satisfies Readonly<Record<string, FunctionBody>>;
