/** The next batch of a webhook, from its cursor on. docs/webhooks.md#deliveries; D11, D23 */

import type { ChangeFeed, FeedReader } from '../feed/change-feed';
import type { FeedEvent } from '../feed/feed-event';
import type { NextBatch } from '../followers/consumer';
import type { Webhook, WebhookBatch } from './webhook';

/** Events in a batch. */
const MOST_EVENTS = 100;

/** Characters of a batch of several events: receivers refuse larger ones. */
const LARGEST_BODY = 1_000_000;

/** Throws what the feed throws: the filter names a column that is gone, or the disk fails. */
export async function nextBatch(
  feed: ChangeFeed,
  open: () => FeedReader,
  webhook: () => Webhook,
): Promise<NextBatch<WebhookBatch>> {
  const { id, cursor, filter, formerFilters } = webhook();
  const former = formerFilters.find(({ upTo }) => upTo > cursor);
  const page = await feed.read(open, { since: cursor, limit: MOST_EVENTS, ...(former ?? { filter }) });
  // Names changed meanwhile: events read by the former filter may not match any more.
  if (webhook().filter !== filter) return nextBatch(feed, open, webhook);
  if (page.events.length === 0 && !page.gap) return { passed: page.last };
  const events = page.events.slice(0, fitting(page.events));
  const last = events.length < page.events.length ? (events.at(-1)?.seq ?? page.last) : page.last;
  const body = JSON.stringify({ webhook: id, events, last, ...(page.gap ? { gap: true } : {}) });
  return { batch: { body, events: events.length, last } };
}

/** How many of them a body has room for; the first one always. */
function fitting(events: readonly FeedEvent[]): number {
  let size = 0;
  const over = events.findIndex((event, index) => (size += JSON.stringify(event).length) > LARGEST_BODY && index > 0);
  return over === -1 ? events.length : over;
}
