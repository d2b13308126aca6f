/** The numbered changes that a journal holds. */

import { Journal } from '../../src/engine/history/journal/journal';
import type { ChangeRecord } from '../../src/engine/history/journal/change-records';
import type { Host } from '../../src/engine/ports/host';

/** Oldest first, as another process would read them. */
export async function changesAfter(host: Host, change = 0): Promise<readonly ChangeRecord[]> {
  const records: ChangeRecord[] = [];
  const journal = await Journal.open(host);
  for await (const record of journal.changes.after(Math.max(change, journal.dropped))) records.push(record);
  return records;
}
