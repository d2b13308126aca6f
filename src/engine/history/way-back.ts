/** From the present rows back to a version: values where versions hold them, hashes of texts for the other notes. D8 */

import type { SchedulerPort } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { ChangedRows, NO_SLOT } from '../storage/changed-rows';
import type { RowsSnapshot } from '../storage/column-table';
import type { ContentHash } from './content-hash';
import { type RowChange, type TableVersion, isSameNote } from './table-version';
import { type ColumnBefore, type RowsLeft, type ValuesBefore, inRuns } from './values-before';

export interface WayBack {
  /** The rows of then, but for those of `texts`. */
  readonly rows: ChangedRows;
  /** Notes that have to be read. */
  readonly texts: Map<NotePath, ContentHash>;
}

/** Changes between two pauses. */
const CHANGES_A_SLICE = 1024;

/** `since`: oldest first, up to the present. `alike`: the definitions of those that hold values of the same columns. */
export async function wayBack(
  present: RowsSnapshot,
  since: readonly TableVersion[],
  alike: ReadonlySet<ContentHash | null>,
  scheduler: SchedulerPort,
): Promise<WayBack> {
  const way = { rows: new ChangedRows(present), texts: new Map<NotePath, ContentHash>() };
  for (const version of [...since].reverse()) {
    await scheduler.pause();
    const { changes, values, left = [] } = version;
    const isTold = alike.has(version.definition);
    const slots = new Int32Array(changes.length).fill(NO_SLOT);
    if (isTold && values !== undefined) await findSlots(slots, values, { changes, way }, scheduler);
    // A note that stays as it is is what it was before, under a definition that reads it so.
    const isOther = (change: RowChange, i: number): boolean => slots[i] === NO_SLOT && !isSameNote(change);
    const others = slots.includes(NO_SLOT) ? changes.filter(isOther) : [];
    for (const { to } of others) if (to !== null) forget(way, to);
    if (isTold && values !== undefined) placeValues(values.columns, slots, way.rows);
    if (isTold) for (const part of left) await takeBack(slots, part, { changes, way }, scheduler);
    for (const [i, change] of changes.entries()) {
      const { from, before } = change;
      if (isOther(change, i) && from !== null && before !== null) way.texts.set(from, before);
    }
  }
  return way;
}

/** What the notes held that changed since, null where they were no rows. */
export function contentsBefore(since: readonly TableVersion[]): ReadonlyMap<NotePath, ContentHash | null> {
  const contents = new Map<NotePath, ContentHash | null>();
  for (const { changes } of [...since].reverse()) {
    for (const { to } of changes) if (to !== null) contents.set(to, null);
    for (const { from, before } of changes) if (from !== null) contents.set(from, before);
  }
  return contents;
}

function forget({ rows, texts }: WayBack, path: NotePath): void {
  texts.delete(path);
  rows.remove(path);
}

interface Step {
  readonly changes: readonly RowChange[];
  readonly way: WayBack;
}

/** Of the rows that are where they were, and have not to be read for what came later. */
async function findSlots(slots: Int32Array, { of }: ValuesBefore, { changes, way }: Step, scheduler: SchedulerPort) {
  const { rows, texts } = way;
  let count = 0;
  let next = 0;
  for (const index of inRuns(of)) {
    if (++count % CHANGES_A_SLICE === 0) await scheduler.pause();
    const path = changes[index]?.from ?? null;
    if (path === null || (texts.size > 0 && texts.has(path))) continue;
    // What was changed together often stands together.
    const slot = rows.slotAt(path, next);
    slots[index] = slot;
    next = slot + 1;
  }
}

/** The rows that left are there again. */
async function takeBack(
  slots: Int32Array,
  { of, ids, columns }: RowsLeft,
  { changes, way }: Step,
  scheduler: SchedulerPort,
): Promise<void> {
  await scheduler.pause();
  let i = 0;
  for (const index of inRuns(of)) {
    const path = changes[index]?.from ?? null;
    if (path !== null) slots[index] = way.rows.add(path, ids[i] ?? '');
    i++;
  }
  placeValues(columns, slots, way.rows);
}

/** Older versions come later, and have the last word. */
function placeValues(columns: readonly ColumnBefore[], slots: Int32Array, rows: ChangedRows): void {
  for (const { name, values, changes, places } of columns) {
    const place = rows.column(name)?.placing(values);
    if (place === undefined) continue;
    let i = 0;
    for (const index of inRuns(changes)) {
      const slot = slots[index] as number;
      if (slot !== NO_SLOT) place(slot, places[i] as number);
      i++;
    }
  }
}
