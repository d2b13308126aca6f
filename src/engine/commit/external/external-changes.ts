/**
 * Records what others changed: numbered changes, and versions of the tables that keep history. Versions that could not be recorded
 * wait for the next time, changes leave a gap. D8, D18; docs/architecture.md: Changes.
 */

import type { Published } from '../../feed/published';
import type { ExternalChange, ExternalRecord } from '../../history/change-record';
import type { Journal } from '../../history/journal/journal';
import { MOST_IN_A_FRAME, inParts } from '../../history/versions/version-frames';
import { isLive, type TableLog, type RowChange, type TableVersion } from '../../history/versions/table-version';
import type { Host } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import type { NotePath } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import { keepsHistory } from '../versions/table-pairs';
import { type TouchedRows, externalChange } from './touched-rows';
import type { VersionsMade } from '../versions/version-planner';
import { type PlannedChange, numbered, ofGap } from '../write-changes';
import { sameDefinition } from '../../catalog/metastore/definition-changes';
import type { TableDefinition } from '../../catalog/definition';
import type { ContentHash } from '../../history/journal/content-hash';
import { definitionKnown } from '../../history/versions/past-table';
import { type RowComparison, compareRows, isReinterpreted } from '../versions/compare-rows';
import { readQuietly } from '../read-quietly';
import { type MetricFacts, versionMetrics } from '../versions/version-operations';

/** The external changes that were ingested. */
export interface Ingested {
  readonly touched: TouchedRows;
  /** Null: no version can come of it. */
  readonly scope: ExternalScope | null;
}

/** Gives numbers that were never given. */
export interface Numbers {
  stamp(): number;
  /** The first one of so many. */
  changes(count: number): number;
}

export class ExternalChanges {
  private readonly waiting = new Set<NotePath>();
  private definitions = false;
  /** Of failed writes: what others had written where they were to write. */
  private readonly clashed: TouchedRows[] = [];
  private isGap = false;

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly journal: Journal,
    private readonly numbers: Numbers,
    /** Whether nothing may be written now. */
    private readonly isHeld: () => boolean,
  ) {}

  /** No change waits to be recorded. */
  get isRecorded(): boolean {
    return this.waiting.size + this.clashed.length === 0 && !this.definitions && !this.isGap;
  }

  /** Files that may have an external edit. */
  expect(paths: Iterable<NotePath>, touched?: TouchedRows): void {
    for (const path of paths) this.waiting.add(path);
    if (touched !== undefined) this.clashed.push(touched);
  }

  /** `found`: null: only waiting versions. Only in the write lane, nothing planned. Publish the result when readers see it. */
  async record(found: Ingested | null): Promise<Published | null> {
    const touched = [...this.clashed.splice(0), ...(found === null ? [] : [found.touched])];
    let planned: readonly PlannedChange[] = [];
    for (const each of touched) planned = planned.concat(await each.changes(this.host.scheduler));
    const { changes, time } = await this.recorded(planned, found?.scope ?? null);
    const paths = touched.flatMap((each) => each.paths);
    if (changes.length + paths.length === 0) return null;
    return {
      write: null,
      time,
      tables: [...new Set(touched.flatMap((each) => each.tables()))],
      definitions: paths.some((path) => path === this.store.metastore) || planned.some(({ kind }) => kind === 'schema'),
      changes,
      paths,
    };
  }

  /** The changes with their numbers, behind a gap when there was one; without numbers where they could not be recorded. */
  private async recorded(
    planned: readonly PlannedChange[],
    found: ExternalScope | null,
  ): Promise<Pick<Published, 'changes' | 'time'>> {
    const scope = this.scopeOf(found);
    const unrecorded = { changes: numbered(planned, null), time: this.host.clock.now() };
    if ((scope === null && planned.length === 0 && !this.isGap) || this.host.readOnly === true) return unrecorded;
    try {
      if (this.isHeld()) return this.wait(scope, planned, unrecorded);
      const time = this.numbers.stamp();
      const made =
        scope === null ? NO_VERSIONS : await externalVersions(this.host, this.store, this.journal, scope, time);
      const changes = this.isGap ? [ofGap(), ...planned] : planned;
      const seq = changes.length === 0 ? null : this.numbers.changes(changes.length);
      if (changes.length + made.versions.length > 0)
        await this.journal.recordExternal(await this.records(changes, seq ?? 0, time), made);
      this.journal.logs.publish(made.versions);
      this.settled();
      this.isGap = false;
      return { changes: numbered(changes, seq), time };
    } catch (error) {
      this.host.logger.log('warning', 'external_edits_not_recorded', { detail: String(error) });
      return this.wait(scope, planned, unrecorded);
    }
  }

  private async records(
    changes: readonly PlannedChange[],
    first: number,
    time: number,
  ): Promise<readonly ExternalRecord[]> {
    const told: ExternalChange[] = [];
    await inTurns(changes, this.host.scheduler, (change) => told.push(externalChange(change, this.store)));
    return inParts(told).map((part, i) => ({ seq: first + i * MOST_IN_A_FRAME, time, changes: part }));
  }

  /** With what waits; null when no table is concerned. */
  private scopeOf(found: ExternalScope | null): ExternalScope | null {
    if (found === null && this.waiting.size === 0 && !this.definitions) return null;
    if (!this.isKept()) {
      this.settled();
      return null;
    }
    const paths = found?.paths === null ? null : new Set([...this.waiting, ...(found?.paths ?? [])]);
    const definitions = this.definitions || found?.definitions === true;
    return { paths, definitions, ...(found?.ids === undefined ? {} : { ids: found.ids }) };
  }

  private wait<T>(scope: ExternalScope | null, planned: readonly PlannedChange[], unrecorded: T): T {
    if (scope !== null) this.expect(scope.paths ?? this.store.files.keys());
    this.definitions = scope?.definitions === true;
    this.isGap ||= planned.length > 0;
    return unrecorded;
  }

  /** No version waits. */
  private settled(): void {
    this.waiting.clear();
    this.definitions = false;
  }

  private isKept(): boolean {
    const { catalog } = this.store;
    return (
      catalog.tables().some((table) => keepsHistory(catalog, table)) ||
      this.journal.logs.heads().some((log) => isLive(log))
    );
  }
}

const NO_VERSIONS: VersionsMade = { versions: [], texts: new Map() };

const NO_FACTS: MetricFacts = { sourceRows: null, sizes: () => ({ removed: 0, restored: 0, table: 0, rows: 0 }) };

interface ExternalScope {
  /** Notes that may have changed; null for all. */
  readonly paths: ReadonlySet<NotePath> | null;
  /** Definitions may have changed too. */
  readonly definitions: boolean;
  /** Ids of rows that were there before, by path, as far as they are known. */
  readonly ids?: ReadonlyMap<NotePath, string>;
}

/** A log, and its table as it is now. */
interface LoggedTableState {
  readonly log: TableLog | null;
  readonly table: TableDefinition | null;
  readonly isRedefined: boolean;
}

/** Only within the write lane, with everything published. */
async function externalVersions(
  host: Host,
  store: Store,
  journal: Journal,
  scope: ExternalScope,
  time: number,
): Promise<VersionsMade> {
  const texts = new Map<ContentHash, string>();
  const hash = (text: string): ContentHash => {
    const name = host.crypto.sha256(text);
    texts.set(name, text);
    return name;
  };
  const comparison = { store, scheduler: host.scheduler, hash, read: (path: NotePath) => readQuietly(host, path) };
  const versions: TableVersion[] = [];
  for (const finding of await loggedTableStates(host, store, journal, scope)) {
    const changes = await rowChangesOf(comparison, journal, scope, finding);
    const version = versionOf(host, store, { ...finding, changes, hash, time });
    if (version !== null) versions.push(version);
  }
  return { versions, texts };
}

async function loggedTableStates(
  host: Host,
  store: Store,
  journal: Journal,
  scope: ExternalScope,
): Promise<readonly LoggedTableState[]> {
  const { catalog } = store;
  const kept = catalog.tables().filter((table) => keepsHistory(catalog, table));
  const found: LoggedTableState[] = [];
  for (const table of kept) {
    const log = journal.logs.byName(table.qualified);
    const isWritten = log !== null && isLive(log) && log.last.definition !== null;
    const isRedefined = !isWritten || (scope.definitions && !(await isSameDefinition(host, journal, log, table)));
    if (isRedefined || concernsTable(store, table, scope)) found.push({ log, table, isRedefined });
  }
  const names = new Set(kept.map(({ qualified }) => qualified));
  for (const log of scope.definitions ? journal.logs.heads() : []) {
    const { table } = log.last;
    if (!isLive(log) || names.has(table) || journal.logs.byName(table) !== log) continue;
    found.push({ log, table: catalog.table(table), isRedefined: true });
  }
  return found;
}

/** A note that is a row now, or may have been one. */
function concernsTable(store: Store, { qualified }: TableDefinition, { paths, ids }: ExternalScope): boolean {
  if (paths === null) return true;
  const table = store.columnTable(qualified);
  const other = (path: NotePath): boolean => !table.has(path) && store.rowAt(path) !== null && ids?.has(path) !== true;
  return [...paths].some((path) => !other(path));
}

async function isSameDefinition(
  host: Host,
  journal: Journal,
  { last }: TableLog,
  table: TableDefinition,
): Promise<boolean> {
  const text = JSON.stringify(table);
  if (last.definition === null || host.crypto.sha256(text) === last.definition) return last.definition !== null;
  const known = await journal.text(last.definition);
  return known !== null && sameDefinition(withSortedKeys(JSON.parse(known)), withSortedKeys(JSON.parse(text)));
}

/** The order of keys means nothing. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withSortedKeys(inner)]));
}

async function rowChangesOf(
  comparison: RowComparison,
  journal: Journal,
  scope: ExternalScope,
  { log, table, isRedefined }: LoggedTableState,
): Promise<readonly RowChange[]> {
  const { store } = comparison;
  const isKept = table !== null && keepsHistory(store.catalog, table);
  // A table that keeps no history any more goes on without its log.
  if (table !== null && !isKept) return [];
  const state =
    log === null || log.last.definition === null ? new Map<string, string>() : await journal.logs.lastState(log);
  const paths = isRedefined ? null : scope.paths;
  const then = log === null || !isRedefined ? null : await definitionKnown(journal, log.last);
  const compared = { ...comparison, isReinterpreted: isReinterpreted(then, table) };
  const changes = await compareRows(compared, table?.qualified ?? null, state, paths);
  return detectMoves(changes, scope.ids ?? new Map(), (path) => store.rowAt(path)?.row.id ?? '');
}

interface ChangedLoggedTable extends LoggedTableState {
  readonly changes: readonly RowChange[];
  readonly hash: (text: string) => ContentHash;
  readonly time: number;
}

function versionOf(
  host: Host,
  { catalog }: Store,
  { log, table, isRedefined, changes, hash, time }: ChangedLoggedTable,
): TableVersion | null {
  if (changes.length === 0 && !isRedefined) return null;
  const isMade = log === null || log.last.definition === null;
  const operation = isMade ? 'CREATE TABLE' : 'EXTERNAL_EDIT';
  const came = changes.filter(({ from }) => from === null).length;
  const went = changes.filter(({ to }) => to === null).length;
  return {
    log: log?.id ?? host.ids.uuid(),
    table: table?.qualified ?? log?.last.table ?? '',
    version: (log?.last.version ?? -1) + 1,
    time,
    operation,
    metrics: versionMetrics(operation, changes, NO_FACTS),
    migrationId: null,
    definition: table === null ? null : hash(JSON.stringify(table)),
    rows: (log?.last.rows ?? 0) + came - went,
    ...(keepsHistory(catalog, table) ? {} : { ends: true as const }),
    ...(isRedefined ? { metadata: true as const } : {}),
    changes,
  };
}

/** `ids`: of rows before, as far as they are known; `idNow`: of a row, empty when it has none. */
function detectMoves(
  changes: readonly RowChange[],
  ids: ReadonlyMap<NotePath, string>,
  idNow: (path: NotePath) => string,
): readonly RowChange[] {
  const gone = new Map<string, RowChange>();
  for (const change of changes) {
    if (change.to !== null || change.from === null) continue;
    const id = ids.get(change.from) ?? '';
    if (id !== '') gone.set(id, change);
    gone.set(change.before ?? '', change);
  }
  const joined = new Map<RowChange, RowChange>();
  const used = new Set<RowChange>();
  for (const change of changes) {
    if (change.from !== null || change.to === null) continue;
    const origin = gone.get(idNow(change.to)) ?? gone.get(change.after ?? '');
    if (origin === undefined || used.has(origin)) continue;
    used.add(origin);
    joined.set(change, { ...change, from: origin.from, before: origin.before });
  }
  return changes.filter((change) => !used.has(change)).map((change) => joined.get(change) ?? change);
}
