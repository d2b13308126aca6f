/** Joins the spellings of one property: `Author` and `author`, `a-b` and `a_b`. docs/decisions.md#d27-tables-from-notes */

import type { RawValue } from '../yaml/raw-value';
import type { NotePath } from '../ports/vault-port';
import { addTo } from '../values/maps';

export interface HeldValue {
  readonly path: NotePath;
  readonly raw: RawValue;
  /** It is in the text of the note. */
  readonly isInline?: boolean | undefined;
}

export interface Property {
  /** The most frequent spelling; of two the first. */
  readonly key: string;
  readonly otherSpellings: readonly string[];
  readonly values: readonly HeldValue[];
}

/** `byKey`: the values of each key in the order of the notes. Spellings that one note has together are properties of their own. */
export function joinSpellings(byKey: ReadonlyMap<string, readonly HeldValue[]>): readonly Property[] {
  const groups = new Map<string, string[]>();
  for (const key of byKey.keys()) addTo(groups, spellingOf(key), key);
  return [...groups.values()].flatMap((keys): readonly Property[] => {
    const held = keys.map((key) => ({ key, values: byKey.get(key) ?? [] }));
    const paths = held.flatMap(({ values }) => values.map(({ path }) => path));
    const isTogether = new Set(paths).size < paths.length;
    if (isTogether) return separateSpellings(new Map(held.map(({ key, values }) => [key, values])));
    const [first, ...others] = held.sort((a, b) => b.values.length - a.values.length);
    if (first === undefined) return [];
    const values = [first, ...others].flatMap((each) => each.values);
    return [{ key: first.key, otherSpellings: others.map(({ key }) => key), values }];
  });
}

export const separateSpellings = (byKey: ReadonlyMap<string, readonly HeldValue[]>): readonly Property[] =>
  [...byKey].map(([key, values]) => ({ key, otherSpellings: [], values }));

/** Without letter case, and with one mark for what joins words. */
export const spellingOf = (key: string): string =>
  key
    .normalize('NFC')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replace(/[\s_-]+/gu, '_');
