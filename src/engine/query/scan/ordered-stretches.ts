/** Places in a list of rows that ascends by a key: the places of some keys, and a page of them in either direction. */

import { concatSlots } from './index-scan';
import type { KeyAt } from './ordered-postings';

/** Keys, both included. Infinity: no value. */
export interface KeyRange {
  readonly least: number;
  readonly most: number;
}

/** The places of a range, the last one not included. */
export interface SlotStretch {
  readonly from: number;
  readonly to: number;
}

export interface KeyedList {
  /** Ascending by key; those of one key in the order in which they are read, whatever the direction. */
  readonly slots: Uint32Array;
  readonly keyAt: KeyAt;
}

/** In the order in which they are read. `ranges` ascend. */
export function stretchesOf(list: KeyedList, ranges: readonly KeyRange[], descending: boolean): readonly SlotStretch[] {
  const end = firstFrom(list, Number.POSITIVE_INFINITY, 0, list.slots.length);
  const filled = ranges.map(({ least, most }): SlotStretch => {
    const from = firstFrom(list, least, 0, end);
    return { from, to: firstAfter(list, most, from, end) };
  });
  const hasEmpty = ranges.some(({ most }) => most === Number.POSITIVE_INFINITY);
  if (descending) filled.reverse();
  // Rows without a value come last in both directions.
  return hasEmpty ? [...filled, { from: end, to: list.slots.length }] : filled;
}

export const lengthOf = (stretches: readonly SlotStretch[]): number =>
  stretches.reduce((sum, { from, to }) => sum + to - from, 0);

export interface ListPage {
  readonly slots: Uint32Array;
  /** The place of the first one among all that are read. */
  readonly start: number;
}

/** The rows at the places from `from` to before `to`, with all others of the first and of the last key. */
export function pageOf(
  list: KeyedList,
  stretches: readonly SlotStretch[],
  descending: boolean,
  { from, to }: { readonly from: number; readonly to: number },
): ListPage {
  const runs: Uint32Array[] = [];
  let passed = 0;
  let start = -1;
  for (const stretch of stretches) {
    const length = stretch.to - stretch.from;
    if (passed >= to) break;
    if (passed + length > from) {
      const skipped = Math.max(0, from - passed);
      const add = descending ? addBackwards : addForwards;
      const first = add(list, stretch, skipped, runs, to - passed);
      if (start === -1) start = passed + first;
    }
    passed += length;
  }
  return { slots: concatSlots(runs), start: Math.max(0, start) };
}

/** Adds the runs of a stretch; gives the place of its first one. */
function addForwards(
  list: KeyedList,
  stretch: SlotStretch,
  skipped: number,
  runs: Uint32Array[],
  until: number,
): number {
  const { slots, keyAt } = list;
  const first = firstFrom(list, keyAt(slots[stretch.from + skipped]!), stretch.from, stretch.to);
  const last = Math.min(stretch.to, stretch.from + until) - 1;
  runs.push(slots.subarray(first, firstAfter(list, keyAt(slots[last]!), last, stretch.to)));
  return first - stretch.from;
}

function addBackwards(
  list: KeyedList,
  stretch: SlotStretch,
  skipped: number,
  runs: Uint32Array[],
  until: number,
): number {
  const { slots, keyAt } = list;
  let end = firstAfter(list, keyAt(slots[stretch.to - 1 - skipped]!), stretch.from, stretch.to);
  const first = stretch.to - end;
  while (end > stretch.from && stretch.to - end < until) {
    const begin = firstFrom(list, keyAt(slots[end - 1]!), stretch.from, end);
    runs.push(slots.subarray(begin, end));
    end = begin;
  }
  return first;
}

/** The first place from `low` on, before `high`, with this key or a greater one. */
function firstFrom({ slots, keyAt }: KeyedList, key: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyAt(slots[middle]!) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same with a greater one. */
function firstAfter({ slots, keyAt }: KeyedList, key: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyAt(slots[middle]!) <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}
