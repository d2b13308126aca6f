/** The columns of a row in a result. D4, D17. */

import { frozenValue } from '../storage/columns/stored-column';
import type { RowsSnapshot } from '../storage/columns/column-table';
import { rowHead, snapshotRow } from '../storage/columns/snapshot-row';
import type { Row } from '../storage/row';
import { isEmpty } from '../json';
import type { LinkExpansion } from './link-expansion';
import { type ResultRow, rowJson, slotJson } from './row-json';
import { ALWAYS, columnsRead } from './where/predicate';
import type { Subject } from './where/subject';

/** The path and the columns asked for by name, null where it is empty. D4, D17 */
function projectColumns(row: Row, columns: readonly Subject[]): ResultRow {
  const json: ResultRow = row.path === '' ? {} : { path: row.path };
  for (const subject of columns) {
    const value = subject.ofRow(row);
    json[subject.name] = value === undefined || isEmpty(value) ? null : value;
  }
  return json;
}

/** Which columns are shown, null for all that have a value, and which of their links are expanded. */
export interface RowProjection {
  readonly columns: readonly Subject[] | null;
  readonly expansion: LinkExpansion | null;
}

/** How rows become what the answer holds: those that lie in columns need not be made first. */
export interface RowRenderer<T> {
  ofRow(row: Row): T;
  /** The stored columns that are shown; null: all. */
  readonly read: ReadonlySet<string> | null;
  /** Of the rows of a snapshot by their slots. */
  ofSlots(snapshot: RowsSnapshot): (slot: number) => T;
}

export const ROW_RENDERER: RowRenderer<Row> = {
  ofRow: (row) => row,
  read: null,
  ofSlots: (snapshot) => (slot) => snapshotRow(snapshot, slot),
};

export const rendererOf = (projection: RowProjection): RowRenderer<ResultRow> => ({
  ofRow: (row) => renderRow(row, projection),
  read: projection.columns === null ? null : columnsRead(ALWAYS, projection.columns),
  ofSlots: (snapshot) => {
    const { columns, expansion } = projection;
    if (expansion !== null) return (slot) => renderRow(snapshotRow(snapshot, slot), projection);
    return columns === null ? slotJson(snapshot) : projectedSlot(snapshot, columns);
  },
});

/** As `projectColumns`; only the wanted columns are read, as long as that is stored. */
function projectedSlot(snapshot: RowsSnapshot, columns: readonly Subject[]): (slot: number) => ResultRow {
  const stored = columns.map((subject) =>
    subject.stored === null ? null : (snapshot.columns.get(subject.stored) ?? null),
  );
  const needsRow = columns.some((subject) => subject.behind !== undefined || subject.derived !== undefined);
  return (slot) => {
    const row = needsRow ? snapshotRow(snapshot, slot) : rowHead(snapshot, slot);
    const json: ResultRow = row.path === '' ? {} : { path: row.path };
    for (const [i, subject] of columns.entries()) {
      const column = stored[i];
      const value = column === null || column === undefined ? subject.ofRow(row) : frozenValue(column, slot);
      json[subject.name] = value === undefined || isEmpty(value) ? null : value;
    }
    return json;
  };
}

function renderRow(row: Row, { columns, expansion }: RowProjection): ResultRow {
  const json = columns === null ? rowJson(row) : projectColumns(row, columns);
  return expansion === null ? json : expansion.expanded(json, row);
}
