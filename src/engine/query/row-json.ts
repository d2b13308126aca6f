/** A row with all that it has, as a select shows it. D4. */

import * as z from 'zod';
import { chunkOf, offsetOf } from '../storage/columns/chunked-array';
import { type FrozenColumn, frozenValue } from '../storage/columns/stored-column';
import type { RowsSnapshot } from '../storage/columns/column-table';
import type { Row } from '../storage/row';
import { type Json, isEmpty } from '../json';
import { json as anyJson } from '../values/json-schema';

/** Of a note with its path, and with its id unless other columns were asked for. */
export const resultRow = z
  .object({ path: z.string().exactOptional(), id: z.string().nullable().exactOptional() })
  .catchall(anyJson)
  .meta({ id: 'Row', description: 'Column -> value; a row that is not a note has no path' });

export type ResultRow = z.infer<typeof resultRow>;

/** All columns with a value; an empty column is left out. Rows that are not notes have neither path nor id. D4 */
export function rowJson(row: Row): ResultRow {
  const json: ResultRow = row.path === '' ? {} : { path: row.path, id: row.id };
  // Not by Object.entries, which takes longer than all the rest.
  for (const name in row.values) {
    const value = row.values[name];
    if (!isEmpty(value)) json[name] = value as Json;
  }
  return json;
}

/** As `rowJson`, of the rows of a snapshot by their slots: without the row in between. */
export function slotJson(snapshot: RowsSnapshot): (slot: number) => ResultRow {
  const columns = [...snapshot.columns].filter(([, column]) => mayHoldValues(column));
  const names = columns.map(([name]) => name);
  const readers = columns.map(([, column]) => column);
  return (slot) => {
    const [chunk, offset] = [chunkOf(slot), offsetOf(slot)];
    const path = snapshot.paths[chunk]![offset]!;
    const json: ResultRow = path === '' ? {} : { path, id: snapshot.ids[chunk]![offset]! };
    for (let i = 0; i < readers.length; i++) {
      const column = readers[i]!;
      const value = frozenValue(column, slot);
      if (!isEmpty(value)) json[names[i]!] = value as Json;
    }
    return json;
  };
}

/** The lists of Obsidian are columns of every table, and empty in most. */
const mayHoldValues = (column: FrozenColumn): boolean =>
  column.peek !== undefined || (column.chunks.length > 0 && (column.kind === 'numbers' || column.dictionary.size > 1));
