/** The next batch of a webhook, from its cursor on. docs/webhooks.md#deliveries; D11, D23 */

import type { ChangeFeed, FeedPage, FeedReader } from '../feed/change-feed';
import type { FeedEvent } from '../feed/feed-event';
import type { NextBatch } from '../followers/consumer';
import type { Webhook, WebhookBatch } from './webhook';
import { bodyOf } from './webhook-body';

/** Events in a batch. */
const MOST_EVENTS = 100;

/** Characters of a batch of several events: receivers refuse larger ones. */
const LARGEST_BODY = 1_000_000;

/** Throws what the feed throws: the filter names a column that is gone, or the disk fails. */
export async function nextBatch(
  feed: ChangeFeed,
  open: () => FeedReader,
  webhook: () => Webhook,
  now: number,
): Promise<NextBatch<WebhookBatch>> {
  const { cursor, filter, formerFilters } = webhook();
  const former = formerFilters.find(({ upTo }) => upTo > cursor);
  const page = await feed.read(open, { since: cursor, limit: MOST_EVENTS, ...(former ?? { filter }) });
  // Names changed meanwhile: events read by the former filter may not match any more.
  if (webhook().filter !== filter) return nextBatch(feed, open, webhook, now);
  if (page.events.length === 0 && !page.gap) return { passed: page.last };
  const events = page.events.slice(0, fitting(page.events));
  const last = events.length < page.events.length ? (events.at(-1)?.seq ?? page.last) : page.last;
  const wait = waitOf(webhook(), page, now);
  if (wait > 0 && events.length === page.events.length) return { wait };
  const body = bodyOf(webhook(), { events, last, gap: page.gap, feed: await feed.name(), now });
  return { batch: { body, events: events.length, last } };
}

const timeOf = ({ timestamp }: FeedEvent): number => (typeof timestamp === 'string' ? Date.parse(timestamp) : NaN);

/** Milliseconds until its first event has waited long enough. A full batch waits for nothing. */
function waitOf({ batchMs }: Webhook, { events, gap, isTruncated }: FeedPage, now: number): number {
  const [first] = events;
  if (batchMs === 0 || first === undefined || gap || isTruncated === true || events.length >= MOST_EVENTS) return 0;
  const age = now - timeOf(first);
  // A clock that was put back does not make the wait longer.
  return Number.isNaN(age) ? 0 : Math.min(batchMs - age, batchMs);
}

/** How many of them a body has room for; the first one always. */
function fitting(events: readonly FeedEvent[]): number {
  let size = 0;
  const over = events.findIndex((event, index) => (size += JSON.stringify(event).length) > LARGEST_BODY && index > 0);
  return over === -1 ? events.length : over;
}
