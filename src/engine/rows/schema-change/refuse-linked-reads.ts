/** Refuses to drop or rename a table that rules of other tables read through a link. Source: docs/operations.md#drop_table, docs/operations.md#alter_table. */

import type { Catalog } from '../../catalog/catalog';
import { readerConflict } from '../../catalog/references/column-references';
import { linkedReaders } from '../../catalog/references/linked-reads';
import { refuseConflicts } from '../../errors';

/** `what` says what is not done: `main.default.people can't be dropped`. */
export function refuseLinkedReads(catalog: Catalog, qualified: string, what: string): void {
  const conflicts = linkedReaders(catalog, qualified).map((reader) => readerConflict(qualified, reader));
  refuseConflicts(
    what,
    conflicts,
    'take these rules away first: drop_constraint, or alter_column with ref_where or ref_by null',
  );
}
