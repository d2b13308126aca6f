/** Explains why a note is in the answer to a select, or is not. docs/queries.md (explain). */

import * as z from 'zod';
import { sourceNamesOf } from '../../catalog/references/query-reads';
import { withSuggestion } from '../../../kernel/near-names';
import { badRequest } from '../../errors';
import { findNotePath } from '../../links/find-note';
import { PATH_HINT, noteNameOf } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import { rowMatches } from '../where/predicate';
import { runSelect } from '../run-select';
import { select } from '../select-source';
import { readNoteText } from '../../storage/store/note-reading';
import type { Row } from '../../storage/row';
import { type Json, type JsonObject, isEmpty } from '../../json';
import { count, json, jsonObject, listOf, textOrNull } from '../../values/json-schema';
import { readQuietly } from '../../commit/read-quietly';
import type { ReadContext } from '../../contexts';
import type { OpenSelect } from './answer-source';
import { planWhere, subjectsOf } from './plan-context';
import { planSelect } from './select-plan';

const failedCondition = z.strictObject({
  condition: jsonObject,
  value: json.exactOptional().describe('What the row has; absent for or and not'),
});

type FailedCondition = z.infer<typeof failedCondition>;

export const explainedNote = z
  .strictObject({
    path: z.string(),
    row_of: textOrNull.describe('The table of which it is a row'),
    in_result: z.boolean(),
    position: count.nullable().describe('From 0 in the order of the answer, before limit and offset; null for groups'),
    reason: textOrNull,
    failing: listOf(failedCondition).describe('The conditions that it fails'),
  })
  .meta({ id: 'ExplainedNote', description: 'Why a note is in the answer or not' });

export async function explainNote(
  context: ReadContext,
  { planning, source, select: args, slice, table }: OpenSelect,
  given: string,
): Promise<z.infer<typeof explainedNote>> {
  const path = notePath(context, given);
  const owner = context.view.tableAt(path)?.qualified ?? null;
  const told = { path, row_of: owner };
  const no = (reason: string, failing: readonly FailedCondition[] = []): z.infer<typeof explainedNote> => ({
    ...told,
    in_result: false,
    position: null,
    reason,
    failing,
  });
  const { zone, scheduler } = planning;
  if (source.areNotes === false) return no(`the rows of ${table} are not notes`);
  const everything = { order: [], limit: null, offset: 0, zone };
  const named = planWhere(planning, subjectsOf(planning, source), { path });
  const row = (await select(source, { ...everything, where: named }, scheduler)).rows[0];
  if (row === undefined && planning.past !== undefined) return no(`it was not a row of ${table} then`);
  if (row === undefined) return no(owner === null ? await whyNoRow(context, path) : whyLeftOut(context, table, owner));
  const failing = failingConditions({ planning, source, row }, args.where ?? {});
  if (failing.length > 0)
    return no(`it does not match ${failing.length === 1 ? 'a condition' : 'some conditions'}`, failing);
  const plan = planSelect(planning, source, args);
  if (plan.join !== null && !plan.join.keepsUnmatched) {
    const joined = { ...plan, groups: null, where: named, limit: 0, offset: 0 };
    const { total } = await runSelect(joined, { zone, scheduler, links: planning.view.links });
    if (total === 0) return no(`nothing of ${plan.join.source.qualified} matches it in the join`);
  }
  if (plan.groups !== null) return { ...told, in_result: true, position: null, reason: null, failing };
  const { rows } = await select(source, { ...plan, limit: null, offset: 0, zone }, scheduler);
  const position = rows.findIndex((each) => each.path === path);
  const isBeyond = position < slice.offset || (slice.limit !== null && position >= slice.offset + slice.limit);
  const reason = isBeyond ? 'it matches, and lies beyond limit and offset' : null;
  return { ...told, in_result: !isBeyond, position, reason, failing };
}

function notePath({ view }: ReadContext, given: string): NotePath {
  const check = findNotePath(view.links, given);
  if ('path' in check) return check.path;
  throw badRequest(`explain.path: ${check.message}`, PATH_HINT);
}

/** A view, a part of a union: what they leave out is not asked of their rows. */
function whyLeftOut({ view }: ReadContext, table: string, owner: string): string {
  return sourceNamesOf(view.catalog, { table }).includes(owner)
    ? `it is a row of ${owner}, which ${table} reads without this row`
    : `it is a row of ${owner}, and the result is of ${table}`;
}

async function whyNoRow({ view, host }: ReadContext, path: NotePath): Promise<string> {
  const text = await readQuietly(host, path);
  if (text === null) return withSuggestion('there is no such note', view.links.candidates(noteNameOf(path))).message;
  if (view.duplicates.has(path)) return 'its id belongs to another note; recompute_columns gives it one of its own';
  const { table: name, frontMatter } = readNoteText(text);
  if (name === null) return 'its front matter names no table; adopt_rows makes it a row';
  const table = view.catalog.table(name);
  if (table === null && name.split('.').length < 3)
    return `its front matter names the table ${name}; a row names it in full: catalog.schema.table`;
  if (table === null) return `its front matter names the table ${name}, which there is not`;
  if (frontMatter.status === 'unparsable') return 'its front matter does not parse; check_table says where';
  if (view.catalog.isArchived(table, path)) return `it is archived: it lies in the archive folder of ${name}`;
  return `it lies in a folder that ${name} excludes`;
}

interface ExplainedRow {
  readonly planning: OpenSelect['planning'];
  readonly source: OpenSelect['source'];
  readonly row: Row;
}

/** The parts of the filter that are and-ed and that the row fails, each with the value that it has. */
function failingConditions(judged: ExplainedRow, where: JsonObject): readonly FailedCondition[] {
  const { planning, source, row } = judged;
  const subjects = subjectsOf(planning, source);
  return Object.entries(where).flatMap(([key, value]): readonly FailedCondition[] => {
    if (key === 'and' && Array.isArray(value)) {
      return (value as readonly JsonObject[]).flatMap((part) => failingConditions(judged, part));
    }
    const condition = { [key]: value };
    if (rowMatches(planWhere(planning, subjects, condition), row)) return [];
    if (key === 'or' || key === 'not') return [{ condition }];
    const has: Json | undefined = subjects.get(key).ofRow(row);
    return [{ condition, value: has === undefined || isEmpty(has) ? null : has }];
  });
}
