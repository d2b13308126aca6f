/** Builds the indexes that a warm start leaves out, ahead of the first query and in turns. */

import type { SchedulerPort } from '../../ports/host';
import type { Store } from './store';

/** Nothing changes meanwhile. */
export async function buildIndexes(store: Store, scheduler: Pick<SchedulerPort, 'pause'>): Promise<void> {
  await store.links.buildIndexes(scheduler);
  for (const table of store.columnTables()) await table.buildIndex(scheduler);
  await store.idIndex.buildIndex(scheduler);
}
