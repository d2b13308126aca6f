/** insert_row: a new note in a table. Source: docs/operations.md#insert_row, D17. */

import * as z from 'zod';
import { dryRun, rowValues, tableArgument, textArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { stageInsert } from '../../rows/row-insert';
import { RowTemplates } from '../../rows/row-templates';
import { rowResult, writtenRow } from '../../rows/row-result';

export const insertRow = defineWrite({
  name: 'insert_row',
  group: 'rows',
  isCore: true,
  addsEachTime: true,
  permission: 'write',
  effect: 'write',
  summary: 'Adds a row: a new note with validated values.',
  description:
    'The path comes from the table’s partition and file-name patterns; `path` puts the note elsewhere. Defaults fill omitted columns; null leaves a column empty. `body` is the Markdown text; without it the row gets the first template whose filter matches its values, else the row template; "" keeps them away.',
  brief: 'Links are written [[Name]]. Patterns of the table make the path; defaults fill omitted columns.',
  input: z.strictObject({
    table: tableArgument,
    values: rowValues,
    body: textArgument.describe('Markdown body'),
    path: textArgument.describe('Vault path of the note'),
    dry_run: dryRun,
  }),
  refusals: [
    'values that do not fit',
    'a path that is taken, or lies in another table’s folder, an archive or an excluded folder',
  ],
  result: writtenRow,
  stage: async (context, input) => {
    const definition = context.transaction.catalog.resolveTable(input.table);
    const path = stageInsert(context, definition, {
      values: input.values,
      body: input.body ?? null,
      path: input.path ?? null,
      templates: await RowTemplates.read(context, definition),
    });
    return {
      deed: deedOf('insert row', definition.qualified, path === null ? {} : { names: { path } }),
      tables: [definition.qualified],
      extra: () => rowResult(context, definition.qualified, path),
    };
  },
});
