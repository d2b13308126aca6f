/** A sort that lets others have their turn: runs that are sorted at once, then merged. */

import type { SchedulerPort } from '../ports/host';

/** Items that are sorted at once. */
const RUN = 2048;

/** Sorts in place, and stably. */
export async function sortInSteps(
  items: Uint32Array,
  compare: (a: number, b: number) => number,
  scheduler: SchedulerPort,
): Promise<Uint32Array> {
  for (let from = 0; from < items.length; from += RUN) {
    items.set(Array.from(items.subarray(from, from + RUN)).sort(compare), from);
    await scheduler.pause();
  }
  let [source, target]: [Uint32Array, Uint32Array] = [items, new Uint32Array(items.length)];
  for (let width = RUN; width < items.length; width *= 2) {
    for (let from = 0; from < items.length; from += 2 * width) {
      const middle = Math.min(from + width, items.length);
      const end = Math.min(from + 2 * width, items.length);
      await merge({ source, target, from, middle, end }, compare, scheduler);
    }
    [source, target] = [target, source];
  }
  if (source !== items) items.set(source);
  return items;
}

interface Merge {
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  readonly from: number;
  readonly middle: number;
  readonly end: number;
}

async function merge(
  { source, target, from, middle, end }: Merge,
  compare: (a: number, b: number) => number,
  scheduler: SchedulerPort,
): Promise<void> {
  // In order already, as paths mostly are.
  if (middle >= end || compare(source[middle - 1]!, source[middle]!) <= 0) {
    target.set(source.subarray(from, end), from);
    await scheduler.pause();
    return;
  }
  let [left, right] = [from, middle];
  for (let to = from; to < end; to++) {
    if (to % RUN === 0) await scheduler.pause();
    const takesLeft = right >= end || (left < middle && compare(source[left]!, source[right]!) <= 0);
    target[to] = takesLeft ? source[left++]! : source[right++]!;
  }
}
