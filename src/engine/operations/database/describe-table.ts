/** describe_table: options, columns, fields and row count of a table; query and columns of a view; columns of whatever else is selected from. Source: docs/operations.md#create_table; D9, D17, D18. */

import * as z from 'zod';
import {
  describeRows,
  describeView,
  describedResult,
  tableDescription as tableDescription,
} from '../../catalog/describe';
import { keepsHistory } from '../../commit/versions/table-pairs';
import { SOURCE_COLUMN } from '../../query/source/union-source';
import { tableArgument } from '../../schemas/arguments';
import type { ReadContext } from '../../contexts';
import { defineRead } from '../define-operation';
import { makePlanContext } from '../../query/plan/make-plan-context';
import { type ReadTarget, resolveTarget } from '../../query/plan/open-source';
import { baseColumns } from '../../query/source/base-links';
import { displayOfView } from '../../query/plan/view-display';
import { viewColumns } from '../../query/plan/view-plan';
import { fileFacts } from '../../query/where/file-facts';

export const describeTable = defineRead({
  name: 'describe_table',
  group: 'database',
  isCore: true,
  permission: 'read',
  summary: 'Describes a table (options, columns, fields, number of rows) or a view (query, columns).',
  description: 'Columns come with type, description and rules; the system column id comes first.',
  input: z.strictObject({ table: tableArgument }),
  refusals: ['an unknown or ambiguous table'],
  result: describedResult,
  run: (context, input) =>
    Promise.resolve(targetDescription(context, resolveTarget(context.view.catalog, input.table))),
});

function targetDescription(
  { view, journal, host, now, zone }: ReadContext,
  target: ReadTarget,
): z.infer<typeof describedResult> {
  switch (target.kind) {
    case 'table': {
      const rows = view.table(target.qualified).size;
      const log = keepsHistory(view.catalog, target.table) ? journal.logs.byName(target.qualified) : null;
      const versions = { version: log?.last.version ?? null, earliestVersion: log?.earliest.version ?? null };
      return tableDescription(target.table, view.catalog, { rows, ...versions });
    }
    case 'view': {
      const facts = fileFacts(view.links, host, zone);
      const planning = makePlanContext({ view, facts, now, zone, scheduler: host.scheduler });
      return describeView(target.view, viewColumns(planning, target.view) ?? [], displayOfView(planning, target.view));
    }
    case 'base':
      return describeRows(target.base, target.qualified, [SOURCE_COLUMN, ...baseColumns(view.catalog, target.base)]);
    case 'information':
      return describeRows(target.information, target.qualified, target.information.columns);
  }
}
