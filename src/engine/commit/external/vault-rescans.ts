/** Rescans: every file of the vault compared with the store. D7 */

import type { Host } from '../../ports/host';
import type { FileStat, NotePath } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import type { WriteLane } from '../lane/write-lane';
import { type PathLooks, unlistedBy } from './unreadable-paths';

/** One rescan at a time, and at most one that waits. */
export class VaultRescans {
  private last: Promise<void> = Promise.resolve();
  private waiting: Promise<void> | null = null;
  private isFinal = false;

  /** `isExternalChange`: whether a file is not as it is known. `ingest`: gets the files that differ; `isFinal`: those that are gone are gone. */
  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly lane: WriteLane,
    private readonly looks: PathLooks,
    private readonly isNews: (path: NotePath, stat: FileStat | null) => boolean,
    private readonly ingest: (paths: readonly NotePath[], isFinal: boolean) => Promise<void>,
  ) {}

  /** A rescan that begins from now on; resolves when its findings are ingested. `isFinal`: notes on their way are not waited for. */
  request(isFinal: boolean): Promise<void> {
    this.isFinal ||= isFinal;
    this.waiting ??= this.last
      .catch(() => undefined)
      .then(() => {
        this.last = this.waiting as Promise<void>;
        this.waiting = null;
        const wasFinal = this.isFinal;
        this.isFinal = false;
        return this.rescan(wasFinal);
      });
    return this.waiting;
  }

  private async rescan(isFinal: boolean): Promise<void> {
    // While a write is applied the store is ahead of the disk, and all its files differ.
    await this.lane.exclusive(() => Promise.resolve());
    await this.ingest(await this.differences(), isFinal);
  }

  /** Writes go on meanwhile: who ingests looks at each file again. */
  private async differences(): Promise<readonly NotePath[]> {
    const { vault, scheduler } = this.host;
    const found: NotePath[] = [];
    const present = new Set<NotePath>();
    const { files, failures } = await vault.list();
    this.looks.listed(failures);
    const isUnlisted = unlistedBy(failures);
    for (const stat of files) {
      present.add(stat.path);
      if (this.isNews(stat.path, stat)) found.push(stat.path);
      await scheduler.pause();
    }
    for (const path of this.store.files.keys()) {
      if (!present.has(path) && (isUnlisted(path) || this.isNews(path, null))) found.push(path);
      await scheduler.pause();
    }
    return found;
  }
}
