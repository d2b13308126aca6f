/** What is shown of a row. spec: Row read result; D4, D17. */

import type { Row } from '../storage/row';
import { type Json, type JsonObject, isEmpty } from '../values/json';
import type { Expansion } from './expand';
import { rowJson } from './row-json';
import type { Subject } from './subject';

/** The path and what was asked for by name, null where it is empty. D4, D17 */
function projected(row: Row, columns: readonly Subject[]): JsonObject {
  const json: Record<string, Json> = row.path === '' ? {} : { path: row.path };
  for (const subject of columns) {
    const value = subject.ofRow(row);
    json[subject.name] = value === undefined || isEmpty(value) ? null : value;
  }
  return json;
}

/** Which columns are shown, null for all that have a value, and which of their links are expanded. */
export interface Projection {
  readonly columns: readonly Subject[] | null;
  readonly expansion: Expansion | null;
}

export function shown(row: Row, { columns, expansion }: Projection): JsonObject {
  const json = columns === null ? rowJson(row) : projected(row, columns);
  return expansion === null ? json : expansion.expanded(json, row);
}
