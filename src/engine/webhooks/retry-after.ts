/** When a receiver asks to be tried again: the header `Retry-After`. docs/webhooks.md#retries; D11 */

const SECOND = 1000;

/** Milliseconds from now: the header `Retry-After` holds seconds or a date. Null for anything else. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,10}$/.test(text)) return Number(text) * SECOND;
  const date = /\d{4}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
