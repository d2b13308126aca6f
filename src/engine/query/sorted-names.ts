/** The rows of a table by name, derived once for each state of it, so that a search while somebody types scans nothing. spec: list_link_targets; D17 */

import { noteNameOf } from '../note/paths';
import type { SchedulerPort } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { chunkOf, offsetOf } from '../storage/chunks';
import type { RowsSnapshot } from '../storage/column-table';
import { compareText, foldText } from '../values/compare';
import { comparePaths } from './order';

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

/** Every row, by name in the order of order_by, then by path. */
export async function sortedNames(snapshot: RowsSnapshot, scheduler: SchedulerPort): Promise<readonly NamedRow[]> {
  const present = known.get(snapshot);
  if (present !== undefined) return present;
  const rows: NamedRow[] = [];
  for (let slot = 0; slot < snapshot.capacity; slot++) {
    if (slot % ROWS_BETWEEN_PAUSES === 0) await scheduler.pause();
    if (snapshot.live[chunkOf(slot)]?.[offsetOf(slot)] !== 1) continue;
    const path = snapshot.paths[chunkOf(slot)]?.[offsetOf(slot)] as string;
    const name = noteNameOf(path);
    rows.push({ path, name, folded: foldText(name), slot });
  }
  rows.sort((a, b) => compareText(a.name, b.name) || comparePaths(a.path, b.path));
  known.set(snapshot, rows);
  return rows;
}
