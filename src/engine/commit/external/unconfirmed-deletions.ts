/** Mass deletions are not trusted until confirmed: the rows are kept. D7 */

import type { Journal } from '../../history/journal/journal';
import type { Host } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import type { VaultView } from '../../storage/view';
import { vaultId } from '../vault-id';

/** More rows than this, and more than this share of a table, vanishing at once are not believed. D7 */
export const MASS_ROWS = 50;
const MASS_SHARE = 0.2;

/** The rows that may be lost, by qualified table; tables and paths in order. */
export function unconfirmedDeletionsByTable(view: VaultView): ReadonlyMap<string, readonly NotePath[]> {
  const lost = new Map<string, NotePath[]>();
  for (const path of [...view.unconfirmedDeletions].sort()) {
    const table = view.tableAt(path)?.qualified;
    if (table !== undefined) (lost.get(table) ?? lost.set(table, []).get(table))?.push(path);
  }
  return new Map([...lost].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** How many of a table may be gone together, for their deletion to be trusted. */
const isMassive = (rows: number, size: number): boolean => rows > MASS_ROWS && rows > size * MASS_SHARE;

/** The rows that vanished together, judged by how many are neither moved nor confirmed, so that the order of hints decides nothing. */
export class VanishedRows {
  /** Unconfirmed deletions whose notes are back in their places, by table: they count as gone with the others. */
  private readonly returned = new Map<string, number>();
  /** Tables of which rows have moved since they were judged. */
  private readonly tables = new Set<string>();

  constructor(private readonly store: Store) {}

  /** How many vanished from the table so far. */
  count(table: string): number {
    const { size } = this.unconfirmed(table);
    if (size === 0) this.returned.delete(table);
    return size + (this.returned.get(table) ?? 0);
  }

  /** To be called before the note is placed. */
  isBack(path: NotePath): void {
    const table = this.store.unconfirmedDeletions.has(path) ? this.store.tableAt(path)?.qualified : undefined;
    if (table !== undefined) this.returned.set(table, (this.returned.get(table) ?? 0) + 1);
  }

  /** Whether rows whose deletion was not trusted are among these, whose notes are elsewhere. To be called before they go. */
  haveMoved(paths: readonly NotePath[]): boolean {
    const { store } = this;
    const found = paths.filter((path) => store.unconfirmedDeletions.has(path));
    for (const path of found) this.tables.add(store.tableAt(path)?.qualified ?? '');
    return found.length > 0;
  }

  /** The rows that would have been trusted to be gone, had it been known then that the others moved. */
  takeTrusted(): readonly NotePath[] {
    const tables = [...this.tables].filter((table) => this.store.catalog.table(table) !== null);
    this.tables.clear();
    return tables
      .filter((table) => !isMassive(this.count(table), this.store.table(table).size))
      .flatMap((table) => [...this.unconfirmed(table)]);
  }

  private unconfirmed(table: string): ReadonlySet<NotePath> {
    const { store } = this;
    if (store.unconfirmedDeletions.size === 0) return new Set();
    return new Set([...store.unconfirmedDeletions].filter((path) => store.tableAt(path)?.qualified === table));
  }
}

/** Ingests the deletion of these files. Rows of a mass deletion become unconfirmed deletions. */
export async function ingestDeletions(
  host: Host,
  store: Store,
  gone: readonly NotePath[],
  vanished = new VanishedRows(store),
): Promise<void> {
  const unconfirmed = await findUnconfirmed(host, store, gone, vanished);
  for (const path of gone) {
    if (unconfirmed.has(path)) store.unconfirmedDeletions.add(path);
    else store.drop(path);
    await host.scheduler.pause();
  }
  if (unconfirmed.size > 0) host.logger.log('warning', 'rows_suspect', { rows: unconfirmed.size });
}

/**
 * As `ingestDeletions`, of files that went while nothing ran, before the vault is read. Returns those to be let go when
 * it is: only then is it known which of them were moved.
 */
export async function ingestEarlierDeletions(
  host: Host,
  store: Store,
  journal: Journal,
  { gone, savedAt }: { readonly gone: readonly NotePath[]; readonly savedAt: number },
): Promise<readonly NotePath[]> {
  const unconfirmed = await findUnconfirmed(host, store, gone, new VanishedRows(store));
  const ours = unconfirmed.size === 0 ? unconfirmed : await deletedByEngine(journal, savedAt);
  const undecided: NotePath[] = [];
  for (const path of gone) {
    if (unconfirmed.has(path) && !ours.has(path)) undecided.push(path);
    else store.drop(path);
    await host.scheduler.pause();
  }
  return undecided;
}

/** Rows whose deletion is not trusted. An unconfirmed deletion stays one until its note is back. */
async function findUnconfirmed(
  host: Host,
  store: Store,
  gone: readonly NotePath[],
  vanished: VanishedRows,
): Promise<ReadonlySet<NotePath>> {
  const byTable = new Map<string, NotePath[]>();
  const known: NotePath[] = [];
  for (const path of gone) {
    const found = store.rowAt(path);
    await host.scheduler.pause();
    // After an external move a note with the same id lies elsewhere.
    if (found === null || store.duplicates.of(found.row.id).length > 0) continue;
    if (store.unconfirmedDeletions.has(path)) {
      known.push(path);
      continue;
    }
    const paths = byTable.get(found.table.qualified);
    if (paths === undefined) byTable.set(found.table.qualified, [path]);
    else paths.push(path);
  }
  if (byTable.size === 0) return new Set(known);
  // Then the vault is not really there.
  if ((await vaultId(host)) === null) return new Set([...known, ...byTable.values()].flat());
  const massive = [...byTable].filter(([table, paths]) =>
    isMassive(paths.length + vanished.count(table), store.table(table).size),
  );
  return new Set([...known, ...massive.flatMap(([, paths]) => paths)]);
}

/** The paths from which the engine itself took notes away since then, and was killed before it wrote the warm-start file anew. */
async function deletedByEngine(journal: Journal, since: number): Promise<ReadonlySet<NotePath>> {
  const away = new Set<NotePath>();
  /** What a later one brought there, or took away. */
  const settled = new Set<NotePath>();
  for await (const { migration, failed } of journal.newestFirst()) {
    if (migration.time < since) break;
    if (failed) continue;
    for (const { from, to } of [...migration.changes].reverse()) {
      if (to !== null) settled.add(to);
      if (from === null || from === to || settled.has(from)) continue;
      away.add(from);
      settled.add(from);
    }
  }
  return away;
}
