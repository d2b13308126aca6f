/** The properties in the texts of notes that make columns: those of several notes. docs/inline-properties.md#definitions */

import { inlineProperties } from '../note/inline/inline-properties';
import { readInlineItems } from '../note/inline/inline-value';
import { inlineValue } from '../note/inline/splice-inline';
import { obsidianListOf } from '../note/obsidian-lists';
import { isOwnedKey } from '../note/owned-properties';
import type { NotePath } from '../ports/vault-port';
import { FORBIDDEN_KEYS } from '../schemas/parse-input';
import { ID_KEY, TABLE_KEY } from '../storage/row';
import { getOrInsert } from '../values/maps';
import type { NoteKeys } from './infer-columns';
import { spellingOf } from './property-spellings';

type Entries = NoteKeys['entries'];

export class SharedInline {
  private readonly byPath = new Map<NotePath, Entries>();
  /** By key, however it is spelled. */
  private readonly holders = new Map<string, Set<NotePath>>();

  /** `given`: keys that the front matter of the note has. They are not read in its text. */
  add(path: NotePath, text: string, bodyStart: number, given: Entries): void {
    const properties = inlineProperties(text, bodyStart);
    const known = new Set(given.map(({ key }) => key));
    for (const { key } of given) this.hold(key, path);
    const keys = new Set(properties.map(({ key }) => key).filter((key) => !known.has(key) && isColumnKey(key)));
    const entries = [...keys].map((key) => {
      const own = properties.filter((each) => each.key === key);
      const isList = own.length > 1 || own.some(({ value }) => readInlineItems(value).length > 1);
      const raw = inlineValue(own, { key, isList }) ?? { kind: 'empty' as const };
      this.hold(key, path);
      return { key, raw, isInline: true };
    });
    if (entries.length > 0) this.byPath.set(path, entries);
  }

  private hold(key: string, path: NotePath): void {
    getOrInsert(this.holders, spellingOf(key), () => new Set()).add(path);
  }

  /** A text may have `std::vector`: a key that one note alone has is none. */
  of(path: NotePath): Entries {
    return (this.byPath.get(path) ?? []).filter(({ key }) => (this.holders.get(spellingOf(key))?.size ?? 0) > 1);
  }
}

const isColumnKey = (key: string): boolean =>
  key !== ID_KEY &&
  key !== TABLE_KEY &&
  obsidianListOf(key) === null &&
  !isOwnedKey(key) &&
  !FORBIDDEN_KEYS.includes(key);
