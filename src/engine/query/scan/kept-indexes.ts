/** So many indexes are kept of the rows of one table; the one that was asked least lately makes room for another. */

import type { FrozenColumn } from '../../storage/columns/stored-column';
import type { RowsSnapshot } from '../../storage/columns/column-table';

export const MOST_INDEXES = 8;

/** A single request may never come again; at the second one an index is made. */
export const WORTH_AN_INDEX = 2;

export interface KeptIndex {
  /** The columns that it is of: it goes with the first one that changes. */
  readonly columns: readonly FrozenColumn[];
  /** Lets go of it, so that it has to be asked for twice again. */
  forget(): void;
}

/** By generation of rows, the one that was asked last at the end. */
const indexesByRows = new WeakMap<object, readonly KeptIndex[]>();

/** To be called whenever the index is used. */
export function keepIndex(index: KeptIndex, { generation, columns }: RowsSnapshot): void {
  const before = indexesByRows.get(generation) ?? [];
  if (before.at(-1) === index) return;
  // A column that changed has another index, if any: the one before goes with the readers of the former rows.
  const present = before.includes(index) ? null : new Set(columns.values());
  const isPresent = (each: KeptIndex): boolean => present === null || each.columns.every((one) => present.has(one));
  const others = before.filter((each) => each !== index && isPresent(each));
  for (const each of others.splice(0, Math.max(0, others.length + 1 - MOST_INDEXES))) each.forget();
  indexesByRows.set(generation, [...others, index]);
}
