/** How often a note links the same: kept only for the notes that link something more than once. docs/graph.md#counts */

import type { NumberedLinks } from './link-sources';

export class LinkCounts {
  private readonly bySource = new Map<number, Uint32Array>();

  /** As in `NumberedLinks`. */
  of(source: number): Uint32Array | null {
    return this.bySource.get(source) ?? null;
  }

  set(source: number, counts: ArrayLike<number> | null): void {
    if (counts === null) this.bySource.delete(source);
    else this.bySource.set(source, Uint32Array.from(counts));
  }

  /** Adds the repeats of a source, as a link snapshot has them, where its links begin at `start`. */
  addRepeats(repeats: number[], source: number, start: number): void {
    this.of(source)?.forEach((count, at) => count > 1 && repeats.push(start + at, count));
  }

  /** Takes over what `addRepeats` gave: the sources 0, 1, 2 … in order. Only for new counts. */
  adopt(offsets: Uint32Array, repeats: Uint32Array): void {
    let source = 0;
    for (let at = 0; at < repeats.length; at += 2) {
      const position = repeats[at] ?? 0;
      while ((offsets[source + 1] ?? Number.POSITIVE_INFINITY) <= position) source++;
      const start = offsets[source] ?? 0;
      let counts = this.bySource.get(source);
      if (counts === undefined)
        this.bySource.set(source, (counts = new Uint32Array((offsets[source + 1] ?? start) - start).fill(1)));
      counts[position - start] = repeats[at + 1] ?? 1;
    }
  }
}

/** Above this many numbers a map is quicker than a look through the list. */
const LOOK_THROUGH = 32;

/** Each code once, in the order of the first. */
export function countedCodes(codes: readonly number[]): NumberedLinks {
  const isDistinct =
    codes.length <= LOOK_THROUGH
      ? codes.every((code, index) => codes.indexOf(code) === index)
      : new Set(codes).size === codes.length;
  if (isDistinct) return { codes, counts: null };
  const counted = new Map<number, number>();
  for (const code of codes) counted.set(code, (counted.get(code) ?? 0) + 1);
  return { codes: [...counted.keys()], counts: [...counted.values()] };
}

/** In the same order too. */
export const areSameLinks = (a: NumberedLinks, b: NumberedLinks): boolean =>
  areSameNumbers(a.codes, b.codes) &&
  (a.counts === null || b.counts === null ? a.counts === b.counts : areSameNumbers(a.counts, b.counts));

function areSameNumbers(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** Whether they can be of a snapshot with so many codes: pairs in the order of their positions. */
export function areRepeats(repeats: Uint32Array, codes: number): boolean {
  if (repeats.length % 2 !== 0) return false;
  for (let at = 0; at < repeats.length; at += 2) {
    const position = repeats[at] ?? 0;
    if (position >= codes || (at > 0 && position <= (repeats[at - 2] ?? 0)) || (repeats[at + 1] ?? 0) < 2) return false;
  }
  return true;
}
