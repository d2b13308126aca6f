/** The rows that were written after a migration: what an undo of it has to mind. D17 */

import type { FileChange, Migration } from '../../history/migration';
import { migrationEntries } from '../../history/list-migrations';
import { contentsOf } from '../../history/table-version';
import type { NotePath } from '../../ports/vault-port';
import type { WriteContext } from '../define-operation';

/**
 * By id, in the order in which they were written: how each row was changed for the first time after the migration. One that
 * got another id meanwhile (recompute_columns) is told by its note.
 */
export async function rowsTouchedSince(
  { journal }: Pick<WriteContext, 'journal'>,
  { seq }: Migration,
): Promise<ReadonlyMap<string, FileChange>> {
  const touched = new Map<string, FileChange>();
  const touchedAt = new Map<NotePath, FileChange>();
  for (const { migration, failed } of [...migrationEntries(await journal.all())].reverse()) {
    if (failed || migration.seq <= seq) continue;
    for (const change of migration.changes) {
      const { id, from, to } = change;
      const first = touchedAt.get(from ?? '') ?? change;
      touchedAt.delete(from ?? '');
      if (id === undefined) continue;
      if (!touched.has(id)) touched.set(id, first);
      if (to !== null) touchedAt.set(to, touched.get(id) ?? change);
    }
  }
  return touched;
}

/** What a row held before such a change, told of each; null where there was none, or the journal does not hold it any more. */
export async function textsBefore(
  { journal }: Pick<WriteContext, 'journal'>,
  touched: ReadonlyMap<string, FileChange>,
): Promise<(change: FileChange) => string | null> {
  const changes = Array.from(touched.values(), ({ before }) => ({ before, after: null }));
  const texts = await journal.texts(contentsOf(changes));
  return ({ before }) => (before === null ? null : (texts.get(before) ?? null));
}
