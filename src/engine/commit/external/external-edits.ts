/** Ingests external edits: hints from the watcher, and rescans, which are the truth. D7 */

import type { Host } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import { type FileStat, type NotePath, reasonOf, type VaultChange, type VaultFailure } from '../../ports/vault-port';
import { compareAge } from '../../storage/store/id-precedence';
import type { Store } from '../../storage/store/store';
import { mayBeMetastore } from '../definitions-file';
import { MissingNotes } from './missing-notes';
import { VanishedRows, ingestDeletions } from './unconfirmed-deletions';
import { lookQuietly } from '../read-quietly';
import { vaultId } from '../vault-id';
import { isExternalChange, placeFile } from './ingest';
import { TouchedRows } from './touched-rows';
import { newlyUnread, PathLooks, unlistedBy, withoutUnread } from './unreadable-paths';
import { VaultRescans } from './vault-rescans';
import { rowIn } from '../write-changes';
import type { WriteLane } from '../lane/write-lane';

/** Hints are gathered this long, in milliseconds. */
const GATHER = 50;
/** From the end of a rescan to the next, in milliseconds. */
const RESCAN_EVERY = 60 * 1000;
/** After the last of many missing notes that is found elsewhere, no other one is expected, in milliseconds. */
const MOVES_SETTLE = 2000;

export interface AcceptedDeletions {
  /** The rows that are gone now, by qualified table. */
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
  /** How many are there again: they are rows as before. */
  readonly returned: number;
}

/** External edits between the listing of the vault and the first ingest. */
export class EarlyHints {
  readonly changes: VaultChange[] = [];
  readonly stop: () => void;

  constructor(host: Host) {
    this.stop = host.vault.watch((change) => this.changes.push(change));
  }
}

export class ExternalEdits {
  /** With what the host saw when it looked, if it did. */
  private readonly hinted = new Map<NotePath, FileStat | null>();
  private readonly looks: PathLooks;
  private readonly missingNotes: MissingNotes;
  private readonly vanished: VanishedRows;
  private judging: (() => void) | null = null;
  private overflow = false;
  private readonly rescans: VaultRescans;
  private stops: (() => void)[] = [];
  private gathering: (() => void) | null = null;
  private isStopped = false;

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly lane: WriteLane,
    /** Called when a file that may hold the definitions came, went or was edited. Resolves to the notes that were read again for it. */
    private readonly definitionsEdited: () => Promise<readonly NotePath[]>,
  ) {
    this.looks = new PathLooks(host);
    this.missingNotes = new MissingNotes(host.clock);
    this.vanished = new VanishedRows(store);
    this.rescans = new VaultRescans(
      host,
      store,
      lane,
      this.looks,
      (path, stat) => this.isExternalChange(path, stat),
      async (paths, isFinal) => {
        for (const path of paths) this.hinted.set(path, null);
        if (!this.isStopped) await this.ingestHinted(isFinal);
      },
    );
  }

  /** `early`: hints of the watcher while the vault was opened. */
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
    this.judging?.();
  }

  /** Some rows that vanished together turned out to have moved: when no more do, the rule is judged again for the others. */
  private judgeAgainLater(): void {
    this.judging?.();
    this.judging = this.host.scheduler.after(MOVES_SETTLE, () => {
      this.judging = null;
      void this.judgeAgain().catch((error: unknown) => this.ingestFailed(error));
    });
  }

  private async judgeAgain(): Promise<void> {
    const gone = this.vanished.takeTrusted();
    if (gone.length > 0 && (await vaultId(this.host)) !== null) await this.acceptDeletions(gone);
  }

  private rescanLater(): void {
    const stop = this.host.scheduler.after(RESCAN_EVERY, () => {
      this.stops = this.stops.filter((other) => other !== stop);
      void this.rescans
        .request(false)
        .catch((error: unknown) => this.ingestFailed(error))
        .finally(() => {
          if (!this.isStopped) this.rescanLater();
        });
    });
    this.stops.push(stop);
  }

  private hint(change: VaultChange): void {
    // Most hints are of our own writes.
    if (change.kind === 'changed' && change.stat !== undefined && !this.isExternalChange(change.path, change.stat))
      return;
    if (change.kind === 'overflow') this.overflow = true;
    else this.hinted.set(change.path, (change.kind === 'changed' ? change.stat : null) ?? null);
    if (change.kind === 'renamed') this.hinted.set(change.from, null);
    this.missingNotes.heard();
    this.flushAfter(GATHER);
  }

  private flushAfter(milliseconds: number): void {
    this.gathering ??= this.host.scheduler.after(milliseconds, () => {
      this.gathering = null;
      void this.flush().catch((error: unknown) => this.ingestFailed(error));
    });
  }

  /** The next hint looks at everything, and so does the next rescan. */
  private ingestFailed(error: unknown): void {
    this.overflow = true;
    this.host.logger.log('warning', 'edits_not_taken_in', { detail: String(error) });
  }

  private async flush(): Promise<void> {
    if (!this.overflow) return this.ingestHinted(false);
    this.overflow = false;
    await this.rescans.request(false);
  }

  /** A write met edits of these notes: they are ingested before the next write is planned. */
  ingestFirst(paths: readonly NotePath[]): void {
    for (const path of paths) this.hinted.set(path, null);
    void this.ingestHinted(false).catch((error: unknown) => this.ingestFailed(error));
  }

  /** `isFinal`: missing files are deleted, and do not wait to be found elsewhere. */
  private async ingestHinted(isFinal: boolean): Promise<void> {
    await this.ingesting(async () => {
      const seen = await this.lookAtHinted();
      // Definitions decide which notes are rows: after an external edit of them any row may differ.
      const isEdited = [...seen].some(([path, stat]) => this.mayDefine(path) && this.isExternalChange(path, stat));
      return isEdited ? this.lookAtAll() : this.withoutMissingNotes(seen, isFinal);
    });
    if (this.missingNotes.size > 0) this.flushAfter(this.missingNotes.wait);
  }

  private async lookAtHinted(): Promise<Map<NotePath, FileStat | null>> {
    const hints = [...this.hinted];
    this.hinted.clear();
    const seen = new Map<NotePath, FileStat | null>();
    for (const [path, stat] of hints) {
      // A write of our own is in the store by now.
      if (stat !== null && !this.isExternalChange(path, stat)) continue;
      await this.lookAt(path, seen);
      // It was there when the host looked: the host reports next that it went, and where to.
      if (stat !== null && seen.get(path) === null) seen.delete(path);
      await this.host.scheduler.pause();
    }
    return seen;
  }

  /** A path that can't be looked at is left out. */
  private async lookAt(path: NotePath, seen: Map<NotePath, FileStat | null>): Promise<void> {
    const stat = await this.looks.at(path);
    if (stat !== undefined) seen.set(path, stat);
  }

  /** Missing notes wait until all of them are known; the engine then looks at them once more. */
  private async withoutMissingNotes(seen: Map<NotePath, FileStat | null>, isFinal: boolean): Promise<Seen> {
    for (const [path, stat] of seen) {
      if (stat !== null || this.store.tableAt(path) === null) continue;
      this.missingNotes.add(path);
      seen.delete(path);
    }
    return !isFinal && this.missingNotes.wait > 0 ? seen : new Map([...seen, ...(await this.checkMissingNotes())]);
  }

  /** Compares every file with the store, and decides at once which ones are gone. */
  rescan(): Promise<void> {
    return this.rescans.request(true);
  }

  private async checkMissingNotes(): Promise<Map<NotePath, FileStat | null>> {
    const seen = new Map<NotePath, FileStat | null>();
    for (const path of this.missingNotes.take()) {
      await this.lookAt(path, seen);
      await this.host.scheduler.pause();
    }
    return seen;
  }

  private async lookAtAll(): Promise<Seen> {
    const seen = new Map<NotePath, FileStat | null>();
    this.missingNotes.take();
    const { files, failures } = await this.host.vault.list();
    this.looks.listed(failures);
    const isUnlisted = unlistedBy(failures);
    for (const stat of files) {
      seen.set(stat.path, stat);
      await this.host.scheduler.pause();
    }
    for (const path of this.store.files.keys()) {
      await this.host.scheduler.pause();
      if (seen.has(path)) continue;
      if (isUnlisted(path)) await this.lookAt(path, seen);
      else seen.set(path, null);
    }
    return seen;
  }

  /** Confirms the deletion of these notes, by default of all unconfirmed ones. Notes that are there again stay rows. */
  async acceptDeletions(paths?: Iterable<NotePath>): Promise<AcceptedDeletions> {
    const rows = new Map<string, number>();
    let returned = 0;
    const look = async (): Promise<Seen> => {
      const stats = new Map<NotePath, FileStat | null>();
      for (const path of paths ?? [...this.store.unconfirmedDeletions]) {
        const table = this.store.unconfirmedDeletions.has(path) ? this.store.tableAt(path) : null;
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
    await this.ingesting(look, true);
    return { tables: [...rows].sort().map(([table, count]) => ({ table, rows: count })), returned };
  }

  /** `isBelieved`: missing files count as deleted. */
  private ingesting(look: () => Promise<Seen>, isBelieved = false): Promise<void> {
    return this.lane.ingest(async (hold) => {
      const touched = new TouchedRows(this.store);
      const seen = await look();
      const differing: (readonly [NotePath, FileStat | null])[] = [];
      await inTurns(seen, this.host.scheduler, (each) => {
        if (this.isExternalChange(...each, isBelieved)) differing.push(each);
      });
      const changed = await withoutUnread(this.host, this.store, differing);
      const unread = newlyUnread(this.store, this.looks.takeFailed());
      if (changed.length + unread.length === 0) return null;
      const before = hold();
      for (const failure of unread) this.keepUnread(failure, touched);
      const again = await this.ingest(seen, changed, touched, isBelieved);
      for (const path of again ?? []) touched.note(path, { was: rowIn(before, path), isNews: false, isEdited: false });
      return { touched, scope: { ...touched.scope(), definitions: again !== null } };
    });
  }

  private keepUnread(failure: VaultFailure, touched: TouchedRows): void {
    const { path } = failure;
    touched.note(path, { was: rowIn(this.store, path), isNews: true, isEdited: false });
    this.store.keepRow(path, null, { reason: reasonOf(failure), isUnread: true });
  }

  /** A suspect row's note that is there again may be just what it was; that it is still gone is known. */
  private isExternalChange(path: NotePath, stat: FileStat | null, isBelieved = false): boolean {
    if (this.store.unconfirmedDeletions.has(path)) return stat !== null || isBelieved;
    return (stat !== null && this.store.isUnread(path)) || isExternalChange(this.store.files.get(path), stat);
  }

  private mayDefine(path: NotePath): boolean {
    return path === this.store.metastore || mayBeMetastore(path, this.store.catalog.root);
  }

  /** Resolves to the notes that were read again because definitions may have changed too; null: they have not. */
  private async ingest(
    seen: Seen,
    changed: ChangedStats,
    touched: TouchedRows,
    isBelieved: boolean,
  ): Promise<readonly NotePath[] | null> {
    const { store } = this;
    await this.update(changed, touched, isBelieved);
    const unconfirmed = [...store.unconfirmedDeletions];
    const isEdited = changed.some(([path]) => this.mayDefine(path));
    const again = isEdited ? await this.definitionsEdited() : null;
    // A note that is not a row any more is not waited for.
    const ended = unconfirmed.filter((path) => seen.get(path) === null && store.tableAt(path) === null);
    const moved = await movedRows(this.host, store, seen);
    const elsewhere = moved.flatMap(([path, stat]) => (stat === null ? [path] : []));
    if (this.vanished.haveMoved(elsewhere)) this.judgeAgainLater();
    await this.update([...ended.map((path) => [path, null] as const), ...moved], touched, true);
    return again;
  }

  private async update(changed: ChangedStats, touched: TouchedRows, isBelieved: boolean): Promise<void> {
    if (changed.some(([path]) => this.lane.wasWritten(path))) await this.lane.checkpoint();
    for (const [path, stat] of changed) touched.add(path, stat);
    // New files are ingested before deleted ones: a moved note keeps its row. Of two notes with one id the older one is the row.
    for (const stat of changed.flatMap(([, found]) => found ?? []).sort(compareAge)) {
      this.vanished.isBack(stat.path);
      await placeFile(this.host, this.store, stat);
      await this.host.scheduler.pause();
    }
    this.store.settleCopies(
      changed.map(([path]) => path),
      (path) => touched.add(path, this.store.files.get(path) ?? null),
    );
    const gone = changed.filter(([, stat]) => stat === null).map(([path]) => path);
    if (!isBelieved) return ingestDeletions(this.host, this.store, gone, this.vanished);
    for (const path of gone) {
      this.store.drop(path);
      await this.host.scheduler.pause();
    }
  }
}

/** The stat of each file; null: gone. */
type Seen = ReadonlyMap<NotePath, FileStat | null>;

type ChangedStats = readonly (readonly [NotePath, FileStat | null])[];

/**
 * Where copies were seen, or rows may be lost of which there is a copy: the notes of the rows that are gone, and the notes of rows
 * that may be lost that are there again. The disk is asked: where a note went may be heard of late, or never.
 */
async function movedRows(host: Host, store: Store, seen: Seen): Promise<ChangedStats> {
  const found = new Map<NotePath, FileStat | null>();
  for (const [path, { row }] of [...store.duplicates]) {
    await host.scheduler.pause();
    const holder = store.pathOfId(row.id);
    if (holder === null || found.has(holder)) continue;
    const isSuspect = store.unconfirmedDeletions.has(holder);
    if (!seen.has(path) && !isSuspect) continue;
    const stat = seen.has(holder) ? seen.get(holder) : await lookQuietly(host, holder);
    // A host that can't say does not say that it is gone.
    if (stat === null || (stat !== undefined && isSuspect)) found.set(holder, stat);
  }
  return [...found];
}
