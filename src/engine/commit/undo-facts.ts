/** What a migration records of the state before it, so that its undo can tell what happened since. D7, D17 */

import { brokenRelations } from '../integrity/validate-row';
import { linksThatTurn } from '../links/changed-links';
import { MovedFiles } from '../links/moved-files';
import type { SchedulerPort } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { readNoteText } from '../storage/note-reading';
import type { StagedChange } from '../storage/staged-change';
import type { Store } from '../storage/store';
import type { Transaction } from '../storage/transaction';

/** The columns for which the gate would refuse the earlier content, were it to come back at once. */
export function brokeBefore(store: Store, { from, becomes }: StagedChange): readonly string[] {
  if (from === null) return [];
  const copy = store.copies.get(from);
  if (copy !== undefined) {
    const table = store.catalog.table(copy.table);
    return ['id', ...(table === null ? [] : brokenRelations({ view: store, table, row: copy.row, before: null }))];
  }
  const present = store.rowAt(from);
  if (present === null) return [];
  const { table, row } = present;
  const before = becomes?.table === table.qualified ? becomes.decoded.row : null;
  return brokenRelations({ view: store, table, row, before });
}

/** Ids, or paths where there is none, of untouched notes that are rows only because their table is there now. */
export async function rowsFound(
  store: Store,
  transaction: Transaction,
  scheduler: SchedulerPort,
): Promise<readonly string[]> {
  const found: string[] = [];
  if (!transaction.catalogChanged) return found;
  for (const [path, claimed] of store.claims) {
    const table = store.catalog.table(claimed) === null ? transaction.catalog.rowTableOf(path, claimed) : null;
    if (table === null || transaction.staged(path) !== null) continue;
    const text = await transaction.read(path);
    if (text === null) continue;
    const { row } = transaction.codec(table).decode(path, transaction.now, readNoteText(text).frontMatter.entries);
    found.push(row.id || path);
    await scheduler.pause();
  }
  return found;
}

/** Links in untouched notes that mean another file from now on: note and link path. */
export function turnedLinks(store: Store, transaction: Transaction): readonly (readonly [NotePath, string])[] {
  const after = transaction.links;
  if (!(after instanceof MovedFiles)) return [];
  return linksThatTurn(store.links, after)
    .filter(({ source }) => transaction.staged(source) === null)
    .map(({ source, linkpath }) => [source, linkpath] as const);
}
