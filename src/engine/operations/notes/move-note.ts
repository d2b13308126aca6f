/** move_note: another path for a note, or the trash. docs/http.md#writing-notes */

import * as z from 'zod';
import { NotedbError, badRequest } from '../../errors';
import { liesIn } from '../../links/same-place';
import { textArgument, dryRun } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import type { WriteContext } from '../../contexts';
import { isReferred, restrictConflicts, restrictMessage, rowReferrersOf } from '../../rows/find-referrers';
import { whyNoRowAt } from '../../rows/row-path';
import { defineWrite } from '../define-operation';
import { ifRevision, notePath, noteWriteResult, tablesOfNote, writtenNote } from './note-arguments';
import { type OpenNote, newNotePath, noSuchNote, openNote, requireRevision } from './open-note';

export const moveNote = defineWrite({
  name: 'move_note',
  group: 'notes',
  permission: 'notes_write',
  effect: 'destructive',
  summary: 'Moves or renames a note, or puts it in the trash.',
  description:
    'Links in other notes follow a move. Without to the note goes to the trash, and links to it lead nowhere. A row stays a row wherever it lies; one that other notes link to does not go to the trash.',
  brief: 'Links follow. Without to: into the trash.',
  input: z.strictObject({
    path: notePath,
    to: textArgument.describe('New path; absent: the trash'),
    if_revision: ifRevision,
    dry_run: dryRun,
  }),
  refusals: [
    'no such note',
    'a note at the new path',
    'the note has another revision',
    'a new path that is hidden, leaves the vault or is not a Markdown file, or at which a row would be none',
    'the trash: a row that other notes link to',
  ],
  result: noteWriteResult,
  stage: async (context, { path: given, to: wanted, if_revision: revision }) => {
    const { transaction } = context;
    const note = await openNote(context, given);
    requireRevision(note, revision);
    if (note === null) throw noSuchNote(given);
    const { path, text } = note;
    const table = note.row?.table;
    const tables = tablesOfNote(table);
    const qualified = table?.qualified ?? null;
    if (wanted === null || wanted === undefined) {
      await refuseReferrers(context, note);
      transaction.put({ from: path, to: null, before: text, after: null });
      return { deed: deedOf('delete note', qualified, { names: { path } }), tables, extra: () => ({ note: null }) };
    }
    const to = newNotePath(transaction, wanted, path);
    requireRowAt(context, note, to);
    transaction.placed.add(path);
    transaction.put({ from: path, to, before: text, after: text });
    return {
      deed: deedOf('move note', qualified, { names: { path: to, from: path, to } }),
      tables,
      extra: () => writtenNote(context, transaction.staged(path)?.to ?? to, text),
    };
  },
});

function requireRowAt({ transaction }: WriteContext, { row }: OpenNote, to: string): void {
  if (row === null) return;
  const { catalog } = transaction;
  const reason = whyNoRowAt(catalog, row.table, to);
  const other = catalog.tables().find((each) => each !== row.table && liesIn(to, catalog.tableFolder(each)));
  if (reason === null && other === undefined) return;
  throw badRequest(reason ?? `${to} lies in the folder of ${other?.qualified ?? ''}`, 'give another path');
}

/** As of delete_rows with restrict. */
async function refuseReferrers(context: WriteContext, { path, row }: OpenNote): Promise<void> {
  if (row === null) return;
  const referrers = await rowReferrersOf(context, row.table, [row.row], (source) => source !== path);
  if (!isReferred(referrers)) return;
  throw new NotedbError('conflict', restrictMessage(referrers, 1), {
    conflicts: restrictConflicts(referrers),
    hint: 'unlink the row first, or call delete_rows with on_referenced',
  });
}
