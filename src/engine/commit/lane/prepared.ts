/** A planned migration with everything that writing it takes. */

import type { Catalog } from '../../catalog/catalog';
import type { Migration } from '../../history/journal/migration';
import type { NewTexts } from '../../history/journal/new-texts';
import type { TableVersion } from '../../history/versions/table-version';
import type { FileStat, NotePath } from '../../ports/vault-port';
import type { StagedChange } from '../../storage/transaction/staged-change';
import type { Store } from '../../storage/store/store';

export interface Prepared {
  readonly migration: Migration;
  readonly changes: readonly StagedChange[];
  /** The texts that the record refers to. */
  readonly texts: NewTexts;
  /** What it makes of the tables that keep history. */
  readonly versions: readonly TableVersion[];
  /** How the store was, to take the migration back from it. */
  readonly previous: {
    readonly catalog: Catalog;
    readonly metastore: NotePath | null;
    readonly stats: ReadonlyMap<NotePath, FileStat>;
  };
}

/** What taking these changes back needs to know of the store as it is now. */
export const stateBefore = (store: Store, changes: readonly StagedChange[]): Prepared['previous'] => ({
  catalog: store.catalog,
  metastore: store.metastore,
  stats: statsOf(store, changes),
});

function statsOf(store: Store, changes: readonly StagedChange[]): ReadonlyMap<NotePath, FileStat> {
  const stats = new Map<NotePath, FileStat>();
  for (const { from } of changes) {
    const stat = from === null ? undefined : store.files.get(from);
    if (stat !== undefined) stats.set(stat.path, stat);
  }
  return stats;
}
