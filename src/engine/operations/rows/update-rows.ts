/** update_rows: every row that a filter matches. spec: Row write operations. */

import * as z from 'zod';
import { NotedbError, type Violation } from '../../errors';
import type { TableDefinition } from '../../catalog/definition';
import type { JsonObject } from '../../values/json';
import { dryRun, jsonObject, table, text, texts, where } from '../arguments';
import { type WriteContext, defineWrite } from '../define-operation';
import { matchingRows } from './matching-rows';
import { openRow, stageEdit } from './row-edit';
import { orRefuse } from './refusals';
import { checkNotBoth, isSettable, readValues, unknownColumn } from './row-values';

export const updateRows = defineWrite({
  name: 'update_rows',
  group: 'rows',
  effect: 'write',
  summary: 'Sets values on every row that matches a filter.',
  description:
    'All rows are validated before any is written; without where every row is meant. expect_rows refuses unless exactly that many match. body replaces the note’s body and needs exactly one match.',
  input: z.strictObject({
    table,
    where,
    set_values: jsonObject.nullish().describe('Column -> new value; null empties it'),
    unset: texts.describe('Columns to empty'),
    body: text.describe('New Markdown body, when one row matches'),
    expect_rows: z.int().min(0).nullish().describe('How many rows must match'),
    dry_run: dryRun,
  }),
  refusals: ['another number of matches than expect_rows', 'body with several matches', 'values that do not fit'],
  stage: async (context, args) => {
    checkNotBoth(args.set_values, args.unset);
    const definition = context.transaction.catalog.resolveTable(args.table);
    const rows = await matchingRows(context, definition, args.where);
    checkCount(rows.length, args.expect_rows ?? null, args.body ?? null);
    const edit = checkedEdit(context, definition, args.set_values ?? {}, args.unset ?? []);
    for (const { path } of rows) {
      const open = await orRefuse(context.transaction, () => openRow(context, definition, path));
      if (open !== null) stageEdit(context, open, { ...edit, body: args.body ?? null, sections: {} });
      await context.host.scheduler.pause();
    }
    return {
      summary: `updated ${context.transaction.staging().length} of ${rows.length} matching rows in ${definition.name}`,
      tables: [definition.qualified],
      extra: () => ({ matched: rows.length }),
    };
  },
});

/** What is wrong with the arguments themselves is said once, not for each row, and also when no row matches. */
function checkedEdit(
  { transaction, zone }: WriteContext,
  definition: TableDefinition,
  setValues: JsonObject,
  unset: readonly string[],
): { readonly setValues: JsonObject; readonly unset: readonly string[] } {
  const wrong = new Set<string | null>();
  const violate = (violation: Violation): void => {
    wrong.add(violation.column);
    transaction.violate(violation);
  };
  readValues({ table: definition, path: null, zone, violate }, setValues);
  for (const name of unset) if (!isSettable(definition, name)) violate(unknownColumn(definition, null, name, null));
  return {
    setValues: Object.fromEntries(Object.entries(setValues).filter(([name]) => !wrong.has(name))),
    unset: unset.filter((name) => !wrong.has(name)),
  };
}

function checkCount(matches: number, expected: number | null, body: string | null): void {
  if (expected !== null && matches !== expected) {
    const message = `${matches} rows match, not ${expected}`;
    throw new NotedbError('conflict', message, {
      conflicts: [{ path: null, column: null, code: 'expect_rows', message, expected, actual: matches }],
      hint: 'call select_rows with the same where',
    });
  }
  if (body !== null && matches > 1) {
    const message = `body replaces the text of one row, and ${matches} rows match`;
    throw new NotedbError('refused', message, {
      conflicts: [{ path: null, column: 'body', code: 'body', message, expected: 1, actual: matches }],
      hint: 'narrow where, or leave body out',
    });
  }
}
