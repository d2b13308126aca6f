/** The definitions under which that was written which an undo brings back. D17 (undo_migration) */

import { Catalog, EMPTY_DEFINITION } from '../../catalog/catalog';
import { parseMetastore } from '../../catalog/metastore/metastore-file';
import { METASTORE_NAME } from '../../commit/definitions-file';
import type { FileChange, Migration } from '../../history/journal/migration';
import { baseNameOf, folderOf } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import type { WriteContext } from '../define-operation';

/** What a migration did to the metastore file; undefined: it defined nothing. */
export const redefinition = ({ changes }: Migration): FileChange | undefined =>
  changes.find(({ from, to }) => isMetastore(to ?? from ?? ''));

/** Asked of every note of every write: most are told by their ending. */
const isMetastore = (path: NotePath): boolean => path.endsWith(METASTORE_NAME) && baseNameOf(path) === METASTORE_NAME;

/**
 * Those in force right before a migration: what the next write that changed them found. Null: none did, so that they are
 * the present ones. An edit of the file by hand is in no journal and counts as having been there before.
 */
export async function definitionsBefore({ journal }: WriteContext, { seq }: Migration): Promise<Catalog | null> {
  for (const { migration, failed } of await journal.after(seq - 1)) {
    const change = failed ? undefined : redefinition(migration);
    if (change === undefined) continue;
    const text = change.before === null ? null : await journal.text(change.before);
    const reading = text === null ? { catalog: EMPTY_DEFINITION } : parseMetastore(text);
    return 'catalog' in reading ? new Catalog(reading.catalog, folderOf(change.from ?? change.to ?? '')) : null;
  }
  return null;
}
