/** write_note: the whole text of a note, or text behind it. docs/http.md#writing-notes */

import * as z from 'zod';
import { conflictError } from '../../errors';
import { appendToBody, bodyOf, withBody } from '../../note/markdown/body';
import { lineBreakOf } from '../../text/text-line';
import { dryRun } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { ifRevision, notePath, noteWriteResult, tablesOfNote, writtenNote } from './note-arguments';
import { newNotePath, openNote, requireRevision, stageNoteText } from './open-note';

export const writeNote = defineWrite({
  name: 'write_note',
  group: 'notes',
  permission: 'notes_write',
  addsEachTime: true,
  effect: 'write',
  summary: 'Writes a note: a new one, its whole text, or text at its end.',
  description:
    'mode replace (default) writes the whole text, front matter too, byte for byte, and makes a note that is not there; append adds content at the end; create refuses a note that is there. A note that is a row stays one: its id and table must be in the text, and its values are validated.',
  brief: 'replace (default): the whole text, front matter too. For rows prefer update_row.',
  input: z.strictObject({
    path: notePath,
    content: z.string().describe('Markdown'),
    mode: z.enum(['replace', 'append', 'create']).nullish(),
    if_revision: ifRevision,
    dry_run: dryRun,
  }),
  refusals: [
    'a path that is hidden, leaves the vault or is not a Markdown file',
    'create: there is such a note',
    'the note has another revision',
    'front matter that does not parse',
    'a row whose values do not fit, or that would be none; a note that would become a row',
  ],
  result: noteWriteResult,
  stage: async (context, { path: given, content, mode, if_revision: revision }) => {
    const { transaction } = context;
    const note = await openNote(context, given);
    requireRevision(note, revision);
    if (note !== null && mode === 'create') {
      const conflict = { path: note.path, code: 'exists', message: `there is a note at ${note.path} already` };
      throw conflictError(conflict, 'give another path, or write that note');
    }
    const present = note?.path ?? newNotePath(transaction, given, null);
    const after = mode === 'append' && note !== null ? appended(note.text, content) : content;
    const path = stageNoteText(context, note, present, after);
    const table = note?.row?.table;
    return {
      deed: deedOf(note === null ? 'insert note' : 'update note', table?.qualified ?? null, { names: { path } }),
      tables: tablesOfNote(table),
      extra: () => writtenNote(context, path, note?.text ?? ''),
    };
  },
});

const appended = (text: string, content: string): string =>
  withBody(text, appendToBody(bodyOf(text), content, lineBreakOf(text)));
