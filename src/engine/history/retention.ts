/** What the journal keeps: 90 days, and every text that a kept migration needs. spec: Limits; D7 */

import type { SchedulerPort } from '../ports/host';
import type { ContentHash } from './content-hash';
import type { Migration } from './migration';
import type { SegmentRecords } from './segment-reader';
import type { TableLogs } from './table-logs';

/** Older migrations can't be listed or undone any more. */
export const KEPT_MILLISECONDS = 90 * 24 * 60 * 60 * 1000;

export interface Retirement {
  /** Segments that go. */
  readonly segments: readonly number[];
  /** Texts that lie only there and that a kept migration needs: they are to be written again first. */
  readonly carry: ReadonlySet<ContentHash>;
}

/** `segments`: all of them. Those from `open` on are in use. Migrations before `since` are too old. `versions`: what versions need. */
export function retire(
  segments: readonly SegmentRecords[],
  open: number,
  since: number,
  versions: ReadonlySet<ContentHash> = new Set(),
): Retirement {
  const isOld = ({ segment, migrations }: SegmentRecords): boolean =>
    segment < open && migrations.every(({ time }) => time < since);
  const gone = segments.filter(isOld);
  const kept = segments.filter((each) => !gone.includes(each));
  const needed = new Set([...kept.flatMap(({ migrations }) => migrations.flatMap(hashesOf)), ...versions]);
  for (const { packs } of kept) for (const hash of packs.keys()) needed.delete(hash);
  const carry = new Set(gone.flatMap(({ packs }) => [...packs.keys()].filter((hash) => needed.has(hash))));
  return { segments: gone.map(({ segment }) => segment), carry };
}

const hashesOf = ({ changes }: Migration): ContentHash[] =>
  changes.flatMap(({ before, after }) => [before, after]).filter((hash) => hash !== null);

/** The texts that the kept versions of all tables need. */
export async function hashesOfVersions(logs: TableLogs, scheduler: SchedulerPort): Promise<ReadonlySet<ContentHash>> {
  const needed = new Set<ContentHash>();
  for (const { id, earliest, last } of logs.heads()) {
    for (const hash of (await logs.state(id, earliest.version)).values()) needed.add(hash);
    for (const { definition, changes } of await logs.versions(id, earliest.version, last.version)) {
      if (definition !== null) needed.add(definition);
      // What the oldest version changed can be asked for too.
      for (const { before, after } of changes) for (const each of [before, after]) if (each !== null) needed.add(each);
      await scheduler.pause();
    }
  }
  return needed;
}
