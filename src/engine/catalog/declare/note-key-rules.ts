/** Front matter keys of a table: no two columns or fields keep the same one. docs/decisions.md#d27-tables-from-notes */

import { noteKeyOf } from '../../values/column-spec';
import type { TableDefinition } from '../definition';
import { type Problem, problemAt } from '../problem';

/** `of`: the columns that are judged; absent: all. Two things of one name are a problem of names. */
export function checkNoteKeys(
  { columns, fields }: Pick<TableDefinition, 'columns' | 'fields'>,
  of: readonly string[] | null = null,
): Problem[] {
  const holders = new Map(Object.keys(fields).map((name) => [name, { name, what: 'field' }]));
  return columns.flatMap((spec, index): Problem[] => {
    const { name } = spec;
    const key = noteKeyOf(spec);
    const holder = holders.get(key);
    holders.set(key, { name, what: 'column' });
    if (holder === undefined || holder.name === name || of?.includes(name) === false) return [];
    const message = `${name}: the ${holder.what} ${holder.name} has the front matter key "${key}" already`;
    return [problemAt(['columns', index, 'key'], 'exists', message, { column: name })];
  });
}
