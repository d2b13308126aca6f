/** A planned migration with everything that writing it takes. */

import type { Catalog } from '../catalog/catalog';
import type { ContentHash, Migration } from '../history/migration';
import type { FileStat, NotePath } from '../ports/vault-port';
import type { StagedChange } from '../storage/staged-change';

export interface Prepared {
  readonly migration: Migration;
  readonly changes: readonly StagedChange[];
  /** The texts that the record refers to. */
  readonly texts: ReadonlyMap<ContentHash, string>;
  /** How the store was, to take the migration back from it. */
  readonly previous: {
    readonly catalog: Catalog;
    readonly metastore: NotePath | null;
    readonly stats: ReadonlyMap<NotePath, FileStat>;
  };
}
