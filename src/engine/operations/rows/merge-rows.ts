/** merge_rows: updates the rows that hold a key and inserts the others, as one migration. Source: docs/operations.md#merge_rows; D6, D16, D17. */

import * as z from 'zod';
import { count } from '../../values/json-schema';
import { dryRun, manyRows, tableArgument } from '../../schemas/arguments';
import { defineWrite } from '../define-operation';
import { writeResult } from '../../schemas/results';
import { deedOf } from '../../schemas/deed';
import { RowMerge } from '../../rows/merge/row-merge';

const input = z.strictObject({
  table: tableArgument,
  on: z.array(z.string()).min(1).describe('Key columns: every row holds a value of each'),
  rows: manyRows.describe('The rows'),
  when_matched: z.enum(['update', 'ignore']).nullish().describe('Default update'),
  when_not_matched: z.enum(['insert', 'ignore']).nullish().describe('Default insert'),
  dry_run: dryRun,
});

export const mergeRows = defineWrite({
  name: 'merge_rows',
  group: 'rows',
  permission: 'write',
  effect: 'write',
  summary: 'Updates the rows that hold the given keys and inserts the others, as one migration.',
  description:
    'A row matches when it holds the same values in the columns of on: date-times are compared by instant after completion with the database time zone, links by the row they mean. Of a matched row only the given columns change, null empties one, and a row that would not change is not written. Defaults fill inserted rows. The result counts inserted, updated, unchanged and ignored rows.',
  brief: 'Of a matched row only the given columns change; null empties.',
  input,
  refusals: [
    'a row without a value of a key column',
    'a key that several rows of the table hold',
    'a key that the call holds twice',
    'values that do not fit',
  ],
  result: writeResult.extend({ inserted: count, updated: count, unchanged: count, ignored: count }),
  stage: async (context, args) => {
    const definition = context.transaction.catalog.resolveTable(args.table);
    const merge = new RowMerge(context, definition, args);
    await merge.stage();
    const { inserted, updated } = merge.counts;
    return {
      deed: deedOf('merge rows', definition.qualified, { counts: { rows: args.rows.length, inserted, updated } }),
      tables: [definition.qualified],
      sourceRows: args.rows.length,
      extra: () => ({ ...merge.counts }),
    };
  },
});
