/** infer_table: proposes a table for notes that are not in one yet. spec: Query operations; D16, D17. */

import * as z from 'zod';
import { nameProblem, suggestName } from '../../catalog/names';
import type { TableDefinition } from '../../catalog/definition';
import { type NotedbError, badRequest, notFound } from '../../errors';
import { parseFrontMatter } from '../../note/front-matter';
import { PATH_HINT, baseNameOf, checkNotePath, checkVaultPath, isInside, isMarkdown } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import { RowCodec } from '../../storage/row-codec';
import type { JsonObject } from '../../values/json';
import { isGiven, table, text, texts } from '../arguments';
import { type ReadContext, defineRead } from '../define-operation';
import { type InferredColumn, type NoteKeys, columnProposal, columnReport, inferColumns } from './infer-columns';

const DEFAULT_ENUM_VALUES = 12;
const BATCH = 256;

const input = z.strictObject({
  folder: text.describe('Folder to look through, with its subfolders; empty means the whole vault'),
  paths: texts.describe('Notes to look at, beside the folder'),
  table: table.nullish().describe('Instead: report the keys that this table’s rows use and it does not declare'),
  name: text.describe('Name of the proposed table'),
  max_enum_values: z
    .int()
    .min(0)
    .nullish()
    .describe('A text with at most this many distinct values becomes an enum; default 12, 0 never'),
});

type Input = z.infer<typeof input>;

export const inferTable = defineRead<Input>({
  name: 'infer_table',
  group: 'query',
  summary: 'Reads the front matter of notes and proposes a table for them.',
  description:
    'Nothing is written. proposal goes to create_table and adopt to adopt_rows as they are. Notes that are rows already, archived ones and those without front matter are left out. tags, aliases and cssclasses are Obsidian’s and never proposed.',
  input,
  refusals: ['no such folder or note'],
  run: async (context, args) => {
    const most = args.max_enum_values ?? DEFAULT_ENUM_VALUES;
    if (isGiven(args.table)) return undeclaredKeys(context, context.view.catalog.resolveTable(args.table), most);
    const scope = candidates(context, args);
    const { notes, remarks } = await readKeys(context, scope);
    const columns = inferColumns(context.view, notes, most);
    const name = proposedName(args);
    return {
      columns: columns.map((column) => columnReport(column, notes.length)),
      proposal: proposal(name, args.folder ?? '', columns, notes.length),
      adopt: adoption(name, columns, notes),
      notes: [...remarks, ...columns.flatMap(columnRemarks)],
    };
  },
});

/** Folder and paths united; without both the whole vault. */
function candidates({ view }: ReadContext, { folder, paths }: Input): readonly NotePath[] {
  const inFolder = !isGiven(folder) && isGiven(paths) ? [] : notesIn(view.files.keys(), folder ?? '');
  if (isGiven(folder) && folder !== '' && inFolder.length === 0 && !view.hasFolder(folder.replace(/\/$/, ''))) {
    throw noFolder(folder);
  }
  const given = (paths ?? []).map((path) => {
    const check = checkNotePath(path);
    if ('problem' in check && check.problem === 'refused') throw badRequest(check.message, PATH_HINT);
    if (!('path' in check) || !view.files.has(check.path))
      throw notFound(`there is no note ${path}`, 'call list_folder to see what there is');
    return check.path;
  });
  return [...new Set([...inFolder, ...given])].sort();
}

const noFolder = (folder: string): NotedbError =>
  notFound(`there is no folder ${folder}`, 'call list_folder to see what there is');

function notesIn(files: Iterable<NotePath>, given: string): NotePath[] {
  const check = checkVaultPath(given.length > 1 && given.endsWith('/') ? given.slice(0, -1) : given);
  if ('problem' in check) throw check.problem === 'hidden' ? noFolder(given) : badRequest(check.message, PATH_HINT);
  return [...files].filter((path) => isMarkdown(path) && isInside(path, check.path));
}

async function readKeys(
  context: ReadContext,
  scope: readonly NotePath[],
): Promise<{ notes: NoteKeys[]; remarks: string[] }> {
  const { host, view } = context;
  const paths = scope.filter(
    (path) => view.rowAt(path) === null && !view.copies.has(path) && !isArchived(context, path),
  );
  const notes: NoteKeys[] = [];
  let without = 0;
  const unparsable: NotePath[] = [];
  for (let from = 0; from < paths.length; from += BATCH) {
    const batch = paths.slice(from, from + BATCH);
    const texts = await host.vault.readMany(batch);
    for (const [i, path] of batch.entries()) {
      const note = texts[i];
      const { status, entries } = parseFrontMatter(typeof note === 'string' ? note : '');
      if (status === 'ok') notes.push({ path, entries });
      else if (status === 'unparsable') unparsable.push(path);
      else without++;
      await host.scheduler.pause();
    }
  }
  const remarks = [
    ...(scope.length > paths.length
      ? [`${scope.length - paths.length} notes are rows already or archived and are left out`]
      : []),
    ...(without > 0 ? [`${without} notes have no front matter and are left out`] : []),
    ...unparsable.map((path) => `${path}: its front matter does not parse; left out`),
  ];
  return { notes, remarks };
}

function isArchived({ view }: ReadContext, path: NotePath): boolean {
  const claimed = view.claims.get(path);
  const definition = claimed === undefined ? null : view.catalog.table(claimed);
  return definition !== null;
}

function proposedName({ name, folder }: Input): string {
  if (isGiven(name)) {
    const problem = nameProblem('table', name);
    if (problem !== null) throw badRequest(`name: ${problem}`, 'take another name, like reading_list');
    return name;
  }
  const suggested = suggestName(baseNameOf((folder ?? '').replace(/\/$/, ''))) || 'notes';
  return nameProblem('table', suggested) === null ? suggested : `${suggested}_notes`.replace(/^vw_/, '');
}

function proposal(name: string, folder: string, columns: readonly InferredColumn[], notes: number): JsonObject {
  return {
    name,
    description: `Notes ${folder === '' ? 'of the vault' : `in ${folder}`} (${notes} when the table was proposed)`,
    columns: columns.map((column) => columnProposal(column, notes)),
  };
}

function adoption(name: string, columns: readonly InferredColumn[], notes: readonly NoteKeys[]): JsonObject {
  const renamed = columns
    .filter(({ from }) => from !== null)
    .map(({ from, name: to }) => [from as string, to] as const);
  return {
    table: name,
    paths: notes.map(({ path }) => path),
    relocate: false,
    ...(renamed.length > 0 ? { rename: Object.fromEntries(renamed) } : {}),
  };
}

function columnRemarks({ name, from, inferred, unique }: InferredColumn): string[] {
  return [
    ...(from === null ? [] : [`${from} is no column name; it becomes ${name}`]),
    ...(inferred.mixed === undefined
      ? []
      : [`${name} mixes ${inferred.mixed.join(', ')} and is taken as ${inferred.items ?? inferred.type}`]),
    ...(unique ? [`${name} has a different value in every note`] : []),
  ];
}

/** Keys that rows of a table use and the table does not declare. */
async function undeclaredKeys(
  { view, host }: ReadContext,
  definition: TableDefinition,
  most: number,
): Promise<JsonObject> {
  const paths = [...view.table(definition.qualified).pathsOfRows()].sort();
  const codec = new RowCodec(definition);
  const notes: NoteKeys[] = [];
  for (let from = 0; from < paths.length; from += BATCH) {
    const batch = paths.slice(from, from + BATCH);
    const texts = await host.vault.readMany(batch);
    for (const [i, path] of batch.entries()) {
      const note = texts[i];
      const { entries } = parseFrontMatter(typeof note === 'string' ? note : '');
      notes.push({ path, entries: entries.filter(({ key }) => !codec.knows(key)) });
      await host.scheduler.pause();
    }
  }
  const columns = inferColumns(view, notes, most);
  return {
    table: definition.qualified,
    columns: columns.map((column) => columnReport(column, notes.length)),
    notes: columns.length === 0 ? ['every key is declared'] : columns.flatMap(columnRemarks),
  };
}
