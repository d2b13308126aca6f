/** The journal of one device: appends migrations durably, finds old ones and their texts. D7, docs/formats.md. */

import type { Host } from '../ports/host';
import type { PrivateStorePort } from '../ports/private-store-port';
import { decodeUtf8, encodeUtf8 } from '../values/utf8';
import { type Pack, decodePack, eachPack } from './contents';
import { type JournalEntry, encodeEntry } from './journal-entry';
import type { ContentHash } from './content-hash';
import type { Abort, Migration } from './migration';
import { KEPT_MILLISECONDS, hashesOfVersions, retire } from './retention';
import {
  JOURNAL_FOLDER,
  type PackLocation,
  type SegmentRecords,
  listSegments,
  readSegment,
  segmentFile,
} from './segment-reader';
import type { TableLog } from './table-log';
import { TableLogs } from './table-logs';
import type { TableVersion } from './table-version';
import { versionsOf } from './version-record';

const CHECKPOINT_FILE = `${JOURNAL_FOLDER}/checkpoint.json`;

/** Everything before `segment` is in the notes, durably. */
export interface Checkpoint {
  readonly format: 1;
  readonly segment: number;
  /** The last sequence number and time stamp given out before it. */
  readonly seq: number;
  readonly time: number;
  /** The tables' logs as they were then. */
  readonly logs?: readonly TableLog[];
}

export interface JournalRecords {
  readonly migrations: readonly Migration[];
  readonly aborts: ReadonlyMap<number, Abort>;
  readonly applied: ReadonlySet<number>;
  /** Versions that belong to no migration. */
  readonly versions: readonly TableVersion[];
}

/** How the journal deviates from its protocol; only crash tests, which must notice, set any of it. */
export interface JournalWeakness {
  readonly skipSync?: boolean;
  readonly skipChecksum?: boolean;
}

/** `append`: the record is not there, or was cut off. `sync`: nobody knows whether it is. */
export class JournalFailure extends Error {
  constructor(
    readonly stage: 'append' | 'sync',
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'JournalFailure';
  }
}

export class Journal {
  /** The versions of tables. They see a migration's when it is published, or settled after recovery. */
  readonly logs: TableLogs;
  /** The segment that appends go to; null until the first append after opening or after a failure. */
  private current: number | null = null;
  private nextSegment: number;
  private readonly packs = new Map<ContentHash, PackLocation>();
  /** Segments whose records are in `records`. */
  private readonly loaded = new Map<number, SegmentRecords>();
  private olderLoaded = false;
  /** Neighbours in a pack are asked for one after the other. */
  private lastPack: { readonly location: PackLocation; readonly texts: ReadonlyMap<ContentHash, string> } | null = null;
  private bytesInSegment = 0;

  private constructor(
    private readonly store: PrivateStorePort,
    private readonly host: Pick<Host, 'clock' | 'compression' | 'logger' | 'privateStore' | 'scheduler'>,
    private checkpoint: Checkpoint,
    private readonly segments: number[],
    private readonly weakness: JournalWeakness,
  ) {
    this.logs = new TableLogs(host, checkpoint.logs ?? []);
    this.nextSegment = Math.max(checkpoint.segment, (segments.at(-1) ?? 0) + 1);
  }

  /** Reads what came after the last checkpoint; older segments are read when history is asked for. */
  static async open(host: Host, weakness: JournalWeakness = {}): Promise<Journal> {
    const store = host.privateStore;
    const file = await store.read(CHECKPOINT_FILE);
    const checkpoint: Checkpoint =
      file === null ? { format: 1, segment: 1, seq: 0, time: 0 } : (JSON.parse(decodeUtf8(file)) as Checkpoint);
    const journal = new Journal(store, host, checkpoint, [...(await listSegments(store))], weakness);
    for (const segment of journal.segments.filter((number) => number >= checkpoint.segment))
      await journal.load(segment);
    return journal;
  }

  private async load(segment: number): Promise<void> {
    const bytes = await this.store.read(segmentFile(segment));
    if (bytes === null) return;
    const records = readSegment(segment, bytes, this.weakness.skipChecksum !== true);
    if (!records.clean) this.host.logger.log('warning', 'journal_tail_dropped', { segment });
    this.remember(records);
  }

  private remember(records: SegmentRecords): void {
    const present = this.loaded.get(records.segment);
    this.loaded.set(records.segment, present === undefined ? records : joinRecords(present, records));
    for (const [hash, location] of records.packs) if (!this.packs.has(hash)) this.packs.set(hash, location);
  }

  /** What recovery looks at: the records since the last checkpoint, oldest first. */
  sinceCheckpoint(): JournalRecords {
    return collect([...this.loaded.values()].filter(({ segment }) => segment >= this.checkpoint.segment));
  }

  /** Takes the versions in that the records since the last checkpoint made. To be called once, when recovery knows what holds. */
  settle(): void {
    const { migrations, aborts, versions } = this.sinceCheckpoint();
    const made = migrations.filter(({ seq }) => !aborts.has(seq)).flatMap(versionsOf);
    this.logs.publish([...made, ...versions].sort((a, b) => a.time - b.time || a.version - b.version));
  }

  /** Every record that is kept, oldest first. */
  async all(): Promise<JournalRecords> {
    await this.loadOlder();
    const since = this.host.clock.now() - KEPT_MILLISECONDS;
    const records = collect([...this.loaded.values()]);
    return { ...records, migrations: records.migrations.filter(({ time }) => time >= since) };
  }

  /** Removes the segments that are older than what is kept. Returns how many. */
  async retire(): Promise<number> {
    await this.loadOlder();
    const since = this.host.clock.now() - KEPT_MILLISECONDS;
    const loaded = [...this.loaded.values()];
    if (retire(loaded, this.checkpoint.segment, since).segments.length === 0) return 0;
    const needed = await hashesOfVersions(this.logs, this.host.scheduler);
    const { segments, carry } = retire(loaded, this.checkpoint.segment, since, needed);
    const texts = new Map<ContentHash, string>();
    for (const hash of carry) texts.set(hash, (await this.text(hash)) as string);
    for (const segment of segments) this.forget(segment);
    if (texts.size > 0) await this.record([], texts);
    for (const segment of segments) await this.store.remove(segmentFile(segment));
    return segments.length;
  }

  private forget(segment: number): void {
    this.loaded.delete(segment);
    this.segments.splice(this.segments.indexOf(segment), 1);
    for (const [hash, location] of this.packs) if (location.segment === segment) this.packs.delete(hash);
  }

  private async loadOlder(): Promise<void> {
    if (this.olderLoaded) return;
    for (const segment of this.segments) if (!this.loaded.has(segment)) await this.load(segment);
    this.olderLoaded = true;
  }

  /** The last sequence number and time stamp given out. */
  last(): { seq: number; time: number } {
    let { seq, time } = this.checkpoint;
    for (const { migrations } of this.loaded.values()) {
      for (const migration of migrations) {
        seq = Math.max(seq, migration.seq);
        time = Math.max(time, migration.time);
      }
    }
    for (const log of this.logs.heads()) time = Math.max(time, log.last.time);
    return { seq, time };
  }

  /** Bytes appended since the segment began. */
  get segmentSize(): number {
    return this.bytesInSegment;
  }

  /**
   * Appends the migrations and the texts that the journal does not hold yet, then makes them durable: the commit
   * point. Rejects when the host could not append or sync; the segment is not used again.
   */
  async record(migrations: readonly Migration[], texts: ReadonlyMap<ContentHash, string>): Promise<void> {
    await this.append({ packs: await this.packsOf(texts), migrations }, true);
  }

  /** Of the texts that the journal does not hold yet. */
  private async packsOf(texts: ReadonlyMap<ContentHash, string>): Promise<readonly Pack[]> {
    const fresh = new Map([...texts].filter(([hash]) => !this.packs.has(hash)));
    const packs: Pack[] = [];
    for (const pack of eachPack(fresh, this.host.compression)) {
      packs.push(pack);
      await this.host.scheduler.pause();
    }
    return packs;
  }

  /** Durably adds versions that belong to no migration, with the texts that they need. They are published by the caller. */
  async recordVersions(versions: readonly TableVersion[], texts: ReadonlyMap<ContentHash, string>): Promise<void> {
    await this.append({ packs: await this.packsOf(texts), versions }, true);
  }

  /** Durably says that these recorded migrations do not hold. */
  async abort(aborts: readonly Abort[]): Promise<void> {
    await this.append({ aborts }, true);
  }

  /** Says that the notes of these migrations are all written; not synced, a lost mark costs nothing but a check. */
  async markApplied(seqs: readonly number[]): Promise<void> {
    await this.append({ applied: seqs }, false);
  }

  private async append(entry: JournalEntry, sync: boolean): Promise<void> {
    this.current ??= this.startSegment();
    const segment = this.current;
    const { bytes, records } = encodeEntry(entry, segment, this.bytesInSegment);
    await this.attempt('append', () => this.store.append(segmentFile(segment), bytes));
    if (sync && this.weakness.skipSync !== true)
      await this.attempt('sync', () => this.store.sync(segmentFile(segment)));
    this.remember(records);
    this.bytesInSegment += bytes.length;
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
    this.segments.push(segment);
    this.bytesInSegment = 0;
    return segment;
  }

  /** To be called when every note of every migration so far is durable: later openings start here. */
  async cut(): Promise<void> {
    await this.logs.flush();
    const logs = this.logs.heads();
    const next: Checkpoint = {
      format: 1,
      segment: this.nextSegment,
      ...this.last(),
      ...(logs.length === 0 ? {} : { logs }),
    };
    await this.store.write(CHECKPOINT_FILE, encodeUtf8(JSON.stringify(next)));
    this.checkpoint = next;
    this.current = null;
    // Read again when somebody asks for history: a long-running program does not keep all of it in memory.
    for (const segment of [...this.loaded.keys()]) if (segment < next.segment) this.loaded.delete(segment);
    this.olderLoaded = false;
  }

  /** The text with this hash, null when the journal does not hold it any more. */
  async text(hash: ContentHash): Promise<string | null> {
    if (!this.packs.has(hash)) await this.loadOlder();
    const location = this.packs.get(hash);
    if (location === undefined) return null;
    const { segment, offset } = this.lastPack?.location ?? {};
    if (this.lastPack === null || segment !== location.segment || offset !== location.offset) {
      const payload = await this.store.readRange(segmentFile(location.segment), location.offset, location.length);
      if (payload === null) return null;
      this.lastPack = { location, texts: decodePack(payload, this.host.compression) };
    }
    return this.lastPack.texts.get(hash) ?? null;
  }
}

function joinRecords(a: SegmentRecords, b: SegmentRecords): SegmentRecords {
  (a.migrations as Migration[]).push(...b.migrations);
  (a.aborts as Abort[]).push(...b.aborts);
  (a.applied as number[]).push(...b.applied);
  (a.versions as TableVersion[]).push(...b.versions);
  return a;
}

function collect(segments: readonly SegmentRecords[]): JournalRecords {
  const ordered = [...segments].sort((a, b) => a.segment - b.segment);
  return {
    migrations: ordered.flatMap(({ migrations }) => migrations).sort((a, b) => a.seq - b.seq),
    aborts: new Map(ordered.flatMap(({ aborts }) => aborts.map((abort) => [abort.seq, abort] as const))),
    applied: new Set(ordered.flatMap(({ applied }) => applied)),
    versions: ordered.flatMap(({ versions }) => versions),
  };
}
