/** What a warm start leaves to be made by the first who asks, made ahead and in turns. */

import type { SchedulerPort } from '../../ports/host';
import type { Store } from './store';

/** Nothing changes meanwhile. */
export async function buildIndexes(store: Store, scheduler: Pick<SchedulerPort, 'pause'>): Promise<void> {
  await store.links.buildIndexes(scheduler);
  for (const table of store.columnTables()) await table.buildIndex(scheduler);
  await store.holders.buildIndex(scheduler);
}
