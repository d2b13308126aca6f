/** describe_history: the versions of a table, newest first. spec: History, History entry; D4, D8, D18. */

import * as z from 'zod';
import type { VersionHead } from '../../history/versions/table-version';
import { datetimeAt } from '../../values/dates';
import type { JsonObject } from '../../values/json';
import { defineRead } from '../define-operation';
import { findLogged } from './logged-table';

const DEFAULT_LIMIT = 50;

export const describeHistory = defineRead({
  name: 'describe_history',
  group: 'history',
  summary: 'Lists the versions of a table that keeps history, newest first.',
  description:
    'A version has number, time stamp, operation (CREATE TABLE, WRITE, UPDATE, DELETE, MERGE, ALTER TABLE, ADD COLUMNS, RESTORE, UNDO, RECOMPUTE, EXTERNAL_EDIT for what was changed outside the engine), operationMetrics with Delta Lake’s names, and the migration that made it. A dropped table is named by its full qualified name.',
  input: z.strictObject({
    table: z.string().min(1).describe('A table; a dropped one by catalog.schema.table'),
    limit: z.int().min(0).max(1000).nullish().describe('Default 50, at most 1000'),
  }),
  refusals: ['an unknown or ambiguous table', 'it is a view', 'the table keeps no history'],
  run: async (context, { table, limit }) => {
    const { log } = findLogged(context, table);
    const most = limit ?? DEFAULT_LIMIT;
    const history: JsonObject[] = [];
    for await (const run of context.journal.logs.newestFirst(log)) {
      history.push(...run.slice(0, most - history.length).map((version) => versionJson(version, context.zone)));
      if (history.length >= most) break;
    }
    return { table: log.last.table, history };
  },
});

const versionJson = (version: VersionHead, zone: string): JsonObject => ({
  version: version.version,
  timestamp: datetimeAt(version.time, zone),
  operation: version.operation,
  operationMetrics: version.metrics,
  migrationId: version.migrationId,
});
