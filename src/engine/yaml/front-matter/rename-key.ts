/** Gives front matter keys other names in place, and leaves every other byte as it is. Source: docs/operations.md#rename_column, docs/operations.md#adopt_rows, D2 */

import { entryParts } from './entry-parts';
import { type FrontMatter, type FrontMatterEntry, parseFrontMatter } from './front-matter';
import type { RawValue } from '../raw-value';
import { rawEqual } from '../raw-json';
import { needsQuotes, stringText } from '../yaml-quotes';
import { setFrontMatter } from './splice-front-matter';

/** The new name of a key; null: the key goes, since another one takes its name. */
type KeyRenames = ReadonlyMap<string, string | null>;

/** As renameKeys, for one key. */
export const renameKey = (text: string, from: string, to: string): string => renameKeys(text, new Map([[from, to]]));

/**
 * The text with each key of `names` called as it says there, all at once: place, comments and the value's bytes stay, and
 * quotes that somebody chose. Quotes that the old name needed go, unless the new one needs them too. Of a key whose name another one takes the comment alone stays, in a line of its own; when several
 * take one name, the last in `names` gets it. What `names` has and the note hasn't counts for nothing. Throws `refused`
 * like setFrontMatter.
 */
export function renameKeys(text: string, names: ReadonlyMap<string, string>): string {
  const before = parseFrontMatter(text);
  const targets = targetsOf(before, names);
  if (targets.size === 0) return text;
  const { result, left } = inPlace(text, before, targets);
  return isFaithfulRename(text, before, result, new Map([...targets].filter(([key]) => !left.has(key))))
    ? setFrontMatter(result, changesOf(before, left))
    : setFrontMatter(text, changesOf(before, targets));
}

function targetsOf({ entries }: FrontMatter, names: ReadonlyMap<string, string>): KeyRenames {
  const present = new Set(entries.map(({ key }) => key));
  const takenBy = new Map<string, string>();
  for (const [from, to] of names) if (present.has(from) && from !== to) takenBy.set(to, from);
  const targets = new Map<string, string | null>();
  for (const key of present) {
    const to = names.get(key) ?? key;
    const taker = takenBy.get(to) ?? key;
    if (taker !== key) targets.set(key, null);
    else if (to !== key) targets.set(key, to);
  }
  return targets;
}

const changesOf = ({ entries }: FrontMatter, targets: KeyRenames): ReadonlyMap<string, RawValue | null> => {
  const changes = new Map<string, RawValue | null>([...targets.keys()].map((key) => [key, null]));
  for (const { key, raw } of entries) {
    const to = targets.get(key) ?? null;
    if (to !== null) changes.set(to, raw);
  }
  return changes;
};

/** `left`: a key with a tag, or in the long form (`? key`). It is there as before: its value has to be written anew, behind the others. */
function inPlace(
  text: string,
  { entries }: FrontMatter,
  targets: KeyRenames,
): { readonly result: string; readonly left: KeyRenames } {
  const left = new Map<string, string | null>();
  let result = '';
  let at = 0;
  for (const entry of entries) {
    const to = targets.get(entry.key);
    if (to === undefined) continue;
    const source = to === null ? null : keySource(text, entry);
    if (source === undefined) {
      left.set(entry.key, to);
      continue;
    }
    result += text.slice(at, entry.start);
    if (to === null || source === null) {
      result += commentLine(text, entry);
      at = entry.end;
    } else {
      result += newKeySource(source, entry.key, to);
      at = entry.start + source.length;
    }
  }
  return { result: result + text.slice(at), left };
}

/** Undefined where the key is not in the expected form. */
function keySource(text: string, entry: FrontMatterEntry): string | undefined {
  const { key, start } = entry;
  const source = isQuote(text.charAt(start)) ? entryParts(text, entry)?.head.slice(0, -1).trimEnd() : key;
  return source !== undefined && text.startsWith(source, start) ? source : undefined;
}

function newKeySource(source: string, from: string, to: string): string {
  const quote = source.charAt(0);
  const isChosen = isQuote(quote) && !needsQuotes(from);
  return isChosen && /^\w+$/.test(to) ? `${quote}${to}${quote}` : stringText(to);
}

const isQuote = (mark: string): boolean => mark === '"' || mark === "'";

function commentLine(text: string, entry: FrontMatterEntry): string {
  const parts = entryParts(text, entry);
  return parts === null || parts.comment === '' ? '' : `${parts.comment.trimStart()}${parts.lineBreak}`;
}

/** Reads the result: what stays has the same value at the same place, and everything behind the front matter is the same. */
function isFaithfulRename(text: string, before: FrontMatter, result: string, targets: KeyRenames): boolean {
  const after = parseFrontMatter(result);
  if (after.status !== 'ok' || result.length - after.bodyStart !== text.length - before.bodyStart) return false;
  const kept = before.entries.filter(({ key }) => targets.get(key) !== null);
  if (after.entries.length !== kept.length) return false;
  return after.entries.every(({ key, raw }, i) => {
    const old = kept[i];
    return old !== undefined && key === (targets.get(old.key) ?? old.key) && rawEqual(raw, old.raw);
  });
}
