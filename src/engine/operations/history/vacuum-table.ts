/** vacuum_table: takes the old versions of a table away, and what nothing needs without them. Source: docs/operations.md#vacuum_table, docs/history.md#undo_migration; D4, D8, D18. */

import * as z from 'zod';
import { findLogged, findVersion } from '../../history/versions/logged-table';
import { type WebhookCursor, TableVacuum, stillNeeded } from '../../history/versions/table-vacuum';
import { count, listOf, textList } from '../../values/json-schema';
import type { ReadContext } from '../../contexts';
import { isGiven, keptTable } from '../../schemas/arguments';
import { defineUpkeep } from '../define-operation';
import { MOST_LISTED } from '../plan/result-budget';
import { writeResult } from '../../schemas/results';

const result = writeResult.extend({
  version: count,
  earliest_version: count.describe('The oldest one that stays'),
  removedVersions: count,
  files: textList.describe('Paths of those that go, in the private state'),
  stillNeeded: listOf(stillNeeded).describe(
    'Writes among them that undo_migration can still take back, or a webhook has yet to send',
  ),
});

export const vacuumTable = defineUpkeep({
  name: 'vacuum_table',
  group: 'history',
  permission: 'admin',
  summary: 'Takes the old versions of a table away; only when the user asks for it.',
  description:
    'A dry run unless dry_run is false. The rows and the kept versions stay as they are; no version before retain_from_version can be read or restored any more, and that can’t be undone. It makes no version and is not journaled. files are those that go, in the private state; removedVersions counts; earliest_version is the oldest one that stays. stillNeeded lists the writes among them that undo_migration can still take back, or that a webhook of the caller has yet to send, {version, migrationId, neededBy, webhook, until}: their contents stay until then.',
  brief: 'Can not be undone.',
  input: z.strictObject({
    table: keptTable,
    retain_from_version: z.int().min(0).nullish().describe('The oldest version that stays; default: the latest'),
    dry_run: z.boolean().nullish().describe('Default true: only says what would go'),
  }),
  refusals: [
    'an unknown or ambiguous table',
    'it is a view',
    'the table keeps no history',
    'retain_from_version after the latest version',
  ],
  result,
  plan: async (context, { table, retain_from_version: from }) => {
    const logged = findLogged(context, table);
    const { log } = logged;
    // Removed versions stay removed: a second call changes nothing.
    const version = Math.max(from ?? log.last.version, log.earliest.version);
    const oldest = await findVersion(context, logged, { version });
    const vacuum = new TableVacuum({ ...context, followers: await followersOf(context, log.last.table) }, log, oldest);
    const described = await vacuum.describe(isGiven(from) ? from : null);
    const { files, stillNeeded: needed } = described;
    const answer = {
      operation: 'vacuum_table',
      ...described,
      migrationId: null,
      changed: 0,
      plannedCreates: [],
      plannedUpdates: [],
      plannedDeletes: [],
      planned_moves: [],
      files: files.slice(0, MOST_LISTED),
      stillNeeded: needed.slice(0, MOST_LISTED),
      ...(Math.max(files.length, needed.length) > MOST_LISTED ? { truncated: true as const } : {}),
    };
    return { answer, perform: (pruner) => vacuum.perform(pruner) };
  },
});

/** The webhooks, of those that the caller may see, that send the table. */
async function followersOf({ webhooks }: ReadContext, table: string): Promise<readonly WebhookCursor[]> {
  const all = await webhooks.list();
  const following = all.filter(({ filter: { tables } }) => tables === null || tables.includes(table));
  return following.map(({ id, cursor }) => ({ webhook: id, cursor }));
}
