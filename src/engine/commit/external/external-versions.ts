/** The versions of what nobody wrote through the engine: hand edits of notes and definitions, and tables that keep history without a log. D8, D18 */

import { sameDefinition } from '../../catalog/metastore/definition-changes';
import type { TableDefinition } from '../../catalog/definition';
import type { Journal } from '../../history/journal/journal';
import type { ContentHash } from '../../history/journal/content-hash';
import { definitionKnown } from '../../history/versions/past-table';
import { type TableLog, isLive } from '../../history/versions/table-log';
import type { RowChange, TableVersion } from '../../history/versions/table-version';
import type { Host } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import { type Comparison, compareRows } from '../versions/compare-rows';
import { keepsHistory } from '../versions/keeps-history';
import { readQuietly } from '../read-quietly';
import { readsOtherwise } from '../versions/reads-otherwise';
import { type MetricFacts, versionMetrics } from '../versions/version-operations';
import type { VersionsMade } from '../versions/versioning';

const NO_FACTS: MetricFacts = { sourceRows: null, sizes: () => ({ removed: 0, restored: 0, table: 0, rows: 0 }) };

export interface ExternalScope {
  /** Notes that may have changed; null for all. */
  readonly paths: ReadonlySet<NotePath> | null;
  /** Definitions may have changed too. */
  readonly definitions: boolean;
  /** Ids of rows that were there before, by path, as far as they are known. */
  readonly ids?: ReadonlyMap<NotePath, string>;
}

/** What a log says, and how its table is now. */
interface Finding {
  readonly log: TableLog | null;
  readonly table: TableDefinition | null;
  readonly isRedefined: boolean;
}

/** Only within the write lane, with everything published. */
export async function externalVersions(
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
  for (const finding of await findings(host, store, journal, scope)) {
    const changes = await changesOf(comparison, journal, scope, finding);
    const version = versionOf(host, store, { ...finding, changes, hash, time });
    if (version !== null) versions.push(version);
  }
  return { versions, texts };
}

async function findings(host: Host, store: Store, journal: Journal, scope: ExternalScope): Promise<readonly Finding[]> {
  const { catalog } = store;
  const kept = catalog.tables().filter((table) => keepsHistory(catalog, table));
  const found: Finding[] = [];
  for (const table of kept) {
    const log = journal.logs.byName(table.qualified);
    const isWritten = log !== null && isLive(log) && log.last.definition !== null;
    const isRedefined = !isWritten || (scope.definitions && !(await isSame(host, journal, log, table)));
    if (isRedefined || concerns(store, table, scope)) found.push({ log, table, isRedefined });
  }
  const names = new Set(kept.map(({ qualified }) => qualified));
  for (const log of scope.definitions ? journal.logs.heads() : []) {
    const { table } = log.last;
    if (!isLive(log) || names.has(table) || journal.logs.byName(table) !== log) continue;
    found.push({ log, table: catalog.table(table), isRedefined: true });
  }
  return found;
}

/** A note that is a row now, or one that is none and may have been one. */
function concerns(store: Store, { qualified }: TableDefinition, { paths, ids }: ExternalScope): boolean {
  if (paths === null) return true;
  const table = store.columnTable(qualified);
  const other = (path: NotePath): boolean => !table.has(path) && store.rowAt(path) !== null && ids?.has(path) !== true;
  return [...paths].some((path) => !other(path));
}

async function isSame(host: Host, journal: Journal, { last }: TableLog, table: TableDefinition): Promise<boolean> {
  const text = JSON.stringify(table);
  if (last.definition === null || host.crypto.sha256(text) === last.definition) return last.definition !== null;
  const known = await journal.text(last.definition);
  return known !== null && sameDefinition(sorted(JSON.parse(known)), sorted(JSON.parse(text)));
}

/** The order of keys means nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

async function changesOf(
  comparison: Comparison,
  journal: Journal,
  scope: ExternalScope,
  { log, table, isRedefined }: Finding,
): Promise<readonly RowChange[]> {
  const { store } = comparison;
  const isKept = table !== null && keepsHistory(store.catalog, table);
  // A table that keeps no history any more goes on without its log.
  if (table !== null && !isKept) return [];
  const state =
    log === null || log.last.definition === null ? new Map<string, string>() : await journal.logs.lastState(log);
  const paths = isRedefined ? null : scope.paths;
  const then = log === null || !isRedefined ? null : await definitionKnown(journal, log.last);
  const compared = { ...comparison, readsOtherwise: readsOtherwise(then, table) };
  const changes = await compareRows(compared, table?.qualified ?? null, state, paths);
  return joinMoves(changes, scope.ids ?? new Map(), (path) => store.rowAt(path)?.row.id ?? '');
}

interface Found extends Finding {
  readonly changes: readonly RowChange[];
  readonly hash: (text: string) => ContentHash;
  readonly time: number;
}

function versionOf(
  host: Host,
  { catalog }: Store,
  { log, table, isRedefined, changes, hash, time }: Found,
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
function joinMoves(
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
