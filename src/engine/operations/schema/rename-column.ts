/** rename_column: gives a column another name, in the definitions and in every row. Source: docs/operations.md#rename_column; D16, D17. */

import * as z from 'zod';
import { refuseInherited, requireColumn, withRenamedColumn } from '../../catalog/references/change-column';
import { viewRemedies } from '../../catalog/references/renamed-in-views';
import { tablesChanged } from '../../catalog/metastore/definition-changes';
import type { TableDefinition } from '../../catalog/definition';
import { nameProblem } from '../../catalog/name-rules';
import { NotedbError, badRequest } from '../../errors';
import { type ColumnSpec, noteKeyOf } from '../../values/column-spec';
import { dryRun, tableArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { rewriteRows, stageRewritten } from '../../rows/schema-change/column-rows';
import { renamedKey } from '../../rows/schema-change/rename-row-key';
import { rereadRows } from '../../rows/schema-change/reread-rows';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';

export const renameColumn = defineWrite({
  name: 'rename_column',
  group: 'schema',
  permission: 'schema',
  effect: 'write',
  summary: 'Renames a column, in the definitions and in every row.',
  description:
    'In a note only the key changes, unless the column has a `key` of its own: its place, its comments and the bytes of its value stay. CHECKs, ref_where, ref_by, inverse, generated columns, patterns, time_column and row_template of any table follow, and so do webhooks. Views and the text of notes are not rewritten: a warning names each view that reads the column, with the create_view call that mends it.',
  brief: 'Definitions follow; views and the text of notes do not.',
  input: z.strictObject({
    table: tableArgument,
    from_column: z.string().describe('Its name now'),
    to_column: z.string().describe('Its new name'),
    dry_run: dryRun,
  }),
  refusals: [
    'a name that is taken or reserved',
    'a row with a key of the new name and another value',
    'a column that is inherited from a base',
    'a note that does not parse',
  ],
  stage: async (context, { table: reference, from_column: from, to_column: to }) => {
    const { transaction } = context;
    const { catalog } = transaction;
    const problem = nameProblem('column', to);
    if (problem !== null) throw badRequest(`to_column: ${problem}`, 'take another name, like due_date');
    const definition = catalog.resolveTable(reference);
    const spec = requireColumn(definition, from);
    refuseInherited(catalog, definition, from, 'rename it in the base: define_base with rename_columns');
    refuseTaken(definition, spec, to);
    const { qualified } = definition;
    const remedies = viewRemedies(catalog, (table, column) => (table === qualified && column === from ? to : column));
    for (const [view, remedy] of remedies) transaction.viewRemedies.set(view, remedy);
    transaction.renames.push({ kind: 'column', table: qualified, from, to });
    const next = withRenamedColumn(catalog, definition, from, to);
    if (spec.key === undefined) {
      const codec = transaction.codec(definition);
      const rows = await rewriteRows(context, definition, (open) => renamedKey(codec, open, from, to));
      await stageRewritten(await stageDefinitions(context, next), rows);
    } else {
      // The notes keep their key: the rows alone are read by the new name.
      const redefined = await stageDefinitions(context, next);
      await rereadRows(redefined, { table: next.resolveTable(qualified), columns: [], rewrite: null });
    }
    return {
      deed: deedOf('rename column', qualified, { names: { from, to } }),
      tables: tablesChanged(catalog.definition, next.definition, qualified),
    };
  },
});

function refuseTaken({ name, columns, fields }: TableDefinition, { key }: ColumnSpec, to: string): void {
  // Without a key of its own the column takes the new name for the notes too.
  const holder = columns.find((spec) => spec.name === to || (key === undefined && noteKeyOf(spec) === to));
  const isColumn = holder !== undefined;
  if (!isColumn && !Object.hasOwn(fields, to)) return;
  const what = !isColumn ? 'an untyped field' : holder.name === to ? 'a column' : 'a column with the key';
  const message = `${name} has ${what} ${to} already`;
  throw new NotedbError('refused', message, {
    violations: [{ path: null, column: to, code: isColumn ? 'exists' : 'field', message }],
    hint: 'take another name; describe_table shows those that are there',
  });
}
