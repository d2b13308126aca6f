/** Names of columns, tables and views as people write them, and as the engine wants them. docs/metastore.md#names */

export const MAX_NAME_LENGTH = 63;

/** Words that a column or a field can't be named. D16; the last ones are JavaScript's, D12 */
const RESERVED_COLUMNS: ReadonlySet<string> = new Set([
  'id',
  'table',
  'path',
  'body',
  'and',
  'or',
  'not',
  'this',
  'prototype',
  ...Object.getOwnPropertyNames(Object.prototype),
]);

export const isReservedWord = (name: string): boolean => RESERVED_COLUMNS.has(name);

/** Whether no column can have the name: a word of queries, a file column, or a leading `_`. */
export const isReservedColumn = (name: string): boolean =>
  name.startsWith('_') || name.startsWith('file_') || isReservedWord(name);

/** The valid name nearest to how a person wrote it: `imdbId` gives `imdb_id`. Empty when nothing is left. */
export function suggestName(text: string, most = MAX_NAME_LENGTH): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, most)
    .replace(/_+$/, '');
}

/** The free name nearest to how a person wrote it. `fallback`: when nothing is left. */
export function freeColumnName(text: string, isTaken: (name: string) => boolean, fallback = 'column'): string {
  const suggested = suggestName(text) || fallback;
  const base = isReservedColumn(suggested) ? `${suggested.replace(/^file_/, '')}_value` : suggested;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!isTaken(name)) return name;
  }
}

/** `blocked_by` is read `Blocked by`. */
export function humanName(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
