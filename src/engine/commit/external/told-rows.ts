/** The rows as the change feed told them so far: what an opening compares with when no warm-start file says how they were. D29 */

import type { Catalog } from '../../catalog/catalog';
import type { FeedEntry } from '../../feed/feed-entry';
import { RecordedChanges } from '../../feed/recorded-changes';
import type { Journal } from '../../history/journal/journal';
import type { SchedulerPort } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import { isJsonObject } from '../../json';
import type { TableRow } from '../write-changes';

/** By path. Null: the journal does not hold every change from the first one on, or holds none: rows may be older than it. */
export async function toldRows(
  journal: Journal,
  scheduler: Pick<SchedulerPort, 'pause'>,
  catalog: Catalog,
): Promise<ReadonlyMap<NotePath, TableRow> | null> {
  if (journal.dropped > 0 || journal.numbers.last === 0) return null;
  const rows = new Map<NotePath, TableRow>();
  const recorded = new RecordedChanges(journal, scheduler);
  const all = { since: 0, upTo: journal.numbers.last, wants: () => true, catalog };
  for await (const entry of recorded.after(all)) {
    if (entry.op === 'gap' || entry.isLost === true) return null;
    follow(rows, entry);
  }
  return rows;
}

/** As docs/feed.md#following says. */
function follow(rows: Map<NotePath, TableRow>, { op, table, row, fields }: FeedEntry): void {
  if (row === null || table === null) return;
  const { changes, path } = fields;
  const moved = isJsonObject(changes) ? changes['path'] : undefined;
  const left = isJsonObject(moved) ? moved['before'] : path;
  if (typeof left === 'string') rows.delete(left);
  if (op !== 'delete') rows.set(row.path, { table, row });
}
