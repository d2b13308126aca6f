/** update_rows: every row that a filter matches. Source: docs/operations.md#update_rows. */

import * as z from 'zod';
import { conflictError, refusalError } from '../../errors';
import { count } from '../../values/json-schema';
import {
  dryRun,
  listPieces,
  rowValues,
  tableArgument,
  textArgument,
  textsArgument,
  whereArgument,
} from '../../schemas/arguments';
import { defineWrite } from '../define-operation';
import { writeResult } from '../../schemas/results';
import { deedOf } from '../../schemas/deed';
import { matchingRows } from '../../rows/matching-rows';
import { ListPieces } from '../../rows/list-pieces';
import { openRow, stageEdit } from '../../rows/row-edit';
import { orRefuse } from '../../rows/refusals';
import { checkNotBoth, checkedNames, checkedValues } from '../../rows/row-values';
import { readingAhead } from '../../storage/transaction/reading-ahead';

export const updateRows = defineWrite({
  name: 'update_rows',
  group: 'rows',
  isCore: true,
  permission: 'write',
  effect: 'write',
  summary: 'Sets values on every row that matches a filter.',
  description:
    'All rows are validated before any is written; without where every row is meant. expect_rows refuses unless exactly that many match. body replaces the note’s body and needs exactly one match. add_values and remove_values change each row’s own list, as in update_row; a row whose lists stay is not written.',
  brief: 'Without where: every row.',
  input: z.strictObject({
    table: tableArgument,
    where: whereArgument,
    set_values: rowValues.nullish().describe('New values; null empties'),
    unset: textsArgument.describe('Columns to empty'),
    add_values: listPieces.nullish().describe('To lists'),
    remove_values: listPieces.nullish().describe('From lists'),
    body: textArgument.describe('Of one matching row'),
    expect_rows: z.int().min(0).nullish().describe('Rows that must match'),
    dry_run: dryRun,
  }),
  refusals: ['another number of matches than expect_rows', 'body with several matches', 'values that do not fit'],
  result: writeResult.extend({ matched: count }),
  stage: async (context, args) => {
    checkNotBoth(args.set_values, args.unset);
    const definition = context.transaction.catalog.resolveTable(args.table);
    const rows = await matchingRows(context, definition, args.where);
    checkCount(rows.length, args.expect_rows ?? null, args.body ?? null);
    const pieces = ListPieces.of(context, definition, args);
    const edit = {
      setValues: checkedValues(context, definition, args.set_values ?? {}),
      unset: checkedNames(context, definition, args.unset ?? []),
      pieces,
    };
    for await (const { path } of readingAhead(context.transaction, rows)) {
      const open = await orRefuse(context.transaction, () => openRow(context, definition, path));
      if (open !== null) stageEdit(context, open, { ...edit, body: args.body ?? null, sections: {} });
      await context.host.scheduler.pause();
    }
    pieces.finish();
    return {
      deed: deedOf('update rows', definition.qualified, {
        counts: { rows: context.transaction.staging().length, matched: rows.length },
      }),
      tables: [definition.qualified],
      extra: () => ({ matched: rows.length }),
    };
  },
});

function checkCount(matches: number, expected: number | null, body: string | null): void {
  if (expected !== null && matches !== expected) {
    const message = `${matches} ${matches === 1 ? 'row matches' : 'rows match'}, not ${expected}`;
    throw conflictError(
      { code: 'expect_rows', message, expected, actual: matches },
      'call select_rows with the same where',
    );
  }
  if (body !== null && matches > 1) {
    const message = `body replaces the text of one row, and ${matches} rows match`;
    throw refusalError(
      { column: 'body', code: 'body', message, expected: 1, actual: matches },
      'narrow where, or leave body out',
    );
  }
}
