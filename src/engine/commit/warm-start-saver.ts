/** Saves the warm-start file while the vault is open and quiet, and when it closes. docs/formats.md#warm-start-file */

import type { Publisher } from '../feed/published';
import type { Host } from '../ports/host';

/** The name of the warm-start file among the host's caches. */
export const WARM_START = 'warm-start';

/** Milliseconds from the first unsaved change: a kill loses no more than that. */
const SAVE_AFTER = 2 * 60_000;
/** Milliseconds without a change before the file is saved: writes wait while it is made … */
const QUIET = 10_000;
/** … but not for longer than this, where somebody always writes. */
const LONGEST_UNSAVED = 10 * 60_000;

interface WarmStartDeps {
  readonly host: Pick<Host, 'cache' | 'clock' | 'logger' | 'readOnly' | 'scheduler'>;
  readonly publisher: Pick<Publisher, 'subscribe'>;
  /** The file of the present state. Null: a change is not in the journal yet, and would never be found. */
  encode(): Promise<Uint8Array | null>;
}

export class WarmStartSaver {
  /** When the first unsaved change came; null: the file is as the vault is. */
  private unsavedSince: number | null = null;
  private changedAt = 0;
  private saving: Promise<void> | null = null;
  private callOff: (() => void) | null = null;

  constructor(private readonly deps: WarmStartDeps) {}

  /** `isStale`: the file is not as the vault is. */
  start(isStale: boolean): void {
    if (this.deps.host.readOnly === true) return;
    this.deps.publisher.subscribe(() => this.changed());
    if (isStale) this.changed();
  }

  private changed(): void {
    this.changedAt = this.deps.host.clock.now();
    this.unsavedSince ??= this.changedAt;
    this.callOff ??= this.lookIn(SAVE_AFTER);
  }

  private lookIn(delay: number): () => void {
    return this.deps.host.scheduler.after(delay, () => {
      const now = this.deps.host.clock.now();
      const isOverdue = now - (this.unsavedSince ?? now) >= LONGEST_UNSAVED;
      const wait = this.changedAt + QUIET - now;
      this.callOff = wait > 0 && !isOverdue ? this.lookIn(wait) : null;
      if (this.callOff === null) void this.save();
    });
  }

  /** Saves a last time, when the vault can change no more. */
  async close(): Promise<void> {
    this.callOff?.();
    await this.saving;
    if (this.unsavedSince !== null) await this.save();
  }

  private save(): Promise<void> {
    return (this.saving ??= this.write().finally(() => (this.saving = null)));
  }

  /** Losing it costs the next opening some reading, nothing else. */
  private async write(): Promise<void> {
    const { cache, logger } = this.deps.host;
    const since = this.unsavedSince;
    try {
      const bytes = await this.deps.encode();
      if (bytes === null) return;
      // A change from now on is not in it.
      this.unsavedSince = null;
      await cache.write(WARM_START, bytes);
    } catch (error) {
      this.unsavedSince = since;
      logger.log('warning', 'warm_start_not_saved', { detail: String(error) });
    }
  }
}
