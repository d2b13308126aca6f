/** delete_rows: archives or trashes rows, and minds who links to them. Source: docs/operations.md#delete_rows, D6, D17, D18. */

import * as z from 'zod';
import type { TableDefinition } from '../../catalog/definition';
import { NotedbError } from '../../errors';
import { pathBelow } from '../../links/same-place';
import { folderOf, joinPath, noteNameOf } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import type { Row } from '../../storage/row';
import { dryRun, tableArgument, whereArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import type { WriteContext } from '../../contexts';
import { defineWrite } from '../define-operation';
import type { Transaction } from '../../storage/transaction/transaction';
import { clearLinks } from '../../rows/clear-links';
import { clearWords } from '../../rows/vocabulary-references';
import { matchingRows } from '../../rows/matching-rows';
import { orRefuse } from '../../rows/refusals';
import { isReferred, restrictConflicts, restrictMessage, rowReferrersOf } from '../../rows/find-referrers';
import { noteChanged, unconfirmedDeletion } from '../../rows/row-edit';
import { freePath } from '../../rows/row-path';
import { readingAhead } from '../../storage/transaction/reading-ahead';

export const deleteRows = defineWrite({
  name: 'delete_rows',
  group: 'rows',
  isCore: true,
  permission: 'write',
  effect: 'destructive',
  summary: 'Archives or deletes every row that matches a filter.',
  description:
    'mode archive (default) moves the notes to the table’s archive folder, delete puts them in the trash; both can be undone. on_referenced: restrict (default) refuses rows that other notes link to, set_null clears the links in front matter, ignore leaves broken links. Without where every row is meant.',
  brief:
    'Without where: every row. archive: to the archive folder, delete: to the trash. Of referenced rows: refused, links cleared, or left broken.',
  input: z.strictObject({
    table: tableArgument,
    where: whereArgument,
    mode: z.enum(['archive', 'delete']).nullish().describe('Default archive'),
    on_referenced: z.enum(['restrict', 'set_null', 'ignore']).nullish().describe('Default restrict'),
    dry_run: dryRun,
  }),
  refusals: [
    'restrict: a row is linked from a note that stays, or its name is a word that stays',
    'set_null: a link is required',
  ],
  stage: async (context, args) => {
    const { transaction } = context;
    const definition = transaction.catalog.resolveTable(args.table);
    const rows = await matchingRows(context, definition, args.where);
    const isDelete = args.mode === 'delete';
    await handleReferrers(context, { definition, rows }, args.on_referenced ?? 'restrict', isDelete);
    for await (const { path } of readingAhead(transaction, rows)) {
      await orRefuse(transaction, () => (isDelete ? trashRow(context, path) : archiveRow(context, definition, path)));
      await context.host.scheduler.pause();
    }
    return {
      deed: deedOf(isDelete ? 'delete rows' : 'archive rows', definition.qualified, { counts: { rows: rows.length } }),
      tables: [definition.qualified],
    };
  },
});

async function handleReferrers(
  context: WriteContext,
  { definition, rows }: { readonly definition: TableDefinition; readonly rows: readonly Row[] },
  rule: 'restrict' | 'set_null' | 'ignore',
  isDelete: boolean,
): Promise<void> {
  if (rule === 'ignore') return;
  const gone = new Set(rows.map(({ path }) => path));
  const referrers = await rowReferrersOf(context, definition, rows, (path) => !gone.has(path));
  if (!isReferred(referrers)) return;
  if (rule === 'set_null') {
    await clearLinks(context, gone, new Set([...referrers.links.values()].flat()), isDelete);
    return clearWords(context, referrers.words);
  }
  throw new NotedbError('conflict', restrictMessage(referrers, rows.length), {
    conflicts: restrictConflicts(referrers),
    hint: 'unlink them first, or use on_referenced set_null (clears links in front matter) or ignore (leaves them broken)',
  });
}

async function trashRow({ transaction }: WriteContext, path: NotePath): Promise<void> {
  const before = await presentText(transaction, path);
  transaction.put({ from: path, to: null, before, after: null });
}

/** Throws when the note is gone: the answer must not claim the deletion of a missing row. */
async function presentText(transaction: Transaction, path: NotePath): Promise<string> {
  if (transaction.before.unconfirmedDeletions.has(path)) throw unconfirmedDeletion(path);
  const text = await transaction.read(path);
  if (text === null) throw noteChanged(path, 'the note is gone');
  return text;
}

/** Stages the move of a note into its table's archive, where it keeps its path below the table's folder. D18 */
export async function archiveRow(context: WriteContext, definition: TableDefinition, path: NotePath): Promise<void> {
  const { transaction } = context;
  const before = await presentText(transaction, path);
  const folder = transaction.catalog.tableFolder(definition);
  const below = folderOf(pathBelow(path, folder) ?? '');
  const to = freePath(transaction, joinPath(transaction.catalog.archiveFolder(definition), below), noteNameOf(path));
  transaction.put({ from: path, to, before, after: before });
}
