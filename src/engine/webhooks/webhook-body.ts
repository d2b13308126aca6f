/** The body of a delivery: a batch as list_changes gives it, or as CloudEvents. docs/webhooks.md#deliveries */

import type { FeedEvent } from '../feed/feed-event';
import type { JsonObject } from '../json';
import type { Webhook, WebhookFormat } from './webhook';

export const CONTENT_TYPES: Readonly<Record<WebhookFormat, string>> = {
  plain: 'application/json',
  cloudevents: 'application/cloudevents-batch+json; charset=utf-8',
};

interface WrittenBatch {
  readonly events: readonly FeedEvent[];
  readonly last: number;
  readonly gap: boolean;
  /** The name of the feed that the numbers belong to. */
  readonly feed: string;
  /** Milliseconds. */
  readonly now: number;
}

type Maker = Pick<Webhook, 'format' | 'id'>;

export function bodyOf({ id, format }: Maker, { events, last, gap, feed, now }: WrittenBatch): string {
  if (format === 'plain') {
    return JSON.stringify({ type: 'notedb.changes', webhook: id, events, last, ...(gap ? { gap: true } : {}) });
  }
  const missed = cloudEvent(feed, { id: `gap-${last}`, type: 'notedb.gap', time: timeText(now), data: { last } });
  const told = events.map((event) => {
    const { seq, op, timestamp, path } = event;
    return cloudEvent(feed, {
      ...{ id: String(seq), type: `notedb.${op}`, time: timestamp ?? null },
      ...(typeof path === 'string' ? { subject: path } : {}),
      data: event,
    });
  });
  return JSON.stringify([...(gap ? [missed] : []), ...told]);
}

/** A batch without events. `id`: of the delivery. */
export function testBodyOf(webhook: Maker & Pick<Webhook, 'cursor'>, feed: string, id: string, now: number): string {
  const { id: webhookId, cursor: last } = webhook;
  const test = { type: 'notedb.test', webhook: webhookId, events: [], last, test: true };
  if (webhook.format === 'plain') return JSON.stringify(test);
  return JSON.stringify([cloudEvent(feed, { id, type: 'notedb.test', time: timeText(now), data: { last } })]);
}

/** Source and id together are unique: numbers belong to a feed. https://github.com/cloudevents/spec */
const cloudEvent = (feed: string, event: JsonObject): JsonObject => ({
  specversion: '1.0',
  source: `urn:uuid:${feed}`,
  datacontenttype: 'application/json',
  ...event,
});

const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString();
