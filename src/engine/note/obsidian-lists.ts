/** Obsidian's own list properties in front matter: tags, aliases and classes, in every spelling that Obsidian reads. docs/decisions.md#d30-tags */

import { type Json, isJsonObject, isList } from '../json';
import { isNullText } from '../yaml/core-schema';
import type { FrontMatterEntry } from '../yaml/front-matter/front-matter';
import type { RawValue } from '../yaml/raw-value';

/** Allowed on every row, selectable, never proposed as columns. D16 */
export const OBSIDIAN_LISTS = ['tags', 'aliases', 'cssclasses'] as const;

export type ObsidianList = (typeof OBSIDIAN_LISTS)[number];

const SPELLINGS: ReadonlyMap<string, ObsidianList> = new Map([
  ['tags', 'tags'],
  ['tag', 'tags'],
  ['aliases', 'aliases'],
  ['alias', 'aliases'],
  ['cssclasses', 'cssclasses'],
  ['cssclass', 'cssclasses'],
]);

/** The list that a key means, in any letter case, plural or singular; null for any other key. */
export const obsidianListOf = (key: string): ObsidianList | null => SPELLINGS.get(key.toLowerCase()) ?? null;

/** The items of a list in a note's front matter. */
export const obsidianListIn = (entries: readonly FrontMatterEntry[], list: ObsidianList): readonly string[] =>
  obsidianItems(
    list,
    listSources(entries, (key) => obsidianListOf(key) === list),
  );

/** What the keys of a list hold: a note may have `tags` and `tag`. */
export const listSources = (
  entries: readonly Pick<FrontMatterEntry, 'key' | 'raw'>[],
  isOfList: (key: string) => boolean,
): readonly ListSource[] => entries.filter(({ key }) => isOfList(key)).map(({ raw }) => textsOf(raw));

/** A text is cut at commas, tags and classes at blanks too. */
export type ListSource = string | readonly string[];

/** The items of several sources in a row. Tags have no `#`, and each counts once, letter case aside. */
export function obsidianItems(list: ObsidianList, sources: readonly ListSource[]): readonly string[] {
  const items = sources.flatMap((source) =>
    typeof source !== 'string' ? source : source.split(list === 'aliases' ? ',' : /[,\s]+/).map((item) => item.trim()),
  );
  return list === 'tags' ? uniqueTags(items.map(withoutHash)) : items.filter((item) => item !== '');
}

/** First spellings, in their order. */
export function uniqueTags(tags: readonly string[]): readonly string[] {
  const bySpelling = new Map<string, string>();
  for (const tag of tags) {
    const folded = tag.toLowerCase();
    if (tag !== '' && !bySpelling.has(folded)) bySpelling.set(folded, tag);
  }
  return [...bySpelling.values()];
}

const withoutHash = (tag: string): string => tag.trim().replace(/^#+/, '');

/** Whether a tag is this one or lies below it: `project/x` below `project`. */
export function isTagWithin(tag: string, wanted: string): boolean {
  const [own, other] = [tag.toLowerCase(), withoutHash(wanted).toLowerCase()];
  return own === other || own.startsWith(`${other}/`);
}

/** The same of front matter that a host has parsed; null where only the text shows how a number or a truth value is written. */
export function knownListSource(value: Json): ListSource | null {
  if (typeof value === 'string') return value;
  if (!isList(value)) return value === null || isJsonObject(value) ? [] : null;
  const items = value;
  if (items.some((item) => typeof item === 'number' || typeof item === 'boolean')) return null;
  return items.filter((item) => typeof item === 'string');
}

/** Numbers and truth values count as they are written; mappings and lists in a list don't. */
function textsOf(raw: RawValue): ListSource {
  if (raw.kind === 'scalar') return isText(raw) ? raw.text : [];
  return raw.kind === 'list' ? raw.items.flatMap((item) => (isText(item) ? [item.text] : [])) : [];
}

const isText = (raw: RawValue): raw is RawValue & { kind: 'scalar' } =>
  raw.kind === 'scalar' && !(raw.plain && isNullText(raw.text));
