/** The retention of the journal: 90 days, the last changes, and every text of a kept migration or version. Source: docs/history.md#what-is-kept; D7, D10, D18 */

import type { SchedulerPort } from '../ports/host';
import { inTurns } from '../ports/in-turns';
import { type ExternalRecord, type NumberedRecord, firstChange, lastChange } from './change-record';
import type { ContentHash } from './journal/content-hash';
import type { SegmentRecords } from './journal/segment-records';
import { type TableLog, contentsOf } from './versions/table-version';
import type { TableLogs } from './versions/table-logs';

/** Older migrations can't be listed or undone any more. */
export const KEPT_MILLISECONDS = 90 * 24 * 60 * 60 * 1000;

/** So many of the last changes are kept, whatever their age. D10 */
export const KEPT_CHANGES = 100_000;

/** The retention: from a moment on, and from a number on. */
export interface KeptRecords {
  /** Milliseconds. */
  readonly since: number;
  /** A record is kept when its last number is not below. */
  readonly change: number;
}

export interface RetirementPlan {
  /** Segments that go. */
  readonly segments: readonly number[];
  /** Texts that lie only there and that something kept needs: they are to be written again first. */
  readonly carry: ReadonlySet<ContentHash>;
  /** External edits that are young enough to be kept, likewise. */
  readonly external: readonly ExternalRecord[];
  /** The last number of a change that goes; 0: none. */
  readonly dropped: number;
}

interface SegmentContent {
  readonly segment: number;
  /** Sequence numbers of migrations with their time and last change. */
  readonly migrations: readonly { readonly seq: number; readonly time: number; readonly last: number }[];
  readonly aborts: readonly number[];
}

/** The segments before `open` that hold no migration that is kept, nor the abort of one. An abort comes after its migration. */
export async function spentSegments(
  oldestFirst: AsyncIterable<SegmentRecords>,
  open: number,
  { since, changes }: { readonly since: number; readonly changes: number },
): Promise<{ readonly spent: ReadonlySet<number>; readonly kept: KeptRecords }> {
  const contents: SegmentContent[] = [];
  const numbered: { readonly last: number; readonly count: number }[] = [];
  const note = (record: NumberedRecord): number => {
    const last = lastChange(record);
    if (last > 0) numbered.push({ last, count: last - firstChange(record) + 1 });
    return last;
  };
  for await (const { segment, migrations, aborts, external } of oldestFirst) {
    external.forEach(note);
    const held = migrations.map((migration) => ({ seq: migration.seq, time: migration.time, last: note(migration) }));
    contents.push({ segment, migrations: held, aborts: aborts.map(({ seq }) => seq) });
  }
  const kept = { since, change: firstKept(numbered, changes) };
  const spent = new Set<number>();
  const standing = new Set<number>();
  for (const { segment, migrations, aborts } of contents) {
    for (const { seq, time, last } of migrations) if (isKept({ time, last }, kept)) standing.add(seq);
    const isSpent =
      segment < open && ![...migrations.map(({ seq }) => seq), ...aborts].some((seq) => standing.has(seq));
    if (isSpent) spent.add(segment);
  }
  return { spent, kept };
}

const isKept = ({ time, last }: { time: number; last: number }, { since, change }: KeptRecords): boolean =>
  time >= since || last >= change;

/** From which number on there are so many changes. */
function firstKept(numbered: readonly { readonly last: number; readonly count: number }[], changes: number): number {
  let left = changes;
  for (const { last, count } of [...numbered].sort((a, b) => b.last - a.last)) {
    if (left <= 0) return last + 1;
    left -= count;
  }
  return 1;
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
  readonly dropped: number;
}

/**
 * `versions`: the texts that versions need; `kept`: which external edits are kept. A spent segment goes with its migrations,
 * or for its texts. Of the texts of all others only those are noted that it holds too.
 */
export async function planRetirement(
  { spent, others }: Record<'spent' | 'others', AsyncIterable<SegmentRecords>>,
  { versions, kept }: { readonly versions: ReadonlySet<ContentHash>; readonly kept: KeptRecords },
  share: number,
  scheduler: Pick<SchedulerPort, 'pause'>,
): Promise<RetirementPlan> {
  const candidates: RetirementCandidate[] = [];
  const needed = new Set(versions);
  const elsewhere = new Set<ContentHash>();
  for await (const { segment, migrations, external, packs } of spent) {
    const texts = new Set(packs.flatMap(({ hashes }) => hashes));
    const [young, old] = [[] as ExternalRecord[], [] as ExternalRecord[]];
    for (const each of external) (isKept({ time: each.time, last: lastChange(each) }, kept) ? young : old).push(each);
    const dropped = [...migrations, ...old].reduce((last, each) => Math.max(last, lastChange(each)), 0);
    candidates.push({ segment, texts, holdsMigrations: migrations.length > 0, external: young, dropped });
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
  // Also of a segment that stays for its texts.
  const dropped = candidates.reduce((last, each) => Math.max(last, each.dropped), 0);
  return { segments: gone.map(({ segment }) => segment), carry: new Set(carry), external, dropped };
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
