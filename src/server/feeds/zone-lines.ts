/** Wall clocks of a time zone, and the zone as a calendar describes it (VTIMEZONE). docs/calendar-feeds.md */

import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant';
import {
  type Record as ZonedDateTime,
  getTimeZoneTransition,
  offsetNanoseconds,
} from 'temporal-polyfill/fns/ZonedDateTime';
import { create, toZonedDateTime } from 'temporal-polyfill/fns/PlainDateTime';
import { MS_A_DAY, calendarDay } from '../../kernel/calendar';
import { wallStamp } from './calendar-text';

const zonedAt = (instant: number, zone: string): ZonedDateTime =>
  toZonedDateTimeISO(fromEpochMilliseconds(instant), zone);

const offsetOf = (moment: ZonedDateTime): number => offsetNanoseconds(moment) / 1_000_000;

/** What the clocks of the zone show, in milliseconds since 1970-01-01T00:00. */
export const wallAt = (instant: number, zone: string): number => instant + offsetOf(zonedAt(instant, zone));

/** The moment at which they show it. */
export function instantAt(wall: number, zone: string): number {
  const { year, month, day } = calendarDay(Math.floor(wall / MS_A_DAY));
  const time = ((wall % MS_A_DAY) + MS_A_DAY) % MS_A_DAY;
  const [hour, minute, second] = [time / 3_600_000, (time / 60_000) % 60, (time / 1000) % 60].map(Math.floor);
  return toZonedDateTime(create(year, month, day, hour, minute, second), zone).epochMilliseconds;
}

const MS_A_YEAR = 366 * 86_400_000;

/** Changes of the clocks are listed so far after the last entry; programs know the zone by its name anyway. */
const YEARS_AFTER = 10;

/** Every change of the clocks from the first entry on. */
export function zoneLines(zone: string, first: number, last: number): readonly string[] {
  const lines: string[] = [];
  let before = offsetOf(zonedAt(first - MS_A_YEAR, zone));
  lines.push(...observance(first - MS_A_YEAR, before, before));
  let change = getTimeZoneTransition(zonedAt(first - MS_A_YEAR, zone), 'next');
  while (change !== null && change.epochMilliseconds < last + YEARS_AFTER * MS_A_YEAR) {
    const after = offsetOf(change);
    lines.push(...observance(change.epochMilliseconds, before, after));
    before = after;
    change = getTimeZoneTransition(change, 'next');
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...lines, 'END:VTIMEZONE'];
}

function observance(instant: number, before: number, after: number): readonly string[] {
  const component = after > before ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${component}`,
    `DTSTART:${wallStamp(instant + before)}`,
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(after)}`,
    `END:${component}`,
  ];
}

/** `+0100` */
function offsetText(offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60_000));
  const digits = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${offset < 0 ? '-' : '+'}${digits.join('')}`;
}
