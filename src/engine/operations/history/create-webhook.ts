/** create_webhook: sends changes to another program as they happen. Source: docs/webhooks.md, docs/operations.md#create_webhook; D11, D23. */

import * as z from 'zod';
import { filterArguments, sourcesOfFilter } from '../../feed/filter-arguments';
import { danglingTextsInFilter } from '../../integrity/dangling-texts';
import { dryRun } from '../../schemas/arguments';
import { mapOf, textOrNull } from '../../values/json-schema';
import { defineCommand } from '../define-operation';
import { requirePermission } from '../permissions';
import { WEBHOOK_FORMATS } from '../../webhooks/webhook';
import { webhookJson, webhookResult } from './webhook-result';

export const createWebhook = defineCommand({
  name: 'create_webhook',
  group: 'history',
  permission: 'webhooks',
  addsEachTime: true,
  reachesOut: true,
  summary: 'Sends changes to a URL as they happen.',
  description:
    'Batches of up to 100 changes, as list_changes gives them, are sent by POST as {type, webhook, events, last}, signed with the secret, in order, until the receiver answers 2xx. The answer alone has the secret: hand it to the receiver. Changes count from now on, or after the number since. Not journaled; delete_webhook stops it. This device delivers, while the vault is open.',
  brief: 'The secret is returned once: hand it to the receiver.',
  input: z.strictObject({
    url: z.string().min(1).max(2000).describe('http:// or https://'),
    ...filterArguments,
    format: z.enum(WEBHOOK_FORMATS).nullish().describe('Default plain'),
    batch_ms: z.int().min(0).max(3_600_000).nullish().describe('Collects changes so long; default 0'),
    since: z.int().min(0).nullish().describe('Default: from now on'),
    dry_run: dryRun,
  }),
  refusals: [
    'a url that is not an address with http:// or https://, or has a user in it',
    'an address of the metadata service of a cloud, a link-local, multicast or broadcast address; for an app a private one',
    'an unknown or ambiguous table, or a view',
    'an unknown column with one table named, or a filter that no table can answer',
    'an empty list of tables, ops or columns',
    'since beyond the newest change',
    'the vault is open for reading only',
  ],
  result: webhookResult.extend({
    id: textOrNull.describe('Null for a dry run'),
    renamed_to: mapOf(z.string())
      .exactOptional()
      .describe('Present names of tables, by the former names that were asked for'),
    secret: z.string().exactOptional().describe('Of the signatures; never returned again'),
  }),
  run: async (
    { caller, feed, view, webhooks, zone, isDryRun },
    { url, since, format, batch_ms, dry_run: _, ...filter },
  ) => {
    // It gets rows.
    requirePermission(caller, 'read', 'create_webhook');
    const { filter: past, present, renamedTo } = await feed.readFilter(filter);
    const dangling =
      present.where === null ? [] : danglingTextsInFilter(view, sourcesOfFilter(present, view.catalog), present.where);
    const warning = dangling.length === 0 ? null : dangling.join('; ');
    const form = { format: format ?? 'plain', batchMs: batch_ms ?? 0 } as const;
    const isRenamed = Object.keys(renamedTo).length > 0;
    const request = { url, filter: present, past: isRenamed ? past : null, since: since ?? null, warning, ...form };
    const renamed = isRenamed ? { renamed_to: renamedTo } : {};
    if (isDryRun) return { ...webhookJson(await webhooks.plan(request), zone), ...renamed };
    const { webhook, secret } = await webhooks.create(request);
    return { ...webhookJson(webhook, zone), ...renamed, secret };
  },
});
