/** The next batch of a webhook, from its cursor on. docs/webhooks.md#deliveries; D11, D23 */

import type { ChangeFeed, FeedReader } from '../feed/change-feed';
import type { FeedEvent } from '../feed/feed-event';
import type { PendingBatch, Webhook } from './webhook';

/** Events in a batch. */
export const MOST_EVENTS = 100;

/** Characters of a batch of several events: receivers refuse what is too large. */
const LARGEST_BODY = 1_000_000;

export type NextBatch =
  | { readonly pending: PendingBatch }
  /** Nothing to deliver up to there. */
  | { readonly passed: number };

/** Throws what the feed throws: the filter names a column that is gone, or the disk fails. */
export async function nextBatch(
  feed: ChangeFeed,
  open: () => FeedReader,
  { id, cursor, filter, formerFilters }: Webhook,
  deliveryId: () => string,
): Promise<NextBatch> {
  const former = formerFilters.find(({ upTo }) => upTo > cursor);
  const page = await feed.read(open, { since: cursor, limit: MOST_EVENTS, ...(former ?? { filter }) });
  if (page.events.length === 0 && !page.gap) return { passed: page.last };
  const events = page.events.slice(0, fitting(page.events));
  const last = events.length < page.events.length ? (events.at(-1)?.seq ?? page.last) : page.last;
  const body = JSON.stringify({ webhook: id, events, last, ...(page.gap ? { gap: true } : {}) });
  return { pending: { id: deliveryId(), body, events: events.length, last } };
}

/** How many of them a body has room for; the first one always. */
function fitting(events: readonly FeedEvent[]): number {
  let size = 0;
  const over = events.findIndex((event, index) => (size += JSON.stringify(event).length) > LARGEST_BODY && index > 0);
  return over === -1 ? events.length : over;
}
