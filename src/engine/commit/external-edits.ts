/** Takes in what others write: hints from the watcher, and rescans, which are the truth. D7 */

import type { Host } from '../ports/host';
import type { FileStat, NotePath, VaultChange } from '../ports/vault-port';
import type { Store } from '../storage/store';
import { mayBeMetastore } from './definitions-file';
import type { ExternalScope } from './external-versions';
import { isNews, placeFromDisk } from './take-in';
import type { WriteLane } from './write-lane';

/** Hints are gathered this long, in milliseconds. */
const GATHER = 50;
/** A rescan at least this often, in milliseconds. */
const RESCAN_EVERY = 10 * 60 * 1000;
/** More rows than this, and more than this share of a table, vanishing at once are not believed. D7 */
const MASS_ROWS = 50;
const MASS_SHARE = 0.2;
/** Its absence means that the vault is not really there. */
const SENTINEL = 'vault-id';

export interface ExternalListener {
  /** Files that were taken in, with the tables whose rows changed. */
  changed(paths: readonly NotePath[], tables: readonly string[]): void;
  /** The metastore file was edited. */
  definitionsEdited(path: NotePath): Promise<void>;
}

/** Files that are not as they were taken in; null: gone. */
type Changed = readonly (readonly [NotePath, FileStat | null])[];

export class ExternalEdits {
  /** With what the host saw when it looked, if it did. */
  private readonly hinted = new Map<NotePath, FileStat | null>();
  private overflow = false;
  private stops: (() => void)[] = [];
  private gathering: (() => void) | null = null;

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly lane: WriteLane,
    private readonly listener: ExternalListener,
  ) {}

  start(): void {
    this.stops.push(this.host.vault.watch((change) => this.hint(change)));
    this.rescanLater();
  }

  stop(): void {
    for (const stop of this.stops.splice(0)) stop();
    this.gathering?.();
    this.gathering = null;
  }

  private rescanLater(): void {
    const stop = this.host.scheduler.after(RESCAN_EVERY, () => {
      this.stops = this.stops.filter((other) => other !== stop);
      void this.rescan().catch((error: unknown) => this.notTakenIn(error));
      this.rescanLater();
    });
    this.stops.push(stop);
  }

  private hint(change: VaultChange): void {
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
    if (this.overflow) {
      this.overflow = false;
      await this.rescan();
      return;
    }
    await this.takingIn(async () => {
      const hints = [...this.hinted];
      this.hinted.clear();
      const stats = new Map<NotePath, FileStat | null>();
      for (const [path, seen] of hints) {
        // Most hints tell of our own writes.
        if (seen !== null && !isNews(this.store.files.get(path), seen)) continue;
        stats.set(path, await this.host.vault.stat(path));
      }
      return stats;
    });
  }

  /** Compares every file with what is known. */
  rescan(): Promise<void> {
    return this.takingIn(async () => {
      const stats = new Map<NotePath, FileStat | null>();
      for (const stat of await this.host.vault.list()) {
        stats.set(stat.path, stat);
        await this.host.scheduler.pause();
      }
      for (const path of this.store.files.keys()) if (!stats.has(path)) stats.set(path, null);
      return stats;
    });
  }

  /** Listeners are told when readers see it. */
  private async takingIn(look: () => Promise<ReadonlyMap<NotePath, FileStat | null>>): Promise<void> {
    const tables = new Set<string>();
    let changed: Changed = [];
    await this.lane.takeIn(async (hold) => {
      changed = [...(await look())].filter(([path, stat]) => isNews(this.store.files.get(path), stat));
      if (changed.length === 0) return null;
      hold();
      return this.takeIn(changed, tables);
    });
    if (changed.length === 0) return;
    this.listener.changed(
      changed.map(([path]) => path),
      [...tables],
    );
  }

  /** What it may mean for the versions of tables. Adds the tables whose rows changed. */
  private async takeIn(changed: Changed, tables: Set<string>): Promise<ExternalScope> {
    if (changed.some(([path]) => this.lane.wasWritten(path))) await this.lane.checkpoint();
    const note = (path: NotePath): string => {
      const found = this.store.rowAt(path);
      if (found !== null) tables.add(found.table.qualified);
      return found?.row.id ?? '';
    };
    const ids = new Map(changed.map(([path]) => [path, note(path)]));
    await this.update(changed);
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

  private async update(changed: Changed): Promise<void> {
    // What came is taken in before what went: a note that was moved keeps its row.
    for (const [, stat] of changed) {
      if (stat === null) continue;
      await placeFromDisk(this.host, this.store, stat);
      await this.host.scheduler.pause();
    }
    const gone = changed.filter(([, stat]) => stat === null).map(([path]) => path);
    const suspects = await this.suspects(gone);
    for (const path of gone) {
      if (suspects.has(path)) this.store.suspects.add(path);
      else this.store.drop(path);
    }
    if (suspects.size > 0) this.host.logger.log('warning', 'rows_suspect', { rows: suspects.size });
  }

  /** Rows whose absence is not believed. One that was suspect before stays so until its note is back. */
  private async suspects(gone: readonly NotePath[]): Promise<ReadonlySet<NotePath>> {
    const byTable = new Map<string, NotePath[]>();
    const known: NotePath[] = [];
    for (const path of gone) {
      const row = this.store.rowAt(path);
      // A note that was moved by hand has a copy elsewhere with the same id.
      const isMoved = row !== null && [...this.store.copies.values()].some((copy) => copy.row.id === row.row.id);
      if (row === null || isMoved) continue;
      if (this.store.suspects.has(path)) {
        known.push(path);
        continue;
      }
      byTable.set(row.table.qualified, [...(byTable.get(row.table.qualified) ?? []), path]);
    }
    if (byTable.size === 0) return new Set(known);
    if ((await this.host.privateStore.read(SENTINEL)) === null) return new Set([...known, ...byTable.values()].flat());
    const massive = [...byTable].filter(
      ([table, paths]) => paths.length > MASS_ROWS && paths.length > this.store.table(table).size * MASS_SHARE,
    );
    return new Set([...known, ...massive.flatMap(([, paths]) => paths)]);
  }
}

const isNewMetastore = (store: Store, path: NotePath): boolean =>
  store.metastore === null && mayBeMetastore(path, store.catalog.root);

/** Written once, so that its loss tells that the vault is not there. */
export async function writeSentinel(host: Host): Promise<void> {
  if ((await host.privateStore.read(SENTINEL)) !== null) return;
  const id = host.ids.uuid();
  await host.privateStore.write(
    SENTINEL,
    Uint8Array.from(id, (character) => character.charCodeAt(0)),
  );
}
