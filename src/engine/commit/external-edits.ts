/** Takes in what others write: hints from the watcher, and rescans, which are the truth. D7 */

import type { Host } from '../ports/host';
import type { FileStat, NotePath, VaultChange } from '../ports/vault-port';
import type { Store } from '../storage/store';
import { mayBeMetastore } from './definitions-file';
import type { ExternalScope } from './external-versions';
import { letGo } from './lost-rows';
import { lookQuietly } from './read-quietly';
import { Rescans } from './rescans';
import { isNews, placeFromDisk } from './take-in';
import type { WriteLane } from './write-lane';

/** Hints are gathered this long, in milliseconds. */
const GATHER = 50;
/** From the end of a rescan to the next, in milliseconds. */
const RESCAN_EVERY = 60 * 1000;
/** What became of rows that may be lost when somebody accepted that they are gone. */
export interface AcceptedDeletions {
  /** The rows that are gone now, by qualified table. */
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
  /** How many are there again: they are rows as before. */
  readonly returned: number;
}

export interface ExternalListener {
  /** Files that were taken in, with the tables whose rows changed. */
  changed(paths: readonly NotePath[], tables: readonly string[]): void;
  /** The metastore file was edited. */
  definitionsEdited(path: NotePath): Promise<void>;
}

/** What others write between the listing of the vault and the first moment in which somebody can take it in. */
export class EarlyHints {
  readonly changes: VaultChange[] = [];
  readonly stop: () => void;

  constructor(host: Host) {
    this.stop = host.vault.watch((change) => this.changes.push(change));
  }
}

/** Files that are not as they were taken in; null: gone. */
type Changed = readonly (readonly [NotePath, FileStat | null])[];

export class ExternalEdits {
  /** With what the host saw when it looked, if it did. */
  private readonly hinted = new Map<NotePath, FileStat | null>();
  private overflow = false;
  private readonly rescans: Rescans;
  private stops: (() => void)[] = [];
  private gathering: (() => void) | null = null;
  private isStopped = false;

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly lane: WriteLane,
    private readonly listener: ExternalListener,
  ) {
    this.rescans = new Rescans(
      host,
      store,
      lane,
      (path, stat) => this.isNews(path, stat),
      async (paths) => {
        for (const path of paths) this.hinted.set(path, null);
        if (!this.isStopped) await this.takeHinted();
      },
    );
  }

  /** `early`: what the watcher told while the vault was opened. */
  start(early: EarlyHints): void {
    this.stops.push(this.host.vault.watch((change) => this.hint(change)));
    early.stop();
    for (const change of early.changes) this.hint(change);
    this.rescanLater();
  }

  stop(): void {
    this.isStopped = true;
    for (const stop of this.stops.splice(0)) stop();
    this.gathering?.();
    this.gathering = null;
  }

  private rescanLater(): void {
    const stop = this.host.scheduler.after(RESCAN_EVERY, () => {
      this.stops = this.stops.filter((other) => other !== stop);
      void this.rescan()
        .catch((error: unknown) => this.notTakenIn(error))
        .finally(() => {
          if (!this.isStopped) this.rescanLater();
        });
    });
    this.stops.push(stop);
  }

  private hint(change: VaultChange): void {
    // Most hints tell of our own writes.
    if (change.kind === 'changed' && change.stat !== undefined && !this.isNews(change.path, change.stat)) return;
    if (change.kind === 'overflow') this.overflow = true;
    else this.hinted.set(change.path, (change.kind === 'changed' ? change.stat : null) ?? null);
    if (change.kind === 'renamed') this.hinted.set(change.from, null);
    this.gathering ??= this.host.scheduler.after(GATHER, () => {
      this.gathering = null;
      void this.flush().catch((error: unknown) => this.notTakenIn(error));
    });
  }

  /** The next hint looks at everything, and so does the next rescan. */
  private notTakenIn(error: unknown): void {
    this.overflow = true;
    this.host.logger.log('warning', 'edits_not_taken_in', { detail: String(error) });
  }

  private async flush(): Promise<void> {
    if (!this.overflow) return this.takeHinted();
    this.overflow = false;
    await this.rescan();
  }

  private takeHinted(): Promise<void> {
    return this.takingIn(async () => {
      const hints = [...this.hinted];
      this.hinted.clear();
      const stats = new Map<NotePath, FileStat | null>();
      for (const [path, seen] of hints) {
        // What was written when it was hinted at is known by now.
        if (seen !== null && !this.isNews(path, seen)) continue;
        stats.set(path, await this.host.vault.stat(path));
        await this.host.scheduler.pause();
      }
      return stats;
    });
  }

  /** Compares every file with what is known. */
  rescan(): Promise<void> {
    return this.rescans.request();
  }

  /** Believes that the notes of these suspect rows, by default of all, are gone. Those that are there again are rows as before. */
  async acceptDeletions(paths?: Iterable<NotePath>): Promise<AcceptedDeletions> {
    const rows = new Map<string, number>();
    let returned = 0;
    const look = async (): Promise<ReadonlyMap<NotePath, FileStat | null>> => {
      const stats = new Map<NotePath, FileStat | null>();
      for (const path of paths ?? [...this.store.suspects]) {
        const table = this.store.suspects.has(path) ? this.store.tableAt(path) : null;
        if (table === null) continue;
        const stat = await lookQuietly(this.host, path);
        // A host that can't say does not say that it is gone.
        if (stat === undefined) continue;
        stats.set(path, stat);
        if (stat !== null) returned += 1;
        else rows.set(table.qualified, (rows.get(table.qualified) ?? 0) + 1);
        await this.host.scheduler.pause();
      }
      return stats;
    };
    await this.takingIn(look, true);
    return { tables: [...rows].sort().map(([table, count]) => ({ table, rows: count })), returned };
  }

  /** Listeners are told when readers see it. `isBelieved`: that what is gone is gone. */
  private async takingIn(
    look: () => Promise<ReadonlyMap<NotePath, FileStat | null>>,
    isBelieved = false,
  ): Promise<void> {
    const tables = new Set<string>();
    let changed: Changed = [];
    await this.lane.takeIn(async (hold) => {
      changed = [...(await look())].filter(([path, stat]) => this.isNews(path, stat));
      if (changed.length === 0) return null;
      hold();
      return this.takeIn(changed, tables, isBelieved);
    });
    if (changed.length === 0) return;
    this.listener.changed(
      changed.map(([path]) => path),
      [...tables],
    );
  }

  /** A suspect row's note that is there again may be just what it was. */
  private isNews(path: NotePath, stat: FileStat | null): boolean {
    return isNews(this.store.files.get(path), stat) || (stat !== null && this.store.suspects.has(path));
  }

  /** What it may mean for the versions of tables. Adds the tables whose rows changed. */
  private async takeIn(changed: Changed, tables: Set<string>, isBelieved: boolean): Promise<ExternalScope> {
    if (changed.some(([path]) => this.lane.wasWritten(path))) await this.lane.checkpoint();
    const note = (path: NotePath): string => {
      const found = this.store.rowAt(path);
      if (found !== null) tables.add(found.table.qualified);
      return found?.row.id ?? '';
    };
    const ids = new Map(changed.map(([path]) => [path, note(path)]));
    await this.update(changed, isBelieved);
    for (const [path] of changed) note(path);
    const paths = new Set(changed.map(([path]) => path));
    // Where a row went, a copy of it may have become the row.
    for (const id of ids.values()) {
      const holder = id === '' ? null : this.store.holderOf(id);
      if (holder !== null) paths.add(holder);
    }
    const edited = changed.find(([path]) => path === this.store.metastore || isNewMetastore(this.store, path));
    if (edited !== undefined) await this.listener.definitionsEdited(edited[0]);
    return { paths, definitions: edited !== undefined, ids };
  }

  private async update(changed: Changed, isBelieved: boolean): Promise<void> {
    // What came is taken in before what went: a note that was moved keeps its row.
    for (const [, stat] of changed) {
      if (stat === null) continue;
      await placeFromDisk(this.host, this.store, stat);
      await this.host.scheduler.pause();
    }
    const gone = changed.filter(([, stat]) => stat === null).map(([path]) => path);
    if (!isBelieved) return letGo(this.host, this.store, gone);
    for (const path of gone) {
      this.store.drop(path);
      await this.host.scheduler.pause();
    }
  }
}

const isNewMetastore = (store: Store, path: NotePath): boolean =>
  store.metastore === null && mayBeMetastore(path, store.catalog.root);
