/** The logs of all tables: what the newest version of each is, and every kept version and state. D8; docs/formats.md#table-log. */

import type { Host } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import { LogFiles, type TableState } from './log-files';
import {
  type OldestVersion,
  type TableLog,
  isLive,
  withVersion,
  type RowChange,
  type TableVersion,
  type VersionHead,
} from './table-version';
import { NotedbError } from '../../errors';

/** Changes since the last checkpoint of a log that make another one worth its while, if the table has no more rows. */
const CHECKPOINT_AFTER = 1000;

/** Reading this many rows anew costs as much as a log file. */
const ROWS_LIKE_A_FILE = 500;

/** Of versions up to the last ones of `byName`: these stay as they are. */
export type LogReader = Pick<
  TableLogs,
  'byName' | 'isNearer' | 'newestFirst' | 'state' | 'version' | 'versionAt' | 'versions'
>;

/** A version shows when its write is done, together with its rows. Answers are immutable: a log and rows asked at once agree. */
export class TableLogs {
  private readonly files: LogFiles;
  private readonly byId = new Map<string, TableLog>();
  private names: ReadonlyMap<string, TableLog> | null = null;
  /** Versions that no log file holds yet, oldest first. */
  private readonly tail: TableVersion[] = [];
  /** The newest states, of the logs that somebody asked for. */
  private readonly states = new Map<string, TableState>();

  constructor(
    private readonly host: Pick<Host, 'privateStore' | 'scheduler'>,
    heads: readonly TableLog[],
  ) {
    this.files = new LogFiles(host);
    for (const log of heads) this.byId.set(log.id, log);
  }

  heads(): readonly TableLog[] {
    return [...this.byId.values()];
  }

  byLogId(id: string): TableLog | null {
    return this.byId.get(id) ?? null;
  }

  /** The log of the table with this name, else of the one that bore it last. */
  byName(qualified: string): TableLog | null {
    this.names ??= namesOf(this.byId.values());
    return this.names.get(qualified) ?? null;
  }

  /** The logs as they are now, for readers while versions are published. */
  freeze(): LogReader {
    const names = (this.names ??= namesOf(this.byId.values()));
    return {
      byName: (qualified) => names.get(qualified) ?? null,
      isNearer: (log, head) => this.isNearer(log, head),
      newestFirst: (log) => this.newestFirst(log),
      state: (id, version) => this.state(id, version),
      version: (log, number) => this.version(log, number),
      versionAt: (log, time) => this.versionAt(log, time),
      versions: (id, from, to) => this.versions(id, from, to),
    };
  }

  /** These versions hold from now on. Those that are known already change nothing. */
  publish(versions: readonly TableVersion[]): void {
    for (const version of versions) {
      const log = this.byId.get(version.log) ?? null;
      if (log !== null && version.version <= log.last.version) continue;
      this.byId.set(version.log, withVersion(log, version));
      this.tail.push(version);
      this.names = null;
      const state = this.states.get(version.log);
      if (state !== undefined) applyRowChanges(state, version.changes);
    }
  }

  /** True while versions are in journal segments alone. */
  get isBehind(): boolean {
    return this.tail.length > 0;
  }

  /** Writes to the log files what they do not hold yet. Durable when it resolves. */
  async flush(): Promise<void> {
    const count = this.tail.length;
    const byLog = new Map<string, TableVersion[]>();
    for (const version of this.tail) {
      const versions = byLog.get(version.log);
      if (versions === undefined) byLog.set(version.log, [version]);
      else versions.push(version);
    }
    for (const [id, versions] of byLog) {
      await this.files.add(id, versions);
      await this.host.scheduler.pause();
    }
    this.tail.splice(0, count);
    for (const id of byLog.keys()) await this.checkpointWhenDue(id);
  }

  private async checkpointWhenDue(id: string): Promise<void> {
    const log = this.byId.get(id);
    if (log === undefined || log.since < Math.max(CHECKPOINT_AFTER, log.last.rows)) return;
    await this.files.writeCheckpoint(id, log.last.version, await this.stateAsKnown(id, log.last.version));
    this.replace({ ...log, since: 0 });
  }

  private replace(log: TableLog): void {
    this.byId.set(log.id, log);
    this.names = null;
  }

  /** The files that go when the versions below `version` are taken away, as they will be once all versions are in files. */
  filesBelow({ id }: TableLog, version: number): Promise<readonly string[]> {
    const coming = this.tail.filter(({ log }) => log === id);
    return this.files.below(id, version, coming);
  }

  /** Versions before `version` are gone once `publish` made the heads without them durable. All versions must be in files before. */
  async cut(log: TableLog, version: number, publish: (heads: readonly TableLog[]) => Promise<void>): Promise<void> {
    const earliest = await this.oldestFrom(log, version);
    await this.files.writeCheckpoint(log.id, version, await this.state(log.id, version));
    await this.files.beginAt(log.id, version);
    const cut = { ...log, earliest, since: await this.sinceCheckpoint(log) };
    await publish(this.heads().map((head) => (head.id === log.id ? cut : head)));
    this.replace(cut);
  }

  /** What `earliest` of a log is without the versions before `version`. */
  async oldestFrom({ id, earliest }: TableLog, version: number): Promise<OldestVersion> {
    if (version === earliest.version) return earliest;
    const [before, oldest] = await this.versions(id, version - 1, version);
    const definition = before?.definition ?? null;
    return { version, time: oldest?.time ?? 0, ...(definition === null ? {} : { formerly: definition }) };
  }

  private async sinceCheckpoint({ id, last }: TableLog): Promise<number> {
    const newest = (await this.files.checkpoints(id)).at(-1) ?? -1;
    const versions = await this.versions(id, newest + 1, last.version);
    return versions.reduce((sum, { changes }) => sum + changes.length, 0);
  }

  /** Removes files of versions that are gone, also those that an earlier attempt left. */
  async tidy(): Promise<void> {
    for (const { id, earliest } of this.heads())
      if (earliest.version > 0) await this.files.removeBelow(id, earliest.version);
  }

  /** Every version from `from` to `to`, both included, oldest first. Throws when one of them is not there (any more). */
  async versions(id: string, from: number, to: number): Promise<readonly TableVersion[]> {
    const found = await this.versionsAsKnown(id, from, to);
    if (from <= to && found.length !== to - from + 1) throw versionsGone(this.byId.get(id) ?? null, from, to);
    return found;
  }

  private async versionsAsKnown(id: string, from: number, to: number): Promise<readonly TableVersion[]> {
    const recent = this.tail.filter(({ log, version }) => log === id && version >= from && version <= to);
    const end = Math.min(to, (recent[0]?.version ?? to + 1) - 1);
    return from > end ? recent : [...(await this.files.versions(id, from, end)), ...recent];
  }

  /** The versions, newest first, in runs as they are read. */
  async *newestFirst({ id, earliest, last }: TableLog): AsyncGenerator<readonly VersionHead[]> {
    const recent = this.tail.filter(({ log, version }) => log === id && version <= last.version);
    if (recent.length > 0) yield [...recent].reverse();
    let end = (recent[0]?.version ?? last.version + 1) - 1;
    for (const first of [...(await this.files.starts(id))].reverse()) {
      if (first > end) continue;
      const versions = await this.files.heads(id, Math.max(first, earliest.version), end);
      yield [...versions].reverse();
      end = first - 1;
      if (end < earliest.version) return;
    }
  }

  /** The newest version at or before a moment; null before the oldest one that is kept. D8 */
  async versionAt(log: TableLog, time: number): Promise<VersionHead | null> {
    if (time >= log.last.time) return log.last;
    for await (const run of this.newestFirst(log)) {
      const found = run.find((version) => version.time <= time);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** The version with this number; null when it is not there any more, or not yet. */
  async version(log: TableLog, number: number): Promise<VersionHead | null> {
    if (number === log.last.version) return log.last;
    if (number < log.earliest.version || number > log.last.version) return null;
    const recent = this.tail.find((each) => each.log === log.id && each.version === number);
    const found = recent ?? (await this.files.heads(log.id, number, number))[0];
    if (found === undefined) throw versionsGone(log, number, number);
    return found;
  }

  /** True when a version is reached sooner from the present rows than from a checkpoint, from where its rows are read anew. */
  async isNearer({ id }: TableLog, { version, rows }: VersionHead): Promise<boolean> {
    const starts = await this.files.starts(id);
    const checkpoint = (await this.files.checkpoints(id)).filter((each) => each <= version).at(-1) ?? 0;
    const since = starts.filter((start) => start > version).length;
    const before = starts.filter((start) => start > checkpoint && start <= version).length;
    return since <= before + rows / ROWS_LIKE_A_FILE;
  }

  /** The rows at a version, from the newest checkpoint before it. Throws when something is missing on the way there. */
  async state(id: string, version: number): Promise<TableState> {
    const { state, from } = await this.begin(id, version);
    for (const { changes } of await this.versions(id, from, version)) applyRowChanges(state, changes);
    return state;
  }

  /** The same as far as the files show: a comparison with the notes finds the rest. */
  private async stateAsKnown(id: string, version: number): Promise<TableState> {
    const { state, from } = await this.begin(id, version);
    for (const { changes } of await this.versionsAsKnown(id, from, version)) applyRowChanges(state, changes);
    return state;
  }

  private async begin(id: string, version: number): Promise<{ readonly state: TableState; readonly from: number }> {
    const checkpoint = await this.files.checkpoint(id, version);
    return checkpoint === null
      ? { state: new Map<NotePath, string>(), from: 0 }
      : { state: checkpoint.state, from: checkpoint.version + 1 };
  }

  /** The rows at the last version. Kept up to date from the first time on; only within the write lane. */
  async lastState({ id, last }: TableLog): Promise<ReadonlyMap<string, string>> {
    let state = this.states.get(id);
    if (state === undefined) this.states.set(id, (state = await this.stateAsKnown(id, last.version)));
    return state;
  }

  /** The notes that versions after `time` changed. */
  async touchedSince(time: number): Promise<ReadonlySet<NotePath>> {
    const touched = new Set<NotePath>();
    for (const { id, earliest, last } of this.byId.values()) {
      if (last.time <= time) continue;
      for (const version of await this.versionsAsKnown(id, earliest.version, last.version)) {
        if (version.time <= time) continue;
        for (const { from, to } of version.changes) for (const path of [from, to]) if (path !== null) touched.add(path);
      }
    }
    return touched;
  }
}

function namesOf(logs: Iterable<TableLog>): ReadonlyMap<string, TableLog> {
  const names = new Map<string, TableLog>();
  for (const log of logs) {
    const present = names.get(log.last.table);
    if (present === undefined || isNearer(log, present)) names.set(log.last.table, log);
  }
  return names;
}

/** A table that is there before one that was dropped, then the later one. */
function isNearer(a: TableLog, b: TableLog): boolean {
  const [isThere, wasThere] = [a.last.definition !== null, b.last.definition !== null];
  if (isThere !== wasThere) return isThere;
  return isLive(a) === isLive(b) ? a.last.time > b.last.time : isLive(a);
}

/** What leaves before what comes: a note may take the place of another. */
export function applyRowChanges(state: TableState, changes: readonly RowChange[]): void {
  for (const { from, to } of changes) if (from !== null && from !== to) state.delete(from);
  for (const { to, after } of changes) if (to !== null && after !== null) state.set(to, after);
}

/** Never a wrong answer: somebody took them away meanwhile (vacuum_table), or their file is damaged. */
function versionsGone(log: TableLog | null, from: number, to: number): NotedbError {
  const table = log?.last.table ?? 'the table';
  const which = from === to ? `version ${from}` : `one of the versions ${from} to ${to}`;
  const message = `${which} of ${table} is not in its log any more`;
  const kept = log === null ? null : [log.earliest.version, log.last.version];
  return new NotedbError('refused', message, {
    conflicts: [{ path: null, column: null, code: 'version', message, expected: kept }],
    hint: 'describe_history lists the versions that are kept; name one of them',
  });
}
