/** A webhook in answers. docs/webhooks.md */

import * as z from 'zod';
import { FEED_OPS } from '../../feed/feed-event';
import { datetimeAt } from '../../values/time/dates';
import { count, jsonObject, listOf, textList, textOrNull } from '../../values/json-schema';
import { FOLLOWER_STATUSES } from '../../followers/follower-state';
import { WEBHOOK_FORMATS } from '../../webhooks/webhook';
import type { PlannedWebhook } from '../../webhooks/webhooks';

const deliveryResult = z
  .strictObject({
    id: z.string().describe('The webhook-id that was sent: the same one with each attempt'),
    at: z.string(),
    status: z.int().nullable().describe('Of the answer; null: there was none'),
    ms: count.describe('How long it took'),
    events: count,
  })
  .meta({ id: 'Delivery', description: 'An attempt to deliver a batch' });

export const webhookResult = z
  .strictObject({
    id: z.string(),
    url: z.string(),
    format: z.enum(WEBHOOK_FORMATS),
    batch_ms: count.describe('A batch waits so long for more events'),
    filter: z.strictObject({
      tables: textList.nullable(),
      ops: listOf(z.enum(FEED_OPS)).nullable(),
      columns: textList.nullable(),
      where: jsonObject.nullable(),
      exclude_actor: textOrNull,
    }),
    cursor: count.describe('The last change that was delivered, or that the filter leaves out'),
    status: z.enum(FOLLOWER_STATUSES),
    warning: textOrNull.describe(
      'What the filter does not find, or can not follow since names changed; null: nothing is known',
    ),
    lastDelivery: textOrNull.describe('When the receiver last took a batch'),
    lastError: textOrNull.describe('Why the last attempt failed; a success clears it'),
    nextAttempt: textOrNull.describe('When a batch that waits is sent again'),
    created: z.string(),
    app: textOrNull.describe('The app that made it; null: the owner'),
    deliveries: listOf(deliveryResult).describe('The last 20 attempts, the newest first'),
  })
  .meta({ id: 'Webhook' });

/** `id` is null for one that is only planned. */
export function webhookJson(
  { id, url, format, batchMs, filter, app, attempts, ...webhook }: PlannedWebhook,
  zone: string,
): Omit<z.infer<typeof webhookResult>, 'id'> & { readonly id: string | null } {
  const { cursor, status, lastError } = webhook;
  const timeOf = (time: number | null): string | null => (time === null ? null : datetimeAt(time, zone));
  return {
    id,
    url,
    format,
    batch_ms: batchMs,
    filter: { ...filter },
    cursor,
    status,
    warning: webhook.warning,
    lastDelivery: timeOf(webhook.lastDelivery),
    lastError,
    nextAttempt: timeOf(webhook.nextAttempt),
    created: datetimeAt(webhook.created, zone),
    app: app?.name ?? null,
    deliveries: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: datetimeAt(at, zone) })),
  };
}
