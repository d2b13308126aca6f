/** One row out of the columns of a snapshot. */

import type { Json } from '../../json';
import { chunkOf, offsetOf } from './chunked-array';
import { frozenValue } from './stored-column';
import type { RowsSnapshot } from './column-table';
import type { Row } from '../row';

export function snapshotRow(snapshot: RowsSnapshot, slot: number): Row {
  const values: Record<string, Json> = {};
  for (const [name, column] of snapshot.columns) {
    const value = frozenValue(column, slot);
    if (value !== undefined) values[name] = value;
  }
  return { ...rowHead(snapshot, slot), values };
}

/** The row in a slot without its values. */
export function rowHead(snapshot: RowsSnapshot, slot: number): Row {
  const chunk = chunkOf(slot);
  const offset = offsetOf(slot);
  return {
    path: snapshot.paths[chunk]?.[offset] ?? '',
    id: snapshot.ids[chunk]?.[offset] ?? '',
    modified: snapshot.modified[chunk]?.[offset] ?? 0,
    values: NO_VALUES,
  };
}

const NO_VALUES: Row['values'] = {};
