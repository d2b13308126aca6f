/** Stages changed definitions together with the one file that holds them. D2 */

import type { Catalog } from '../../catalog/catalog';
import { definitionChangesBetween, isUnchanged } from '../../catalog/metastore/definition-changes';
import { isDefinedBy, writeMetastore } from '../../catalog/metastore/metastore-file';
import { type NotedbError, conflictError } from '../../errors';
import { joinPath } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import { METASTORE_NAME } from '../../catalog/catalog';
import type { RedefinedContext, WriteContext } from '../../contexts';

export const metastorePath = (root: NotePath): NotePath => joinPath(root, METASTORE_NAME);

/** The file says something else than the definitions that the write is planned on: nothing of it may be lost, nor go unread. D2, D7 */
export function notTakenIn(path: NotePath, text: string | null): NotedbError {
  const what = text === null ? 'is gone' : 'was edited';
  return conflictError(
    { path, code: 'changed', message: 'the file does not say which definition is in force' },
    'look at the definitions again in a second, then repeat the call',
    `${path} ${what} and is not taken in yet; nothing was written`,
  );
}

/**
 * `next` is made of the transaction's catalog; only the entries in which it differs are written. Those in `renamed` (new
 * name -> old one) keep their place in the file. Throws `conflict` for a file that somebody edited and that is not taken in yet.
 */
export async function stageDefinitions(
  context: WriteContext,
  next: Catalog,
  renamed: ReadonlyMap<string, string> = new Map(),
): Promise<RedefinedContext> {
  const { transaction } = context;
  const redefined: RedefinedContext = { ...context, isRedefined: true };
  const settled = next.withoutUnused();
  const changes = definitionChangesBetween(transaction.catalog.definition, settled.definition);
  if (isUnchanged(changes) && settled.root === transaction.catalog.root) return redefined;
  const origin = transaction.before.metastore ?? metastorePath(transaction.catalog.root);
  const from = transaction.staged(origin)?.to ?? origin;
  const before = await transaction.read(from);
  if (!isDefinedBy(before, transaction.catalog.definition)) throw notTakenIn(from, before);
  const after = writeMetastore(before, changes, renamed);
  const to = metastorePath(settled.root);
  transaction.stageCatalog(settled);
  for (const [name, old] of renamed) {
    transaction.renamed.set(old, name);
    transaction.renames.push({ kind: 'table', from: old, to: name });
  }
  transaction.put({ from: before === null ? null : from, to, before, after });
  return redefined;
}
