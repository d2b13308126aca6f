/** undo_migration: puts the earlier content back when every touched note still has what the migration left. Source: docs/history.md#undo_migration, D7, D17. */

import * as z from 'zod';
import { stageUndo } from '../../undo/undo';
import { dryRun, textsArgument } from '../../schemas/arguments';
import { defineWrite } from '../define-operation';
import { writeResult } from '../../schemas/results';

export const undoMigration = defineWrite({
  name: 'undo_migration',
  group: 'history',
  isCore: true,
  permission: 'history',
  effect: 'write',
  summary: 'Takes a write back: every note it touched gets its earlier content.',
  description:
    'Refused with the list of conflicts when a touched note changed since, or when somebody links since to a row that would go; a note that was only formatted anew does not count, a moved one is found by its id. The undo is itself a migration: undo it to redo. paths takes back some of the notes and leaves the others as they are; what belongs together (a move and the links that followed it, both sides of an inverse) is taken back together.',
  brief: 'Refused when a touched note changed since. Undo the undo to redo.',
  input: z.strictObject({
    migration_id: z.string().min(1).describe('From list_migrations'),
    paths: textsArgument.describe('Only these notes, by their present paths (default: all)'),
    dry_run: dryRun,
  }),
  refusals: [
    'a touched note changed since',
    'a row that would go is linked since, or its name is a word since',
    'what comes back names a row that has another name since, or is gone',
    'a row that comes back breaks what its table asks only since',
    'paths names a note that the write did not touch, or that is taken back already',
    'paths leaves out what belongs to a named note, or the write changed definitions',
    'the migration is undone already, failed, or is not known',
  ],
  result: writeResult.extend({
    undoes: z.string().describe('The migration that is taken back'),
    partial: z.boolean().describe('Only some notes of it'),
  }),
  stage: (context, args) => stageUndo(context, args.migration_id, args.paths ?? null),
});
