/** semantic_search: notes by what they mean. docs/semantic.md; D14, D24 */

import * as z from 'zod';
import type { ReadContext } from '../../contexts';
import { badRequest, notFound } from '../../errors';
import { PATH_HINT, checkVaultPath } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import { isGiven, textArgument, textsArgument } from '../../schemas/arguments';
import { count, listOf, textOrNull } from '../../values/json-schema';
import { defineRead } from '../define-operation';

const DEFAULT_LIMIT = 10;
const MOST_RESULTS = 100;

const semanticMatch = z
  .strictObject({
    path: z.string(),
    score: z.number().describe('Cosine of question and passage, at most 1'),
    heading: textOrNull.describe('Of the passage, without #; null above the first one'),
    snippet: z.string().describe('The beginning of the passage'),
    table: z.string().exactOptional().describe('The table that the note is a row of'),
  })
  .meta({ id: 'SemanticMatch', description: 'The best passage of a note' });

export const semanticSearch = defineRead({
  name: 'semantic_search',
  group: 'query',
  permission: ['read', 'notes'],
  reachesOut: true,
  summary: 'Finds notes by what they mean, with a model that the owner has set up.',
  description:
    'One result a note, its best passage, best first. Only what notes say now is found; a note is found by new text some ten seconds after an edit, and pending counts the notes that may be missing until then: ask again. Off until the owner turns it on. For words that must occur, call search_notes.',
  brief: 'One result a note, best first. pending: notes missing yet. Off by default.',
  input: z.strictObject({
    query: z.string().describe('A question or a few words'),
    limit: z.int().min(1).max(MOST_RESULTS).nullish().describe(`Default ${DEFAULT_LIMIT}`),
    tables: textsArgument.describe('Rows of these tables only'),
    folder: textArgument.describe('Notes in this folder only, at any depth'),
    min_score: z.number().min(0).max(1).nullish().describe('Lowest score'),
  }),
  refusals: [
    'semantic search is off',
    'an empty query',
    'a limit outside of 1 to 100',
    'a min_score outside of 0 to 1',
    'an unknown table',
    'an unknown folder',
    'the provider fails',
  ],
  result: z.strictObject({
    query: z.string(),
    results: listOf(semanticMatch),
    pending: count
      .exactOptional()
      .describe('Notes that are not in the index yet, and may be missing here; absent: none'),
  }),
  run: async (context, { query, limit, tables, folder, min_score }) => {
    if (query.trim() === '') throw badRequest('the query is empty', 'ask a question, or give a few words');
    const { results, pending } = await context.semantic.search({
      query,
      limit: limit ?? DEFAULT_LIMIT,
      tables: isGiven(tables) ? tableNames(context, tables) : null,
      folder: await existingFolder(context, folder ?? ''),
      minScore: min_score ?? null,
    });
    return { query, results, ...(pending === 0 ? {} : { pending }) };
  },
});

const tableNames = ({ view }: ReadContext, references: readonly string[]): ReadonlySet<string> =>
  new Set(references.map((each) => view.catalog.resolveTable(each, VIEW_HINT).qualified));

const VIEW_HINT = 'name the tables that it reads';

async function existingFolder({ view, host }: ReadContext, given: string): Promise<NotePath> {
  const folder = given.length > 1 && given.endsWith('/') ? given.slice(0, -1) : given;
  const check = checkVaultPath(folder);
  const missing = notFound(`there is no folder ${folder}`, 'call list_folder without folder for the root');
  if ('problem' in check) throw check.problem === 'hidden' ? missing : badRequest(check.message, PATH_HINT);
  if (check.path === '' || view.hasFolder(check.path)) return check.path;
  if ((await host.vault.folder(check.path)) === null) throw missing;
  return check.path;
}
