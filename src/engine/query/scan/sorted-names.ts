/** The rows of a table by name, derived once for each state of it, so that a search while somebody types scans nothing. Source: docs/operations.md#list_link_targets; D17 */

import { noteNameOf } from '../../note/paths';
import type { SchedulerPort } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import { chunkOf, offsetOf } from '../../storage/columns/chunked-array';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import { foldText } from '../../../kernel/fold-text';
import { compareText } from '../../values/compare';
import { comparePaths } from '../row-order';
import { sortInSteps } from '../../storage/columns/sort-in-steps';

export interface NamedRow {
  readonly path: NotePath;
  readonly name: string;
  /** The name without case and accents. */
  readonly folded: string;
  /** In the snapshot. */
  readonly slot: number;
}

/** Rows between two pauses. */
export const ROWS_BETWEEN_PAUSES = 512;

const namesBySnapshot = new WeakMap<RowsSnapshot, readonly NamedRow[]>();
/** The latest names of a table, by its definition: a write changes few of them. */
const latestByDefinition = new WeakMap<object, readonly NamedRow[]>();

/** Every row, by name in the order of order_by, then by path. */
export async function sortedNames(snapshot: RowsSnapshot, scheduler: SchedulerPort): Promise<readonly NamedRow[]> {
  const present = namesBySnapshot.get(snapshot);
  if (present !== undefined) return present;
  const table = 'definition' in snapshot ? (snapshot.definition as object) : snapshot;
  const { kept, isKept } = await stillThere(latestByDefinition.get(table) ?? [], snapshot, scheduler);
  const added: NamedRow[] = [];
  for (let slot = 0; slot < snapshot.capacity; slot++) {
    if (slot % ROWS_BETWEEN_PAUSES === 0) await scheduler.pause();
    const path = isKept[slot] === 1 ? null : pathAt(snapshot, slot);
    if (path === null) continue;
    const name = noteNameOf(path);
    added.push({ path, name, folded: foldText(name), slot });
  }
  const rows = await mergePaused(kept, await sortPaused(added, byName, scheduler), byName, scheduler);
  namesBySnapshot.set(snapshot, rows);
  latestByDefinition.set(table, rows);
  return rows;
}

const byName = (a: NamedRow, b: NamedRow): number => compareText(a.name, b.name) || comparePaths(a.path, b.path);

/** Those of another state of the table that still lie in their slots. */
async function stillThere(
  before: readonly NamedRow[],
  snapshot: RowsSnapshot,
  scheduler: SchedulerPort,
): Promise<{ readonly kept: readonly NamedRow[]; readonly isKept: Uint8Array }> {
  const isKept = new Uint8Array(snapshot.capacity);
  const kept: NamedRow[] = [];
  for (const [i, row] of before.entries()) {
    if (i % ROWS_BETWEEN_PAUSES === 0) await scheduler.pause();
    if (pathAt(snapshot, row.slot) !== row.path) continue;
    isKept[row.slot] = 1;
    kept.push(row);
  }
  return { kept, isKept };
}

/** Null where no row lives. */
function pathAt({ live, paths }: RowsSnapshot, slot: number): NotePath | null {
  const [chunk, offset] = [chunkOf(slot), offsetOf(slot)];
  return live[chunk]?.[offset] === 1 ? (paths[chunk]?.[offset] ?? null) : null;
}

/** Items sorted or merged between two pauses: names are compared slowly. */
const RUN = 512;

/** A new list in order; items that compare equal keep their order. */
export async function sortPaused<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  scheduler: SchedulerPort,
): Promise<readonly T[]> {
  const order = Uint32Array.from(items.keys());
  const compareAt = (a: number, b: number): number => compare(items[a] as T, items[b] as T);
  await sortInSteps(order, compareAt, scheduler, RUN);
  return Array.from(order, (at) => items[at] as T);
}

/** Two lists in order as one; of items that compare equal those of the first come first. */
export async function mergePaused<T>(
  first: readonly T[],
  second: readonly T[],
  compare: (a: T, b: T) => number,
  scheduler: SchedulerPort,
): Promise<readonly T[]> {
  if (second.length === 0) return first;
  if (first.length === 0) return second;
  const merged: T[] = [];
  let taken = 0;
  for (const item of second) {
    const until = firstAfter(first, item, taken, compare);
    while (taken < until) {
      merged.push(first[taken++] as T);
      if (merged.length % RUN === 0) await scheduler.pause();
    }
    merged.push(item);
    if (merged.length % RUN === 0) await scheduler.pause();
  }
  while (taken < first.length) {
    merged.push(first[taken++] as T);
    if (merged.length % RUN === 0) await scheduler.pause();
  }
  return merged;
}

/** Where in `list`, from `start` on, the first item comes that belongs after `item`; looks near the start first. */
function firstAfter<T>(list: readonly T[], item: T, start: number, compare: (a: T, b: T) => number): number {
  const isAfter = (index: number): boolean => compare(item, list[index] as T) < 0;
  let low = start;
  let step = 1;
  while (low + step <= list.length && !isAfter(low + step - 1)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, list.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
