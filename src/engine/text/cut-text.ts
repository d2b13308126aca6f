/** How messages quote texts: never more of them than a person reads. docs/http.md#errors */

/** UTF-16 units of one value or name. */
export const MOST_QUOTED = 200;

/** The beginning of a longer text, with a mark; no surrogate pair is cut. */
export function cutText(text: string, most = MOST_QUOTED): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)}…`;
}

/** As a message quotes it. */
export const quoteText = (text: string): string => cutText(JSON.stringify(text));
