/** What the journal keeps: 90 days, and every text that a kept migration or version needs. spec: Limits; D7, D18 */

import type { SchedulerPort } from '../ports/host';
import type { ContentHash } from './content-hash';
import type { Migration } from './migration';
import type { SegmentRecords } from './segment-reader';
import type { TableLog } from './table-log';
import type { TableLogs } from './table-logs';
import { contentsOf } from './table-version';

/** Older migrations can't be listed or undone any more. */
export const KEPT_MILLISECONDS = 90 * 24 * 60 * 60 * 1000;

export interface Retirement {
  /** Segments that go. */
  readonly segments: readonly number[];
  /** Texts that lie only there and that something kept needs: they are to be written again first. */
  readonly carry: ReadonlySet<ContentHash>;
}

/** The segments before `open` that hold no migration since `since`, nor the abort of one. */
export function spentSegments(
  segments: readonly SegmentRecords[],
  open: number,
  since: number,
): ReadonlySet<SegmentRecords> {
  const kept = new Set(
    segments.flatMap(({ migrations }) => migrations.filter(({ time }) => time >= since)).map(({ seq }) => seq),
  );
  const isSpent = ({ segment, migrations, aborts }: SegmentRecords): boolean =>
    segment < open && ![...migrations, ...aborts].some(({ seq }) => kept.has(seq));
  return new Set(segments.filter(isSpent));
}

/** Of the texts of a segment that holds nothing else, this share must be needed: what lives long is not written again each day. */
export const USUAL_SHARE = 0.5;

/** Every text that nothing needs goes. */
export const WHOLE_SHARE = 1;

/** `segments`: all of them; `versions`: the texts that versions need. A spent segment goes with its migrations, or for its texts. */
export function retire(
  segments: readonly SegmentRecords[],
  spent: ReadonlySet<SegmentRecords>,
  versions: ReadonlySet<ContentHash>,
  share = USUAL_SHARE,
): Retirement {
  const needed = new Set([
    ...segments.filter((each) => !spent.has(each)).flatMap(({ migrations }) => migrations.flatMap(hashesOf)),
    ...versions,
  ]);
  const isWorthKeeping = (records: SegmentRecords): boolean => {
    const held = textsIn(records);
    const used = [...held].filter((hash) => needed.has(hash)).length;
    return records.migrations.length === 0 && used > 0 && used >= held.size * share;
  };
  const gone = [...spent].filter((each) => !isWorthKeeping(each));
  for (const each of segments) if (!gone.includes(each)) for (const hash of textsIn(each)) needed.delete(hash);
  const carry = new Set(gone.flatMap((each) => [...textsIn(each)].filter((hash) => needed.has(hash))));
  return { segments: gone.map(({ segment }) => segment), carry };
}

const textsIn = ({ packs }: SegmentRecords): ReadonlySet<ContentHash> => new Set(packs.flatMap(({ hashes }) => hashes));

const hashesOf = ({ changes }: Migration): ContentHash[] => [...contentsOf(changes)];

/** The texts that the versions need which `heads` say are kept. */
export async function hashesOfVersions(
  logs: TableLogs,
  heads: readonly TableLog[],
  scheduler: SchedulerPort,
): Promise<ReadonlySet<ContentHash>> {
  const needed = new Set<ContentHash>();
  for (const { id, earliest, last } of heads) {
    for (const hash of (await logs.state(id, earliest.version)).values()) needed.add(hash);
    if (earliest.formerly !== undefined) needed.add(earliest.formerly);
    for (const { definition, changes } of await logs.versions(id, earliest.version, last.version)) {
      if (definition !== null) needed.add(definition);
      // What the oldest version changed can be asked for too.
      for (const { before, after } of changes) for (const each of [before, after]) if (each !== null) needed.add(each);
      await scheduler.pause();
    }
  }
  return needed;
}
