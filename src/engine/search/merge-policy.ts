/** Which segments become one, so that a search looks into few of them. docs/search.md#the-index */

import type { LiveSegment } from './coverage';

export interface CountedSegment extends LiveSegment {
  /** Notes that count. */
  readonly count: number;
}

/** So many segments of about one size are merged. */
const FAN_IN = 8;
/** A segment of so many notes is merged with no other one. */
const LARGE = 1 << 13;
/** Together they stay below what a segment may hold. */
const MOST_NOTES = 1 << 14;

/** Empty: it is fine as it is. */
export function segmentsToMerge<S extends CountedSegment>(segments: readonly S[]): readonly S[] {
  const halfDead = segments.find(({ segment, count }) => count * 2 < segment.size);
  if (halfDead !== undefined) return [halfDead];
  const bySize = new Map<number, S[]>();
  for (const each of segments) {
    if (each.count >= LARGE) continue;
    const size = Math.floor(Math.log(each.count) / Math.log(FAN_IN));
    bySize.set(size, [...(bySize.get(size) ?? []), each]);
  }
  for (const alike of bySize.values()) if (alike.length >= FAN_IN) return fitting(alike);
  return [];
}

function fitting<S extends CountedSegment>(segments: readonly S[]): readonly S[] {
  const taken: S[] = [];
  let notes = 0;
  for (const each of [...segments].sort((a, b) => a.count - b.count)) {
    if (notes + each.count > MOST_NOTES) break;
    taken.push(each);
    notes += each.count;
  }
  return taken;
}
