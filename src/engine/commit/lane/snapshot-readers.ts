/** Snapshots of the last committed state, for readers while writes go on. Every answer comes from one snapshot. */

import { CommittedHistory } from '../../history/history-reader';
import type { Journal } from '../../history/journal/journal';
import type { VaultPort } from '../../ports/vault-port';
import { FrozenView } from '../../storage/store/frozen-view';
import type { Store } from '../../storage/store/store';
import type { CommittedView } from '../../storage/view';
import { DiskSnapshots } from './committed-notes';
import type { Seen } from '../open-view';
import type { PlannedMigration } from './planned-write';

/** Rows, notes and history of one moment. */
export interface ReadSnapshot extends Seen {
  readonly view: CommittedView;
}

export class SnapshotReaders {
  /** The snapshot of readers while the store is ahead. */
  private frozen: ReadSnapshot | null = null;
  /** The snapshot of the present, once a reader asked. */
  private present: ReadSnapshot | null = null;
  private readonly disk: DiskSnapshots;

  constructor(
    vault: VaultPort,
    private readonly store: Store,
    private readonly journal: Journal,
    /** The last sequence number given out. */
    private readonly lastSeq: () => number,
  ) {
    this.disk = new DiskSnapshots(vault);
  }

  snapshot(): ReadSnapshot {
    return this.frozen ?? (this.present ??= this.freeze());
  }

  private freeze(): ReadSnapshot {
    const view = new FrozenView(this.store);
    return { view, vault: this.disk.freeze(view), journal: new CommittedHistory(this.journal, this.lastSeq()) };
  }

  /** From now on store, disk and journal go ahead of what readers see. Returns that. */
  freezeReaders(): CommittedView {
    this.frozen = this.snapshot();
    return this.frozen.view;
  }

  /** These are about to be written to the disk. */
  async keepTextsBefore(planned: readonly PlannedMigration[]): Promise<void> {
    for (const { prepared } of planned) await this.disk.keep(prepared);
  }

  /** Readers see what is there now, all of it in one moment. */
  releaseReaders(): void {
    this.frozen = null;
    this.present = null;
  }
}
