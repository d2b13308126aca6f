/** A sort that lets others have their turn: runs that are sorted at once, then merged. */

import type { SchedulerPort } from '../../ports/host';

/** Items that are sorted at once. */
const USUAL_RUN = 2048;

/** Sorts in place, and stably. `run`: items between two pauses. */
export async function sortInSteps(
  items: Uint32Array,
  compare: (a: number, b: number) => number,
  scheduler: SchedulerPort,
  run = USUAL_RUN,
): Promise<Uint32Array> {
  for (let from = 0; from < items.length; from += run) {
    items.set(Array.from(items.subarray(from, from + run)).sort(compare), from);
    await scheduler.pause();
  }
  let [source, target]: [Uint32Array, Uint32Array] = [items, new Uint32Array(items.length)];
  for (let width = run; width < items.length; width *= 2) {
    for (let from = 0; from < items.length; from += 2 * width) {
      const middle = Math.min(from + width, items.length);
      const end = Math.min(from + 2 * width, items.length);
      await merge({ source, target, from, middle, end, run }, compare, scheduler);
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
  readonly run: number;
}

async function merge(
  { source, target, from, middle, end, run }: Merge,
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
    if (to % run === 0) await scheduler.pause();
    const takesLeft = right >= end || (left < middle && compare(source[left]!, source[right]!) <= 0);
    target[to] = takesLeft ? source[left++]! : source[right++]!;
  }
}
