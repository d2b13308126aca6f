/** describe_history: the versions of a table, newest first. Source: docs/operations.md#describe_history, docs/history.md#versions; D4, D8, D18. */

import * as z from 'zod';
import { actorJson } from '../../history/caller';
import { VERSION_OPERATIONS, type VersionHead } from '../../history/versions/table-version';
import { datetimeAt } from '../../values/time/dates';
import { count, listOf, mapOf, textOrNull } from '../../values/json-schema';
import { keptTable } from '../../schemas/arguments';
import { defineRead } from '../define-operation';
import { actorResult } from '../../schemas/results';
import { findLogged } from '../../history/versions/logged-table';

const DEFAULT_LIMIT = 50;

const versionResult = z
  .strictObject({
    version: count,
    timestamp: z.string(),
    operation: z.enum(VERSION_OPERATIONS),
    operationMetrics: mapOf(count),
    migrationId: textOrNull.describe('Null for an external edit'),
    actor: actorResult.nullable().describe('Null for an external edit'),
  })
  .meta({ id: 'Version' });

export const describeHistory = defineRead({
  name: 'describe_history',
  group: 'history',
  permission: 'read',
  summary: 'Lists the versions of a table that keeps history, newest first.',
  description:
    'A version has number, time stamp, operation (CREATE TABLE, WRITE, UPDATE, DELETE, MERGE, ALTER TABLE, ADD COLUMNS, RESTORE, UNDO, RECOMPUTE, EXTERNAL_EDIT for changes outside the engine), operationMetrics with Delta Lake’s names, the migration that made it, and its actor as in list_migrations (null for an external edit). A dropped table is named by its full qualified name.',
  brief: 'With operation, metrics and migration of each.',
  input: z.strictObject({
    table: keptTable,
    limit: z.int().min(0).max(1000).nullish().describe('Default 50, at most 1000'),
  }),
  refusals: ['an unknown or ambiguous table', 'it is a view', 'the table keeps no history'],
  result: z.strictObject({ table: z.string(), history: listOf(versionResult) }),
  run: async (context, { table, limit }) => {
    const { log } = findLogged(context, table);
    const most = limit ?? DEFAULT_LIMIT;
    const history: z.infer<typeof versionResult>[] = [];
    for await (const run of context.journal.logs.newestFirst(log)) {
      history.push(...run.slice(0, most - history.length).map((version) => versionJson(version, context.zone)));
      if (history.length >= most) break;
    }
    return { table: log.last.table, history };
  },
});

const versionJson = (version: VersionHead, zone: string): z.infer<typeof versionResult> => ({
  version: version.version,
  timestamp: datetimeAt(version.time, zone),
  operation: version.operation,
  operationMetrics: version.metrics,
  migrationId: version.migrationId,
  actor: version.migrationId === null ? null : actorJson(version.actor),
});
