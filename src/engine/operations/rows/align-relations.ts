/** align_relations: adds the links that are missing on the other side of inverse columns. Source: docs/operations.md#align_relations; D16, D17. */

import * as z from 'zod';
import type { TableDefinition } from '../../catalog/definition';
import { type Conflict, NotedbError, firstOf } from '../../errors';
import { ReciprocalLinkCheck, type RelationLink } from '../../integrity/reciprocals';
import { findNotePath } from '../../links/find-note';
import { nameKey } from '../../links/fold-name';
import { noteNameOf } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import type { Row } from '../../storage/row';
import type { Transaction } from '../../storage/transaction/transaction';
import { dryRun, tableArgument, textsArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import type { WriteContext } from '../../contexts';
import { defineWrite } from '../define-operation';
import { movePartners } from '../../propagate/move-partners';
import { ReciprocalLinks } from '../../propagate/reciprocal-links';
import { matchingRows } from '../../rows/matching-rows';

export const alignRelations = defineWrite({
  name: 'align_relations',
  group: 'rows',
  permission: 'write',
  effect: 'write',
  summary: 'Adds missing links back on the inverse columns of a table.',
  description:
    'Looks at the links of the rows and at the links to them, in every column that has an inverse, whichever side declares it, and adds the missing ones on either side; nothing is taken away. paths narrows it to these rows. Nothing missing: no migration.',
  brief: 'Takes nothing away.',
  input: z.strictObject({
    table: tableArgument,
    paths: textsArgument.describe('Paths of rows; default: all rows'),
    dry_run: dryRun,
  }),
  refusals: ['a single link that is missing points elsewhere already', 'a path that is not a row of the table'],
  stage: async (context, args) => {
    const { transaction, host } = context;
    const definition = transaction.catalog.resolveTable(args.table);
    const rows = await rowsOf(context, definition, args.paths ?? null);
    const reciprocals = new ReciprocalLinkCheck(transaction, sourcesIn(transaction));
    const missing = new Map<string, RelationLink>();
    for (const row of rows) {
      for (const link of [...reciprocals.unanswered(definition, row), ...reciprocals.unreturned(definition, row)])
        missing.set(keyOf(link), link);
      await host.scheduler.pause();
    }
    await addAll(context, [...missing.values()]);
    const { size } = missing;
    return {
      deed: deedOf('add links', definition.qualified, { counts: { links: size } }),
      tables: [definition.qualified],
    };
  },
});

/** A pair of rows in a relation, from whichever side it is seen: of a relation within one table both ends may lack it. */
function keyOf({ relation: { column, partner, partnerTable }, holder, target }: RelationLink): string {
  return [partnerTable.qualified, column.name, partner.name, holder, target].join('\n');
}

async function rowsOf(
  context: WriteContext,
  definition: TableDefinition,
  paths: readonly string[] | null,
): Promise<readonly Row[]> {
  if (paths === null) return matchingRows(context, definition, null);
  const { transaction } = context;
  const rows = new Map<NotePath, Row>();
  for (const given of paths) {
    const check = findNotePath(transaction.links, given);
    const row = 'path' in check ? transaction.table(definition.qualified).row(check.path) : null;
    if (row !== null) rows.set(row.path, row);
    else {
      const message = 'problem' in check ? check.message : `${given} is not a row of ${definition.name}`;
      transaction.violate({ path: given, column: null, code: 'path', message, value: given });
    }
  }
  return [...rows.values()];
}

/** The notes that may link to a file, as the transaction sees the vault; in the order of their paths, whatever was written last. */
function sourcesIn(transaction: Transaction): (path: NotePath) => Iterable<NotePath> {
  const staged = transaction.staging().flatMap(({ to }) => (to === null ? [] : [to]));
  return (path) => {
    const sources = new Set(staged);
    transaction.before.links.visitLinksNamed(nameKey(path), (_linkpath, source) => {
      if (transaction.staged(source) === null) sources.add(source);
    });
    return [...sources].sort();
  };
}

async function addAll(context: WriteContext, missing: readonly RelationLink[]): Promise<void> {
  const conflicts: Conflict[] = [];
  const edits = new ReciprocalLinks(context, (link, present) => conflicts.push(occupiedConflictOf(link, present)));
  for (const link of missing) edits.add(link);
  const edited = await edits.stage();
  if (conflicts.length > 0) {
    throw new NotedbError('conflict', firstOf(conflicts), {
      conflicts,
      hint: 'decide which of the two links is right, and clear the other one with update_row',
    });
  }
  await movePartners(context, edited);
}

const occupiedConflictOf = (
  { relation: { column, partner }, holder, target }: RelationLink,
  present: string,
): Conflict => ({
  path: target,
  column: partner.name,
  code: 'inverse',
  message: `${target}: ${partner.name} is ${present}, but ${column.name} of ${holder} links here`,
  expected: `[[${noteNameOf(holder)}]]`,
  actual: present,
});
