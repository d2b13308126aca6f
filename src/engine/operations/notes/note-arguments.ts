/** Arguments and answers that the writes of notes share. docs/http.md#writing-notes */

import * as z from 'zod';
import type { WriteContext } from '../../contexts';
import { revisionOf } from '../../note/parts/note-part';
import type { NotePath } from '../../ports/vault-port';
import { textArgument } from '../../schemas/arguments';
import { writeResult } from '../../schemas/results';
import type { TableDefinition } from '../../catalog/definition';

export const notePath = z.string().min(1).describe('Vault path of the note');

export const ifRevision = textArgument.describe('Refuse if the note has another revision; *: if it is not there');

/** `note`: as the write leaves it; null: in the trash. */
export const noteWriteResult = writeResult.extend({
  note: z.strictObject({ path: z.string(), revision: z.string() }).nullable(),
});

/** `path`: where the handler put the note. */
export const writtenNote = ({ transaction }: WriteContext, path: NotePath, before: string) => ({
  note: { path, revision: revisionOf(transaction.stagedAt(path)?.after ?? before) },
});

export const tablesOfNote = (table: TableDefinition | undefined): readonly string[] =>
  table === undefined ? [] : [table.qualified];
