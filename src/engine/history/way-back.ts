/** From the present rows back to a version: values where versions hold them, hashes of texts for the other notes. D8 */

import type { SchedulerPort } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { chunkOf, offsetOf } from '../storage/chunks';
import { ChangedColumn } from '../storage/changed-column';
import type { FrozenColumn } from '../storage/column';
import type { RowsSnapshot } from '../storage/column-table';
import type { ContentHash } from './content-hash';
import type { RowChange, TableVersion } from './table-version';
import { type ValuesBefore, inRuns } from './values-before';

export interface WayBack {
  /** Notes that have to be read: null where they were no rows. */
  readonly contents: ReadonlyMap<NotePath, ContentHash | null>;
  /** The present columns, with the values of then in the rows that `contents` does not name. */
  readonly columns: ReadonlyMap<string, FrozenColumn>;
}

/** Changes between two pauses. */
const CHANGES_A_SLICE = 1024;

const NO_SLOT = -1;

/** `since`: oldest first, up to the present. `alike`: the definitions of those that hold values of the same columns. */
export async function wayBack(
  present: RowsSnapshot,
  since: readonly TableVersion[],
  alike: ReadonlySet<ContentHash | null>,
  scheduler: SchedulerPort,
): Promise<WayBack> {
  const contents = new Map<NotePath, ContentHash | null>();
  const columns = new Map<string, ChangedColumn>();
  for (const { changes, definition, values: held } of [...since].reverse()) {
    await scheduler.pause();
    const values = alike.has(definition) ? held : undefined;
    const slots = new Int32Array(changes.length).fill(NO_SLOT);
    if (values !== undefined) await findSlots(slots, { values, changes, contents, present }, scheduler);
    const others = changes.filter((_, i) => slots[i] === NO_SLOT);
    for (const { to } of others) if (to !== null) contents.set(to, null);
    for (const { from, before } of others) if (from !== null) contents.set(from, before);
    if (values !== undefined && others.length < changes.length) placeValues(values, slots, present, columns);
  }
  const changed = [...columns].map(([name, column]) => [name, column.freeze()] as const);
  return { contents, columns: changed.length === 0 ? present.columns : new Map([...present.columns, ...changed]) };
}

interface Search {
  readonly values: ValuesBefore;
  readonly changes: readonly RowChange[];
  readonly contents: ReadonlyMap<NotePath, unknown>;
  readonly present: RowsSnapshot;
}

/** Of the rows that are where they were, and have not to be read for what came later. */
async function findSlots(slots: Int32Array, { values, changes, contents, present }: Search, scheduler: SchedulerPort) {
  let count = 0;
  let next = 0;
  for (const index of inRuns(values.of)) {
    if (++count % CHANGES_A_SLICE === 0) await scheduler.pause();
    const path = changes[index]?.from ?? null;
    if (path === null || (contents.size > 0 && contents.has(path))) continue;
    // What was changed together often stands together.
    const slot = isAt(present, next, path) ? next : (present.slotOf?.(path) ?? NO_SLOT);
    slots[index] = slot;
    next = slot + 1;
  }
}

const isAt = ({ live, paths }: RowsSnapshot, slot: number, path: NotePath): boolean =>
  paths[chunkOf(slot)]?.[offsetOf(slot)] === path && live[chunkOf(slot)]?.[offsetOf(slot)] === 1;

/** Older versions come later, and have the last word. */
function placeValues(
  { columns }: ValuesBefore,
  slots: Int32Array,
  present: RowsSnapshot,
  changed: Map<string, ChangedColumn>,
): void {
  for (const { name, values, changes, places } of columns) {
    const column = changed.get(name) ?? new ChangedColumn(present.columns.get(name) as FrozenColumn);
    changed.set(name, column);
    const place = column.placing(values);
    let i = 0;
    for (const index of inRuns(changes)) {
      const slot = slots[index] as number;
      if (slot !== NO_SLOT) place(slot, places[i] as number);
      i++;
    }
  }
}
