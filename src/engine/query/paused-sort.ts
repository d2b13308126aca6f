/** Sorting that gives way: a sort of many names by a collator takes seconds. */

import type { SchedulerPort } from '../ports/host';
import { sortInSteps } from '../storage/columns/sort-in-steps';

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
