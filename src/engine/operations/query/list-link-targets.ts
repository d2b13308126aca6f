/** list_link_targets: what a link of a row may point to. Source: docs/operations.md#list_link_targets, docs/operations.md#column-specs (ref_where), docs/operations.md#column-specs (ref_by); D16, D17 */

import * as z from 'zod';
import type { TableDefinition } from '../../catalog/definition';
import { NotedbError, type Violation, notFound } from '../../errors';
import {
  type TargetLevels,
  type TargetSource,
  allowedTargets,
  rowsBelow,
  valueAt,
} from '../../integrity/allowed-targets';
import { type LevelDemand, levelDemand, reasonWithout, targetColumnOf } from '../../integrity/rules/level-demands';
import { linkRuleProblems } from '../../integrity/rules/rule-problems';
import { RuleSet, linkRulesOf } from '../../integrity/rules/rule-set';
import { linkFor } from '../../links/write-link';
import { fitsWikiLink } from '../../../kernel/link-text';
import { toFileName } from '../../../kernel/file-name';
import { linkpathIn } from '../../note/links/link-syntax';
import type { NotePath } from '../../ports/vault-port';
import type { NamedRow } from '../../query/scan/sorted-names';
import type { Row } from '../../storage/row';
import { type ColumnSpec, linkSpecOf } from '../../values/column-spec';
import { foldText } from '../../../kernel/fold-text';
import { resolveDefault } from '../../values/default-value';
import type { JsonObject } from '../../json';
import { count, json, listOf, textOrNull } from '../../values/json-schema';
import { isGiven, rowValues, tableArgument, textArgument } from '../../schemas/arguments';
import type { ReadContext } from '../../contexts';
import { defineRead } from '../define-operation';
import { linkFromAnywhere } from '../../query/where/file-facts';
import { rowTitle } from '../../rows/row-title';
import { snapshotRow } from '../../storage/columns/snapshot-row';
import { readValues, unknownColumn } from '../../rows/row-values';
import { DEFAULT_ROWS, limitArgument, offsetArgument } from '../../query/plan/select-input';
import { findNotePath } from '../../links/find-note';
import { PATH_HINT, isMarkdown } from '../../note/paths';
import type { View } from '../../storage/view';
import { type MeantTarget, meantTargets } from './meant-targets';

const input = z.strictObject({
  table: tableArgument,
  column: z.string().min(1).describe('A link column with ref, or a list of such links'),
  row: textArgument.describe('Path, link or name of the row; absent for a new one'),
  values: rowValues.nullish().describe('Values that the row is about to get'),
  search: textArgument.describe('Only names that contain this'),
  limit: limitArgument,
  offset: offsetArgument,
});

type Input = z.infer<typeof input>;

const target = z
  .object({ name: z.string(), link: textOrNull, path: z.string() })
  .catchall(json)
  .meta({ id: 'LinkTarget', description: 'Also with the level, where ref_by asks for one' });

const meantTarget = z
  .strictObject({ name: z.string(), link: textOrNull, path: z.string(), alias: textOrNull })
  .meta({ id: 'MeantTarget', description: 'alias: by which the search names it' });

export const listLinkTargets = defineRead({
  name: 'list_link_targets',
  group: 'query',
  isCore: true,
  permission: 'read',
  summary: 'Lists the rows that a link of a row may point to, by name.',
  description:
    'Only rows that ref_where and ref_by allow and whose names a link can hold (no #, |, [[ or ]]), never the row itself, and in a hierarchy none that would close a circle. Write a row’s link as the link value. required: the column, or the level of the row, demands a link; empty: the level demands that there is none; reason says why no row may be linked. total counts the matches before limit and offset.',
  brief: 'Those that ref_where, ref_by and the hierarchy allow. Write link as the value.',
  input,
  refusals: [
    'an unknown table',
    'no such row, or a name shared by rows in different folders: the paths are listed',
    'an unknown column, or one that is not a link with ref',
    'values that do not fit',
  ],
  result: z.strictObject({
    rows: listOf(target),
    total: count.describe('Matches before limit and offset'),
    required: z.boolean(),
    empty: z.boolean(),
    reason: textOrNull,
    meant: listOf(meantTarget)
      .exactOptional()
      .describe(
        'Rows that the search names by an alias, the beginnings of words or with a slip; link null: exactly so, but the rules do not allow it',
      ),
  }),
  run: async (context, args) => {
    const definition = context.view.catalog.resolveTable(args.table);
    const column = linkColumn(definition, args.column);
    context.view.catalog.requireSeen(linkSpecOf(column)?.ref as string);
    const row = isGiven(args.row) ? findOneRow(context.view, definition.qualified, args.row) : null;
    const demand = demandOf(context, definition, column, row, args.values ?? {});
    const required = column.required === true || demand?.kind === 'parents';
    const reason = reasonAgainst(context, definition, column, demand);
    if (reason !== null) return { rows: [], total: 0, required, empty: demand?.kind === 'empty', reason };
    const page = await targetPage(context, definition, column, { args, row, demand });
    return { ...page, required, empty: false, reason: null };
  },
});

function linkColumn(definition: TableDefinition, name: string): ColumnSpec & { readonly name: string } {
  const column = definition.columns.find((each) => each.name === name);
  if (column === undefined) {
    const violation = unknownColumn(definition, null, name, null);
    throw new NotedbError('refused', violation.message, { violations: [violation], hint: linkColumnsHint(definition) });
  }
  if (linkSpecOf(column)?.ref !== undefined) return column;
  const message = `${name} of ${definition.name} is not a link with ref`;
  throw new NotedbError('refused', message, {
    violations: [{ path: null, column: name, code: 'type', message, value: null }],
    hint: linkColumnsHint(definition),
  });
}

function linkColumnsHint({ name, columns }: TableDefinition): string {
  const links = columns.filter((column) => linkSpecOf(column)?.ref !== undefined);
  return links.length === 0
    ? `${name} has no link column with ref`
    : `link columns of ${name}: ${links.map((column) => column.name).join(', ')}`;
}

/** The demand of the row's level under the given values; null without ref_by. */
function demandOf(
  { now, zone }: ReadContext,
  definition: TableDefinition,
  column: ColumnSpec,
  row: Row | null,
  values: JsonObject,
): LevelDemand | null {
  const violations: Violation[] = [];
  const violate = (violation: Violation): void => void violations.push(violation);
  const given = readValues({ table: definition, path: row?.path ?? null, zone, violate }, values);
  if (violations.length > 0) {
    throw new NotedbError('refused', `values: ${violations.map(({ message }) => message).join('; ')}`, {
      violations,
      hint: 'correct the values that are listed; describe_table shows the columns',
    });
  }
  const { refBy } = linkRulesOf(column);
  if (refBy === undefined) return null;
  const level = given.get(refBy.column);
  if (level !== undefined) return levelDemand(refBy, level.value);
  if (row !== null) return levelDemand(refBy, row.values[refBy.column]);
  const spec = definition.columns.find(({ name }) => name === refBy.column);
  return levelDemand(refBy, spec === undefined ? undefined : resolveDefault(spec, now, zone));
}

/** Why no row may be linked at all; null when some may. */
function reasonAgainst(
  { view }: ReadContext,
  definition: TableDefinition,
  column: ColumnSpec,
  demand: LevelDemand | null,
): string | null {
  const ref = linkSpecOf(column)?.ref as string;
  if (view.catalog.table(ref) === null) return `${column.name}: there is no table ${ref}`;
  const problems = linkRuleProblems(view.catalog, definition, column, []);
  if (problems.length > 0) return problems.map(({ message }) => message).join('; ');
  if (demand === null || demand.kind === 'parents') return null;
  return reasonWithout({ column, by: linkRulesOf(column).refBy ?? null }, demand);
}

interface TargetPage {
  readonly rows: readonly z.infer<typeof target>[];
  readonly total: number;
  readonly meant?: readonly MeantTarget[];
}

interface TargetRequest {
  readonly args: Input;
  readonly row: Row | null;
  readonly demand: LevelDemand | null;
}

async function targetPage(
  context: ReadContext,
  definition: TableDefinition,
  column: ColumnSpec,
  { args, row, demand }: TargetRequest,
): Promise<TargetPage> {
  const { view, host, now, zone } = context;
  const { refBy } = linkRulesOf(column);
  const level = refBy === undefined ? null : targetColumnOf(refBy);
  const targets = view.table(linkSpecOf(column)?.ref as string);
  const { snapshot } = targets.scan();
  const moment = { now, zone };
  const { scheduler } = host;
  const source: TargetSource = { view, moment, scheduler, snapshot, filesGeneration: view.links.filesGeneration };
  const rule = new RuleSet(view, moment).of(definition).links.find((each) => each.column.name === column.name);
  const levels: TargetLevels | null =
    level === null || demand?.kind !== 'parents' ? null : { column: level, levels: demand.parents };
  const allowed = await allowedTargets(source, rule?.where ?? null, levels);
  const isHierarchy = column.hierarchy === true && row !== null;
  const below = isHierarchy ? await rowsBelow(source, column.name, row.path) : new Set<NotePath>();
  const wanted = foldText(args.search ?? '');
  // A row called `ACME: Ltd.` lies in a file called `ACME- Ltd`.
  const inFileName = foldText(toFileName(args.search ?? '')) || wanted;
  const link = linkWriter(context, row);
  const canLink = (path: NotePath): boolean => fitsWikiLink(`/${path}`) || link(path) !== null;
  const isOther = (path: NotePath): boolean => path !== row?.path && !below.has(path);
  const linkable = allowed.filter(({ path }) => isOther(path) && canLink(path));
  const found = linkable.filter(({ folded }) => folded.includes(wanted) || folded.includes(inFileName));
  const from = args.offset ?? 0;
  const limit = args.limit ?? DEFAULT_ROWS;
  const shown = found.slice(from, from + limit).map((each: NamedRow) => ({
    ...(level === null ? {} : { [level]: valueAt(snapshot, level, each) ?? null }),
    name: rowTitle(targets.definition, snapshotRow(snapshot, each.slot), zone),
    link: link(each.path),
    path: each.path,
  }));
  const isSought = wanted !== '' && from === 0 && found.length < limit;
  const request = { search: args.search ?? '', table: linkSpecOf(column)?.ref as string, link };
  const meant = isSought ? await meantTargets(context, request, { linkable, found }) : [];
  return { rows: shown, total: found.length, ...(meant.length === 0 ? {} : { meant }) };
}

/** Links that mean their row in the note of the given one; in a note that is yet to be, from anywhere. Null: none can. */
function linkWriter({ host, view }: ReadContext, row: Row | null): (target: NotePath) => string | null {
  const settings = host.linkSettings();
  if (row === null) return (target) => linkFromAnywhere(target, settings, view.links);
  return (target) => linkFor(target, row.path, settings, view.links, { inFrontMatter: true });
}

/** Paths that a refusal lists. */
const MOST_PATHS = 10;

/** A whole path means that row only; a link or a name the row that has it. Throws 404 for none, and 422 with the paths for several. */
function findOneRow(view: View, qualified: string, named: string): Row {
  const table = view.table(qualified);
  const linkpath = linkpathIn(named);
  const whole = linkpath.includes('/') || isMarkdown(linkpath) ? wholePath(view, linkpath) : null;
  const exact = whole === null ? null : table.row(whole);
  if (exact !== null) return exact;
  const rows = view.links.candidates(linkpath).flatMap((path) => table.row(path) ?? []);
  const [row, ...more] = rows;
  if (row === undefined) {
    throw notFound(
      `${table.definition.name} has no row ${JSON.stringify(named)}`,
      'call select_rows to find it, or leave row away for one that is yet to be',
    );
  }
  if (more.length > 0) throw sharedNameError(table.definition.name, named, rows);
  return row;
}

function wholePath(view: View, linkpath: string): NotePath | null {
  const check = findNotePath(view.links, linkpath.replace(/^\//, ''));
  if ('path' in check) return check.path;
  if (check.problem === 'hidden') return null;
  throw new NotedbError('bad_request', check.message, { hint: PATH_HINT });
}

function sharedNameError(table: string, named: string, rows: readonly Row[]): NotedbError {
  const paths = rows.map(({ path }) => path).sort();
  const shown = paths.slice(0, MOST_PATHS).join(', ');
  const more = paths.length > MOST_PATHS ? ` and ${paths.length - MOST_PATHS} more` : '';
  return new NotedbError('refused', `${paths.length} rows of ${table} are called ${named}: ${shown}${more}`, {
    hint: 'give the path of the one that is meant',
  });
}
