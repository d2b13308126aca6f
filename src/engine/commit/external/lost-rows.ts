/** Absence is believed slowly: rows whose notes vanished with many others are kept until that is confirmed. D7 */

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
export function lostRows(view: VaultView): ReadonlyMap<string, readonly NotePath[]> {
  const lost = new Map<string, NotePath[]>();
  for (const path of [...view.suspects].sort()) {
    const table = view.tableAt(path)?.qualified;
    if (table !== undefined) (lost.get(table) ?? lost.set(table, []).get(table))?.push(path);
  }
  return new Map([...lost].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Takes in that these files are gone; of rows that may only be out of sight that they are suspect. */
export async function letGo(host: Host, store: Store, gone: readonly NotePath[]): Promise<void> {
  const suspects = await doubted(host, store, gone);
  for (const path of gone) {
    if (suspects.has(path)) store.suspects.add(path);
    else store.drop(path);
    await host.scheduler.pause();
  }
  if (suspects.size > 0) host.logger.log('warning', 'rows_suspect', { rows: suspects.size });
}

/**
 * As `letGo`, of files that went while nothing ran, before the vault is read. Returns those to be let go when it is: only then
 * is it known which of them were moved.
 */
export async function letGoUnread(
  host: Host,
  store: Store,
  journal: Journal,
  { gone, savedAt }: { readonly gone: readonly NotePath[]; readonly savedAt: number },
): Promise<readonly NotePath[]> {
  const suspects = await doubted(host, store, gone);
  const ours = suspects.size === 0 ? suspects : await takenAway(journal, savedAt);
  const undecided: NotePath[] = [];
  for (const path of gone) {
    if (suspects.has(path) && !ours.has(path)) undecided.push(path);
    else store.drop(path);
    await host.scheduler.pause();
  }
  return undecided;
}

/** Rows whose absence is not believed. One that was suspect before stays so until its note is back. */
async function doubted(host: Host, store: Store, gone: readonly NotePath[]): Promise<ReadonlySet<NotePath>> {
  const byTable = new Map<string, NotePath[]>();
  const known: NotePath[] = [];
  for (const path of gone) {
    const found = store.rowAt(path);
    await host.scheduler.pause();
    // A note that was moved by hand has a copy elsewhere with the same id.
    if (found === null || store.copies.of(found.row.id).length > 0) continue;
    if (store.suspects.has(path)) {
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
async function takenAway(journal: Journal, since: number): Promise<ReadonlySet<NotePath>> {
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
