/** Notifies the owner of changes by apps and bulk writes. D15, docs/rights.md#notices */

import { Notice } from 'obsidian';
import type { EngineChange } from '../engine/index';
import type { OperationsClient } from '../ui/client/operations-client';
import type { WriteBurst } from '../ui/changes/write-burst';
import { WriteNotice } from '../ui/shells/obsidian/write-notice';

export interface WriteNoticesSource {
  /** Whether the owner wants notices. */
  isOn(): boolean;
  /** Whether a view of the plugin made the write: the view shows its own notice. Asked before the write is answered. */
  isOfView(migrationId: string | null): Promise<boolean>;
  /** Null unless the vault is open. */
  client(): OperationsClient | null;
  /** Shows a table; qualified. */
  view(table: string): void;
}

export class WriteNotices {
  /** By writer. */
  private readonly shown = new Map<string | null, { readonly notice: WriteNotice; readonly burst: WriteBurst }>();

  constructor(private readonly source: WriteNoticesSource) {}

  async tell(change: EngineChange): Promise<void> {
    if (!this.source.isOn()) return;
    const isOfView = this.source.isOfView(change.migrationId);
    const { burstOf, burstText, joinedBurst } = await import('../ui/changes/write-burst');
    const next = burstOf(change);
    if (next === null || (next.writer === null && (await isOfView))) return;
    // The vault may have been closed meanwhile.
    if (this.source.client() === null) return;
    const last = this.shown.get(next.writer);
    const goesOn = last?.notice.isShown === true;
    const notice = goesOn ? last.notice : new WriteNotice();
    const burst = goesOn ? joinedBurst(last.burst, next) : next;
    this.shown.set(next.writer, { notice, burst });
    const [table] = burst.tables;
    notice.show(`${burstText(burst)}.`, {
      view: table === undefined ? null : () => this.source.view(table),
      undo: () => void this.undo(burst),
    });
  }

  /** When the vault closes nothing can be taken back any more. */
  hide(): void {
    for (const { notice } of this.shown.values()) notice.hide();
    this.shown.clear();
  }

  private async undo({ migrations }: WriteBurst): Promise<void> {
    const { undoWrites } = await import('../ui/changes/undo-writes');
    const client = this.source.client();
    new Notice(client === null ? 'The tables are not open just now.' : (await undoWrites(client, migrations)).text);
  }
}
