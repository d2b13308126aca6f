/** Gives a front matter key another name where it stands, and leaves every other byte as it is. spec: rename_column, D2 */

import { entryParts } from './entry-parts';
import { type FrontMatter, type FrontMatterEntry, parseFrontMatter } from './front-matter';
import { rawEqual } from './raw-json';
import { keyText } from './render-value';
import { setFrontMatter } from './splice';

/**
 * The text with the key `from` called `to`: place, comments and the value's bytes stay, and the key's own quotes. A text
 * without `from` comes back as it is. `to` must not be there. Throws `refused` like setFrontMatter.
 */
export function renameKey(text: string, from: string, to: string): string {
  const before = parseFrontMatter(text);
  const entry = before.entries.find(({ key }) => key === from);
  if (entry === undefined) return text;
  const renamed = inPlace(text, entry, to);
  if (renamed !== null && holds(text, before, renamed, { from, to })) return renamed;
  // A key with a tag, or in the long form (`? key`): its value is written anew, behind the others.
  return setFrontMatter(
    text,
    new Map([
      [from, null],
      [to, entry.raw],
    ]),
  );
}

/** Null where the key does not stand as we would look for it. */
function inPlace(text: string, entry: FrontMatterEntry, to: string): string | null {
  const { key, start } = entry;
  const quote = text.charAt(start);
  const isQuoted = quote === '"' || quote === "'";
  const source = isQuoted ? entryParts(text, entry)?.head.slice(0, -1).trimEnd() : key;
  if (source === undefined || !text.startsWith(source, start)) return null;
  const name = isQuoted && /^\w+$/.test(to) ? `${quote}${to}${quote}` : keyText(to);
  return text.slice(0, start) + name + text.slice(start + source.length);
}

/** Reads the result: every entry has the same value at the same place, and everything behind them is the same. */
function holds(
  text: string,
  before: FrontMatter,
  result: string,
  { from, to }: { readonly from: string; readonly to: string },
): boolean {
  const after = parseFrontMatter(result);
  if (after.status !== 'ok' || after.entries.length !== before.entries.length) return false;
  if (result.length - after.bodyStart !== text.length - before.bodyStart) return false;
  return after.entries.every(({ key, raw }, i) => {
    const old = before.entries[i];
    return old !== undefined && key === (old.key === from ? to : old.key) && rawEqual(raw, old.raw);
  });
}
