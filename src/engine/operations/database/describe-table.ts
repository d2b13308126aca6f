/** describe_table: options, columns, fields and row count of a table; query and columns of a view; columns of whatever else is selected from. Source: docs/operations.md#create_table; D9, D17, D18. */

import * as z from 'zod';
import { NotedbError } from '../../errors';
import type { Catalog } from '../../catalog/catalog';
import {
  type DescribedTarget,
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
  description:
    'Columns come with type, description and rules; the system column id comes first. A list of names is answered with tables, each once.',
  input: z.strictObject({
    table: z.union([tableArgument, z.array(tableArgument).min(1)]).describe('A name, or a list of names'),
  }),
  refusals: ['an unknown or ambiguous table; of a list all of them are named'],
  result: describedResult,
  run: (context, { table }) => {
    const { catalog } = context.view;
    const answer =
      typeof table === 'string'
        ? describeTarget(context, resolveTarget(catalog, table))
        : { tables: resolveTargets(catalog, table).map((target) => describeTarget(context, target)) };
    return Promise.resolve(answer);
  },
});

/** Each table once. Throws one error with everything that the names are refused for. */
function resolveTargets(catalog: Catalog, references: readonly string[]): readonly ReadTarget[] {
  const targets = new Map<string, ReadTarget>();
  const refused: NotedbError[] = [];
  for (const reference of new Set(references)) {
    try {
      const target = resolveTarget(catalog, reference);
      targets.set(target.qualified, target);
    } catch (error) {
      if (!(error instanceof NotedbError)) throw error;
      refused.push(error);
    }
  }
  const [first, ...others] = refused;
  if (first === undefined) return [...targets.values()];
  if (others.length === 0) throw first;
  const hints = new Set(refused.flatMap(({ hint }) => hint ?? []));
  throw first.with({
    message: refused.map(({ message }) => message).join('; '),
    hint: [...hints].join('; '),
    near: refused.flatMap(({ near }) => near),
  });
}

function describeTarget({ view, journal, host, now, zone }: ReadContext, target: ReadTarget): DescribedTarget {
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
