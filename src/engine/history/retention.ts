/** What the journal keeps: 90 days, and every text that a kept migration needs. spec: Limits; D7 */

import type { ContentHash, Migration } from './migration';
import type { SegmentRecords } from './segment-reader';

/** Older migrations can't be listed or undone any more. */
export const KEPT_MILLISECONDS = 90 * 24 * 60 * 60 * 1000;

export interface Retirement {
  /** Segments that go. */
  readonly segments: readonly number[];
  /** Texts that lie only there and that a kept migration needs: they are to be written again first. */
  readonly carry: ReadonlySet<ContentHash>;
}

/** `segments`: all of them. Those from `open` on are in use. Migrations before `since` are too old. */
export function retire(segments: readonly SegmentRecords[], open: number, since: number): Retirement {
  const isOld = ({ segment, migrations }: SegmentRecords): boolean =>
    segment < open && migrations.every(({ time }) => time < since);
  const gone = segments.filter(isOld);
  const kept = segments.filter((each) => !gone.includes(each));
  const needed = new Set(kept.flatMap(({ migrations }) => migrations.flatMap(hashesOf)));
  for (const { packs } of kept) for (const hash of packs.keys()) needed.delete(hash);
  const carry = new Set(gone.flatMap(({ packs }) => [...packs.keys()].filter((hash) => needed.has(hash))));
  return { segments: gone.map(({ segment }) => segment), carry };
}

const hashesOf = ({ changes }: Migration): ContentHash[] =>
  changes.flatMap(({ before, after }) => [before, after]).filter((hash) => hash !== null);
