/** Makes the next row of a series where a write marks a row as done. docs/recurrence.md */

import { type TableDefinition, columnNamed } from '../catalog/definition';
import { type RecurringColumn, isDone, recurringColumn, ruleOf } from '../integrity/series';
import { isFollower, type StagedChange } from '../storage/transaction/staged-change';
import type { Recurs } from '../values/column-spec';
import type { StagedContext } from '../contexts';
import { setRowValues } from '../rows/list-keys';
import { NextRow } from '../rows/next-row';
import { stageInsert } from '../rows/row-insert';
import { RowTemplates } from '../rows/row-templates';
import { written } from '../rows/row-values';

/**
 * The rule moves from the row that is done to the next one: a series has one row with a rule. So a row that is marked as done twice
 * makes one row. A row that comes as done already makes none, nor does content that an undo brings back.
 */
export async function continueSeries(context: StagedContext): Promise<void> {
  const { transaction } = context;
  for (const change of [...transaction.staging()]) {
    const table = change.becomes === null ? null : transaction.catalog.table(change.becomes.table);
    if (table === null || change.kind === 'restore' || isFollower(change)) continue;
    const spec = recurringColumn(table);
    if (spec !== null && isMarkedDone(context, change, table, spec.recurs))
      await continueRow(context, change, table, spec);
  }
}

/** Only a row that was there and was not done. */
function isMarkedDone(
  { transaction }: StagedContext,
  { from, becomes }: StagedChange,
  { qualified }: TableDefinition,
  recurs: Recurs,
): boolean {
  const row = becomes?.decoded.row;
  if (row === undefined || from === null || ruleOf(row, recurs) === null || !isDone(row, recurs)) return false;
  const was = transaction.before.rowAt(from);
  return was !== null && was.table.qualified === qualified && !isDone(was.row, recurs);
}

async function continueRow(
  context: StagedContext,
  { becomes, to, before, after }: StagedChange,
  table: TableDefinition,
  spec: RecurringColumn,
): Promise<void> {
  const { transaction } = context;
  const rule = columnNamed(table, spec.recurs.rule);
  const next = becomes === null ? null : new NextRow(context, table, spec).after(becomes.decoded.row);
  if (rule === undefined || to === null || after === null || next === 'unreadable') return;
  const text = setRowValues(transaction.codec(table), after, new Map([[rule.name, written(rule, undefined).raw]]));
  transaction.put({ from: to, to, before, after: text });
  if (next === null) return;
  const templates = await RowTemplates.read(context, table);
  stageInsert(context, table, { ...next, body: null, path: null, templates });
}
