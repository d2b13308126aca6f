/** The rows that were written after a migration: what an undo of it has to mind. D17 */

import type { FileChange, Migration } from '../../history/journal/migration';
import { contentsOf } from '../../history/versions/table-version';
import type { NotePath } from '../../ports/vault-port';
import type { WriteContext } from '../define-operation';

export interface TouchedRow {
  /** How it was changed for the first time after the migration. */
  readonly first: FileChange;
  /** Where it lies before the undo; null: it is gone. */
  readonly path: NotePath | null;
}

interface Followed {
  readonly first: FileChange;
  id: string | undefined;
  path: NotePath | null;
}

/**
 * In the order in which they were written. A row is found by its id, also after a move by hand; one that has none, or got another
 * one meanwhile (recompute_columns), by the way that its note took in the journal.
 */
export async function rowsTouchedSince(
  { transaction, journal }: Pick<WriteContext, 'transaction' | 'journal'>,
  { seq }: Migration,
): Promise<readonly TouchedRow[]> {
  const rows = new Set<Followed>();
  const byId = new Map<string, Followed>();
  const byPath = new Map<NotePath, Followed>();
  for (const { migration, failed } of await journal.after(seq)) {
    if (failed) continue;
    const touched = migration.changes.flatMap((change): (readonly [Followed, FileChange])[] => {
      const { id, from, table } = change;
      const known = (id === undefined ? undefined : byId.get(id)) ?? (from === null ? undefined : byPath.get(from));
      if (known !== undefined) return [[known, change]];
      return id === undefined && table === undefined ? [] : [[{ first: change, id, path: null }, change]];
    });
    for (const [, { from }] of touched) if (from !== null) byPath.delete(from);
    for (const [row, { id, to }] of touched) {
      rows.add(row);
      row.path = to;
      row.id = id ?? row.id;
      if (row.id !== undefined) byId.set(row.id, row);
      if (to !== null) byPath.set(to, row);
    }
  }
  return Array.from(rows, ({ first, id, path }) => ({
    first,
    path: id === undefined ? path : transaction.before.holderOf(id),
  }));
}

/** What a row held before such a change, told of each; null where there was none, or the journal does not hold it any more. */
export async function textsBefore(
  { journal }: Pick<WriteContext, 'journal'>,
  touched: readonly TouchedRow[],
): Promise<(change: FileChange) => string | null> {
  const changes = touched.map(({ first: { before } }) => ({ before, after: null }));
  const texts = await journal.texts(contentsOf(changes));
  return ({ before }) => (before === null ? null : (texts.get(before) ?? null));
}
