/** select_rows: filter, order, page. Source: docs/operations.md#select_rows; D4, D6, D17. */

import * as z from 'zod';
import { columnResult, type ColumnResult, describeColumn } from '../../catalog/describe';
import { readsOf, readsResult, sourceNamesOf } from '../../catalog/references/query-reads';
import { mapTables, viewsUnder } from '../../catalog/references/view-query';
import { badRequest, notFound } from '../../errors';
import { danglingLinksIn } from '../../integrity/dangling-texts';
import { type SelectPlan, runSelect } from '../../query/run-select';
import { type ResultRow, resultRow } from '../../query/row-json';
import { QueryStats } from '../../query/query-stats';
import { RowCodec } from '../../storage/row-codec';
import { bodyOf } from '../../note/markdown/body';
import type { JsonObject } from '../../json';
import { count, listOf, mapOf, textList, textOrNull } from '../../values/json-schema';
import { readQuietly } from '../../commit/read-quietly';
import { flag, textArgument } from '../../schemas/arguments';
import { targetIds, targetsResult } from '../../rows/target-ids';
import { danglingLink } from '../../schemas/results';
import { TextBudget, nextResult, truncatedResult } from '../../schemas/text-budget';
import type { ReadContext } from '../../contexts';
import { defineRead } from '../define-operation';
import { fileFacts } from '../../query/where/file-facts';
import { databaseWarnings, tableWarnings } from '../../rows/table-warnings';
import type { OpenSelect } from '../../query/plan/answer-source';
import { explainNote, explainedNote } from '../../query/plan/explain-note';
import { explainRollups, explainedRollup } from '../../query/plan/explain-rollups';
import { makePlanContext } from '../../query/plan/make-plan-context';
import { openSelect } from '../../query/plan/open-select';
import { resolveTarget } from '../../query/plan/open-source';
import type { PlanContext } from '../../query/plan/plan-context';
import { combineSlices, sizeOf } from '../../query/plan/select-arguments';
import { DEFAULT_ROWS, selectInput } from '../../query/plan/select-input';
import { planSelect, columnsOfPlan } from '../../query/plan/select-plan';
import { type TimeTravel, timeTravel } from '../../query/plan/time-travel';
import { ID_COLUMN } from '../../catalog/definition';
import type { View } from '../../storage/view';
import type { ColumnSpec } from '../../values/column-spec';
import { findNotePath } from '../../links/find-note';
import { type FrontMatterEntry, parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { PATH_HINT } from '../../note/paths';
import type { NotePath, NoteReader } from '../../ports/vault-port';
import { ThisTokens, thisTokensIn } from '../../query/where/this-note';
import type { FileFacts } from '../../query/where/subject';

/** The query of a view names no moment: its reader does. */
const input = selectInput.extend({
  version: z.int().min(0).nullish().describe('One table as of this version'),
  timestamp: textArgument.describe('Every table as of this moment'),
  seq: flag.describe('Add seq'),
  targets: flag.describe('Add ids of link targets'),
});

const explanation = z
  .strictObject({
    reads: readsResult,
    columns: listOf(columnResult),
    source: z.string().describe('The sources read, views taken apart'),
    index: textOrNull.describe('path, id or the columns whose index led to the rows'),
    looked_at: count.describe('Rows that were tested'),
    milliseconds: z.number(),
    note: explainedNote.exactOptional(),
    rollups: listOf(explainedRollup).exactOptional().describe('With {this.path} for the row unless path names one'),
  })
  .meta({ id: 'Explanation', description: 'How a query was answered' });

const result = z.strictObject({
  table: z.string(),
  total: count.describe('Matches before limit and offset'),
  rows: listOf(resultRow),
  truncated: truncatedResult,
  seq: count.exactOptional().describe('With seq: the number of the newest change in the answer'),
  targets: listOf(targetsResult).exactOptional().describe('With targets: one for each row'),
  next: nextResult.exactOptional(),
  versions: mapOf(count).exactOptional().describe('Table -> the version that was read, by timestamp of several'),
  warnings: textList.exactOptional(),
  dangling_links: listOf(danglingLink)
    .exactOptional()
    .describe('Those that a filter compares with; each has a warning'),
  explain: explanation.exactOptional(),
});

type Explanation = z.infer<typeof explanation>;

type SelectRowsInput = z.infer<typeof input>;

export const selectRows = defineRead({
  name: 'select_rows',
  group: 'query',
  isCore: true,
  permission: 'read',
  summary: 'Returns rows that match a filter.',
  description:
    'where: keys are and-ed; a value is a literal or an object of operators (eq, ne, gt, gte, lt, lte, in, contains, icontains, starts_with, ends_with, between, length, exists, empty, within); combine with and, or, not. Date tokens such as {today-7d} are relative. a dotted key follows a link. total counts the matches before limit and offset. File columns: file_name, file_folder, file_link, file_created, file_modified, file_size, file_links, file_backlinks, file_backlink_count, file_tags; file_links and file_backlinks are what the note links to and what links to it. expand replaces links by their rows; join adds the matching rows of another table; group_by and aggregates give a row a group. version or timestamp read the past of tables that keep history; links followed by where or expand lead to rows as they are now.',
  brief: 'Date tokens: {today-7d}, {now+2h}. total counts before limit and offset. Past versions need history.',
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
  result,
  startsAtOnce: ({ view }, args) => isPlainPage(args) && resolveTarget(view.catalog, args.table).kind === 'table',
  run: async (context, args) => {
    const { view, host, zone } = context;
    const facts = fileFacts(view.links, host, zone);
    const query = mapTables(args as unknown as JsonObject, (name) => resolveTarget(view.catalog, name).qualified);
    const past = await timeTravel(context, args, query);
    const stats = new QueryStats();
    const outermost = { ...(await planContext(context, facts, args.this_note, query, past)), stats };
    const started = host.clock.now();
    const opened = openSelect(outermost, args);
    const { table, planning, source, select, slice } = opened;
    const page = combineSlices(slice, { offset: args.offset ?? 0, limit: args.limit ?? DEFAULT_ROWS });
    const plan = { ...planSelect(planning, source, select), ...page };
    const text = textReader(context, past);
    const stat = (path: NotePath) => host.vault.stat(path);
    await facts.read({ view, scheduler: host.scheduler, text, stat, ...(past === null ? {} : { past }) });
    const { total, rows } = await runSelect(plan, {
      zone: planning.zone,
      links: view.links,
      scheduler: host.scheduler,
      stats: isExplained(args) ? stats : undefined,
    });
    const shown =
      select.include_body === true ? await withBodies(context, { rows, plan, past }) : { rows, longBodies: [] };
    const isCut = shown.rows.length < rows.length;
    const dangling = past === null ? danglingLinksIn(view, query) : [];
    const warnings = [
      ...shown.longBodies,
      ...planning.tokens.warnings,
      ...warningsOf(context, sourceNamesOf(view.catalog, query)),
      ...dangling.map(({ message }) => message),
    ];
    return {
      table,
      total: sizeOf(slice, total),
      rows: shown.rows,
      ...(isCut || shown.longBodies.length > 0 ? { truncated: true as const } : {}),
      ...(isCut ? { next: { offset: (args.offset ?? 0) + shown.rows.length } } : {}),
      ...(args.seq === true ? { seq: context.seq } : {}),
      ...(args.targets === true ? { targets: shown.rows.map((row) => targetIds(view, row, row.path ?? '')) } : {}),
      ...(past === null || past.versions === null ? {} : { versions: past.versions }),
      ...(warnings.length === 0 ? {} : { warnings }),
      ...(dangling.length === 0 ? {} : { dangling_links: dangling }),
      ...(isExplained(args)
        ? {
            explain: {
              reads: readsOf(view.catalog, query),
              columns: describedColumns(view, table, plan),
              ...(await explainAnswer(context, { opened: { ...opened, slice: page }, stats, started }, args)),
            },
          }
        : {}),
    };
  },
});

/** Rows by their own columns: the first page that somebody waits for. Anything else may follow links, by the indexes. */
function isPlainPage({
  table: _,
  limit: _limit,
  offset: _offset,
  columns,
  order_by,
  ...others
}: SelectRowsInput): boolean {
  const names = [columns ?? [], order_by ?? []].flat();
  const isOwn = (name: string): boolean => !name.includes('.') && !/file_(?:backlink|links|created|size)/.test(name);
  return names.every(isOwn) && Object.values(others).every((each) => each === undefined || each === null);
}

const isExplained = ({ explain }: SelectRowsInput): boolean =>
  explain !== undefined && explain !== null && explain !== false;

/** How it was answered, and why a note is in the answer or not. docs/queries.md (explain) */
async function explainAnswer(
  context: ReadContext,
  { opened, stats, started }: { opened: OpenSelect; stats: QueryStats; started: number },
  { explain, version, timestamp }: SelectRowsInput,
): Promise<Omit<Explanation, 'reads' | 'columns'>> {
  const how = {
    source: opened.source.qualified,
    index: stats.index,
    looked_at: stats.looked,
    milliseconds: context.host.clock.now() - started,
  };
  const path = typeof explain === 'object' ? explain?.path : undefined;
  const note = path === undefined ? null : await explainNote(context, opened, path);
  const rollups = explainRollups(opened, note?.path ?? null, { version, timestamp });
  return { ...how, ...(note === null ? {} : { note }), ...(rollups.length === 0 ? {} : { rollups }) };
}

async function planContext(
  { view, host, now, zone }: ReadContext,
  facts: FileFacts,
  thisNote: string | null | undefined,
  query: JsonObject,
  past: TimeTravel | null,
): Promise<PlanContext> {
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

/** As the notes were, where the past is read. */
const textReader =
  ({ host }: ReadContext, past: TimeTravel | null) =>
  async (path: NotePath): Promise<string | null> =>
    (await past?.text(path)) ?? (await readQuietly(host, path));

interface RowsWithBodies {
  readonly rows: readonly ResultRow[];
  /** Warnings of bodies that no answer has room for. */
  readonly longBodies: readonly string[];
}

/** The first rows, as many as have room for their bodies, and at least one. */
async function withBodies(
  context: ReadContext,
  {
    rows,
    plan: { groups },
    past,
  }: { readonly rows: readonly ResultRow[]; readonly plan: SelectPlan; readonly past: TimeTravel | null },
): Promise<RowsWithBodies> {
  if (groups !== null) throw badRequest('groups have no body', 'leave include_body away');
  const read = textReader(context, past);
  const budget = new TextBudget();
  const shown: ResultRow[] = [];
  for (const row of rows) {
    const { path } = row;
    const note = path === undefined ? null : await read(path);
    const body = note === null ? null : bodyOf(note);
    if (!budget.takes(body)) {
      if (shown.length > 0) break;
      return { rows: [{ ...row, body: null }], longBodies: [longBody(path ?? '', past)] };
    }
    shown.push({ ...row, body });
    await context.host.scheduler.pause();
  }
  return { rows: shown, longBodies: [] };
}

function longBody(path: NotePath, past: TimeTravel | null): string {
  const wayOut = past === null ? ': read_note reads it in parts, with offset and length' : '';
  return `the body of ${path} is longer than 10 MB, and left out${wayOut}`;
}

function warningsOf({ view }: ReadContext, tables: readonly string[]): readonly string[] {
  const database = databaseWarnings(view);
  if (tables.length === 1) return [...database, ...tableWarnings(view, tables[0] as string)];
  return [...database, ...tables.flatMap((table) => tableWarnings(view, table).map((text) => `${table}: ${text}`))];
}

/** In the order of a row, untyped fields only where they are asked for; `table` is the selected source. */
function describedColumns(view: View, table: string, plan: SelectPlan): readonly ColumnResult[] {
  const { source, groups, projection } = plan;
  const labels = view.catalog.view(table)?.labels ?? {};
  const isWhole = groups === null && projection.columns === null;
  const described = ({ label, ...spec }: ColumnSpec): ColumnResult => {
    // The heading of a column behind a link says nothing of the link.
    const heading = labels[spec.name] ?? (spec.name.includes('.') ? undefined : label);
    return describeColumn(heading === undefined ? spec : { ...spec, label: heading });
  };
  return columnsOfPlan({ ...plan, projection: { ...projection, expansion: null } })
    .filter(({ name }) => !isWhole || !Object.hasOwn(source.fields, name))
    .map((spec) => (spec === ID_COLUMN ? { ...described(spec), system: true as const } : described(spec)));
}

/** These are known without the text of the note. */
const OF_PATH = /^[{<]this\.(?:path|name|link)[}>]$/;

interface TokenInputs {
  readonly host: { readonly vault: NoteReader };
  readonly view: View;
  readonly facts: FileFacts;
  readonly zone: string;
}

/** `query` names its tables by their whole names. Throws 400 or 404 for a path that can be no note's. */
async function thisNoteTokens(
  { host, view, facts, zone }: TokenInputs,
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
  const frontMatter = text === null ? [] : namedEntries(view, check.path, text);
  return new ThisTokens({ path: check.path, frontMatter, link: facts.linkTo(check.path) }, view.links, zone);
}

/** Of a row by the names of its columns, then by the keys of the note. */
function namedEntries(view: View, path: NotePath, text: string): readonly FrontMatterEntry[] {
  const table = view.tableAt(path);
  const frontMatter = parseFrontMatter(text);
  const entries = table === null ? frontMatter.entries : new RowCodec(table).entriesOf(text, frontMatter);
  const keyed = (table?.columns ?? []).filter(({ key }) => key !== undefined);
  const named = keyed.flatMap((spec) => {
    const entry = entries.find(({ key }) => key === spec.key);
    return entry === undefined ? [] : [{ ...entry, key: spec.name }];
  });
  return [...named, ...entries];
}
