/** drop_column: takes a column out of the definition and out of every row. spec: Schema operations; D17. */

import * as z from 'zod';
import { columnNamed, refuseInherited, withoutColumn } from '../../catalog/references/change-column';
import { setFrontMatter } from '../../yaml/front-matter/splice';
import { dryRun, table } from '../arguments';
import { defineWrite } from '../define-operation';
import { rewriteRows, stageRewritten } from './column-rows';
import { stageDefinitions } from './stage-definitions';

export const dropColumn = defineWrite({
  name: 'drop_column',
  group: 'schema',
  effect: 'destructive',
  summary: 'Removes a column, from the definition and from every row.',
  description:
    'The values are journaled: undo_migration brings them back. Refused while a CHECK, ref_where or ref_by of any table, or a pattern, time_column, generated column, row_template or inverse reads the column; the conflicts name each.',
  input: z.strictObject({
    table,
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
    columnNamed(definition, column);
    refuseInherited(catalog, definition, column, 'drop it from the base: define_base with drop_columns');
    const next = withoutColumn(catalog, definition, column);
    const rows = await rewriteRows(context, definition, ({ text }) => setFrontMatter(text, new Map([[column, null]])));
    await stageDefinitions(transaction, next);
    await stageRewritten(context, rows);
    return { summary: `dropped column ${column} of ${definition.name}`, tables: [definition.qualified] };
  },
});
