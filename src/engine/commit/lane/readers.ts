/** What readers see: the last committed state, whatever is written while they read. Every answer comes from one snapshot. */

import { CommittedHistory } from '../../history/history-reader';
import type { Journal } from '../../history/journal/journal';
import type { VaultPort } from '../../ports/vault-port';
import { FrozenView } from '../../storage/store/frozen-view';
import type { Store } from '../../storage/store/store';
import type { CommittedView } from '../../storage/view';
import { DiskMoments } from './committed-notes';
import type { Seen } from '../open-view';
import type { Planned } from './planned';

/** Rows, notes and history of one moment. */
export interface Snapshot extends Seen {
  readonly view: CommittedView;
}

export class Readers {
  /** What readers see while the store goes ahead of them. */
  private held: Snapshot | null = null;
  /** What they see otherwise, once somebody asked. */
  private present: Snapshot | null = null;
  private readonly disk: DiskMoments;

  constructor(
    vault: VaultPort,
    private readonly store: Store,
    private readonly journal: Journal,
    /** The last sequence number given out. */
    private readonly lastSeq: () => number,
  ) {
    this.disk = new DiskMoments(vault);
  }

  snapshot(): Snapshot {
    return this.held ?? (this.present ??= this.freeze());
  }

  private freeze(): Snapshot {
    const view = new FrozenView(this.store);
    return { view, vault: this.disk.freeze(view), journal: new CommittedHistory(this.journal, this.lastSeq()) };
  }

  /** From now on store, disk and journal go ahead of what readers see. Returns that. */
  hold(): CommittedView {
    this.held = this.snapshot();
    return this.held.view;
  }

  /** These are about to be written to the disk. */
  async keep(planned: readonly Planned[]): Promise<void> {
    for (const { prepared } of planned) await this.disk.keep(prepared);
  }

  /** Readers see what is there now, all of it in one moment. */
  release(): void {
    this.held = null;
    this.present = null;
  }
}
