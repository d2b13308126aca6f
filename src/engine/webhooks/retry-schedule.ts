/** When a delivery that failed is tried again. docs/webhooks.md#retries; D11 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** After the first failure, the second, and so on; the last one repeats. */
const DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

/** Of a delay, in both directions. */
const JITTER = 0.2;
const LONGEST_ASKED = 24 * HOUR;
const SHORTEST_ASKED = SECOND;

/**
 * Milliseconds to wait. `failures`: how many there were, this one included. `chance`: from 0 to 1. `retryAfter`: the header of the
 * answer, which goes before the schedule, up to a day.
 */
export function retryDelay(failures: number, chance: number, retryAfter: number | null): number {
  if (retryAfter !== null) return Math.min(Math.max(retryAfter, SHORTEST_ASKED), LONGEST_ASKED);
  const delay = DELAYS[Math.min(failures, DELAYS.length) - 1] ?? 24 * HOUR;
  return Math.round(delay * (1 + JITTER * (2 * chance - 1)));
}

/** Milliseconds from now: the header `Retry-After` holds seconds or a date. Null for anything else. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,10}$/.test(text)) return Number(text) * SECOND;
  const date = /\d{4}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
