/** Which keys of a mapping are another spelling of keys that were there: a condition on a column that is renamed. D2 (metastore.yaml) */

import { type TreeMap, treeEqual } from './yaml-tree';

/** The least depth of the conditions of a CHECK or a ref_where: a key there names a column, where one above is a word of ours. */
const CONDITIONS = 4;

/**
 * Keys that another one with the same value takes the place of, new key -> old one, such as the column of a condition that
 * is renamed: the line stays, with its comments.
 */
export function respeltKeys(old: TreeMap, next: TreeMap, depth: number): ReadonlyMap<string, string> {
  const respelt = new Map<string, string>();
  if (depth < CONDITIONS) return respelt;
  const formerKeys = [...old.keys()];
  for (const [index, [key, value]] of [...next].entries()) {
    const former = formerKeys[index];
    if (former === undefined || old.has(key) || next.has(former)) continue;
    if (treeEqual(old.get(former), value)) respelt.set(key, former);
  }
  return respelt;
}

/** False for an item that has nothing left of what it was: its dash stands in the line of its first key. */
export const stays = (old: TreeMap, next: TreeMap, depth: number): boolean =>
  [...old.keys()].some((key) => next.has(key)) || respeltKeys(old, next, depth).size > 0;
