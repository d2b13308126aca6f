/** Writes values of a row where its note keeps them: under the keys of columns, in the text, and in the note's spelling of Obsidian's lists. docs/decisions.md#d30-tags */

import { type FrontMatterEntry, parseFrontMatter } from '../yaml/front-matter/front-matter';
import { setInline } from '../note/inline/splice-inline';
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

/** The same by front matter keys. */
export function setRowKeys(codec: RowCodec, text: string, values: ReadonlyMap<string, RawValue | null>): string {
  const inline = [...values].filter(([key]) => codec.inlineKey(key) !== null);
  if (inline.length === 0) return setListKeys(codec, text, values);
  const { entries } = parseFrontMatter(text);
  const isInFront = (name: string): boolean => entries.some(({ key, raw }) => key === name && raw.kind !== 'empty');
  const rest = new Map(values);
  let after = text;
  for (const [key, raw] of inline) {
    const column = codec.inlineKey(key);
    if (column === null) continue;
    // A value in the front matter stays there. One that goes would uncover a value in the text.
    if (raw === null || !isInFront(key)) after = setInline(after, column, raw);
    if (raw !== null && !isInFront(key)) rest.delete(key);
  }
  return setListKeys(codec, after, rest);
}

/** A list goes to its first key in the note; its other keys go. */
function setListKeys(codec: RowCodec, text: string, values: ReadonlyMap<string, RawValue | null>): string {
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
