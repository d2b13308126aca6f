/** What the files of webhooks and of rules share. docs/formats.md#webhooks, docs/formats.md#rules */

import * as z from 'zod';
import { FEED_OPS } from '../feed/feed-event';
import type { Permission } from '../history/caller';
import { jsonObject, listOf, textList, textOrNull } from '../values/json-schema';

/** A file with a permission that is not here could not be read, so the compiler asks for each. */
const PERMISSIONS: Readonly<Record<Permission, Permission>> = {
  read: 'read',
  notes: 'notes',
  notes_write: 'notes_write',
  write: 'write',
  schema: 'schema',
  history: 'history',
  webhooks: 'webhooks',
  admin: 'admin',
  feed: 'feed',
};

/** Of the app that made the follower. */
export const keptPermissions = listOf(z.enum(PERMISSIONS));

export const keptFilter = z.object({
  tables: textList.nullable(),
  ops: listOf(z.enum(FEED_OPS)).nullable(),
  columns: textList.nullable(),
  where: jsonObject.nullable(),
  exclude_actor: textOrNull,
});
