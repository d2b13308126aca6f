/** search_notes: the notes that hold every word. Source: docs/search.md; D14, D24 */

import * as z from 'zod';
import { badRequest, notFound } from '../../errors';
import { PATH_HINT, checkVaultPath, isInside } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import { textArgument, textsArgument } from '../../schemas/arguments';
import { TextBudget, truncatedResult } from '../../schemas/text-budget';
import type { ReadContext } from '../../contexts';
import type { CommittedView } from '../../storage/view';
import type { Json } from '../../json';
import { isWellFormed } from '../../values/utf8';
import { count, listOf } from '../../values/json-schema';
import { defineRead } from '../define-operation';

const DEFAULT_CONTEXT = 100;
const LONGEST_CONTEXT = 1000;

const textMatch = z
  .strictObject({
    start: count.describe('UTF-16 index into the content that read_note gives'),
    end: count,
    context: z.string(),
  })
  .meta({ id: 'TextMatch', description: 'A place in the text of a note' });

const foundNote = z
  .strictObject({
    path: z.string(),
    score: z.number(),
    matches: listOf(textMatch).describe('The first 20 in the text; none when the path alone matches'),
  })
  .meta({ id: 'FoundNote', description: 'A note that holds every word' });

const VIEW_HINT = 'name the tables that its query reads';

export const searchNotes = defineRead({
  name: 'search_notes',
  group: 'query',
  isCore: true,
  permission: ['read', 'notes'],
  summary: 'Finds the notes that hold every word, the best first.',
  description:
    'A word is found anywhere, also inside other words, in the path (without .md) or the text, front matter included; case and accents don’t count, and there are no operators. Archived notes are found. Names, aliases, headings, rare words and repetition rank higher. At most 200 notes; total counts all. truncated: fewer notes, since all matches together have at most 10 MB; a smaller context_length shows more.',
  brief: 'In path or text, case and accents aside. At most 200; total counts all.',
  input: z.strictObject({
    query: z.string().describe('Words, separated by spaces'),
    context_length: z
      .int()
      .min(0)
      .max(LONGEST_CONTEXT)
      .nullish()
      .describe(`Characters around each match, on each side (default ${DEFAULT_CONTEXT})`),
    tables: textsArgument.describe('Only rows of these tables'),
    folder: textArgument.describe('Only notes in this folder, at any depth'),
  }),
  refusals: [
    'a query without a word',
    'an unknown table, or a view',
    'no such folder',
    'a folder that leaves the vault',
  ],
  result: z.strictObject({
    query: z.string(),
    results: listOf(foundNote),
    total: count.describe('All notes that match'),
    truncated: truncatedResult,
  }),
  run: async (context, { query, context_length, tables, folder }) => {
    if (!isWellFormed(query)) throw badRequest('the query holds half a surrogate pair', 'send well-formed Unicode');
    const isRow = rowsOf(context.view, tables ?? null);
    const place = await folderOf(context, folder ?? '');
    const accepts = (path: NotePath): boolean => isInside(path, place) && isRow(path);
    const found = await context.search.find({ query, contextLength: context_length ?? DEFAULT_CONTEXT, accepts });
    if (found === null) throw badRequest('the query has no word', 'give at least one word to look for');
    const budget = new TextBudget();
    const end = found.results.findIndex((note) => !budget.takes(note as unknown as Json));
    if (end === -1) return { query, ...found };
    return { query, total: found.total, results: found.results.slice(0, end), truncated: true };
  },
});

/** Whether a note is a row of one of the tables; without tables every note may be found. */
function rowsOf(view: CommittedView, names: readonly string[] | null): (path: NotePath) => boolean {
  if (names === null) return () => true;
  if (names.length === 0) throw badRequest('tables is empty', 'name at least one table, or leave tables away');
  const tables = names.map((name) => view.table(view.catalog.resolveTable(name, VIEW_HINT).qualified));
  return (path) => tables.some((table) => table.has(path));
}

async function folderOf({ view, host }: ReadContext, given: string): Promise<NotePath> {
  const named = given.length > 1 && given.endsWith('/') ? given.slice(0, -1) : given;
  if (view.hasFolder(named)) return named;
  const check = checkVaultPath(named);
  const missing = notFound(`there is no folder ${named}`, 'call list_folder to see what there is');
  if ('problem' in check) throw check.problem === 'hidden' ? missing : badRequest(check.message, PATH_HINT);
  if (view.hasFolder(check.path) || (await host.vault.folder(check.path)) !== null) return check.path;
  throw missing;
}
