/** The state before a write, for versions, with the values that the write changes. D8; docs/formats.md#table-log. */

import type { Catalog } from '../../catalog/catalog';
import type { RowLeft, ValuesChanged } from '../../history/versions/collect-values';
import type { NotePath } from '../../ports/vault-port';
import { type TableSnapshot, storesAlike } from '../../storage/columns/column-table';
import type { SchedulerPort } from '../../ports/host';
import type { Row } from '../../storage/row';
import type { StagedChange } from '../../storage/transaction/staged-change';
import type { Store } from '../../storage/store/store';
import type { Json } from '../../json';
import { isSameValue } from './compare-rows';
import { isWellFormed } from '../../values/utf8';
import { keepsHistory } from './table-pairs';

export interface RowsBefore {
  readonly paths: readonly NotePath[];
  readonly snapshot: TableSnapshot;
}

/** To be asked before the store moves on. */
export interface StateBefore {
  readonly catalog: Catalog;
  /** The rows of the tables of which untouched notes may come and go, or read otherwise. */
  readonly rows: ReadonlyMap<string, RowsBefore>;
  /** Notes with external edits that are not ingested yet. */
  readonly external: ReadonlySet<NotePath>;
  /** Rows that will be copies again, by path, with their tables. */
  readonly demoted: ReadonlyMap<NotePath, string>;
  /** What the write changes in the values of rows, where it can be said. */
  readonly values: ReadonlyMap<NotePath, ValuesChanged>;
  /** The rows that leave their table or their place, likewise. */
  readonly left: ReadonlyMap<NotePath, RowLeft>;
}

/** A note with an external edit has other values than the log. */
export const valuesKnown = ({ values, external }: StateBefore, path: NotePath): ValuesChanged | undefined =>
  external.has(path) ? undefined : values.get(path);

export const leftKnown = ({ left, external }: StateBefore, path: NotePath): RowLeft | undefined =>
  external.has(path) ? undefined : left.get(path);

/** A longer value is left to the note's text, which the journal holds anyway. */
const LONGEST = 200;

/** By path; rows known by their texts alone are left out. `next`: the definitions after the write. */
export async function valuesChanged(
  store: Store,
  next: Catalog,
  changes: readonly StagedChange[],
  scheduler: SchedulerPort,
): Promise<Pick<StateBefore, 'values' | 'left'>> {
  const values = new Map<NotePath, ValuesChanged>();
  const left = new Map<NotePath, RowLeft>();
  const alike = new Map<string, boolean>();
  const isAlike = (name: string): boolean => {
    const [old, now] = [store.catalog.table(name), next.table(name)];
    return keepsHistory(store.catalog, old) && old !== null && now !== null && storesAlike(old, now);
  };
  for (const { from, to, was, becomes } of changes) {
    await scheduler.pause();
    if (from === null || was === null) continue;
    let isSame = alike.get(was.table);
    if (isSame === undefined) alike.set(was.table, (isSame = isAlike(was.table)));
    const row = isSame ? store.columnTable(was.table).row(from) : null;
    if (row === null) continue;
    if (from === to && was.table === becomes?.table) {
      const changed = changedValuesOf(row, becomes.decoded.row);
      if (changed !== null) values.set(from, changed);
    } else if (isWellFormed(row.id) && Object.values(row.values).every(isShort)) {
      left.set(from, { id: row.id, values: Object.entries(row.values) });
    }
  }
  return { values, left };
}

/** Null where only the texts show it. */
function changedValuesOf(before: Row, after: Row): ValuesChanged | null {
  if (before.id !== after.id) return null;
  const changed: (readonly [string, Json])[] = [];
  for (const name in before.values) {
    const value = before.values[name] as Json;
    if (isSameValue(value, after.values[name])) continue;
    if (!isShort(value)) return null;
    changed.push([name, value]);
  }
  for (const name in after.values) if (before.values[name] === undefined) changed.push([name, null]);
  return changed;
}

/** And says the same in JSON, which has no infinite number. */
const isShort = (value: Json): boolean => {
  if (typeof value === 'string') return value.length <= LONGEST;
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || JSON.stringify(value).length <= LONGEST;
};
