/** drop_column: takes a column out of the definition and out of every row. Source: docs/operations.md#drop_column; D17. */

import * as z from 'zod';
import { refuseInherited, requireColumn, withoutColumn } from '../../catalog/references/change-column';
import { noteKeyOf } from '../../values/column-spec';
import { dryRun, tableArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { setRowKeys } from '../../rows/list-keys';
import { rewriteRows, stageRewritten } from '../../rows/schema-change/column-rows';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';

export const dropColumn = defineWrite({
  name: 'drop_column',
  group: 'schema',
  permission: 'schema',
  effect: 'destructive',
  summary: 'Removes a column, from the definition and from every row.',
  description:
    'The values are journaled: undo_migration brings them back. Refused while a CHECK, ref_where or ref_by of any table, or a pattern, time_column, generated column, row_template or inverse reads the column; the conflicts name each.',
  brief: 'Refused while a definition reads it.',
  input: z.strictObject({
    table: tableArgument,
    column: z.string().describe('The column to remove'),
    dry_run: dryRun,
  }),
  refusals: [
    'something reads the column',
    'a column that is inherited from a base',
    'an unknown column',
    'a note that does not parse',
  ],
  stage: async (context, { table: reference, column }) => {
    const { transaction } = context;
    const { catalog } = transaction;
    const definition = catalog.resolveTable(reference);
    const key = noteKeyOf(requireColumn(definition, column));
    refuseInherited(catalog, definition, column, 'drop it from the base: define_base with drop_columns');
    const next = withoutColumn(catalog, definition, column);
    const codec = transaction.codec(definition);
    const rows = await rewriteRows(context, definition, ({ text }) => setRowKeys(codec, text, new Map([[key, null]])));
    const redefined = await stageDefinitions(context, next);
    await stageRewritten(redefined, rows);
    return { deed: deedOf('drop column', definition.qualified, { names: { column } }), tables: [definition.qualified] };
  },
});
