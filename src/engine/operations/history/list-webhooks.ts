/** list_webhooks: the webhooks of this device with their state. Source: docs/webhooks.md, docs/operations.md#list_webhooks; D11, D23. */

import * as z from 'zod';
import { listOf } from '../../values/json-schema';
import { defineRead } from '../define-operation';
import { webhookJson, webhookResult } from './webhook-result';

export const listWebhooks = defineRead({
  name: 'list_webhooks',
  group: 'history',
  permission: 'webhooks',
  summary: 'Lists the webhooks that this device delivers.',
  description:
    'In the order in which they were made, without their secrets. status is ok, failing (lastError says why, nextAttempt when it is tried again), paused (by a person) or disabled (nothing is tried any more). The filter follows renames; warning says where it could not. cursor is the last change that was delivered, or that the filter leaves out. deliveries are the last 20 attempts, the newest first. An app sees its own.',
  brief: 'With status and last deliveries.',
  input: z.strictObject({}),
  refusals: [],
  result: z.strictObject({ webhooks: listOf(webhookResult) }),
  startsAtOnce: () => true,
  run: async ({ webhooks, zone }) => ({
    webhooks: (await webhooks.list()).map((webhook) => ({ ...webhookJson(webhook, zone), id: webhook.id })),
  }),
});
