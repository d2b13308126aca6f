/** The rows of a table by name, derived once for each state of it, so that a search while somebody types scans nothing. spec: list_link_targets; D17 */

import { noteNameOf } from '../../note/paths';
import type { SchedulerPort } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import { chunkOf, offsetOf } from '../../storage/columns/chunks';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import { compareText, foldText } from '../../values/compare';
import { comparePaths } from '../order';
import { mergePaused, sortPaused } from '../paused-sort';

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

const known = new WeakMap<RowsSnapshot, readonly NamedRow[]>();
/** The latest names of a table, by its definition: a write changes few of them. */
const latest = new WeakMap<object, readonly NamedRow[]>();

/** Every row, by name in the order of order_by, then by path. */
export async function sortedNames(snapshot: RowsSnapshot, scheduler: SchedulerPort): Promise<readonly NamedRow[]> {
  const present = known.get(snapshot);
  if (present !== undefined) return present;
  const table = 'definition' in snapshot ? (snapshot.definition as object) : snapshot;
  const { kept, isKept } = await stillThere(latest.get(table) ?? [], snapshot, scheduler);
  const added: NamedRow[] = [];
  for (let slot = 0; slot < snapshot.capacity; slot++) {
    if (slot % ROWS_BETWEEN_PAUSES === 0) await scheduler.pause();
    const path = isKept[slot] === 1 ? null : pathAt(snapshot, slot);
    if (path === null) continue;
    const name = noteNameOf(path);
    added.push({ path, name, folded: foldText(name), slot });
  }
  const rows = await mergePaused(kept, await sortPaused(added, byName, scheduler), byName, scheduler);
  known.set(snapshot, rows);
  latest.set(table, rows);
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
