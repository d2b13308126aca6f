/** Notes or lines whose values a new table refuses, by column. docs/page.md#make-a-table */

import type { Refusal } from '../../client/describe-problem';

export interface RefusedValues {
  /** The first few. */
  readonly messages: readonly string[];
  readonly count: number;
  /** The notes or lines among them; the others are about the column itself. */
  readonly rows: number;
}

const MOST_MESSAGES = 3;

export function refusedColumns(refusal: Refusal | null): ReadonlyMap<string, RefusedValues> {
  const columns = new Map<string, { messages: string[]; count: number; rows: number }>();
  for (const { column, message, path } of refusal?.violations ?? []) {
    if (column === null) continue;
    const known = columns.get(column) ?? { messages: [], count: 0, rows: 0 };
    known.count += 1;
    if (path !== null) known.rows += 1;
    if (known.messages.length < MOST_MESSAGES) known.messages.push(path === null ? message : `${path}: ${message}`);
    columns.set(column, known);
  }
  return columns;
}
