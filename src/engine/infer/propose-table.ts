/** Proposes a table for notes that are in none, and columns for the undeclared keys of a table. Source: docs/operations.md#infer_table; D16, D17. */

import * as z from 'zod';
import { suggestName } from '../../kernel/names';
import { nameProblem } from '../catalog/name-rules';
import { badRequest, notFound } from '../errors';
import { findNotePath } from '../links/find-note';
import { liesIn } from '../links/same-place';
import { parseFrontMatter } from '../yaml/front-matter/front-matter';
import { PATH_HINT, baseNameOf, isInside, joinPath } from '../note/paths';
import { inTurns } from '../ports/in-turns';
import type { NotePath } from '../ports/vault-port';
import { isGiven } from '../schemas/arguments';
import { RowCodec } from '../storage/row-codec';
import type { View } from '../storage/view';
import { json, jsonObject, listOf, mapOf, textList } from '../values/json-schema';
import type { ReadContext } from '../contexts';
import type { JsonObject } from '../json';
import {
  type InferredColumn,
  type NoteKeys,
  type ProposedColumn,
  columnProposal,
  columnReport,
  inferColumns,
  inferredColumn,
  proposedColumn,
  renamedKeys,
} from './infer-columns';
import { noteGroup, noteGroups } from './note-groups';
import { belongsToTable, notesInFolder } from './notes-in-folder';
import { notesWhere, wordOfFilter } from './notes-where';
import { type LeftOut, type NotesToInfer, forEachNote, notesToInfer } from './notes-to-infer';
import { MOST_LEFT_OUT, MOST_EXAMPLES, columnRemarks, listPaths } from './column-remarks';

/** The notes that a table is proposed for, and its name. */
interface ProposalArguments {
  readonly folder?: string | null | undefined;
  readonly paths?: readonly string[] | null | undefined;
  readonly name?: string | null | undefined;
  readonly where?: JsonObject | null | undefined;
}

const proposedTable = z.strictObject({ name: z.string(), description: z.string(), columns: listOf(proposedColumn) });

const adoptedNotes = z.strictObject({
  table: z.string(),
  paths: textList,
  relocate: z.literal(false),
  rename: mapOf(z.string()).exactOptional().describe('Key in the notes -> column'),
  per_row: mapOf(mapOf(json)).exactOptional().describe('Links that lack their quotes in the notes'),
});

export const inferenceResult = z.strictObject({
  table: z.string().exactOptional().describe('Where one was given; then nothing is proposed'),
  columns: listOf(inferredColumn),
  proposal: proposedTable.exactOptional().describe('Arguments of create_table'),
  adopt: adoptedNotes.exactOptional().describe('Arguments of adopt_rows'),
  groups: listOf(noteGroup).exactOptional().describe('Notes that share a link or a choice; where takes their where'),
  in_templates: z.literal(true).exactOptional().describe('The folder lies in a template folder'),
  rows: listOf(jsonObject)
    .exactOptional()
    .describe('Where rows were given: their values, as insert_row and merge_rows take them'),
  notes: textList.describe('Remarks'),
});

export type InferenceResult = z.infer<typeof inferenceResult>;

export async function proposeTable(
  context: ReadContext,
  args: ProposalArguments,
  maxEnumValues: number,
): Promise<InferenceResult> {
  const scope = scopeOf(context, args);
  const candidates: NotePath[] = [];
  await inTurns(scope, context.host.scheduler, (path) => {
    if (!belongsToTable(context.view, path)) candidates.push(path);
  });
  const { isTemplate, isInTemplates } = await templateTest(context, args);
  const [paths, templates] = [candidates.filter((path) => !isTemplate(path)), candidates.filter(isTemplate)];
  const name = proposedName(context, args, paths);
  const place = new ProposedPlace(context, name);
  const all = await notesToInfer(
    context,
    paths.filter((path) => !place.isArchive(path)),
  );
  const read = isGiven(args.where) ? await matchingNotes(context, all, args.where) : all;
  const isPlain = read.withoutKeys.length > read.notes.length;
  const { notes, ...others } = isPlain ? withPlainNotes(read) : read;
  const columns = inferColumns(context.view, notes, maxEnumValues);
  const groups = noteGroups(columns, notes);
  return {
    ...(groups.length > 0 ? { groups } : {}),
    ...(isInTemplates ? { in_templates: true } : {}),
    columns: columns.map((column) => columnReport(column, notes.length)),
    proposal: tableProposal(name, args, notes.length, [
      ...(isPlain ? [nameColumn(columns)] : []),
      ...columns.map((column) => columnProposal(column, notes.length)),
    ]),
    adopt: adoptionProposal(
      name,
      columns,
      notes.filter(({ path }) => !place.isClaimed(path) && !isOddNote(columns, path)),
    ),
    notes: [
      ...rowRemarks(scope.length - candidates.length),
      ...templateRemarks(templates),
      ...place.remarks(paths),
      ...leftOutRemarks(others),
      ...columns.flatMap((column) => columnRemarks(column)),
    ],
  };
}

/** Notes in a template folder, unless the caller names a folder inside it, or the note. */
async function templateTest(
  { host }: ReadContext,
  { folder, paths }: ProposalArguments,
): Promise<{ readonly isTemplate: (path: NotePath) => boolean; readonly isInTemplates: boolean }> {
  const folders = (await host.templateFolders?.()) ?? [];
  const named = new Set(paths ?? []);
  const others = folders.filter((each) => !isGiven(folder) || !isInside(`${folder.replace(/\/$/, '')}/`, each));
  return {
    isTemplate: (path) => !named.has(path) && others.some((each) => isInside(path, each)),
    isInTemplates: others.length < folders.length,
  };
}

/** A note without front matter has no property that could match. */
const matchingNotes = async (context: ReadContext, all: NotesToInfer, where: JsonObject): Promise<NotesToInfer> => ({
  notes: await notesWhere(context, context.view, all.notes, where),
  withoutKeys: [],
  leftOut: all.leftOut,
});

/** Most notes have no front matter: they are rows with a name. */
const withPlainNotes = ({ notes, withoutKeys, leftOut }: NotesToInfer): NotesToInfer => ({
  notes: [...notes, ...withoutKeys.map((path) => ({ path, entries: [] }))].sort((a, b) => (a.path < b.path ? -1 : 1)),
  withoutKeys: [],
  leftOut,
});

const isOddNote = (columns: readonly InferredColumn[], path: NotePath): boolean =>
  columns.some(({ odd }) => odd.some((each) => each.path === path));

/** Folder and paths united; without both the whole vault. */
function scopeOf(context: ReadContext, { folder, paths }: ProposalArguments): readonly NotePath[] {
  const inFolder = !isGiven(folder) && isGiven(paths) ? [] : folderNotes(context, folder ?? '');
  const given = (paths ?? []).map((path) => {
    const check = findNotePath(context.view.links, path);
    if ('problem' in check && check.problem === 'refused') throw badRequest(check.message, PATH_HINT);
    if (!('path' in check) || !context.view.files.has(check.path)) throw notFound(`there is no note ${path}`, LOOK);
    return check.path;
  });
  return [...new Set([...inFolder, ...given])].sort();
}

const LOOK = 'call list_folder to see what there is';

function folderNotes({ view }: ReadContext, given: string): readonly NotePath[] {
  const found = notesInFolder(view, given);
  if ('notes' in found) return found.notes;
  throw found.problem === 'refused'
    ? badRequest(found.message, PATH_HINT)
    : notFound(`there is no folder ${given}`, LOOK);
}

/** The given name, or one that is free: no table or view has it, and no note of the scope names it as its table. */
export function proposedName(
  { view }: ReadContext,
  { name, folder, where }: ProposalArguments,
  paths: readonly NotePath[],
): string {
  if (isGiven(name)) {
    const problem = nameProblem('table', name);
    if (problem !== null) throw badRequest(`name: ${problem}`, 'take another name, like reading_list');
    return name;
  }
  const about = isGiven(where) ? wordOfFilter(where) : null;
  const suggested = suggestName(about ?? baseNameOf((folder ?? '').replace(/\/$/, ''))) || 'notes';
  const base = nameProblem('table', suggested) === null ? suggested : `${suggested}_notes`.replace(/^vw_/, '');
  const claimed = new Set(paths.map((path) => view.claims.get(path)));
  const isFree = (each: string): boolean =>
    !isTaken(view, qualifiedName(view, each)) && !claimed.has(qualifiedName(view, each));
  for (let n = 1; ; n++) {
    const free = n === 1 ? base : `${base.slice(0, LONGEST_BASE)}_${n}`;
    if (isFree(free)) return free;
  }
}

/** Leaves room for a number in a name of 63 characters. */
const LONGEST_BASE = 58;

function qualifiedName({ catalog }: View, name: string): string {
  const { defaultCatalog, defaultSchema } = catalog.configuration;
  return `${defaultCatalog}.${defaultSchema}.${name}`;
}

const isTaken = ({ catalog }: View, qualified: string): boolean =>
  catalog.table(qualified) !== null || catalog.view(qualified) !== null;

/** The proposed table, before it is there. */
class ProposedPlace {
  private readonly qualified: string;
  private readonly archive: NotePath;

  constructor(
    private readonly context: ReadContext,
    name: string,
  ) {
    const { root, configuration } = context.view.catalog;
    this.qualified = qualifiedName(context.view, name);
    this.archive = joinPath(root, ...this.qualified.split('.'), configuration.archiveFolder);
  }

  isArchive(path: NotePath): boolean {
    return liesIn(path, this.archive);
  }

  /** A note that names the table is its row as soon as the table is there. D2 */
  isClaimed(path: NotePath): boolean {
    return this.context.view.claims.get(path) === this.qualified;
  }

  remarks(paths: readonly NotePath[]): string[] {
    const archived = paths.filter((path) => this.isArchive(path));
    const claimed = paths.filter((path) => this.isClaimed(path) && !this.isArchive(path));
    return [
      ...(isTaken(this.context.view, this.qualified)
        ? [`${this.qualified} is there already: give create_table another name`]
        : []),
      ...(archived.length > 0 ? [`${listPaths(archived)}: in the archive folder of ${this.qualified}; left out`] : []),
      ...(claimed.length > 0
        ? [`${listPaths(claimed)}: named as rows of ${this.qualified}; create_table makes them rows as they are`]
        : []),
    ];
  }
}

function tableProposal(
  name: string,
  { folder, where }: ProposalArguments,
  notes: number,
  columns: z.infer<typeof proposedTable>['columns'],
): z.infer<typeof proposedTable> {
  const place = isGiven(folder) && folder !== '' ? `in ${folder}` : 'of the vault';
  const [property] = Object.keys(where ?? {});
  const word = isGiven(where) ? wordOfFilter(where) : null;
  const condition = word === null ? `where ${JSON.stringify(where)}` : `with ${property ?? ''} ${word}`;
  const matching = isGiven(where) ? ` ${condition}` : '';
  return {
    name,
    description: `Notes ${place}${matching} (${notes} when the table was proposed)`,
    columns,
  };
}

/** Notes without front matter have nothing else. */
function nameColumn(columns: readonly InferredColumn[]): ProposedColumn {
  const isTaken = (name: string): boolean => columns.some((column) => column.name === name || column.key === name);
  const name = ['name', 'note_name', 'name_of_note'].find((each) => !isTaken(each)) ?? 'name_of_the_note';
  return { name, type: 'string', description: 'the name of the note', identity: 'filename' };
}

function adoptionProposal(
  name: string,
  columns: readonly InferredColumn[],
  notes: readonly NoteKeys[],
): z.infer<typeof adoptedNotes> {
  const renamed = columns.flatMap(renamedKeys);
  const adopted = new Set(notes.map(({ path }) => path));
  const mended = new Map<NotePath, JsonObject>();
  for (const { name: column, unquoted } of columns) {
    for (const { path, value } of unquoted) {
      if (adopted.has(path)) mended.set(path, { ...mended.get(path), [column]: value });
    }
  }
  return {
    table: name,
    paths: notes.map(({ path }) => path),
    relocate: false,
    ...(renamed.length > 0 ? { rename: Object.fromEntries(renamed) } : {}),
    ...(mended.size > 0 ? { per_row: Object.fromEntries(mended) } : {}),
  };
}

/** Keys that rows of a table use and the table does not declare. */
export async function undeclaredKeys(
  context: ReadContext,
  table: string,
  maxEnumValues: number,
): Promise<InferenceResult> {
  const { view } = context;
  const definition = view.catalog.resolveTable(table);
  const codec = new RowCodec(definition);
  const notes: NoteKeys[] = [];
  await forEachNote(context, [...view.table(definition.qualified).pathsOfRows()].sort(), (path, text) => {
    const { entries } = parseFrontMatter(typeof text === 'string' ? text : '');
    notes.push({ path, entries: entries.filter(({ key }) => !codec.knows(key)) });
  });
  const columns = inferColumns(view, notes, maxEnumValues);
  return {
    table: definition.qualified,
    columns: columns.map((column) => columnReport(column, notes.length)),
    notes: columns.length === 0 ? ['every key is declared'] : columns.flatMap((column) => columnRemarks(column)),
  };
}

const templateRemarks = (paths: readonly NotePath[]): string[] =>
  paths.length === 0
    ? []
    : [
        `${paths.length} ${paths.length === 1 ? 'note' : 'notes'} in a template folder, left out: ${listPaths(paths, MOST_EXAMPLES)}`,
      ];

function rowRemarks(rows: number): string[] {
  const [note, are] = rows === 1 ? ['note is a row', 'is'] : ['notes are rows', 'are'];
  return rows === 0 ? [] : [`${rows} ${note} already or archived and ${are} left out`];
}

function leftOutRemarks({ withoutKeys, leftOut }: Pick<NotesToInfer, 'withoutKeys' | 'leftOut'>): string[] {
  const more = leftOut.length - MOST_LEFT_OUT;
  const [have, are] = withoutKeys.length === 1 ? ['note has', 'is'] : ['notes have', 'are'];
  const without = `${withoutKeys.length} ${have} no front matter and ${are} left out: ${listPaths(withoutKeys)}`;
  return [
    ...(withoutKeys.length === 0 ? [] : [without]),
    ...leftOut.slice(0, MOST_LEFT_OUT).map(({ path, reason }: LeftOut) => `${path}: ${reason}; left out`),
    ...(more > 0 ? [`${more} more notes can't be rows and are left out`] : []),
  ];
}
