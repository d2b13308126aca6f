/** A row with all that it has, as a select shows it. spec: Row read result; D4. */

import { chunkOf, offsetOf } from '../storage/chunks';
import { frozenValue } from '../storage/column';
import type { RowsSnapshot } from '../storage/column-table';
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
  const names = [...snapshot.columns.keys()];
  const columns = [...snapshot.columns.values()];
  return (slot) => {
    const path = snapshot.paths[chunkOf(slot)]![offsetOf(slot)]!;
    const id = snapshot.ids[chunkOf(slot)]![offsetOf(slot)]!;
    const json: Record<string, Json> = path === '' ? {} : { path, id };
    for (let i = 0; i < columns.length; i++) {
      const value = frozenValue(columns[i]!, slot);
      if (!isEmpty(value)) json[names[i]!] = value as Json;
    }
    return json;
  };
}
