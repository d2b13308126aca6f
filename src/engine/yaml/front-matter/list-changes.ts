/** What has to be done to make one list of another, with as many of its items left alone as can be. */

import type { Raw } from '../raw';
import { rawEqual } from '../raw-json';

/** What goes, by index of the old list; what is put in the place of an old item; what comes behind it (-1: in front of all). */
export interface ListChanges {
  readonly gone: ReadonlySet<number>;
  readonly replaced: ReadonlyMap<number, Raw>;
  readonly added: ReadonlyMap<number, readonly Raw[]>;
}

/** Longer lists are compared at their ends only: the table of what they have in common would grow too large. */
const MOST_COMPARED = 250_000;

export function changesBetween(old: readonly Raw[], wanted: readonly Raw[]): ListChanges {
  let head = 0;
  while (head < old.length && head < wanted.length && same(old, head, wanted, head)) head += 1;
  let tail = 0;
  const room = Math.min(old.length, wanted.length) - head;
  while (tail < room && same(old, old.length - 1 - tail, wanted, wanted.length - 1 - tail)) tail += 1;
  const kept = inCommon(old.slice(head, old.length - tail), wanted.slice(head, wanted.length - tail));
  const gone = new Set<number>();
  const replaced = new Map<number, Raw>();
  const added = new Map<number, readonly Raw[]>();
  let [from, to] = [head, head];
  for (const [i, j] of [...kept, [old.length - tail - head, wanted.length - tail - head] as const]) {
    // What goes between two items that stay, and what comes there: one takes the place of the other.
    const come = wanted.slice(to, head + j);
    for (let index = from; index < head + i; index += 1) {
      const by = come.shift();
      if (by === undefined) gone.add(index);
      else replaced.set(index, by);
    }
    if (come.length > 0) added.set(head + i - 1, come);
    [from, to] = [head + i + 1, head + j + 1];
  }
  return { gone, replaced, added };
}

/** The longest sequence that both have, as pairs of indexes. */
function inCommon(a: readonly Raw[], b: readonly Raw[]): readonly (readonly [number, number])[] {
  if (a.length * b.length > MOST_COMPARED) return [];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] as number;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = same(a, i, b, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length;) {
    if (same(a, i, b, j)) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

const same = (a: readonly Raw[], i: number, b: readonly Raw[], j: number): boolean =>
  rawEqual(a[i] as Raw, b[j] as Raw);
