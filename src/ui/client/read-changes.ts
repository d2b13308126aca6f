/** The change feed as the views read it. docs/feed.md */

import type { JsonObject, Operations } from '../../engine/index';
import { refusalOf } from './describe-problem';
import type { OperationsClient } from './operations-client';

export type ListedChange = Operations['list_changes']['result']['changes'][number];

const MOST_A_CALL = 5000;

/** All that match, the oldest first: of the last 90 days, and further back while there are fewer than 100,000 changes. */
export async function askChanges(
  client: OperationsClient,
  filter: { readonly tables: string[]; readonly where: JsonObject },
): Promise<readonly ListedChange[]> {
  const events: ListedChange[] = [];
  let since = 0;
  for (;;) {
    const page = await client.run('list_changes', { since, ...filter, limit: MOST_A_CALL });
    events.push(...page.changes);
    if (page.changes.length < MOST_A_CALL) return events;
    since = page.last;
  }
}

/** The newest 5,000, the oldest first. A client that may not read the feed gets none. */
export async function askNewestChanges(client: OperationsClient): Promise<readonly ListedChange[]> {
  try {
    const { head } = await client.run('list_changes', { limit: 0 });
    return (await client.run('list_changes', { since: Math.max(0, head - MOST_A_CALL), limit: MOST_A_CALL })).changes;
  } catch (thrown) {
    if (refusalOf(thrown) !== null) return [];
    throw thrown;
  }
}
