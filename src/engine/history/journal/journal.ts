/** The journal of one device: appends migrations durably, finds old ones and their texts. D7, docs/formats.md. */

import type { NotePath } from '../../ports/vault-port';
import type { Host } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import type { PrivateStorePort } from '../../ports/private-store-port';
import { ChangeNumbers } from '../change-numbers';
import { type ExternalRecord, lastChange } from '../change-record';
import { ChangeRecords } from './change-records';
import { type JournalCheckpoint, readCheckpoint, writeCheckpoint } from './checkpoint';
import type { TextPack } from './contents';
import { type JournalEntry, encodeEntry, type SegmentRecords, listSegments, segmentFile } from './segment-records';
import type { ContentHash } from './content-hash';
import { idHolders } from './id-holders';
import { type MigrationEntry, MigrationStates } from './migration-states';
import type { Abort, Migration } from './migration';
import { NewTexts } from './new-texts';
import { PastCache } from '../versions/past-cache';
import {
  KEPT_CHANGES,
  KEPT_MILLISECONDS,
  type RetirementPlan,
  USUAL_SHARE,
  hashesOfVersions,
  planRetirement,
  spentSegments,
} from '../retention';
import { SegmentIndex, type LoadedSegment } from './segment-index';
import type { TableLog, TableVersion } from '../versions/table-version';
import { TableLogs } from '../versions/table-logs';
import { versionsOf } from '../versions/version-record';

/** How the journal deviates from its protocol; only tests set any of it. */
export interface JournalWeakness {
  readonly skipSync?: boolean;
  readonly skipChecksum?: boolean;
  /** Fewer changes than usual are kept whatever their age. */
  readonly keptChanges?: number;
}

/** `append`: the record is not there, or was cut off. `sync`: it may be there or not. */
export class JournalFailure extends Error {
  constructor(
    readonly stage: 'append' | 'sync',
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'JournalFailure';
  }
}

type JournalHost = Pick<Host, 'clock' | 'compression' | 'crypto' | 'logger' | 'privateStore' | 'scheduler'>;

export class Journal {
  /** The versions of tables. They see a migration's when it is published, or settled after recovery. */
  readonly logs: TableLogs;
  readonly past = new PastCache();
  /** What changed, by number. */
  readonly changes: ChangeRecords;
  readonly numbers: ChangeNumbers;
  /** The segment that appends go to; null until the first append after opening or after a failure. */
  private current: number | null = null;
  private nextSegment: number;
  private bytesInSegment = 0;

  private constructor(
    private readonly store: PrivateStorePort,
    private readonly host: JournalHost,
    private checkpoint: JournalCheckpoint,
    private readonly segments: SegmentIndex,
    private readonly weakness: JournalWeakness,
  ) {
    this.logs = new TableLogs(host, checkpoint.logs ?? []);
    this.nextSegment = Math.max(checkpoint.segment, segments.last + 1);
    this.changes = new ChangeRecords(segments);
    const { reserved = 0 } = checkpoint;
    const last = Math.max(this.last().change, reserved);
    this.numbers = new ChangeNumbers(last, reserved, (upTo) => this.save({ ...this.checkpoint, reserved: upTo }));
  }

  /** Reads what came after the last checkpoint; older segments are read when history is asked for. */
  static async open(host: JournalHost, weakness: JournalWeakness = {}): Promise<Journal> {
    const store = host.privateStore;
    const checkpoint = await readCheckpoint(store);
    const segments = new SegmentIndex(host, [...(await listSegments(store))], weakness.skipChecksum !== true);
    await segments.load(checkpoint.segment);
    return new Journal(store, host, checkpoint, segments, weakness);
  }

  /** What recovery looks at: the records since the last checkpoint, oldest first. */
  sinceCheckpoint(): JournalRecords {
    return recordsIn(this.segments.since(this.checkpoint.segment));
  }

  /** Syncs the records that recovery carries out: a process killed between append and sync leaves some that a power cut may take. */
  async syncRecovered(): Promise<void> {
    for (const { segment } of this.segments.since(this.checkpoint.segment))
      await this.attempt('sync', () => this.store.sync(segmentFile(segment)));
  }

  /** The notes to which an undo gave their ids back though other notes bear them too, by id. */
  idHolders(): ReadonlyMap<string, NotePath> {
    const { migrations, aborts } = this.sinceCheckpoint();
    return idHolders(migrations, aborts, this.checkpoint.held ?? []);
  }

  /** Takes the versions in that the records since the last checkpoint made. To be called once, when recovery knows what holds. */
  publishRecoveredVersions(): void {
    const { migrations, aborts, versions } = this.sinceCheckpoint();
    const made = migrations.filter(({ seq }) => !aborts.has(seq)).flatMap(versionsOf);
    this.logs.publish([...made, ...versions].sort((a, b) => a.time - b.time || a.version - b.version));
  }

  /** The migrations that are kept, newest first: what lies further back than somebody looks is not read. */
  async *newestFirst(upTo = Infinity): AsyncGenerator<MigrationEntry, void, void> {
    const since = this.keptSince;
    const states = new MigrationStates();
    for await (const { migrations, aborts } of this.segments.newestFirst()) {
      for (const entry of states.of(
        migrations.filter(({ seq }) => seq <= upTo),
        aborts,
      )) {
        if (entry.migration.time < since) return;
        yield entry;
        await this.host.scheduler.pause();
      }
    }
  }

  /** Older migrations can be neither listed nor undone. */
  get keptSince(): number {
    return this.host.clock.now() - KEPT_MILLISECONDS;
  }

  /** Removes history beyond the retention, and the remains of removed versions. Returns the segments that went. */
  async retire(share = USUAL_SHARE): Promise<readonly number[]> {
    await this.logs.tidy();
    const { segments, carry, external, dropped } = await this.retirement(this.logs.heads(), {
      share,
      open: this.checkpoint.segment,
    });
    if (dropped > this.dropped) await this.save({ ...this.checkpoint, dropped });
    if (segments.length === 0) return segments;
    const packs = await this.packsOf(await this.texts(carry));
    const isCarried = packs.length + external.length > 0;
    const { packs: moved } = isCarried ? await this.append({ packs, external }, true) : { packs: [] };
    await this.segments.remove(segments, moved);
    return segments;
  }

  /** Of the changes up to this number some are not kept any more. */
  get dropped(): number {
    return this.checkpoint.dropped ?? 0;
  }

  /** To be called after the last published change: numbers that were set aside and not given are given by the next process. */
  async releaseNumbers(): Promise<void> {
    const { reserved, ...rest } = this.checkpoint;
    if (reserved !== undefined) await this.save({ ...rest, change: this.numbers.last });
  }

  /** The segments before `open` that can go if `heads` are the logs of the tables. */
  async retirement(
    heads: readonly TableLog[],
    { share, open = Infinity }: { readonly share: number; readonly open?: number },
  ): Promise<RetirementPlan> {
    const least = { since: this.keptSince, changes: this.weakness.keptChanges ?? KEPT_CHANGES };
    const { spent, kept } = await spentSegments(this.segments.oldestFirst(), open, least);
    if (spent.size === 0) return { segments: [], carry: new Set(), external: [], dropped: 0 };
    const versions = await hashesOfVersions(this.logs, heads, this.host.scheduler);
    const part = (isSpent: boolean) => this.segments.oldestFirst((segment) => spent.has(segment) === isSpent);
    return planRetirement({ spent: part(true), others: part(false) }, { versions, kept }, share, this.host.scheduler);
  }

  /** The last sequence number and time stamp given out, and the last number of a change. */
  last(): { seq: number; time: number; change: number } {
    let { seq, time, change = 0 } = this.checkpoint;
    for (const { migrations, aborts, external } of this.segments.since(0)) {
      // One that was called off because it could not be recorded is in no segment, and its number is spent.
      for (const abort of aborts) seq = Math.max(seq, abort.seq);
      for (const migration of migrations) {
        seq = Math.max(seq, migration.seq);
        time = Math.max(time, migration.time);
        change = Math.max(change, lastChange(migration));
      }
      for (const record of external) {
        time = Math.max(time, record.time);
        change = Math.max(change, lastChange(record));
      }
    }
    for (const log of this.logs.heads()) time = Math.max(time, log.last.time);
    return { seq, time, change };
  }

  /** Bytes appended since the segment began. */
  get segmentSize(): number {
    return this.bytesInSegment;
  }

  /** The commit point: appends the migrations and the texts that the journal does not hold yet, then makes them durable. */
  async record(migrations: readonly Migration[], texts: readonly NewTexts[]): Promise<void> {
    const begun = await Promise.all(texts.flatMap(({ packs }) => packs));
    const rest = await this.packsOf(new Map(texts.flatMap((each) => each.rest)));
    await this.append({ packs: [...begun, ...rest], migrations }, true);
  }

  /** Right after a failed append of migrations: whether some of them are there all the same, whole. */
  async mayHoldSome(): Promise<boolean> {
    return (await this.segments.migrationsAfter(this.nextSegment - 1, this.bytesInSegment))?.length !== 0;
  }

  /** For the texts of one write. */
  readonly newTexts = (): NewTexts => new NewTexts(this.host, (hash) => this.segments.holds(hash));

  private async packsOf(
    texts: ReadonlyMap<ContentHash, string>,
    packed = new NewTexts(this.host, () => false),
  ): Promise<readonly TextPack[]> {
    await inTurns([...texts], this.host.scheduler, ([hash, text]) => packed.add(hash, text));
    return packed.all();
  }

  /** Durably adds what others changed, with the texts that the versions need. They are published by the caller. */
  async recordExternal(
    external: readonly ExternalRecord[],
    {
      versions,
      texts,
    }: { readonly versions: readonly TableVersion[]; readonly texts: ReadonlyMap<ContentHash, string> },
  ): Promise<void> {
    await this.append({ packs: await this.packsOf(texts, this.newTexts()), versions, external }, true);
  }

  /** What others changed since the checkpoint is to be cut off too, so that later openings need not read it. */
  get holdsExternal(): boolean {
    return this.segments.since(this.checkpoint.segment).some(({ external }) => external.length > 0);
  }

  /** Durably says that these recorded migrations do not hold. */
  async abort(aborts: readonly Abort[]): Promise<void> {
    await this.append({ aborts }, true);
  }

  /** Says that the notes of these migrations are all written; not synced, a lost mark costs nothing but a check. */
  async markApplied(seqs: readonly number[]): Promise<void> {
    await this.append({ applied: seqs }, false);
  }

  private async append(entry: JournalEntry, sync: boolean): Promise<SegmentRecords> {
    this.current ??= this.startSegment();
    const segment = this.current;
    const { bytes, records } = encodeEntry(entry, segment, this.bytesInSegment);
    await this.attempt('append', () => this.store.append(segmentFile(segment), bytes));
    if (sync && this.weakness.skipSync !== true)
      await this.attempt('sync', () => this.store.sync(segmentFile(segment)));
    this.segments.remember(records);
    this.bytesInSegment += bytes.length;
    return records;
  }

  /** A segment on which anything failed is not used again. */
  private async attempt(stage: JournalFailure['stage'], step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.current = null;
      throw new JournalFailure(stage, error);
    }
  }

  private startSegment(): number {
    const segment = this.nextSegment++;
    this.segments.begin(segment);
    this.bytesInSegment = 0;
    return segment;
  }

  /** To be called when every note of every migration so far is durable: later openings start here. */
  async cut(): Promise<void> {
    await this.logs.flush();
    const held = [...this.idHolders()];
    const { reserved, dropped, feed } = this.checkpoint;
    await this.save({
      format: 1,
      ...(feed === undefined ? {} : { feed }),
      ...(reserved === undefined ? {} : { reserved }),
      ...(dropped === undefined ? {} : { dropped }),
      segment: this.nextSegment,
      ...this.last(),
      ...headsOf(this.logs.heads()),
      ...(held.length === 0 ? {} : { held }),
    });
    this.current = null;
    // Read again when somebody asks for history: a long-running program does not keep all of it in memory.
    this.segments.release(this.checkpoint.segment);
  }

  /**
   * A UUID that is made with the first question, and stays as long as the journal. Where the disk takes nothing the next checkpoint keeps it; a feed
   * with another name after a crash makes followers read their tables again. To be called while no write is under way.
   */
  async feedName(newName: () => string, isKept: boolean): Promise<string> {
    if (this.checkpoint.feed !== undefined) return this.checkpoint.feed;
    const feed = newName();
    this.checkpoint = { ...this.checkpoint, feed };
    try {
      if (isKept) await this.save(this.checkpoint);
    } catch (error) {
      this.host.logger.log('warning', 'feed_name_not_kept', { detail: String(error) });
    }
    return feed;
  }

  /** To be called right after `cut`: takes the versions of a table before `version` away. D8 */
  async cutLog(log: TableLog, version: number): Promise<void> {
    const { logs: _before, ...rest } = this.checkpoint;
    await this.logs.cut(log, version, (heads) => this.save({ ...rest, ...headsOf(heads) }));
  }

  private async save(next: JournalCheckpoint): Promise<void> {
    await writeCheckpoint(this.store, next);
    this.checkpoint = next;
  }

  /** In the order of their texts in the file: for reading one after the other. */
  inPlaceOrder<T>(items: readonly T[], hashOf: (item: T) => ContentHash): readonly T[] {
    return this.segments.inPlaceOrder(items, hashOf);
  }

  /** Many texts by hash, which takes far less than one by one; without those that the journal does not hold any more. */
  texts(hashes: ReadonlySet<ContentHash>): Promise<ReadonlyMap<ContentHash, string>> {
    return this.segments.texts(hashes);
  }

  /** The text with this hash, null when the journal does not hold it any more. */
  text(hash: ContentHash): Promise<string | null> {
    return this.segments.text(hash);
  }
}

const headsOf = (logs: readonly TableLog[]): Pick<JournalCheckpoint, 'logs'> => (logs.length === 0 ? {} : { logs });

interface JournalRecords {
  readonly migrations: readonly Migration[];
  readonly aborts: ReadonlyMap<number, Abort>;
  readonly applied: ReadonlySet<number>;
  /** Versions that belong to no migration. */
  readonly versions: readonly TableVersion[];
}

/** Oldest first. */
function recordsIn(segments: readonly LoadedSegment[]): JournalRecords {
  const ordered = [...segments].sort((a, b) => a.segment - b.segment);
  return {
    migrations: ordered.flatMap(({ migrations }) => migrations).sort((a, b) => a.seq - b.seq),
    aborts: new Map(ordered.flatMap(({ aborts }) => aborts.map((abort) => [abort.seq, abort] as const))),
    applied: new Set(ordered.flatMap(({ applied }) => applied)),
    versions: ordered.flatMap(({ versions }) => versions),
  };
}
