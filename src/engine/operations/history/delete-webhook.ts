/** delete_webhook: ends the deliveries of a webhook. Source: docs/webhooks.md, docs/operations.md#delete_webhook; D4, D11. */

import * as z from 'zod';
import { dryRun } from '../../schemas/arguments';
import { defineCommand } from '../define-operation';

export const deleteWebhook = defineCommand({
  name: 'delete_webhook',
  group: 'history',
  permission: 'webhooks',
  summary: 'Stops and removes a webhook.',
  description:
    'Its secret, its cursor and what waits to be sent go with it, and do not come back. A batch that is being sent may still arrive. Not journaled.',
  brief: 'It does not come back.',
  input: z.strictObject({
    id: z.string().min(1).describe('As list_webhooks gives it'),
    dry_run: dryRun,
  }),
  refusals: ['an unknown webhook', 'the vault is open for reading only'],
  result: z.strictObject({ id: z.string(), deleted: z.boolean().describe('False for a dry run') }),
  isDestructive: true,
  run: async ({ webhooks, isDryRun }, { id }) => {
    if (isDryRun) await webhooks.find(id);
    else await webhooks.delete(id);
    return { id, deleted: !isDryRun };
  },
});
