/** A row with all that it has, as a select shows it. spec: Row read result; D4. */

import type { Row } from '../storage/row';
import { type Json, type JsonObject, isEmpty } from '../values/json';

/** All columns with a value; an empty column is left out. Rows that are no notes have neither path nor id. D4 */
export function rowJson(row: Row): JsonObject {
  const json: Record<string, Json> = row.path === '' ? {} : { path: row.path, id: row.id };
  for (const [name, value] of Object.entries(row.values)) if (!isEmpty(value)) json[name] = value;
  return json;
}
