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

/** Ingests the deletion of these files. Rows of a mass deletion become unconfirmed deletions. */
export async function ingestDeletions(host: Host, store: Store, gone: readonly NotePath[]): Promise<void> {
  const unconfirmed = await findUnconfirmed(host, store, gone);
  for (const path of gone) {
    if (unconfirmed.has(path)) store.unconfirmedDeletions.add(path);
    else store.drop(path);
    await host.scheduler.pause();
  }
  if (unconfirmed.size > 0) host.logger.log('warning', 'rows_suspect', { rows: unconfirmed.size });
}

/** As `ingestDeletions`, before the vault is read, of files gone earlier. Returns the files to drop after it: moves are known only then. */
export async function ingestEarlierDeletions(
  host: Host,
  store: Store,
  journal: Journal,
  { gone, savedAt }: { readonly gone: readonly NotePath[]; readonly savedAt: number },
): Promise<readonly NotePath[]> {
  const unconfirmed = await findUnconfirmed(host, store, gone);
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
async function findUnconfirmed(host: Host, store: Store, gone: readonly NotePath[]): Promise<ReadonlySet<NotePath>> {
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
  const massive = [...byTable].filter(
    ([table, paths]) => paths.length > MASS_ROWS && paths.length > store.table(table).size * MASS_SHARE,
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
