/** What is shown of a row. spec: Row read result; D4, D17. */

import { frozenValue } from '../storage/columns/column';
import type { RowsSnapshot } from '../storage/columns/column-table';
import { rowHead, snapshotRow } from '../storage/columns/snapshot-row';
import type { Row } from '../storage/row';
import { type Json, type JsonObject, isEmpty } from '../values/json';
import type { Expansion } from './expand';
import { rowJson, slotJson } from './row-json';
import type { Subject } from './where/subject';

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

/** How rows become what the answer holds: those that lie in columns need not be made first. */
export interface Showing<T> {
  ofRow(row: Row): T;
  /** Of the rows of a snapshot by their slots. */
  ofSlots(snapshot: RowsSnapshot): (slot: number) => T;
}

export const AS_ROWS: Showing<Row> = {
  ofRow: (row) => row,
  ofSlots: (snapshot) => (slot) => snapshotRow(snapshot, slot),
};

export const asShown = (projection: Projection): Showing<JsonObject> => ({
  ofRow: (row) => shown(row, projection),
  ofSlots: (snapshot) => {
    const { columns, expansion } = projection;
    if (expansion !== null) return (slot) => shown(snapshotRow(snapshot, slot), projection);
    return columns === null ? slotJson(snapshot) : projectedSlot(snapshot, columns);
  },
});

/** As `projected`; only what is asked for is read, as long as that is stored. */
function projectedSlot(snapshot: RowsSnapshot, columns: readonly Subject[]): (slot: number) => JsonObject {
  const stored = columns.map((subject) =>
    subject.stored === null ? null : (snapshot.columns.get(subject.stored) ?? null),
  );
  const needsRow = columns.some((subject) => subject.behind !== undefined || subject.derived !== undefined);
  return (slot) => {
    const row = needsRow ? snapshotRow(snapshot, slot) : rowHead(snapshot, slot);
    const json: Record<string, Json> = row.path === '' ? {} : { path: row.path };
    for (const [i, subject] of columns.entries()) {
      const column = stored[i];
      const value = column === null || column === undefined ? subject.ofRow(row) : frozenValue(column, slot);
      json[subject.name] = value === undefined || isEmpty(value) ? null : value;
    }
    return json;
  };
}

export function shown(row: Row, { columns, expansion }: Projection): JsonObject {
  const json = columns === null ? rowJson(row) : projected(row, columns);
  return expansion === null ? json : expansion.expanded(json, row);
}
