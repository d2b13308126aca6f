/** The retention of the journal: 90 days, and every text of a kept migration or version. Source: docs/history.md#what-is-kept; D7, D18 */

import type { SchedulerPort } from '../ports/host';
import { inTurns } from '../ports/in-turns';
import type { ExternalRecord } from './change-record';
import type { ContentHash } from './journal/content-hash';
import type { SegmentRecords } from './journal/segment-records';
import { type TableLog, contentsOf } from './versions/table-version';
import type { TableLogs } from './versions/table-logs';

/** Older migrations can't be listed or undone any more. */
export const KEPT_MILLISECONDS = 90 * 24 * 60 * 60 * 1000;

export interface RetirementPlan {
  /** Segments that go. */
  readonly segments: readonly number[];
  /** Texts that lie only there and that something kept needs: they are to be written again first. */
  readonly carry: ReadonlySet<ContentHash>;
  /** External edits that are young enough to be kept, likewise. */
  readonly external: readonly ExternalRecord[];
}

/** The segments before `open` that hold no migration since `since`, nor the abort of one. An abort comes after its migration. */
export async function spentSegments(
  oldestFirst: AsyncIterable<SegmentRecords>,
  open: number,
  since: number,
): Promise<ReadonlySet<number>> {
  const kept = new Set<number>();
  const spent = new Set<number>();
  for await (const { segment, migrations, aborts } of oldestFirst) {
    for (const { seq, time } of migrations) if (time >= since) kept.add(seq);
    const isSpent = segment < open && ![...migrations, ...aborts].some(({ seq }) => kept.has(seq));
    if (isSpent) spent.add(segment);
  }
  return spent;
}

/** Of the texts of a segment that holds nothing else, this share must be needed: what lives long is not written again each day. */
export const USUAL_SHARE = 0.5;

/** Every text that nothing needs goes. */
export const WHOLE_SHARE = 1;

/** The texts of a spent segment. */
interface RetirementCandidate {
  readonly segment: number;
  readonly texts: ReadonlySet<ContentHash>;
  readonly holdsMigrations: boolean;
  readonly external: readonly ExternalRecord[];
}

/**
 * `versions`: the texts that versions need; `since`: external edits are kept from then on. A spent segment goes with its migrations,
 * or for its texts. Of the texts of all others only those are noted that it holds too.
 */
export async function planRetirement(
  { spent, others }: Record<'spent' | 'others', AsyncIterable<SegmentRecords>>,
  { versions, since }: { readonly versions: ReadonlySet<ContentHash>; readonly since: number },
  share: number,
  scheduler: Pick<SchedulerPort, 'pause'>,
): Promise<RetirementPlan> {
  const candidates: RetirementCandidate[] = [];
  const needed = new Set(versions);
  const elsewhere = new Set<ContentHash>();
  for await (const { segment, migrations, external, packs } of spent) {
    const texts = new Set(packs.flatMap(({ hashes }) => hashes));
    const young = external.filter(({ time }) => time >= since);
    candidates.push({ segment, texts, holdsMigrations: migrations.length > 0, external: young });
  }
  const isHeld = (hash: ContentHash): boolean => candidates.some(({ texts }) => texts.has(hash));
  for await (const { migrations, packs } of others) {
    await inTurns(migrations, scheduler, ({ changes }) => {
      for (const hash of contentsOf(changes)) if (isHeld(hash)) needed.add(hash);
    });
    await inTurns(packs, scheduler, ({ hashes }) => {
      for (const hash of hashes) if (isHeld(hash)) elsewhere.add(hash);
    });
  }
  const isWorthKeeping = ({ texts, holdsMigrations, external }: RetirementCandidate): boolean => {
    const used = [...texts].filter((hash) => needed.has(hash)).length;
    return !holdsMigrations && used + external.length > 0 && used >= texts.size * share;
  };
  const gone: RetirementCandidate[] = [];
  for (const each of candidates) {
    if (!isWorthKeeping(each)) gone.push(each);
    else for (const hash of each.texts) elsewhere.add(hash);
    await scheduler.pause();
  }
  const carry = gone.flatMap(({ texts }) => [...texts].filter((hash) => needed.has(hash) && !elsewhere.has(hash)));
  const external = gone.flatMap((each) => each.external);
  return { segments: gone.map(({ segment }) => segment), carry: new Set(carry), external };
}

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
