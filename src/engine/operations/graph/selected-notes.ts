/** from_nodes and to_nodes: notes by their paths, and rows by a filter. docs/graph.md#starts */

import * as z from 'zod';
import { type NotedbError, badRequest, notFound } from '../../errors';
import type { NoteGraph } from '../../graph/note-graph';
import { findNotePath } from '../../links/find-note';
import { PATH_HINT } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import { makePlanContext } from '../../query/plan/make-plan-context';
import { openSelect } from '../../query/plan/open-select';
import { planSelect } from '../../query/plan/select-plan';
import { runSelect } from '../../query/run-select';
import { readQuietly } from '../../commit/read-quietly';
import { fileFacts } from '../../query/where/file-facts';
import { isGiven, named, tableArgument, textsArgument, whereArgument } from '../../schemas/arguments';
import type { ReadContext } from '../../contexts';

export const notesArgument = named(
  'notes',
  z
    .strictObject({
      paths: textsArgument.describe('Vault paths of notes; .md is appended when missing'),
      table: tableArgument.nullish().describe('A table, view or base: its rows'),
      where: whereArgument.describe('Which rows of table; absent: all'),
    })
    .describe('{paths: [...]}, {table, where}, or both together'),
);

export type SelectedNotes = z.infer<typeof notesArgument>;

/** Paths that a refusal lists. */
const MOST_PATHS = 10;

/** The numbers of the notes. Throws 400 where nothing is selected, 404 with the paths that no note has. */
export async function selectedNotes(
  context: ReadContext,
  graph: NoteGraph,
  argument: string,
  { paths, table, where }: SelectedNotes,
): Promise<ReadonlySet<number>> {
  if (isGiven(where) && !isGiven(table))
    throw badRequest(`${argument}: where is given without table`, 'give the table whose rows where selects');
  if (isGiven(paths) ? paths.length === 0 : !isGiven(table))
    throw badRequest(`${argument} selects no note`, 'give paths: ["Folder/Note.md"], or table with where');
  const notes = new Set(notesAt(context, graph, argument, paths ?? []));
  if (!isGiven(table)) return notes;
  // A row whose deletion is not confirmed has no note any more. D7
  for (const path of await rowPaths(context, argument, table, where ?? null)) {
    const note = graph.numberOf(path);
    if (note >= 0) notes.add(note);
  }
  return notes;
}

function notesAt(
  { view }: ReadContext,
  graph: NoteGraph,
  argument: string,
  paths: readonly string[],
): readonly number[] {
  const missing: string[] = [];
  const notes = paths.map((path) => {
    const check = findNotePath(view.links, path);
    if ('problem' in check && check.problem !== 'hidden') throw badRequest(`${argument}: ${check.message}`, PATH_HINT);
    const note = 'path' in check ? graph.numberOf(check.path) : -1;
    if (note < 0) missing.push(path);
    return note;
  });
  if (missing.length > 0) throw noSuchNotes(argument, missing);
  return notes;
}

function noSuchNotes(argument: string, missing: readonly string[]): NotedbError {
  const shown = missing.slice(0, MOST_PATHS).map((path) => JSON.stringify(path));
  const more = missing.length > MOST_PATHS ? ` and ${missing.length - MOST_PATHS} more` : '';
  return notFound(
    `${argument}: there is no note ${shown.join(', ')}${more}`,
    'call list_folder or select_rows for the paths that there are',
  );
}

async function rowPaths(
  { view, host, now, zone }: ReadContext,
  argument: string,
  table: string,
  where: SelectedNotes['where'],
): Promise<readonly NotePath[]> {
  const { scheduler } = host;
  const facts = fileFacts(view.links, host, zone);
  const planContext = makePlanContext({ view, facts, now, zone, scheduler });
  const { planning, source, select, slice } = openSelect(planContext, { table, where });
  const plan = { ...planSelect(planning, source, select), ...slice };
  if (source.areNotes === false || plan.groups !== null)
    throw badRequest(`${argument}: the rows of ${table} are not notes`, 'name a table, or a view of rows');
  const projection = { columns: [], expansion: null };
  await facts.read({
    view,
    scheduler,
    text: (path) => readQuietly(host, path),
    stat: (path) => host.vault.stat(path),
  });
  const isWhole = slice.limit === null && slice.offset === 0;
  const { rows } = await runSelect(
    { ...plan, order: isWhole ? [] : plan.order, projection },
    {
      zone: planning.zone,
      links: view.links,
      scheduler,
    },
  );
  return rows.flatMap(({ path }) => path ?? []);
}
