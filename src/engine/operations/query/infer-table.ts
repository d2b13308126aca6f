/** infer_table: proposes a table for notes that are not in one yet. spec: Query operations; D16, D17. */

import * as z from 'zod';
import { nameProblem, suggestName } from '../../catalog/names';
import type { TableDefinition } from '../../catalog/definition';
import { badRequest, notFound } from '../../errors';
import { findNotePath } from '../../links/find-note';
import { liesIn } from '../../links/same-place';
import { parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { PATH_HINT, baseNameOf, joinPath } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import { RowCodec } from '../../storage/row-codec';
import type { View } from '../../storage/view';
import type { JsonObject } from '../../values/json';
import { isGiven, table, text, texts } from '../arguments';
import { type ReadContext, defineRead } from '../define-operation';
import { belongsToTable, notesInFolder } from '../notes-in-folder';
import { type InferredColumn, type NoteKeys, columnProposal, columnReport, inferColumns } from './infer-columns';
import { columnRemarks, leftOutRemarks, named, rowRemarks } from './infer-remarks';
import { notesToInfer } from './notes-to-infer';

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
    'Nothing is written. proposal goes to create_table and adopt to adopt_rows as they are. Notes that are rows already or archived are left out, and so are notes that can’t be rows: without front matter, with front matter that does not parse, with the id of another note. notes names them with the reason, says which notes lack a key or a value, and why a link has no ref. tags, aliases and cssclasses are Obsidian’s and never proposed.',
  input,
  refusals: ['no such folder or note'],
  run: async (context, args) => {
    const most = args.max_enum_values ?? DEFAULT_ENUM_VALUES;
    if (isGiven(args.table)) return undeclaredKeys(context, context.view.catalog.resolveTable(args.table), most);
    const scope = scopeOf(context, args);
    const paths = scope.filter((path) => !belongsToTable(context.view, path));
    const name = proposedName(context, args, paths);
    const place = new ProposedPlace(context, name);
    const { notes, ...others } = await notesToInfer(
      context,
      paths.filter((path) => !place.isArchive(path)),
    );
    const columns = inferColumns(context.view, notes, most);
    return {
      columns: columns.map((column) => columnReport(column, notes.length)),
      proposal: proposal(name, args.folder ?? '', columns, notes.length),
      adopt: adoption(
        name,
        columns,
        notes.filter(({ path }) => !place.isClaimed(path)),
      ),
      notes: [
        ...rowRemarks(scope.length - paths.length),
        ...place.remarks(paths),
        ...leftOutRemarks(others),
        ...columns.flatMap(columnRemarks),
      ],
    };
  },
});

/** Folder and paths united; without both the whole vault. */
function scopeOf(context: ReadContext, { folder, paths }: Input): readonly NotePath[] {
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
function proposedName({ view }: ReadContext, { name, folder }: Input, paths: readonly NotePath[]): string {
  if (isGiven(name)) {
    const problem = nameProblem('table', name);
    if (problem !== null) throw badRequest(`name: ${problem}`, 'take another name, like reading_list');
    return name;
  }
  const suggested = suggestName(baseNameOf((folder ?? '').replace(/\/$/, ''))) || 'notes';
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
      ...(archived.length > 0 ? [`${named(archived)}: in the archive folder of ${this.qualified}; left out`] : []),
      ...(claimed.length > 0
        ? [`${named(claimed)}: named as rows of ${this.qualified}; create_table makes them rows as they are`]
        : []),
    ];
  }
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
