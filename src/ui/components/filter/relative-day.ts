/** Date tokens in words. D6 */

import type { DateToken, DateUnit } from '../../../kernel/date-token';
import { addUnits } from '../../../kernel/day-text';

export const UNIT_WORDS: Readonly<Record<DateUnit, readonly [one: string, many: string]>> = {
  min: ['minute', 'minutes'],
  h: ['hour', 'hours'],
  d: ['day', 'days'],
  w: ['week', 'weeks'],
  m: ['month', 'months'],
  y: ['year', 'years'],
};

/** `2 weeks from now`, `yesterday`. */
export function relativeWords({ base, amount, unit }: DateToken): string {
  if (amount === 0) return base === 'today' ? 'Today' : 'Now';
  if (base === 'today' && unit === 'd' && Math.abs(amount) === 1) return amount < 0 ? 'Yesterday' : 'Tomorrow';
  const count = Math.abs(amount);
  const words = UNIT_WORDS[unit][count === 1 ? 0 : 1];
  return `${count} ${words} ${amount < 0 ? 'ago' : 'from now'}`;
}

/** The day that it is on this one; null for hours and minutes, which move within a day. */
export const dayOfRelative = ({ amount, unit }: DateToken, today: string): string | null =>
  unit === 'h' || unit === 'min' ? null : addUnits(today, amount, unit);

/** The days that are offered first. */
export const USUAL_DAYS: readonly string[] = [
  '{today}',
  '{today+1d}',
  '{today-1d}',
  '{today+1w}',
  '{today+2w}',
  '{today-1w}',
  '{today+1m}',
  '{today-1m}',
  '{today-1y}',
];
