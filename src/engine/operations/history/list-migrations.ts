/** list_migrations: the journal, newest first. Source: docs/operations.md#list_migrations, D17. */

import * as z from 'zod';
import { actorJson } from '../../history/caller';
import type { MigrationEntry } from '../../history/journal/migration-states';
import { datetimeAt } from '../../values/time/dates';
import { count, listOf, textList, textOrNull } from '../../values/json-schema';
import { isGiven, textArgument } from '../../schemas/arguments';
import { defineRead } from '../define-operation';
import { MOST_LISTED } from '../plan/result-budget';
import { deedResult } from '../../schemas/deed';
import { actorResult } from '../../schemas/results';
import { instantOf } from '../../history/versions/logged-table';

const DEFAULT_LIMIT = 50;

const migrationResult = z
  .strictObject({
    migration_id: z.string(),
    op: z.string(),
    summary: z.string(),
    deed: deedResult.nullable().describe('Null: an older program wrote it'),
    schema: textOrNull.describe('The table, qualified; null for several'),
    tables: textList,
    executed_at: z.string(),
    notes_changed: count,
    files: textList,
    undone: z.boolean(),
    undonePaths: textList.describe('Notes that were taken back, until all of them were'),
    undoes: textOrNull.describe('The migration that it takes back'),
    partial: z.boolean().describe('It takes back only some notes'),
    failed: z.boolean().describe('It was rolled back'),
    actor: actorResult,
  })
  .meta({ id: 'Migration' });

export const listMigrations = defineRead({
  name: 'list_migrations',
  group: 'history',
  isCore: true,
  permission: 'read',
  summary: 'Lists the writes of the last 90 days, newest first.',
  description:
    'op is exact, table a part of the qualified name, since a date or date-time (included). undone and failed are always there; undonePaths lists the files whose part was taken back until all of them are (undone), partial marks an undo that left some standing. actor is who wrote, {app, harness, model, session}: app is null for the owner, the others are what the header X-Service-Actor said.',
  brief: 'For undo_migration.',
  input: z.strictObject({
    limit: z.int().min(0).max(1000).nullish().describe('Default 50, at most 1000'),
    op: textArgument.describe('Only this operation'),
    table: textArgument.describe('Part of a qualified table name'),
    since: textArgument.describe('ISO date or date-time'),
  }),
  refusals: ['since that is not a date'],
  result: z.strictObject({ migrations: listOf(migrationResult) }),
  run: async ({ journal, zone }, { limit, op, table, since }) => {
    const start = !isGiven(since) ? 0 : instantOf(since, zone, 'since');
    const most = limit ?? DEFAULT_LIMIT;
    const migrations: z.infer<typeof migrationResult>[] = [];
    for await (const entry of journal.newestFirst()) {
      const { migration } = entry;
      if (migrations.length >= most || migration.time < start) break;
      const isAsked =
        migration.unlisted !== true &&
        (!isGiven(op) || migration.op === op) &&
        (!isGiven(table) || migration.tables.some((name) => name.includes(table)));
      if (isAsked) migrations.push(migrationJson(entry, zone));
    }
    return { migrations };
  },
});

function migrationJson(
  { migration, undone: isUndone, failed, isTakenBack, shows }: MigrationEntry,
  zone: string,
): z.infer<typeof migrationResult> {
  const shown = migration.changes.flatMap((change, index) => {
    if (shows?.(change) === false) return [];
    return { path: change.to ?? change.from ?? '', isBack: isTakenBack(index) };
  });
  const files = shown.map(({ path }) => path);
  // The state of hidden notes is left out.
  const undone = isUndone || (shown.length > 0 && shown.every(({ isBack }) => isBack));
  const undonePaths = undone ? [] : shown.flatMap(({ path, isBack }) => (isBack ? [path] : []));
  const notes = files.filter((path) => /\.md$/i.test(path));
  return {
    migration_id: migration.id,
    op: migration.op,
    summary: migration.summary,
    deed: migration.deed ?? null,
    schema: migration.tables.length === 1 ? (migration.tables[0] ?? null) : null,
    tables: migration.tables,
    executed_at: datetimeAt(migration.time, zone),
    notes_changed: notes.length,
    files: files.slice(0, MOST_LISTED),
    undone,
    undonePaths: undonePaths.slice(0, MOST_LISTED),
    undoes: migration.undoes,
    partial: migration.partial !== undefined,
    failed,
    actor: actorJson(migration.actor),
  };
}
