/** list_migrations: the journal, newest first. spec: History, D17. */

import * as z from 'zod';
import type { MigrationEntry } from '../../history/journal/list-migrations';
import { datetimeAt } from '../../values/dates';
import type { Json, JsonObject } from '../../values/json';
import { isGiven, text } from '../arguments';
import { defineRead } from '../define-operation';
import { MOST_LISTED } from '../result-room';
import { instantOf } from './logged-table';

const DEFAULT_LIMIT = 50;

export const listMigrations = defineRead({
  name: 'list_migrations',
  group: 'history',
  summary: 'Lists the writes of the last 90 days, newest first.',
  description:
    'op is exact, table a part of the qualified name, since a date or date-time (included). undone and failed are always there.',
  input: z.strictObject({
    limit: z.int().min(0).max(1000).nullish().describe('Default 50, at most 1000'),
    op: text.describe('Only this operation'),
    table: text.describe('Part of a qualified table name'),
    since: text.describe('ISO date or date-time'),
  }),
  refusals: ['since that is no date'],
  run: async ({ journal, zone }, { limit, op, table, since }) => {
    const start = !isGiven(since) ? 0 : instantOf(since, zone, 'since');
    const most = limit ?? DEFAULT_LIMIT;
    const migrations: JsonObject[] = [];
    for await (const entry of journal.newestFirst()) {
      const { migration } = entry;
      if (migrations.length >= most || migration.time < start) break;
      const isAsked =
        migration.unlisted !== true &&
        (!isGiven(op) || migration.op === op) &&
        (!isGiven(table) || migration.tables.some((name) => name.includes(table)));
      if (isAsked) migrations.push(entryJson(entry, zone));
    }
    return { migrations };
  },
});

function entryJson({ migration, undone, failed }: MigrationEntry, zone: string): JsonObject {
  const files = migration.changes.map(({ from, to }) => to ?? from ?? '');
  const notes = files.filter((path) => /\.md$/i.test(path));
  return {
    migration_id: migration.id,
    op: migration.op,
    summary: migration.summary,
    schema: migration.tables.length === 1 ? (migration.tables[0] ?? null) : null,
    tables: migration.tables,
    executed_at: datetimeAt(migration.time, zone),
    notes_changed: notes.length,
    files: files.slice(0, MOST_LISTED),
    undone,
    undoes: migration.undoes,
    failed,
    actor: migration.actor as unknown as Json,
  };
}
