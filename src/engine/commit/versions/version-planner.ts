/** Plans the versions of a write. Source: docs/operations.md#history; D8, D17; docs/formats.md#table-log. */

import type { Catalog } from '../../catalog/catalog';
import type { TableDefinition } from '../../catalog/definition';
import type { Actor } from '../../history/caller';
import type { Journal } from '../../history/journal/journal';
import type { ContentHash } from '../../history/journal/content-hash';
import type { FileChange } from '../../history/journal/migration';
import {
  type TableLog,
  isLive,
  withVersion,
  type RowChange,
  type TableVersion,
  isSameNote,
  sameRowChange,
  type VersionHead,
} from '../../history/versions/table-version';
import { rowsLeft, valuesBefore } from '../../history/versions/collect-values';
import type { Host } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import { type StagedChange, tablesOfChange } from '../../storage/transaction/staged-change';
import type { Store } from '../../storage/store/store';
import { storesAlike } from '../../storage/columns/column-table';
import type { Transaction } from '../../storage/transaction/transaction';
import { type RowComparison, compareRows, isReadable, isReinterpreted, reinterpretedRows } from './compare-rows';
import { keepsHistory, type TablePair, isRedefined, tablePairs } from './table-pairs';
import { type RowsBefore, type StateBefore, leftKnown, valuesKnown, valuesChanged } from './state-before';
import { isExternalChange } from '../external/ingest';
import { type WriteTaken, sourceRowsOf, versionMetrics, versionOperation, restoreSizesOf } from './version-operations';
import { definitionKnown } from '../../history/versions/past-table';
import { type TableLogs, applyRowChanges } from '../../history/versions/table-logs';

export interface PlannedWrite extends WriteTaken {
  readonly id: string;
  readonly time: number;
  readonly actor: Actor | null;
  readonly changes: readonly StagedChange[];
  /** In the same order. */
  readonly files: readonly FileChange[];
}

export interface VersionsMade {
  readonly versions: readonly TableVersion[];
  /** The texts that they need and the migration does not have. */
  readonly texts: ReadonlyMap<ContentHash, string>;
}

type NoteTextReader = (path: NotePath) => Promise<string | null>;

export class VersionPlanner {
  private readonly logs: PlannedLogs;

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    journal: Journal,
  ) {
    this.logs = new PlannedLogs(journal);
  }

  /** A cycle begins: nothing is planned. */
  begin(): void {
    this.logs.clear();
  }

  /** The versions that the staged write would make, by table. */
  preview(transaction: Transaction, changes: readonly StagedChange[]): ReadonlyMap<string, number> {
    const touched = tablesOfChange(changes);
    const numbers = new Map<string, number>();
    for (const pair of tablePairs(this.store.catalog, transaction, touched)) {
      const { old, now } = pair;
      const isMade = !this.wasKept(this.store.catalog, old) && now !== null && keepsHistory(transaction.catalog, now);
      const isKept = isMade || this.wasKept(this.store.catalog, old) || this.followsName(pair);
      const isChanged = [old, now].some((each) => each !== null && touched.has(each.qualified)) || isRedefined(pair);
      const version = (this.logOf(pair, this.store.catalog)?.last.version ?? -1) + 1;
      if (isKept && (isMade || isChanged)) numbers.set((now ?? old)?.qualified ?? '', version);
    }
    return numbers;
  }

  /** The version of a table as the writes that are planned so far leave it; null without history. */
  present(catalog: Catalog, qualified: string): number | null {
    const isKept = keepsHistory(catalog, catalog.table(qualified));
    return isKept ? (this.logs.byName(qualified)?.last.version ?? null) : null;
  }

  /** Null when no table that keeps history can be concerned. */
  async before(transaction: Transaction, changes: readonly StagedChange[]): Promise<StateBefore | null> {
    const { catalog } = this.store;
    const demoted = this.demoted(changes);
    const isConcerned =
      transaction.catalogChanged ||
      [...tablesOfChange(changes), ...demoted.values()].some((name) => keepsHistory(catalog, catalog.table(name)));
    if (!isConcerned) return null;
    const rows = new Map<string, RowsBefore>();
    for (const { old, now } of transaction.catalogChanged ? tablePairs(catalog, transaction, new Set()) : []) {
      if (old === null || !this.wasKept(catalog, old)) continue;
      const table = this.store.columnTable(old.qualified);
      if (now === null || old.qualified !== now.qualified || !storesAlike(old, now))
        rows.set(old.qualified, { paths: [...table.pathsOfRows()], snapshot: table.snapshot() });
    }
    const known = await valuesChanged(this.store, transaction.catalog, changes, this.host.scheduler);
    return { catalog, rows, external: await this.external(changes), demoted, ...known };
  }

  /** The store agrees with the log about a note, unless the file has an external edit. */
  private async external(changes: readonly StagedChange[]): Promise<ReadonlySet<NotePath>> {
    const { files, catalog } = this.store;
    const external = new Set<NotePath>();
    for (const { from, was } of changes) {
      if (from === null || was === null || !keepsHistory(catalog, catalog.table(was.table))) continue;
      if (this.logs.isPlanned(from)) continue;
      const stat = await this.host.vault.stat(from);
      if (isExternalChange(files.get(from), stat)) external.add(from);
      await this.host.scheduler.pause();
    }
    return external;
  }

  /** To be called when the store is where the write leaves it. */
  async make(
    before: StateBefore,
    transaction: Transaction,
    write: PlannedWrite,
    read: NoteTextReader,
  ): Promise<VersionsMade> {
    const texts = new Map<ContentHash, string>();
    const hash = (text: string): ContentHash => {
      const name = this.host.crypto.sha256(text);
      texts.set(name, text);
      return name;
    };
    const promoted = this.promoted(write.changes);
    const touched = tablesOfChange(write.changes);
    for (const table of before.demoted.values()) touched.add(table);
    for (const path of promoted) touched.add(this.store.rowAt(path)?.table.qualified ?? '');
    const versions: TableVersion[] = [];
    const used = new Set<string>();
    for (const pair of tablePairs(before.catalog, transaction, touched)) {
      const version = await this.versionOf(pair, { before, transaction, write, promoted, touched, used, hash, read });
      if (version !== null) versions.push(version);
    }
    for (const version of versions) this.logs.add(version);
    return { versions, texts };
  }

  private async versionOf(pair: TablePair, work: VersioningWork): Promise<TableVersion | null> {
    const { old, now } = pair;
    const { before, transaction, write, hash } = work;
    const wasKept = this.wasKept(before.catalog, old);
    const isKept = now !== null && keepsHistory(transaction.catalog, now);
    const redefined = isRedefined(pair);
    const isTouched = [old, now].some((each) => each !== null && work.touched.has(each.qualified));
    const goesOn = wasKept || isKept || this.followsName(pair);
    if (!goesOn || (wasKept === isKept && !redefined && !isTouched)) return null;
    const found = this.logOf(pair, before.catalog);
    // A table that takes the name of one that is renamed in the same breath has a log of its own.
    const log = found !== null && work.used.has(found.id) ? null : found;
    if (log !== null) work.used.add(log.id);
    const changes = wasKept
      ? await this.changesOf(pair, log as TableLog, work)
      : isKept
        ? await compareRows(await this.comparison(work, log, now), now.qualified, await this.logs.state(log))
        : [];
    if (wasKept && changes.length === 0 && !redefined && isKept) return null;
    const qualified = (now ?? old)?.qualified ?? '';
    const isMade = isKept && !wasKept && (log === null || log.last.definition === null);
    const operation = versionOperation(write, { qualified, isMade, isRedefined: redefined || !wasKept || !isKept });
    const values = wasKept ? valuesBefore(changes, (path) => valuesKnown(before, path)) : null;
    const left = wasKept ? rowsLeft(changes, (path) => leftKnown(before, path)) : [];
    const rows = (log?.last.rows ?? 0) + changes.filter(({ from }) => from === null).length;
    return {
      log: log?.id ?? this.host.ids.uuid(),
      table: qualified,
      version: (log?.last.version ?? -1) + 1,
      time: write.time,
      operation,
      metrics: versionMetrics(operation, changes, {
        sourceRows: sourceRowsOf(write, qualified),
        sizes: () => restoreSizesOf(this.store, qualified, write.changes),
      }),
      migrationId: write.id,
      ...(write.actor === null ? {} : { actor: write.actor }),
      definition: now === null ? null : this.logs.define(hash(JSON.stringify(now)), now),
      rows: rows - changes.filter(({ to }) => to === null).length,
      ...(isKept ? {} : { ends: true as const }),
      ...(redefined || !wasKept ? { metadata: true as const } : {}),
      ...(values === null ? {} : { values }),
      ...(left.length === 0 ? {} : { left }),
      changes,
    };
  }

  /** What changes of the rows of a table that keeps history. */
  private async changesOf({ old, now }: TablePair, log: TableLog, work: VersioningWork): Promise<readonly RowChange[]> {
    const { write, before } = work;
    const changes: RowChange[] = [];
    const touched = new Set<NotePath>();
    const table = now === null ? null : this.store.columnTable(now.qualified);
    for (const [index, { from, to, was }] of write.changes.entries()) {
      const file = write.files[index] as FileChange;
      for (const path of [from, to]) if (path !== null) touched.add(path);
      const left = from !== null && was?.table === old?.qualified ? from : null;
      const right = to !== null && table?.has(to) === true ? to : null;
      if (left === null && right === null) continue;
      const known = left !== null && before.external.has(left) ? await this.logs.known(log, left) : file.before;
      const isNew = left === null || known === null;
      changes.push({
        from: isNew ? null : left,
        to: right,
        before: isNew ? null : known,
        after: right === null ? null : file.after,
      });
      await this.host.scheduler.pause();
    }
    const rows = before.rows.get(old?.qualified ?? '');
    const found = rows === undefined || table === null ? work.promoted : [...table.pathsOfRows()];
    const had = new Set(rows?.paths);
    for (const [path, of] of before.demoted) if (of === old?.qualified) had.add(path);
    for (const path of found) {
      if (!touched.has(path) && !had.has(path) && table?.has(path) === true)
        changes.push(...(await this.found(path, work)));
    }
    for (const path of had) {
      if (touched.has(path) || table?.has(path) === true) continue;
      const known = await this.logs.known(log, path);
      if (known !== null) changes.push({ from: path, to: null, before: known, after: null });
    }
    const real = changes.filter((change) => !isSameNote(change));
    if (rows === undefined || table === null) return real;
    const others = new Set(real.flatMap(({ from, to }) => [from ?? '', to ?? '']));
    const same = await reinterpretedRows(rows.snapshot, table.snapshot(), others, this.host.scheduler);
    const state = same.length === 0 ? null : await this.logs.state(log);
    return [...real, ...same.flatMap((path) => sameRowChange(path, state?.get(path)))];
  }

  private async found(path: NotePath, { read, hash }: VersioningWork): Promise<readonly RowChange[]> {
    const text = isReadable(this.store, path) ? await read(path) : null;
    await this.host.scheduler.pause();
    return text === null ? [] : [{ from: null, to: path, before: null, after: hash(text) }];
  }

  /** With what the log knows, from when history was kept before. */
  private async comparison(
    { read, hash }: VersioningWork,
    log: TableLog | null,
    now: TableDefinition,
  ): Promise<RowComparison> {
    const then = log === null ? null : await this.logs.definition(log.last);
    const { host, store } = this;
    return { store, scheduler: host.scheduler, read, hash, isReinterpreted: isReinterpreted(then, now) };
  }

  /** Copies that are rows now because the row whose id they bear is gone. */
  private promoted(changes: readonly StagedChange[]): readonly NotePath[] {
    const touched = new Set(changes.map(({ to }) => to));
    return changes.flatMap(({ was, to }) => {
      const holder = was === null || was.id === '' ? null : this.store.pathOfId(was.id);
      return holder === null || holder === to || touched.has(holder) ? [] : [holder];
    });
  }

  /** Rows that are copies afterwards because the note that held their id has it back. */
  private demoted(changes: readonly StagedChange[]): ReadonlyMap<NotePath, string> {
    const demoted = new Map<NotePath, string>();
    for (const change of changes) {
      const { becomes, to } = change;
      if (change.kind !== 'restore' || change.holdsId !== true || becomes === null) continue;
      const holder = this.store.pathOfId(becomes.decoded.row.id);
      const table = holder === null || holder === to ? undefined : this.store.rowAt(holder)?.table.qualified;
      if (holder !== null && table !== undefined) demoted.set(holder, table);
    }
    return demoted;
  }

  /** The table's own, else one that a dropped table left under the name: not that of a table which has it in `before`. */
  private logOf({ old, now }: TablePair, before: Catalog): TableLog | null {
    const own = this.logs.byName(old?.qualified ?? '');
    const name = now?.qualified ?? '';
    return own ?? (before.table(name) === null ? this.logs.byName(name) : null);
  }

  /** The log of a table that keeps no history at the moment goes along when it is renamed. */
  private followsName({ old, now }: TablePair): boolean {
    const isRenamed = old !== null && now !== null && old.qualified !== now.qualified;
    return isRenamed && this.logs.byName(old.qualified) !== null;
  }

  private wasKept(catalog: Catalog, table: TableDefinition | null): boolean {
    if (!keepsHistory(catalog, table)) return false;
    const log = this.logs.byName(table?.qualified ?? '');
    return log !== null && log.last.definition !== null && isLive(log);
  }
}

interface VersioningWork {
  readonly before: StateBefore;
  readonly transaction: Transaction;
  readonly write: PlannedWrite;
  readonly promoted: readonly NotePath[];
  readonly touched: ReadonlySet<string>;
  /** The logs that have their version. */
  readonly used: Set<string>;
  readonly hash: (text: string) => ContentHash;
  readonly read: NoteTextReader;
}

/** The logs of tables as the writes planned so far leave them. */
class PlannedLogs {
  private readonly planned: TableVersion[] = [];
  private readonly paths = new Set<NotePath>();
  private readonly heads = new Map<string, TableLog>();

  private readonly definitions = new Map<ContentHash, TableDefinition>();
  private readonly published: TableLogs;

  constructor(private readonly journal: Journal) {
    this.published = journal.logs;
  }

  clear(): void {
    this.planned.length = 0;
    this.paths.clear();
    this.heads.clear();
    this.definitions.clear();
  }

  add(version: TableVersion): void {
    this.heads.set(version.log, withVersion(this.byId(version.log), version));
    this.planned.push(version);
    for (const { to } of version.changes) if (to !== null) this.paths.add(to);
  }

  /** The journal does not have it yet. */
  define(hash: ContentHash, definition: TableDefinition): ContentHash {
    this.definitions.set(hash, definition);
    return hash;
  }

  /** The definition after a version; null where the table was dropped. */
  async definition(head: VersionHead): Promise<TableDefinition | null> {
    const planned = head.definition === null ? undefined : this.definitions.get(head.definition);
    return planned ?? (await definitionKnown(this.journal, head));
  }

  /** A planned version changes this row. */
  isPlanned(path: NotePath): boolean {
    return this.paths.has(path);
  }

  private byId(id: string): TableLog | null {
    return this.heads.get(id) ?? this.published.byLogId(id);
  }

  byName(qualified: string): TableLog | null {
    const planned = [...this.heads.values()].filter(({ last }) => last.table === qualified);
    const [nearest] = planned.sort((a, b) => b.last.time - a.last.time);
    if (nearest !== undefined) return nearest;
    const published = this.published.byName(qualified);
    return published !== null && this.heads.has(published.id) ? null : published;
  }

  async state(log: TableLog | null): Promise<Map<NotePath, ContentHash>> {
    if (log === null || log.last.definition === null) return new Map();
    const published = this.published.byLogId(log.id);
    const state = new Map(published === null ? [] : await this.published.lastState(published));
    for (const version of this.planned) if (version.log === log.id) applyRowChanges(state, version.changes);
    return state;
  }

  /** What the log says of a note. */
  async known({ id }: TableLog, path: NotePath): Promise<ContentHash | null> {
    for (const { log, changes } of [...this.planned].reverse()) {
      const change = log === id ? changes.find(({ from, to }) => from === path || to === path) : undefined;
      if (change !== undefined) return change.to === path ? change.after : null;
    }
    const published = this.published.byLogId(id);
    return published === null ? null : ((await this.published.lastState(published)).get(path) ?? null);
  }
}
