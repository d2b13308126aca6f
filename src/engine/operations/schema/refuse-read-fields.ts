/** Refuses to take a field away that something reads. D17 (drop_column): what holds for a column holds for a field. */

import type { Catalog } from '../../catalog/catalog';
import { columnReaders, readerConflict } from '../../catalog/column-references';
import { NotedbError } from '../../errors';
import type { Alteration } from './altered-rows';

/** Patterns and template count as they will be. */
export function refuseReadFields(catalog: Catalog, { before, after }: Alteration): void {
  const { filename, partition, rowTemplate } = after;
  const present = catalog.withTable({ ...before, filename, partition, rowTemplate });
  const conflicts = Object.keys(before.fields)
    .filter((name) => !Object.hasOwn(after.fields, name))
    .flatMap((name) =>
      columnReaders(present, before.qualified, name).map((reader) => readerConflict(`the field ${name}`, reader)),
    );
  const [first] = conflicts;
  if (first === undefined) return;
  const more = conflicts.length > 1 ? ` (and ${conflicts.length - 1} more)` : '';
  throw new NotedbError('conflict', `fields of ${before.qualified} can't be removed: ${first.message}${more}`, {
    conflicts,
    hint: 'change what reads them first',
  });
}
