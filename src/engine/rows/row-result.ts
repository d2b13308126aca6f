/** A row as select_rows gives it. D4, D6. */

import { type ResultRow, resultRow, rowJson } from '../query/row-json';
import type { WriteContext } from '../contexts';
import { writeResult } from '../schemas/results';

/** What insert_row and update_row answer with. */
export const writtenRow = writeResult.extend({ row: resultRow.exactOptional() });

export function rowResult({ transaction }: WriteContext, qualified: string, path: string | null): { row?: ResultRow } {
  const row = path === null ? null : transaction.table(qualified).row(path);
  return row === null ? {} : { row: rowJson(row) };
}
