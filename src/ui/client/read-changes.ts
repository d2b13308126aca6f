/** The change feed as the views read it. docs/feed.md */

import type { JsonObject, Operations } from '../../engine/index';
import { refusalOf } from './describe-problem';
import type { OperationsClient } from './operations-client';

export type ListedChange = Operations['list_changes']['result']['changes'][number];

const MOST_A_CALL = 5000;

type Filter = { readonly tables?: string[]; readonly where?: JsonObject };

/** All that match, the oldest first: of the last 90 days, and further back while there are fewer than 100,000 changes. */
export const askChanges = (client: OperationsClient, filter: Required<Filter>): Promise<readonly ListedChange[]> =>
  changesSince(client, 0, filter);

/** The newest 5,000 or more, the oldest first. A client that may not read the feed gets none. */
export async function askNewestChanges(client: OperationsClient): Promise<readonly ListedChange[]> {
  try {
    const { head } = await client.run('list_changes', { limit: 0 });
    return await changesSince(client, Math.max(0, head - MOST_A_CALL), {});
  } catch (thrown) {
    if (refusalOf(thrown) !== null) return [];
    throw thrown;
  }
}

/** Page by page: one that is full, or whose texts are long, ends before `head`. */
async function changesSince(client: OperationsClient, first: number, filter: Filter): Promise<readonly ListedChange[]> {
  const events: ListedChange[] = [];
  for (let since = first; ;) {
    const page = await client.run('list_changes', { since, ...filter, limit: MOST_A_CALL });
    events.push(...page.changes);
    if (page.last >= page.head) return events;
    since = page.last;
  }
}
