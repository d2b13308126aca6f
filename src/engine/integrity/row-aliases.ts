/** The aliases of the rows of a table: no link leads to a note by an alias, so a message names the note. docs/links.md#aliases */

import { noteNameOf } from '../note/paths';
import { chunkOf, offsetOf } from '../storage/columns/chunked-array';
import { frozenValue } from '../storage/columns/stored-column';
import type { View } from '../storage/view';
import { type Json, isList } from '../json';
import { addTo } from '../values/maps';

/** The names of rows by their aliases. */
export type RowAliases = ReadonlyMap<string, readonly string[]>;

/** Looks at the aliases of the whole table: only for a message. */
export function rowAliases(view: View, ref: string): RowAliases {
  const byAlias = new Map<string, string[]>();
  if (view.catalog.table(ref) === null) return byAlias;
  const add = (value: Json | undefined, path: string): void => {
    for (const alias of isList(value) ? value : [value])
      if (typeof alias === 'string') addTo(byAlias, foldedAlias(alias), noteNameOf(path));
  };
  const { snapshot, hidden, added } = view.table(ref).scan();
  for (const { path, values } of added) add(values['aliases'], path);
  const column = snapshot.columns.get('aliases');
  for (let slot = 0; column !== undefined && slot < snapshot.capacity; slot++) {
    const path = snapshot.paths[chunkOf(slot)]?.[offsetOf(slot)] ?? '';
    const isRow = snapshot.live[chunkOf(slot)]?.[offsetOf(slot)] === 1 && !hidden.has(path);
    if (isRow) add(frozenValue(column, slot), path);
  }
  return byAlias;
}

/** The names of the rows with this alias, letter case aside, sorted. */
export const namesByAlias = (aliases: RowAliases, alias: string): readonly string[] =>
  [...new Set(aliases.get(foldedAlias(alias)))].sort();

/** `AL is an alias of Ann Lee`; null where it is none. */
export const aliasReason = (alias: string, names: readonly string[]): string | null =>
  names.length === 0 ? null : `${alias} is an alias of ${names.join(' and ')}`;

const foldedAlias = (text: string): string => text.normalize('NFC').toLowerCase();
