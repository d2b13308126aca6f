/** Refuses what would take a table away from rules of other tables that read it through a link. spec: drop_table, alter_table. */

import type { Catalog } from '../../catalog/catalog';
import { readerConflict } from '../../catalog/references/column-references';
import { linkedReaders } from '../../catalog/references/linked-reads';
import { NotedbError } from '../../errors';

/** `what` says what is not done: `main.default.people can't be dropped`. */
export function refuseLinkedReads(catalog: Catalog, qualified: string, what: string): void {
  const conflicts = linkedReaders(catalog, qualified).map((reader) => readerConflict(qualified, reader));
  const [first] = conflicts;
  if (first === undefined) return;
  const more = conflicts.length > 1 ? ` (and ${conflicts.length - 1} more)` : '';
  throw new NotedbError('conflict', `${what}: ${first.message}${more}`, {
    conflicts,
    hint: 'take these rules away first: drop_constraint, or alter_column with ref_where or ref_by null',
  });
}
