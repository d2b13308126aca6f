/** The rows of a table in the order of their paths: made when it is asked for again, and kept up with rows that come and go. */

import type { SchedulerPort } from '../../ports/host';
import { chunkOf, offsetOf } from './chunked-array';
import { sortInSteps } from './sort-in-steps';

/** What the order is of: the live slots of a snapshot, each with a path of its own. */
export interface OrderedRows {
  readonly generation: object;
  readonly size: number;
  readonly capacity: number;
  readonly live: readonly Uint8Array[];
  readonly paths: readonly (readonly string[])[];
}

/** The rows of a snapshot in the order of their paths, but for some. */
export interface NearlyByPath {
  /** Some of them may hold no row of the snapshot. */
  readonly slots: Uint32Array;
  /** Slots from here on are not among `slots`, and in no order. */
  readonly behind: number;
}

/** Above this share of the rows, and some, it is made anew. */
const MOST_CHANGED = 1 / 16;
const FEW_CHANGED = 1024;

const mostChanged = (rows: number): number => FEW_CHANGED + rows * MOST_CHANGED;

/** A single request may never come again. */
const WORTH_AN_ORDER = 2;

/** The order of rows of which others were made. */
export interface EarlierOrder {
  readonly slots: Uint32Array;
  /** Slots whose rows came or went since. */
  readonly changed: ReadonlySet<number>;
}

export class PathOrder {
  private base: { readonly generation: object; readonly slots: Uint32Array } | null = null;
  /** Slots whose rows came or went since the base, or since it is being made; null: not needed. */
  private changed: Set<number> | null = null;
  private asked = 0;

  /** `earlier`: asked before all rows are sorted. */
  constructor(private readonly earlier: (scheduler: SchedulerPort) => Promise<EarlierOrder | null> = noneEarlier) {}

  /** A row came into the slot, or left it. */
  change(slot: number): void {
    if (this.changed === null) return;
    this.changed.add(slot);
    if (this.changed.size > mostChanged(this.base?.slots.length ?? 0)) this.forget();
  }

  forget(): void {
    this.base = null;
    this.changed = null;
    this.asked = 0;
  }

  /** Slots by path. Null when it is not worth it yet, and for an older state of the rows than the newest. */
  async of(rows: OrderedRows, isNewest: boolean, scheduler: SchedulerPort): Promise<Uint32Array | null> {
    if (this.base?.generation === rows.generation) return this.base.slots;
    if (!isNewest) return null;
    if (this.base !== null) return this.keep(rows, mergeOrder(this.base.slots, this.changed ?? NONE, rows));
    // Another call is making it: that one may be of an earlier state.
    if (this.changed !== null || ++this.asked < WORTH_AN_ORDER) return null;
    const changed = (this.changed = new Set());
    const slots = await this.sorted(rows, scheduler);
    if (this.changed === changed) this.base = { generation: rows.generation, slots };
    return slots;
  }

  private async sorted(rows: OrderedRows, scheduler: SchedulerPort): Promise<Uint32Array> {
    const earlier = await this.earlier(scheduler);
    return earlier !== null && earlier.changed.size <= mostChanged(rows.size)
      ? mergeOrder(earlier.slots, earlier.changed, rows)
      : sortInSteps(liveSlots(rows), comparePathsOf(rows), scheduler);
  }

  private keep({ generation }: OrderedRows, slots: Uint32Array): Uint32Array {
    this.base = { generation, slots };
    this.changed = new Set();
    return slots;
  }
}

const noneEarlier = (): Promise<null> => Promise.resolve(null);

const NONE: ReadonlySet<number> = new Set();

const pathAt = ({ paths }: OrderedRows, slot: number): string => paths[chunkOf(slot)]![offsetOf(slot)]!;

const isLive = ({ live, capacity }: OrderedRows, slot: number): boolean =>
  slot < capacity && live[chunkOf(slot)]![offsetOf(slot)] === 1;

const comparePathsOf =
  (rows: OrderedRows) =>
  (a: number, b: number): number => {
    const [left, right] = [pathAt(rows, a), pathAt(rows, b)];
    return left < right ? -1 : left > right ? 1 : 0;
  };

function liveSlots(rows: OrderedRows): Uint32Array {
  const slots = new Uint32Array(rows.size);
  let count = 0;
  for (let slot = 0; slot < rows.capacity; slot++) if (isLive(rows, slot)) slots[count++] = slot;
  return slots;
}

/** The order of before without the slots that changed, and those of them that hold a row now at their places. */
function mergeOrder(before: Uint32Array, changed: ReadonlySet<number>, rows: OrderedRows): Uint32Array {
  const compare = comparePathsOf(rows);
  const marks = new Uint8Array(rows.capacity);
  for (const slot of changed) marks[slot] = 1;
  const kept = before.filter((slot) => marks[slot] === 0);
  const come = [...changed].filter((slot) => isLive(rows, slot)).sort(compare);
  const slots = new Uint32Array(kept.length + come.length);
  let [from, to] = [0, 0];
  for (const slot of come) {
    const until = firstAfter(kept, from, (other) => compare(other, slot));
    slots.set(kept.subarray(from, until), to);
    to += until - from;
    slots[to++] = slot;
    from = until;
  }
  slots.set(kept.subarray(from), to);
  return slots;
}

/** The first place from `low` on whose slot comes after. */
function firstAfter(slots: Uint32Array, low: number, compare: (slot: number) => number): number {
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(slots[middle]!) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
