/** Replays the versions of a table backwards from the present rows: values where versions hold them, hashes of texts for the other notes. D8 */

import type { SchedulerPort } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import type { ArrivedValues, HeldValues, PlaceValue } from '../../storage/columns/changed-column';
import { ChangedRows, NO_SLOT } from '../../storage/columns/changed-rows';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import type { Json } from '../../json';
import type { ContentHash } from '../journal/content-hash';
import { throwBroken } from './packed-bytes';
import { type RowChange, type TableVersion, isSameNote } from './table-version';
import {
  type ColumnBefore,
  type IndexRun,
  type RowsLeft,
  type ValuesBefore,
  countIn,
  eachIn,
  numberAt,
  placeIn,
} from './values-before';

export interface ReverseReplay {
  /** The past rows, without those in `texts`. */
  readonly rows: ChangedRows;
  /** Notes that have to be read. */
  readonly texts: Map<NotePath, ContentHash>;
}

/** In place of a slot: the row left, and has none yet. */
const LEFT = -2;

/** Rows of which values may wait until a column is asked for: it is placed at once then, which takes a few milliseconds of so many. */
const MOST_WAITING = 10_000;

/** Changes between two pauses. */
const CHANGES_A_SLICE = 1024;

/** `since`: oldest first, up to the present. `alike`: the definitions of those that hold values of the same columns. */
export async function reverseReplay(
  present: RowsSnapshot,
  since: readonly TableVersion[],
  alike: ReadonlySet<ContentHash | null>,
  scheduler: SchedulerPort,
): Promise<ReverseReplay> {
  const way = { rows: new ChangedRows(present), texts: new Map<NotePath, ContentHash>() };
  let told = 0;
  for (const version of [...since].reverse()) {
    await scheduler.pause();
    const { changes } = version;
    const isTold = alike.has(version.definition);
    const [values, left] = isTold ? [version.values, version.left ?? []] : [undefined, []];
    const step = { changes, way, slots: new Int32Array(changes.length).fill(NO_SLOT) };
    if (values !== undefined) await findSlots(step, values, scheduler);
    for (const { of } of left) markLeft(step, of);
    // A note that stays as it is is what it was before, under a definition that reads it so.
    const isOther = (change: RowChange, i: number): boolean => step.slots[i] === NO_SLOT && !isSameNote(change);
    const others = step.slots.includes(NO_SLOT) ? changes.filter(isOther) : [];
    for (const { to } of others) if (to !== null) forgetNote(way, to);
    for (const column of values?.columns ?? []) way.rows.placeLater(column.name, new HeldColumn(column, step.slots));
    for (const part of left) await replayBack(step, part, scheduler);
    for (const { from, before } of others) if (from !== null && before !== null) way.texts.set(from, before);
    told += countIn(values?.of ?? []);
  }
  if (told + way.rows.came > MOST_WAITING || way.texts.size > 0) await way.rows.placeAll(scheduler);
  return way;
}

/** What the notes held that changed since, null where they were not rows. */
export function contentsBefore(since: readonly TableVersion[]): ReadonlyMap<NotePath, ContentHash | null> {
  const contents = new Map<NotePath, ContentHash | null>();
  for (const { changes } of [...since].reverse()) {
    for (const { to } of changes) if (to !== null) contents.set(to, null);
    for (const { from, before } of changes) if (from !== null) contents.set(from, before);
  }
  return contents;
}

function forgetNote({ rows, texts }: ReverseReplay, path: NotePath): void {
  texts.delete(path);
  rows.remove(path);
}

interface ReplayStep {
  readonly changes: readonly RowChange[];
  readonly way: ReverseReplay;
  /** Of each change, where the row of before is. */
  readonly slots: Int32Array;
}

/** Of the rows that are where they were, and have not to be read for what came later. */
async function findSlots(
  { changes, way, slots }: ReplayStep,
  { of }: ValuesBefore,
  scheduler: SchedulerPort,
): Promise<void> {
  const { rows, texts } = way;
  let next = 0;
  for (const run of of) {
    const [first, last] = typeof run === 'number' ? [run, run] : run;
    for (let index = first; index <= last; index++) {
      if (index % CHANGES_A_SLICE === 0) await scheduler.pause();
      const path = changes[index]?.from ?? null;
      if (path === null || (texts.size > 0 && texts.has(path))) continue;
      // Changes of one write are often neighbours.
      const slot = rows.slotAt(path, next);
      slots[index] = slot;
      next = slot + 1;
    }
  }
}

/** Where the rows that left went to is not a row before. */
function markLeft({ changes, slots, way }: ReplayStep, of: readonly IndexRun[]): void {
  eachIn(of, (index) => {
    slots[index] = LEFT;
    const to = changes[index]?.to ?? null;
    if (to !== null) forgetNote(way, to);
  });
}

/** The rows that left are there again. */
async function replayBack(step: ReplayStep, part: RowsLeft, scheduler: SchedulerPort): Promise<void> {
  await scheduler.pause();
  const { changes, slots, way } = step;
  const { of, ids, columns } = part;
  eachIn(of, (index, place) => {
    slots[index] = way.rows.add(changes[index]?.from ?? throwBroken(), ids[place] ?? '');
  });
  for (const column of columns) way.rows.arriveLater(column.name, new ArrivedColumn(column, slots, of));
}

/** What a column held, by the slots of the rows. */
class HeldColumn implements HeldValues {
  constructor(
    protected readonly column: ColumnBefore,
    protected readonly slots: Int32Array,
  ) {}

  get values(): readonly Json[] {
    return this.column.values;
  }

  each(place: PlaceValue): void {
    const { changes, places } = this.column;
    eachIn(changes, (index, i) => {
      const slot = this.slots[index]!;
      if (slot !== NO_SLOT) place(slot, places[i]!);
    });
  }
}

/** The same of rows that came together. `of`: their changes. */
class ArrivedColumn extends HeldColumn implements ArrivedValues {
  readonly first: number;

  constructor(
    column: ColumnBefore,
    slots: Int32Array,
    private readonly of: readonly IndexRun[],
  ) {
    super(column, slots);
    this.first = slots[numberAt(of, 0)] ?? NO_SLOT;
  }

  valueAt(offset: number): Json | undefined {
    const { changes, places } = this.column;
    const place = places[placeIn(changes, numberAt(this.of, offset))];
    if (place === undefined) return undefined;
    return this.column.valueAt?.(place) ?? this.column.values[place] ?? undefined;
  }
}
