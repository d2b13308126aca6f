/** Reads every row of a table under a changed definition, so that the gate validates it again. Source: docs/operations.md#add_column, docs/operations.md#alter_column; D7, D17 */

import type { TableDefinition } from '../../catalog/definition';
import { changedColumns } from '../../integrity/rules/changed-columns';
import type { DecodedRow } from '../../storage/row-codec';
import { readingAhead } from '../../storage/transaction/reading-ahead';
import type { NotePath } from '../../ports/vault-port';
import type { RedefinedContext, WriteContext } from '../../contexts';
import { matchingRows } from '../matching-rows';
import { orRefuse } from '../refusals';
import { type OpenRow, openRow } from '../row-edit';

export interface RereadRequest {
  /** With the new definition. */
  readonly table: TableDefinition;
  /** The new rules for the rows. */
  readonly columns: readonly string[];
  /** The text that the note has afterwards; null when no note is written. */
  readonly rewrite: ((open: OpenRow) => string) | null;
}

export async function rereadRows(context: RedefinedContext, { table, columns, rewrite }: RereadRequest): Promise<void> {
  const { transaction, host } = context;
  const rows = new Map<NotePath, DecodedRow>();
  const rewritten: { readonly open: OpenRow; readonly after: string }[] = [];
  for await (const row of readingAhead(transaction, await matchingRows(context, table, null))) {
    await host.scheduler.pause();
    // An unreadable note keeps its known values, and prevents nothing unless it would have to be written.
    if (rewrite === null && isUnreadable(context, row.path)) {
      rows.set(row.path, { row, problems: [], strayKeys: [] });
      continue;
    }
    const open = await orRefuse(transaction, () => openRow(context, table, row.path));
    if (open === null) continue;
    rows.set(row.path, transaction.codec(table).decode(row.path, row.modified, open.text));
    const after = rewrite === null ? open.text : rewrite(open);
    if (after !== open.text) rewritten.push({ open, after });
  }
  await transaction.revalidate(table.qualified, { columns: new Set(columns), rows }, host.scheduler);
  for (const { open, after } of rewritten) {
    transaction.put({ from: open.path, to: open.path, before: open.text, after });
    await host.scheduler.pause();
  }
}

/** What an undo brings back of the definitions is held against the rows that came or changed since. D17 */
export async function rereadRestored(context: WriteContext): Promise<void> {
  const { before, catalog } = context.transaction;
  for (const table of catalog.tables()) {
    const present = before.catalog.table(table.qualified);
    const columns = present === null ? [] : changedColumns(present, table);
    if (columns.length > 0) await rereadRows({ ...context, isRedefined: true }, { table, columns, rewrite: null });
  }
}

const isUnreadable = ({ transaction: { before } }: WriteContext, path: NotePath): boolean =>
  before.unparsable.has(path) || before.unconfirmedDeletions.has(path);
