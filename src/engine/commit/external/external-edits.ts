/** Takes in what others write: hints from the watcher, and rescans, which are the truth. D7 */

import type { Host, ClockPort } from '../../ports/host';
import type { FileStat, NotePath, VaultChange } from '../../ports/vault-port';
import { olderFirst } from '../../storage/store/seniority';
import type { Store } from '../../storage/store/store';
import { mayBeMetastore } from '../definitions-file';
import { letGo, MASS_ROWS } from './lost-rows';
import { lookQuietly } from '../read-quietly';
import { Rescans } from './rescans';
import { isNews, placeFromDisk } from './take-in';
import type { WriteLane } from '../lane/write-lane';
import type { ExternalScope } from './external-versions';

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
  /** A file that may hold the definitions came, went or was edited. */
  definitionsEdited(): Promise<void>;
}

/** What others write between the listing of the vault and the first moment in which somebody can take it in. */
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
  private readonly absences: Absences;
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
    this.absences = new Absences(host.clock);
    this.rescans = new Rescans(
      host,
      store,
      lane,
      (path, stat) => this.isNews(path, stat),
      async (paths, isFinal) => {
        for (const path of paths) this.hinted.set(path, null);
        if (!this.isStopped) await this.takeHinted(isFinal);
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
      void this.rescans
        .request(false)
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
    this.absences.heard();
    this.flushAfter(GATHER);
  }

  private flushAfter(milliseconds: number): void {
    this.gathering ??= this.host.scheduler.after(milliseconds, () => {
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
    if (!this.overflow) return this.takeHinted(false);
    this.overflow = false;
    await this.rescans.request(false);
  }

  /** `isFinal`: what is gone is gone, and does not wait to be found elsewhere. */
  private async takeHinted(isFinal: boolean): Promise<void> {
    await this.takingIn(async () => {
      const seen = await this.lookAtHinted();
      // Definitions say which notes are rows: whoever edits them may have changed any of these too.
      const isEdited = [...seen].some(([path, stat]) => this.mayDefine(path) && this.isNews(path, stat));
      return isEdited ? this.lookAtAll() : this.withoutAbsences(seen, isFinal);
    });
    if (this.absences.size > 0) this.flushAfter(this.absences.wait);
  }

  private async lookAtHinted(): Promise<Map<NotePath, FileStat | null>> {
    const hints = [...this.hinted];
    this.hinted.clear();
    const seen = new Map<NotePath, FileStat | null>();
    for (const [path, stat] of hints) {
      // What was written when it was hinted at is known by now.
      if (stat !== null && !this.isNews(path, stat)) continue;
      seen.set(path, await this.host.vault.stat(path));
      await this.host.scheduler.pause();
    }
    return seen;
  }

  /** Rows whose notes are gone wait until all of them can be judged; then they are looked at once more. */
  private async withoutAbsences(seen: Map<NotePath, FileStat | null>, isFinal: boolean): Promise<Seen> {
    for (const [path, stat] of seen) {
      if (stat !== null || this.store.tableAt(path) === null) continue;
      this.absences.add(path);
      seen.delete(path);
    }
    return !isFinal && this.absences.wait > 0 ? seen : new Map([...seen, ...(await this.lookAtAbsences())]);
  }

  /** Compares every file with what is known, and judges at once which are gone. */
  rescan(): Promise<void> {
    return this.rescans.request(true);
  }

  private async lookAtAbsences(): Promise<Map<NotePath, FileStat | null>> {
    const seen = new Map<NotePath, FileStat | null>();
    for (const path of this.absences.take()) {
      seen.set(path, await this.host.vault.stat(path));
      await this.host.scheduler.pause();
    }
    return seen;
  }

  private async lookAtAll(): Promise<Seen> {
    const seen = new Map<NotePath, FileStat | null>();
    this.absences.take();
    for (const stat of await this.host.vault.list()) {
      seen.set(stat.path, stat);
      await this.host.scheduler.pause();
    }
    for (const path of this.store.files.keys()) if (!seen.has(path)) seen.set(path, null);
    return seen;
  }

  /** Believes that the notes of these suspect rows, by default of all, are gone. Those that are there again are rows as before. */
  async acceptDeletions(paths?: Iterable<NotePath>): Promise<AcceptedDeletions> {
    const rows = new Map<string, number>();
    let returned = 0;
    const look = async (): Promise<Seen> => {
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
  private async takingIn(look: () => Promise<Seen>, isBelieved = false): Promise<void> {
    const touched = new TouchedRows(this.store);
    await this.lane.takeIn(async (hold) => {
      const seen = await look();
      const changed = [...seen].filter(([path, stat]) => this.isNews(path, stat, isBelieved));
      if (changed.length === 0) return null;
      hold();
      const definitions = await this.takeIn(seen, changed, touched, isBelieved);
      return { ...touched.now(), definitions };
    });
    if (touched.paths.length > 0) this.listener.changed(touched.paths, [...touched.tables]);
  }

  /** A suspect row's note that is there again may be just what it was; that it is still gone is known. */
  private isNews(path: NotePath, stat: FileStat | null, isBelieved = false): boolean {
    if (this.store.suspects.has(path)) return stat !== null || isBelieved;
    return isNews(this.store.files.get(path), stat);
  }

  private mayDefine(path: NotePath): boolean {
    return path === this.store.metastore || mayBeMetastore(path, this.store.catalog.root);
  }

  /** True when definitions may have changed too. */
  private async takeIn(seen: Seen, changed: Changed, touched: TouchedRows, isBelieved: boolean): Promise<boolean> {
    const { store } = this;
    await this.update(changed, touched, isBelieved);
    const suspects = [...store.suspects];
    const isEdited = changed.some(([path]) => this.mayDefine(path));
    if (isEdited) await this.listener.definitionsEdited();
    // Nobody waits for the note of what is no row any more.
    const ended = suspects.filter((path) => seen.get(path) === null && store.tableAt(path) === null);
    const moved = await movedRows(this.host, store, seen);
    await this.update([...ended.map((path) => [path, null] as const), ...moved], touched, true);
    return isEdited;
  }

  private async update(changed: Changed, touched: TouchedRows, isBelieved: boolean): Promise<void> {
    if (changed.some(([path]) => this.lane.wasWritten(path))) await this.lane.checkpoint();
    for (const [path] of changed) touched.add(path);
    // What came is taken in before what went: a note that was moved keeps its row. Of two with one id the older one is the row.
    for (const stat of changed.flatMap(([, found]) => found ?? []).sort(olderFirst)) {
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

/** What was seen of files; null: gone. */
type Seen = ReadonlyMap<NotePath, FileStat | null>;

/** Those of them that are to be taken in. */
type Changed = readonly (readonly [NotePath, FileStat | null])[];

/**
 * Where copies were seen, or rows may be lost of which there is a copy: the notes of the rows that are gone, and the notes of rows
 * that may be lost that are there again. The disk is asked: where a note went may be heard of late, or never.
 */
async function movedRows(host: Host, store: Store, seen: Seen): Promise<Changed> {
  const found = new Map<NotePath, FileStat | null>();
  for (const [path, { row }] of [...store.copies]) {
    await host.scheduler.pause();
    const holder = store.holderOf(row.id);
    if (holder === null || found.has(holder)) continue;
    const isSuspect = store.suspects.has(holder);
    if (!seen.has(path) && !isSuspect) continue;
    const stat = seen.has(holder) ? seen.get(holder) : await lookQuietly(host, holder);
    // A host that can't say does not say that it is gone.
    if (stat === null || (stat !== undefined && isSuspect)) found.set(holder, stat);
  }
  return [...found];
}

/** The rows at the paths that are taken in, as they were before and as they are then. */
class TouchedRows {
  private readonly ids = new Map<NotePath, string>();
  readonly tables = new Set<string>();

  constructor(private readonly store: Store) {}

  get paths(): readonly NotePath[] {
    return [...this.ids.keys()];
  }

  /** To be called before the file at the path is taken in. */
  add(path: NotePath): void {
    if (!this.ids.has(path)) this.ids.set(path, this.look(path));
  }

  private look(path: NotePath): string {
    const found = this.store.rowAt(path);
    if (found !== null) this.tables.add(found.table.qualified);
    return found?.row.id ?? '';
  }

  /** What became of them: where a row went, a copy of it may have become the row. */
  now(): Pick<ExternalScope, 'paths' | 'ids'> {
    const paths = new Set(this.ids.keys());
    for (const [path, id] of this.ids) {
      this.look(path);
      const holder = id === '' ? null : this.store.holderOf(id);
      if (holder !== null) paths.add(holder);
    }
    return { paths, ids: this.ids };
  }
}

/** So long nothing is heard before notes are taken for gone, in milliseconds. */
const QUIET = 50;
/** The same when they are many. */
const QUIET_OF_MANY = 250;
/** They wait no longer than this, whatever is heard. */
const LONGEST = 500;

class Absences {
  private paths = new Set<NotePath>();
  private since = 0;
  private heardAt = 0;

  constructor(private readonly clock: ClockPort) {}

  get size(): number {
    return this.paths.size;
  }

  /** Something came or went. */
  heard(): void {
    this.heardAt = this.clock.now();
  }

  add(path: NotePath): void {
    if (this.paths.size === 0) this.since = this.clock.now();
    this.paths.add(path);
  }

  /** So long they are not judged yet, in milliseconds. */
  get wait(): number {
    const now = this.clock.now();
    const quiet = this.paths.size > MASS_ROWS ? QUIET_OF_MANY : QUIET;
    // A clock that was put back must not keep them for hours.
    if (now < this.since || now < this.heardAt) return 0;
    return Math.max(0, Math.min(this.since + LONGEST, this.heardAt + quiet) - now);
  }

  /** All of them; none waits from now on. */
  take(): ReadonlySet<NotePath> {
    const { paths } = this;
    this.paths = new Set();
    return paths;
  }
}
