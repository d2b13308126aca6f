/** When the notes are synced and the journal segment is cut. docs/architecture.md: Commit protocol. */

import type { Journal } from '../history/journal';
import type { Host } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import type { ProtocolWeakness } from './protocol';

/** A segment that passes this many bytes is cut after its cycle. */
const SEGMENT_LIMIT = 32 * 1024 * 1024;

/** Quiet time after which the notes are synced and the segment is cut, in milliseconds. */
const CHECKPOINT_AFTER = 10_000;

export class Checkpoints {
  private readonly unsynced = new Set<NotePath>();
  private stopTimer: (() => void) | null = null;
  private isHeld = false;

  constructor(
    private readonly host: Host,
    private readonly journal: Journal,
    private readonly weakness: ProtocolWeakness,
  ) {}

  /** Paths that were written since the last checkpoint. */
  isUnsynced(path: NotePath): boolean {
    return this.unsynced.has(path);
  }

  /** To be called before the paths are written. */
  expect(paths: Iterable<NotePath>): void {
    for (const path of paths) this.unsynced.add(path);
  }

  /** The journal holds records whose outcome only the next opening can settle: it is not cut any more. */
  hold(): void {
    this.isHeld = true;
  }

  /** Runs `task`, which has to make a checkpoint, when it stays quiet. */
  whenQuiet(task: () => void): void {
    this.callOff();
    this.stopTimer = this.host.scheduler.after(CHECKPOINT_AFTER, task);
  }

  callOff(): void {
    this.stopTimer?.();
    this.stopTimer = null;
  }

  get isDue(): boolean {
    return this.journal.segmentSize > SEGMENT_LIMIT;
  }

  /** Syncs the notes, then cuts the segment. Only between cycles. */
  async make(): Promise<void> {
    this.callOff();
    if ((this.unsynced.size === 0 && !this.journal.logs.isBehind) || this.isHeld) return;
    try {
      await this.force();
    } catch (error) {
      // The segment stays: the next opening looks at its notes again.
      this.host.logger.log('warning', 'checkpoint_failed', { detail: String(error) });
    }
  }

  /** The same in any case. Rejects when it could not be made. Not while the journal is held. */
  async force(): Promise<void> {
    this.callOff();
    if (this.weakness.skipNoteSync !== true) await this.host.vault.sync([...this.unsynced]);
    await this.journal.cut();
    this.unsynced.clear();
  }
}
