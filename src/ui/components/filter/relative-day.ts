/** Days and moments that move along: `{today}`, `{today-7d}`, `{now+2h}`. D6 */

import { addDays, addMonths } from '../text/date-text';

export type TimeUnit = 'min' | 'h' | 'd' | 'w' | 'm' | 'y';

export interface RelativeTime {
  readonly base: 'today' | 'now';
  /** Whole; negative is before. */
  readonly amount: number;
  readonly unit: TimeUnit;
}

const TOKEN = /^\{(today|now)(?:([+-])(\d{1,9})(min|[hdwmy]))?\}$/;

/** Null for what is no such token. */
export function readRelative(text: string): RelativeTime | null {
  const [, base, sign, digits, unit] = TOKEN.exec(text) ?? [];
  if (base !== 'today' && base !== 'now') return null;
  const amount = digits === undefined ? 0 : Number(digits) * (sign === '-' ? -1 : 1);
  return { base, amount, unit: (unit as TimeUnit | undefined) ?? 'd' };
}

export const relativeToken = ({ base, amount, unit }: RelativeTime): string =>
  amount === 0 ? `{${base}}` : `{${base}${amount < 0 ? '-' : '+'}${Math.abs(amount)}${unit}}`;

export const UNIT_WORDS: Readonly<Record<TimeUnit, readonly [one: string, many: string]>> = {
  min: ['minute', 'minutes'],
  h: ['hour', 'hours'],
  d: ['day', 'days'],
  w: ['week', 'weeks'],
  m: ['month', 'months'],
  y: ['year', 'years'],
};

/** `2 weeks from now`, `yesterday`. */
export function relativeWords({ base, amount, unit }: RelativeTime): string {
  if (amount === 0) return base === 'today' ? 'Today' : 'Now';
  if (base === 'today' && unit === 'd' && Math.abs(amount) === 1) return amount < 0 ? 'Yesterday' : 'Tomorrow';
  const count = Math.abs(amount);
  const words = UNIT_WORDS[unit][count === 1 ? 0 : 1];
  return `${count} ${words} ${amount < 0 ? 'ago' : 'from now'}`;
}

/** The day that it is on this one; null for hours and minutes, which move within a day. */
export function dayOfRelative({ amount, unit }: RelativeTime, today: string): string | null {
  switch (unit) {
    case 'd':
      return addDays(today, amount);
    case 'w':
      return addDays(today, amount * 7);
    case 'm':
      return addMonths(today, amount);
    case 'y':
      return addMonths(today, amount * 12);
    case 'h':
    case 'min':
      return null;
  }
}

/** What is offered first. */
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
