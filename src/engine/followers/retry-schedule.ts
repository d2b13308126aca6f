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
 * Milliseconds to wait. `failures`: how many there were, this one included. `chance`: from 0 to 1. `retryAfter`: as the receiver asks; it
 * goes before the schedule, up to a day.
 */
export function retryDelay(failures: number, chance: number, retryAfter: number | null): number {
  if (retryAfter !== null) return Math.min(Math.max(retryAfter, SHORTEST_ASKED), LONGEST_ASKED);
  const delay = DELAYS[Math.min(failures, DELAYS.length) - 1] ?? 24 * HOUR;
  return Math.round(delay * (1 + JITTER * (2 * chance - 1)));
}
