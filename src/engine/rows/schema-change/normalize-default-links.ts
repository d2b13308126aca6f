/** Normalizes the links that defaults fill in: each leads to its row from its own note. Source: docs/operations.md#add_column, docs/operations.md#define_base; D6. */

import type { TableDefinition } from '../../catalog/definition';
import { jsonEqual } from '../../json';
import { linkSpecOf } from '../../values/column-spec';
import type { RedefinedContext } from '../../contexts';
import { addPendingLinks } from '../normalize-links';
import type { GivenValue } from '../row-values';

/** Of the rows that are staged. `filled`: by column, what rows without a value got. */
export async function normalizeDefaultLinks(
  context: RedefinedContext,
  table: TableDefinition,
  filled: ReadonlyMap<string, GivenValue>,
): Promise<void> {
  const links = table.columns.filter((spec) => linkSpecOf(spec) !== null);
  const given = links.flatMap(({ name }): [string, GivenValue][] => {
    const value = filled.get(name);
    return value?.value === undefined ? [] : [[name, value]];
  });
  if (given.length === 0) return;
  context.transaction.filled.set(table.qualified, new Set(given.map(([name]) => name)));
  for (const { from, becomes, after } of context.transaction.staging()) {
    if (becomes === null || becomes.table !== table.qualified || after === null) continue;
    const { path, id, values } = becomes.decoded.row;
    // A row that had a value keeps it.
    const own = new Map(given.filter(([name, { value }]) => jsonEqual(values[name], value)));
    addPendingLinks(context, { table, from, path, id, values: (column) => own.get(column)?.value });
    await context.host.scheduler.pause();
  }
}
