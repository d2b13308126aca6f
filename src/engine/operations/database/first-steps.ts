/** What to call where there is no table yet. Source: docs/operations.md#list_tables */

import * as z from 'zod';
import type { ReadContext } from '../../contexts';
import { folderOf, isInside, isMarkdown } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import { jsonObject } from '../../values/json-schema';
import { mayUse } from '../permissions';

const MOST_FOLDERS = 3;
const FEWEST_NOTES = 2;

export const suggestion = z.strictObject({
  operation: z.string(),
  arguments: jsonObject,
  reason: z.string(),
});

type Suggestion = z.infer<typeof suggestion>;

/** The folders with the most notes, then a table of one's own: of these what the caller may call. */
export async function firstSteps(context: ReadContext): Promise<readonly Suggestion[]> {
  const { caller } = context;
  const own: Suggestion = { operation: 'create_table', arguments: {}, reason: 'makes a table of your own columns' };
  return [...(mayUse(caller, 'notes') ? await inferences(context) : []), ...(mayUse(caller, 'schema') ? [own] : [])];
}

async function inferences({ view, host }: ReadContext): Promise<readonly Suggestion[]> {
  const templates = (await host.templateFolders?.()) ?? [];
  const counts = new Map<NotePath, number>();
  for (const path of view.files.keys()) {
    if (!isMarkdown(path) || templates.some((folder) => isInside(path, folder))) continue;
    counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, notes]) => notes >= FEWEST_NOTES)
    .sort(([a, notesOfA], [b, notesOfB]) => notesOfB - notesOfA || (a < b ? -1 : 1))
    .slice(0, MOST_FOLDERS)
    .map(([folder, notes]) => ({
      operation: 'infer_table',
      arguments: { folder },
      reason: `proposes a table for ${notes} notes`,
    }));
}
