/** Stages changed definitions together with the one file that holds them. D2 */

import type { Catalog } from '../../catalog/catalog';
import type { DatabaseConfiguration, TableDefinition } from '../../catalog/definition';
import { writeMetastore } from '../../catalog/metastore-file';
import { joinPath } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import { METASTORE_NAME } from '../../commit/definitions-file';
import type { Transaction } from '../../storage/transaction';

export interface DefinitionChanges {
  /** By qualified name; null removes. */
  readonly tables?: ReadonlyMap<string, TableDefinition | null>;
  readonly configuration?: DatabaseConfiguration;
}

export const metastorePath = (root: NotePath): NotePath => joinPath(root, METASTORE_NAME);

/** `next` is the catalog that the changes make of the present one. */
export async function stageDefinitions(
  transaction: Transaction,
  next: Catalog,
  changes: DefinitionChanges,
): Promise<void> {
  const from = transaction.before.metastore ?? metastorePath(transaction.catalog.root);
  const before = await transaction.read(from);
  const after = writeMetastore(before, changes);
  const to = metastorePath(next.root);
  transaction.stageCatalog(next);
  transaction.put({ from: before === null ? null : from, to, before, after });
}
