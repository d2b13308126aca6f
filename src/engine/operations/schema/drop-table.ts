/** drop_table: takes a definition away; with archive its rows go to the archive folder. Source: docs/operations.md#drop_table, D17. */

import * as z from 'zod';
import type { TableDefinition } from '../../catalog/definition';
import { referencesTo } from '../../catalog/references/table-references';
import { type NotedbError, conflictError } from '../../errors';
import { dryRun, tableArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { archiveRow } from '../rows/delete-rows';
import { orRefuse } from '../../rows/refusals';
import { matchingRows } from '../../rows/matching-rows';
import { removeEmptiedFolders } from '../../rows/schema-change/remove-emptied-folders';
import { refuseLinkedReads } from '../../rows/schema-change/refuse-linked-reads';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';

export const dropTable = defineWrite({
  name: 'drop_table',
  group: 'schema',
  permission: 'schema',
  effect: 'destructive',
  summary: 'Removes a table’s definition.',
  description:
    'A table with rows is refused unless mode is archive: then every row, wherever it lies, moves to the table’s archive folder. Links of other tables to it stay and are named in warnings.',
  brief: 'Refused while it has rows, unless mode is archive.',
  input: z.strictObject({
    table: tableArgument,
    mode: z.enum(['archive']).nullish().describe('archive: move the rows to the archive folder first'),
    dry_run: dryRun,
  }),
  refusals: [
    'the table has rows and mode is not archive',
    'a CHECK, ref_where or ref_by of another table reads it through a link',
    'it is a view',
  ],
  stage: async (context, args) => {
    const { transaction, host } = context;
    const definition = transaction.catalog.resolveTable(args.table, 'call drop_view');
    refuseLinkedReads(transaction.catalog, definition.qualified, `${definition.qualified} can't be dropped`);
    const rows = await matchingRows(context, definition, null);
    if (rows.length > 0 && args.mode !== 'archive') throw hasRows(definition, rows.length);
    for (const { path } of rows) {
      await orRefuse(transaction, () => archiveRow(context, definition, path));
      removeEmptiedFolders(transaction, path, transaction.catalog.tableFolder(definition));
      await host.scheduler.pause();
    }
    const { qualified } = definition;
    transaction.warnings.push(...referencesTo(transaction.catalog, qualified));
    await stageDefinitions(context, transaction.catalog.withoutTable(qualified));
    return { deed: deedOf('drop table', qualified, { counts: { rows: rows.length } }), tables: [qualified] };
  },
});

function hasRows({ qualified }: TableDefinition, count: number): NotedbError {
  const message = `${qualified} has ${count} ${count === 1 ? 'row' : 'rows'}`;
  return conflictError(
    { code: 'rows', message, expected: 0, actual: count },
    'use mode archive, or delete the rows first',
  );
}
