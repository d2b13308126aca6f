/** Computes the generated and identity columns of every row that a write touches, whichever operation it is. D16. */

import type { TableDefinition } from '../catalog/definition';
import { ALWAYS } from '../query/where/predicate';
import { select } from '../query/select-source';
import { tableSource } from '../query/source/query-source';
import type { StagedChange } from '../storage/transaction/staged-change';
import { isComputed } from '../values/generated-columns';
import type { LinkedContext, WriteContext } from '../contexts';
import { ColumnComputer } from '../rows/computed-columns';
import { orRefuse } from '../rows/refusals';
import { openRow } from '../rows/row-edit';

/**
 * Earlier content that comes back is not touched. A table whose computed columns are declared anew gets them on all its rows; an
 * undo writes no rows but those that it stages. Source: docs/operations.md#set_table_bases
 */
export async function computeColumns(context: LinkedContext): Promise<void> {
  const { transaction, host, staged } = context;
  const computers = new Map<string, ColumnComputer>();
  const computerOf = (table: TableDefinition): ColumnComputer => {
    let computer = computers.get(table.qualified);
    if (computer === undefined) computers.set(table.qualified, (computer = new ColumnComputer(context, table)));
    return computer;
  };
  for (const change of transaction.staging()) {
    const table = change.becomes === null ? null : transaction.catalog.table(change.becomes.table);
    if (table === null || change.kind === 'restore' || computerOf(table).isIdle) continue;
    computeChange(context, change, computerOf(table));
    await host.scheduler.pause();
  }
  if (staged.undoes !== undefined) return;
  for (const table of redeclaredTables(context)) await computeRows(context, table, computerOf(table));
}

function computeChange({ transaction }: WriteContext, change: StagedChange, computer: ColumnComputer): void {
  const { becomes, before, after, from, to } = change;
  if (becomes === null || after === null) return;
  const { row, problems } = becomes.decoded;
  const invalidColumns = new Set(problems.map(({ column }) => column));
  const text = computer.text({ row, invalidColumns, text: after, from });
  if (text !== after) transaction.put({ from: to, to, before, after: text, follows: true });
}

/** Tables with rows whose computed columns are not what they were. */
function redeclaredTables({ transaction }: WriteContext): readonly TableDefinition[] {
  if (!transaction.catalogChanged) return [];
  return transaction.catalog.tables().filter((table) => {
    const before = transaction.before.catalog.table(table.qualified);
    return (
      before !== null &&
      before !== table &&
      table.columns.some(isComputed) &&
      computedRulesKey(before) !== computedRulesKey(table)
    );
  });
}

/** What the computed columns depend on. */
const computedRulesKey = ({ columns }: TableDefinition): string =>
  JSON.stringify(columns.map(({ name, type, generated, identity }) => [name, type, generated, identity]));

async function computeRows(context: WriteContext, table: TableDefinition, computer: ColumnComputer): Promise<void> {
  const { transaction, host, zone } = context;
  const query = { where: ALWAYS, order: [], limit: null, offset: 0, zone };
  const { rows } = await select(tableSource(transaction.table(table.qualified)), query, host.scheduler);
  for (const { path } of rows) {
    if (transaction.staged(path) !== null) continue;
    await orRefuse(transaction, async () => {
      const { row, invalidColumns, text } = await openRow(context, table, path);
      const after = computer.text({ row, invalidColumns, text, from: path });
      if (after !== text) transaction.put({ from: path, to: path, before: text, after });
    });
    await host.scheduler.pause();
  }
}
