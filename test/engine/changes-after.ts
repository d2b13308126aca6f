/** The numbered changes that a journal holds. */

import { Journal } from '../../src/engine/history/journal/journal';
import type { ChangeRecord } from '../../src/engine/history/journal/change-records';
import type { Host } from '../../src/engine/ports/host';

/** Oldest first, as another process would read them. */
export async function changesAfter(host: Host, change = 0): Promise<readonly ChangeRecord[]> {
  const records: ChangeRecord[] = [];
  for await (const record of (await Journal.open(host)).changes.after(change)) records.push(record);
  return records;
}
