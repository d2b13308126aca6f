/** select_rows: filter, order, page. spec: select_rows, select_rows details; D4, D6, D17. */

import type * as z from 'zod';
import { readsOf } from '../../catalog/query-reads';
import { mapTables } from '../../catalog/view-query';
import { badRequest } from '../../errors';
import { type SelectPlan, runSelect } from '../../query/run-select';
import { bodyOf } from '../../note/body';
import type { JsonObject } from '../../values/json';
import { readQuietly } from '../../commit/read-quietly';
import { type ReadContext, defineRead } from '../define-operation';
import { fileFacts } from '../row-result';
import { makePlanContext } from './make-plan-context';
import { openSelect } from './open-select';
import { resolveTarget } from './open-source';
import type { PlanContext } from './plan-context';
import { sizeOf, sliced } from './select-arguments';
import { DEFAULT_ROWS, selectInput } from './select-input';
import { planSelect } from './select-plan';
import { thisNoteTokens } from './this-note-tokens';

export const selectRows = defineRead<z.infer<typeof selectInput>>({
  name: 'select_rows',
  group: 'query',
  summary: 'Returns rows that match a filter.',
  description:
    'where: keys are and-ed; a value is a literal or an object of operators (eq, ne, gt, gte, lt, lte, in, contains, icontains, exists, within); combine with and, or, not. Date tokens such as {today-7d} are relative. a dotted key follows a link. total counts the matches before limit and offset. File columns: file_name, file_link, file_modified, file_backlink_count. expand replaces links by their rows; join adds the matching rows of another table; group_by and aggregates give a row a group.',
  input: selectInput,
  refusals: [
    'an unknown column, operator, function or aggregate',
    'a filter value that is not of the column’s type',
    'an unknown table, or one whose name is ambiguous',
    'a join of columns whose values are never equal',
    'a join of more pairs than one call may cost',
  ],
  run: async (context, args) => {
    const { view, host } = context;
    const query = mapTables(args as unknown as JsonObject, (name) => resolveTarget(view.catalog, name).qualified);
    const outermost = await planContext(context, args.this_note, query);
    const { table, planning, source, select, slice } = openSelect(outermost, args);
    const page = sliced(slice, { offset: args.offset ?? 0, limit: args.limit ?? DEFAULT_ROWS });
    const plan = { ...planSelect(planning, source, select), ...page };
    const { total, rows } = await runSelect(plan, {
      zone: planning.zone,
      links: view.links,
      scheduler: host.scheduler,
    });
    const result = select.include_body === true ? await withBodies(context, rows, plan) : rows;
    const { sources, ...reads } = readsOf(view.catalog, query);
    const warnings = [...planning.tokens.warnings, ...warningsOf(context, sources)];
    return {
      table,
      total: sizeOf(slice, total),
      rows: result,
      ...(warnings.length === 0 ? {} : { warnings }),
      ...(args.explain === true ? { explain: { reads } } : {}),
    };
  },
});

async function planContext(
  { view, host, now, zone, store }: ReadContext,
  thisNote: string | null | undefined,
  query: JsonObject,
): Promise<PlanContext> {
  const facts = fileFacts(store.links, host, zone);
  const tokens = await thisNoteTokens({ host, view, facts, zone }, thisNote, query);
  return makePlanContext({ view, facts, now, zone, scheduler: host.scheduler, tokens });
}

async function withBodies(
  { host }: ReadContext,
  rows: readonly JsonObject[],
  { groups }: SelectPlan,
): Promise<readonly JsonObject[]> {
  if (groups !== null) throw badRequest('groups have no body', 'leave include_body away');
  const bodies: JsonObject[] = [];
  for (const row of rows) {
    const path = row['path'];
    const note = typeof path === 'string' ? await readQuietly(host, path) : null;
    bodies.push({ ...row, body: note === null ? null : bodyOf(note) });
    await host.scheduler.pause();
  }
  return bodies;
}

function warningsOf({ warningsFor }: ReadContext, tables: readonly string[]): readonly string[] {
  if (tables.length === 1) return warningsFor(tables[0] as string);
  return tables.flatMap((table) => warningsFor(table).map((text) => `${table}: ${text}`));
}
