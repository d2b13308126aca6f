/** What rows got since in columns that an undo takes away. D17: the result is validated like any write. */

import type { FileChange, Migration } from '../../history/migration';
import { migrationEntries } from '../../history/list-migrations';
import { parseFrontMatter } from '../../note/front-matter';
import { RAW_EMPTY, type Raw } from '../../note/raw';
import { setFrontMatter } from '../../note/splice';
import { storedKeys } from '../../storage/column-table';
import type { WriteContext } from '../define-operation';

/**
 * To be called when the definitions are staged. A value that was written since would stand in no column: a violation. The
 * empty key of a dense column goes. Keys that stood in notes before the column came stay, as they stood then.
 */
export async function settleValuesSince(context: WriteContext, migration: Migration): Promise<void> {
  const lost = lostColumns(context);
  if (lost.size === 0) return;
  for (const [id, change] of await rowsTouchedSince(context, migration)) {
    const keys = change.table === undefined ? undefined : lost.get(change.table);
    if (keys !== undefined) await settleRow(context, id, change, keys);
    await context.host.scheduler.pause();
  }
}

/** By table. */
function lostColumns({ transaction: { before, catalog } }: WriteContext): ReadonlyMap<string, ReadonlySet<string>> {
  const lost = new Map<string, ReadonlySet<string>>();
  for (const table of catalog.tables()) {
    const present = before.catalog.table(table.qualified);
    if (present === null || present === table) continue;
    const kept = storedKeys(table);
    const names = [...storedKeys(present).keys()].filter((name) => !kept.has(name));
    if (names.length > 0) lost.set(table.qualified, new Set(names));
  }
  return lost;
}

/** By id: how each row was changed for the first time after the migration. */
async function rowsTouchedSince({ journal }: WriteContext, { seq }: Migration): Promise<Map<string, FileChange>> {
  const touched = new Map<string, FileChange>();
  for (const { migration, failed } of migrationEntries(await journal.all())) {
    // Newest first: the last one that is seen is the first that was made.
    if (failed || migration.seq <= seq) continue;
    for (const change of migration.changes) if (change.id !== undefined) touched.set(change.id, change);
  }
  return touched;
}

async function settleRow(
  { transaction, journal }: WriteContext,
  id: string,
  { table, before }: FileChange,
  lost: ReadonlySet<string>,
): Promise<void> {
  const row = transaction.before.table(table ?? '').rowById(id);
  const text = row === null || transaction.staged(row.path) !== null ? null : await transaction.read(row.path);
  if (row === null || text === null) return;
  const earlier = before === null ? null : await journal.text(before);
  const had = new Set(earlier === null ? [] : parseFrontMatter(earlier).entries.map(({ key }) => key));
  const emptied = new Map<string, Raw | null>();
  for (const { key, raw } of parseFrontMatter(text).entries) {
    if (!lost.has(key) || had.has(key)) continue;
    if (raw.kind === RAW_EMPTY.kind) emptied.set(key, null);
    else {
      const message = `${key}: ${row.path} got a value in this column since, which the undo takes away; undo that write first`;
      transaction.violate({ path: row.path, column: key, code: 'unknown_column', message });
    }
  }
  if (emptied.size > 0)
    transaction.put({ from: row.path, to: row.path, before: text, after: setFrontMatter(text, emptied) });
}
