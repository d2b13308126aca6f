/** A row with all that it has, as a select shows it. spec: Row read result; D4. */

import { chunkOf, offsetOf } from '../storage/columns/chunks';
import { type FrozenColumn, frozenValue } from '../storage/columns/column';
import type { RowsSnapshot } from '../storage/columns/column-table';
import type { Row } from '../storage/row';
import { type Json, type JsonObject, isEmpty } from '../values/json';

/** All columns with a value; an empty column is left out. Rows that are no notes have neither path nor id. D4 */
export function rowJson(row: Row): JsonObject {
  const json: Record<string, Json> = row.path === '' ? {} : { path: row.path, id: row.id };
  // Not by Object.entries, which takes longer than all the rest.
  for (const name in row.values) {
    const value = row.values[name];
    if (!isEmpty(value)) json[name] = value as Json;
  }
  return json;
}

/** As `rowJson`, of the rows of a snapshot by their slots: without the row in between. */
export function slotJson(snapshot: RowsSnapshot): (slot: number) => JsonObject {
  const columns = [...snapshot.columns].filter(([, column]) => mayHoldValues(column));
  const names = columns.map(([name]) => name);
  const readers = columns.map(([, column]) => column);
  return (slot) => {
    const [chunk, offset] = [chunkOf(slot), offsetOf(slot)];
    const path = snapshot.paths[chunk]![offset]!;
    const json: Record<string, Json> = path === '' ? {} : { path, id: snapshot.ids[chunk]![offset]! };
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
