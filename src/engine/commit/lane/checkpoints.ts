/** When the notes are synced and the journal segment is cut. docs/architecture.md: Commit protocol. */

import type { Journal } from '../../history/journal/journal';
import type { Host } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import type { ProtocolWeakness } from '../protocol';

/** A segment that passes this many bytes is cut soon. */
const SEGMENT_LIMIT = 32 * 1024 * 1024;

/** One that passes this many is cut after its cycle, and writes wait for it: the disk can't keep up. */
const LARGEST_SEGMENT = 4 * SEGMENT_LIMIT;

/** Quiet time after which the notes are synced and the segment is cut, in milliseconds. */
const CHECKPOINT_AFTER = 10_000;

/** Writes without a pause never come to a checkpoint that takes their paths. */
const MOST_EXPECTED = 100;

export class Checkpoints {
  /** The paths that were written since the last checkpoint, each with the number of its last write. */
  private readonly written = new Map<NotePath, number>();
  /** Of writes whose paths were not needed yet: while files are made there is no time for them. */
  private expected: { readonly paths: Iterable<NotePath>; readonly write: number }[] = [];
  private writes = 0;
  /** What writes up to this number left is synced. */
  private syncedUpTo = 0;
  private stopTimer: (() => void) | null = null;
  /** One that is being made while writes go on. */
  private begun: Promise<void> | null = null;

  /** `betweenCycles` runs a task while no write is under way. */
  constructor(
    private readonly host: Host,
    private readonly journal: Journal,
    private readonly weakness: ProtocolWeakness,
    private readonly betweenCycles: (task: () => Promise<void>) => Promise<void>,
    /** Whether the journal holds records whose outcome is not settled: it is not cut then. */
    private readonly isHeld: () => boolean,
  ) {}

  /** Paths that were written since the last checkpoint. */
  wasWritten(path: NotePath): boolean {
    this.takeExpected();
    return this.written.has(path);
  }

  /** To be called before the paths are written. */
  expect(paths: Iterable<NotePath>): void {
    this.writes += 1;
    this.expected.push({ paths, write: this.writes });
    if (this.expected.length > MOST_EXPECTED) this.takeExpected();
  }

  private takeExpected(): void {
    for (const { paths, write } of this.expected) for (const path of paths) this.written.set(path, write);
    this.expected = [];
  }

  /** To be called after a cycle: makes one when it is time, soon when the segment has grown, or when it stays quiet. */
  async afterCycle(): Promise<void> {
    this.callOff();
    if (this.journal.segmentSize > LARGEST_SEGMENT) await this.make();
    else if (this.journal.segmentSize > SEGMENT_LIMIT) this.begin();
    else this.stopTimer = this.host.scheduler.after(CHECKPOINT_AFTER, () => this.begin());
  }

  callOff(): void {
    this.stopTimer?.();
    this.stopTimer = null;
  }

  /** Resolves when none is being made. */
  async settled(): Promise<void> {
    await this.begun;
  }

  /**
   * Thousands of notes take seconds to sync: writes go on meanwhile, and wait only for what they wrote themselves. To be called
   * when no write is under way.
   */
  private begin(): void {
    this.begun ??= this.syncAhead().finally(() => (this.begun = null));
  }

  private async syncAhead(): Promise<void> {
    try {
      await this.syncWritten();
    } catch (error) {
      this.failed(error);
      return;
    }
    await this.betweenCycles(() => this.make());
  }

  /** Syncs the notes, then cuts the segment. Only between cycles. */
  async make(): Promise<void> {
    this.callOff();
    this.takeExpected();
    const { logs, holdsExternal } = this.journal;
    if ((this.written.size === 0 && !logs.isBehind && !holdsExternal) || this.isHeld()) return;
    try {
      await this.force();
    } catch (error) {
      this.failed(error);
    }
  }

  /** The same in any case. Rejects when it could not be made. Not while the journal is held. */
  async force(): Promise<void> {
    this.callOff();
    await this.syncWritten();
    await this.journal.cut();
    this.written.clear();
  }

  /** A path that is written while it is synced has a higher number then, and is synced again. */
  private async syncWritten(): Promise<void> {
    const { writes } = this;
    this.takeExpected();
    const paths = [...this.written].filter(([, write]) => write > this.syncedUpTo).map(([path]) => path);
    if (paths.length > 0 && this.weakness.skipNoteSync !== true) await this.host.vault.sync(paths);
    this.syncedUpTo = Math.max(this.syncedUpTo, writes);
  }

  /** The segment stays: the next opening looks at its notes again. */
  private failed(error: unknown): void {
    this.host.logger.log('warning', 'checkpoint_failed', { detail: String(error) });
  }
}
