/** Writes Obsidian's lists under the keys that a note has for them: `Tags` or `alias`. docs/decisions.md#d30-tags */

import { type FrontMatterEntry, parseFrontMatter } from '../yaml/front-matter/front-matter';
import { setFrontMatter } from '../yaml/front-matter/splice-front-matter';
import type { RawValue } from '../yaml/raw-value';
import type { RowCodec } from '../storage/row-codec';

/** The entry that holds a key of a row: for a list the first of its spellings. */
export const entryOf = (
  codec: RowCodec,
  entries: readonly FrontMatterEntry[],
  name: string,
): FrontMatterEntry | undefined =>
  entries.find(({ key }) => key === name) ?? entries.find(({ key }) => codec.listOf(key) === name);

/** `setFrontMatter` for values of a row. A list goes to its first key in the note; its other keys go. */
export function setRowValues(codec: RowCodec, text: string, values: ReadonlyMap<string, RawValue | null>): string {
  if (![...values.keys()].some((name) => codec.listOf(name) === name)) return setFrontMatter(text, values);
  const { entries } = parseFrontMatter(text);
  const changes = new Map<string, RawValue | null>();
  for (const [name, raw] of values) {
    const [first = name, ...others] = entries.map(({ key }) => key).filter((key) => codec.listOf(key) === name);
    changes.set(first, raw);
    for (const key of others) changes.set(key, null);
  }
  return setFrontMatter(text, changes);
}
