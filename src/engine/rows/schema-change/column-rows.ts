/** The rows of a table whose notes a change of its columns writes. Source: docs/operations.md#schema; D7. */

import type { TableDefinition } from '../../catalog/definition';
import type { RedefinedContext, WriteContext } from '../../contexts';
import { matchingRows } from '../matching-rows';
import { orRefuse } from '../refusals';
import { type OpenRow, openRow } from '../row-edit';
import { readingAhead } from '../../storage/transaction/reading-ahead';

/** A note and what it becomes. */
export interface RewrittenRow {
  readonly open: OpenRow;
  readonly after: string;
}

/**
 * Reads every row by `table`, the current definition, and gives its text to `rewrite`. A note that does not
 * parse, or a refusal of `rewrite`, is reported by the gate with everything else; the others go on.
 */
export async function rewriteRows(
  context: WriteContext,
  table: TableDefinition,
  rewrite: (open: OpenRow) => string,
): Promise<readonly RewrittenRow[]> {
  const { transaction, host } = context;
  const rewritten: RewrittenRow[] = [];
  for await (const { path } of readingAhead(transaction, await matchingRows(context, table, null))) {
    const row = await orRefuse(transaction, async () => {
      const open = await openRow(context, table, path);
      return { open, after: rewrite(open) };
    });
    if (row !== null && row.after !== row.open.text) rewritten.push(row);
    await host.scheduler.pause();
  }
  return rewritten;
}

/** No value changes: nothing in these rows is held against the call. */
export async function stageRewritten(context: RedefinedContext, rows: readonly RewrittenRow[]): Promise<void> {
  const { transaction, host } = context;
  for (const { open, after } of rows) {
    transaction.put({ from: open.path, to: open.path, before: open.text, after, follows: true });
    await host.scheduler.pause();
  }
}
