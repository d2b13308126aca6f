/** sync_semantic_index: the state of semantic search, and bringing its index up to date. docs/semantic.md#the-index; D14, D24 */

import * as z from 'zod';
import { datetimeAt } from '../../values/time/dates';
import { count, textOrNull } from '../../values/json-schema';
import { defineCommand } from '../define-operation';
import { requirePermission } from '../permissions';

export const syncSemanticIndex = defineCommand({
  name: 'sync_semantic_index',
  group: 'query',
  permission: ['read', 'notes', 'admin'],
  reachesOut: true,
  summary: 'Shows the state of the index of semantic_search, or brings it up to date.',
  description:
    'status only shows it. update embeds what changed, which also happens by itself about ten seconds after an edit. rebuild embeds every note again: that is slow, and costs money with a paid provider. Both answer when they are done, or after 30 seconds with running true. lastError has a failure of the provider. Nothing is journaled.',
  brief: 'rebuild embeds everything again: slow, and may cost money.',
  input: z.strictObject({
    action: z.enum(['status', 'update', 'rebuild']).nullish().describe('Default status'),
  }),
  refusals: [
    'update and rebuild while semantic search is off',
    'update and rebuild of a vault that is open for reading only',
  ],
  result: z.strictObject({
    enabled: z.boolean(),
    provider: z.enum(['static', 'local', 'http']).nullable(),
    model: textOrNull,
    files: count.describe('Notes in the index'),
    passages: count,
    pending: count.describe('Notes that changed since'),
    running: z.boolean(),
    lastSync: textOrNull.describe('When the index was last up to date; null for an app from which notes are hidden'),
    lastError: textOrNull.describe('Null after a success'),
  }),
  isLooking: ({ action }) => (action ?? 'status') === 'status',
  run: async ({ caller, semantic, zone, isDryRun }, { action }) => {
    if ((action ?? 'status') !== 'status')
      requirePermission(caller, 'admin', `sync_semantic_index with action ${action}`);
    const status = await semantic.sync(isDryRun ? 'status' : (action ?? 'status'));
    const { lastSync } = status;
    return { ...status, lastSync: lastSync === null ? null : datetimeAt(lastSync, zone) };
  },
});
