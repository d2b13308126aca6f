/** Writes values of a row under the front matter keys of its note: those of columns, and the note's spelling of Obsidian's lists. docs/decisions.md#d30-tags */

import { type FrontMatterEntry, parseFrontMatter } from '../yaml/front-matter/front-matter';
import { setFrontMatter } from '../yaml/front-matter/splice-front-matter';
import type { RawValue } from '../yaml/raw-value';
import type { RowCodec } from '../storage/row-codec';

/** The entry that holds a column, field or list of a row: for a list the first of its spellings. */
export const entryOf = (
  codec: RowCodec,
  entries: readonly FrontMatterEntry[],
  name: string,
): FrontMatterEntry | undefined =>
  entries.find(({ key }) => key === codec.keyOf(name)) ?? entries.find(({ key }) => codec.listOf(key) === name);

/** `setFrontMatter` for values of a row, by the names of columns, fields and lists. */
export const setRowValues = (codec: RowCodec, text: string, values: ReadonlyMap<string, RawValue | null>): string =>
  setRowKeys(codec, text, new Map([...values].map(([name, raw]) => [codec.keyOf(name), raw])));

/** The same by front matter keys. A list goes to its first key in the note; its other keys go. */
export function setRowKeys(codec: RowCodec, text: string, values: ReadonlyMap<string, RawValue | null>): string {
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
