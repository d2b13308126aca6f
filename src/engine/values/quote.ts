/** How messages quote values and names: never more of them than a person reads. D25 */

import type { Json } from './json';

/** UTF-16 units of one value or name. */
export const MOST_QUOTED = 200;

/** The beginning of a longer text, with a mark; no surrogate pair is cut. */
export function cutText(text: string, most = MOST_QUOTED): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)}…`;
}

/** A value as JSON. */
export const quote = (value: Json | undefined, most = MOST_QUOTED): string =>
  cutText(JSON.stringify(value ?? null), most);
