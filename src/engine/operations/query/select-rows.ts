/** select_rows: filter, order, page. spec: select_rows, select_rows details; D4, D6, D17. */

import * as z from 'zod';
import { readsOf, sourcesOf } from '../../catalog/references/query-reads';
import { mapTables, viewsUnder } from '../../catalog/references/view-query';
import { badRequest, notFound } from '../../errors';
import { type SelectPlan, runSelect } from '../../query/run-select';
import { Tally } from '../../query/tally';
import { bodyOf } from '../../note/markdown/body';
import type { View } from '../../storage/view';
import type { JsonObject } from '../../values/json';
import { readQuietly } from '../../commit/read-quietly';
import { text } from '../arguments';
import { type ReadContext, defineRead } from '../define-operation';
import { fileFacts } from '../row-result';
import { databaseWarnings, tableWarnings } from '../table-warnings';
import type { OpenSelect } from './answer-source';
import { explainNote } from './explain-note';
import { makePlanContext } from './make-plan-context';
import { openSelect } from './open-select';
import { resolveTarget } from './open-source';
import type { PlanContext } from './plan-context';
import { sizeOf, sliced } from './select-arguments';
import { DEFAULT_ROWS, selectInput } from './select-input';
import { planSelect, columnsOfPlan } from './select-plan';
import { type TimeTravel, timeTravel } from './time-travel';
import { ID_COLUMN } from '../../catalog/attributes';
import { describeColumn } from '../../catalog/describe';
import type { ColumnSpec } from '../../values/column';
import { findNotePath } from '../../links/find-note';
import { parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { PATH_HINT } from '../../note/paths';
import type { NoteReader } from '../../ports/vault-port';
import { ThisTokens, thisTokensIn } from '../../query/where/this-note';
import type { FileFacts } from '../../query/where/subject';

/** The query of a view names no moment: its reader does. */
const input = selectInput.extend({
  version: z.int().min(0).nullish().describe('One table as of this version'),
  timestamp: text.describe('Every table as of this date or date-time'),
});

type Arguments = z.infer<typeof input>;

export const selectRows = defineRead<Arguments>({
  name: 'select_rows',
  group: 'query',
  summary: 'Returns rows that match a filter.',
  description:
    'where: keys are and-ed; a value is a literal or an object of operators (eq, ne, gt, gte, lt, lte, in, contains, icontains, exists, within); combine with and, or, not. Date tokens such as {today-7d} are relative. a dotted key follows a link. total counts the matches before limit and offset. File columns: file_name, file_link, file_modified, file_backlink_count. expand replaces links by their rows; join adds the matching rows of another table; group_by and aggregates give a row a group. version or timestamp read the past of tables that keep history; links followed by where or expand lead to rows as they are now.',
  input,
  refusals: [
    'an unknown column, operator, function or aggregate',
    'a filter value that is not of the column’s type',
    'an unknown table, or one whose name is ambiguous',
    'a join of columns whose values are never equal',
    'a join of more pairs than one call may cost',
    'version of several tables, or of a view',
    'version or timestamp of a table that keeps no history, or of a moment that is not kept',
  ],
  startsAtOnce: true,
  run: async (context, args) => {
    const { view, host } = context;
    const query = mapTables(args as unknown as JsonObject, (name) => resolveTarget(view.catalog, name).qualified);
    const past = await timeTravel(context, args, query);
    const outermost = await planContext(context, args.this_note, query, past);
    const started = host.clock.now();
    const opened = openSelect(outermost, args);
    const { table, planning, source, select, slice } = opened;
    const page = sliced(slice, { offset: args.offset ?? 0, limit: args.limit ?? DEFAULT_ROWS });
    const plan = { ...planSelect(planning, source, select), ...page };
    const tally = new Tally();
    const { total, rows } = await runSelect(plan, {
      zone: planning.zone,
      links: view.links,
      scheduler: host.scheduler,
      tally: isExplained(args) ? tally : undefined,
    });
    const result = select.include_body === true ? await withBodies(context, rows, plan, past) : rows;
    const warnings = [...planning.tokens.warnings, ...warningsOf(context, sourcesOf(view.catalog, query))];
    return {
      table,
      total: sizeOf(slice, total),
      rows: result,
      ...(past === null || past.versions === null ? {} : { versions: past.versions }),
      ...(warnings.length === 0 ? {} : { warnings }),
      ...(isExplained(args)
        ? {
            explain: {
              reads: readsBy(view, query),
              columns: describedColumns(view, table, plan),
              ...(await explained(context, { opened: { ...opened, slice: page }, tally, started }, args)),
            },
          }
        : {}),
    };
  },
});

function readsBy({ catalog }: View, query: JsonObject): JsonObject {
  const { sources: _, ...reads } = readsOf(catalog, query);
  return reads;
}

const isExplained = ({ explain }: Arguments): boolean => explain !== undefined && explain !== null && explain !== false;

/** How it was answered, and why a note is in the answer or not. docs/queries.md (explain) */
async function explained(
  context: ReadContext,
  { opened, tally, started }: { opened: OpenSelect; tally: Tally; started: number },
  { explain }: Arguments,
): Promise<JsonObject> {
  const how = {
    source: opened.source.qualified,
    index: tally.index,
    looked_at: tally.looked,
    milliseconds: context.host.clock.now() - started,
  };
  if (typeof explain !== 'object' || explain === null) return how;
  return { ...how, note: await explainNote(context, opened, explain.path) };
}

async function planContext(
  { view, host, now, zone }: ReadContext,
  thisNote: string | null | undefined,
  query: JsonObject,
  past: TimeTravel | null,
): Promise<PlanContext> {
  const facts = fileFacts(view.links, host, zone);
  const tokens = await thisNoteTokens({ host, view, facts, zone }, thisNote, query);
  return makePlanContext({
    view,
    facts,
    now,
    zone,
    scheduler: host.scheduler,
    tokens,
    ...(past === null ? {} : { past }),
  });
}

async function withBodies(
  { host }: ReadContext,
  rows: readonly JsonObject[],
  { groups }: SelectPlan,
  past: TimeTravel | null,
): Promise<readonly JsonObject[]> {
  if (groups !== null) throw badRequest('groups have no body', 'leave include_body away');
  const bodies: JsonObject[] = [];
  for (const row of rows) {
    const path = row['path'];
    const note = typeof path !== 'string' ? null : ((await past?.text(path)) ?? (await readQuietly(host, path)));
    bodies.push({ ...row, body: note === null ? null : bodyOf(note) });
    await host.scheduler.pause();
  }
  return bodies;
}

function warningsOf({ view }: ReadContext, tables: readonly string[]): readonly string[] {
  const database = databaseWarnings(view);
  if (tables.length === 1) return [...database, ...tableWarnings(view, tables[0] as string)];
  return [...database, ...tables.flatMap((table) => tableWarnings(view, table).map((text) => `${table}: ${text}`))];
}

/** In the order of a row, untyped fields only where they are asked for; `table` is what was selected from. */
function describedColumns(view: View, table: string, plan: SelectPlan): readonly JsonObject[] {
  const { source, groups, projection } = plan;
  const labels = view.catalog.view(table)?.labels ?? {};
  const isWhole = groups === null && projection.columns === null;
  const described = ({ label, ...spec }: ColumnSpec): JsonObject => {
    // The heading of what is behind a link says nothing of the link.
    const heading = labels[spec.name] ?? (spec.name.includes('.') ? undefined : label);
    return describeColumn(heading === undefined ? spec : { ...spec, label: heading });
  };
  return columnsOfPlan({ ...plan, projection: { ...projection, expansion: null } })
    .filter(({ name }) => !isWhole || !Object.hasOwn(source.fields, name))
    .map((spec) => (spec === ID_COLUMN ? { ...described(spec), system: true } : described(spec)));
}

/** These are known without the text of the note. */
const OF_PATH = /^[{<]this\.(?:path|name|link)[}>]$/;

interface Surroundings {
  readonly host: { readonly vault: NoteReader };
  readonly view: View;
  readonly facts: FileFacts;
  readonly zone: string;
}

/** `query` names its tables by their whole names. Throws 400 or 404 for a path that can be no note's. */
async function thisNoteTokens(
  { host, view, facts, zone }: Surroundings,
  path: string | null | undefined,
  query: JsonObject,
): Promise<ThisTokens> {
  if (path === undefined || path === null) return new ThisTokens(null, view.links, zone);
  const check = findNotePath(view.links, path);
  if ('problem' in check) {
    throw check.problem === 'hidden'
      ? notFound(`there is no note ${path}`, 'call list_folder to see what there is')
      : badRequest(`this_note: ${check.message}`, PATH_HINT);
  }
  const queries = [query, ...viewsUnder(view.catalog.definition, query).map((each) => each.query)];
  const isRead = queries.flatMap(thisTokensIn).some((token) => !OF_PATH.test(token));
  const text = isRead ? await readQuietly(host, check.path) : null;
  const frontMatter = text === null ? [] : parseFrontMatter(text).entries;
  return new ThisTokens({ path: check.path, frontMatter, link: facts.linkTo(check.path) }, view.links, zone);
}
