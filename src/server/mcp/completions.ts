/** Completes the names in templates and prompts: tables, views and notes that there are for the client. docs/mcp.md#resources */

import { type AgentRead, listedTables, notesIn, readShort } from './agent-calls';

/** The most that the protocol takes. */
const MOST_VALUES = 100;

interface CompletionAnswer {
  readonly [key: string]: unknown;
  readonly completion: { readonly values: string[]; readonly total: number; readonly hasMore: boolean };
}

/** `argument`: of a template or a prompt, by its name alone. */
export async function complete(read: AgentRead, argument: string, value: string): Promise<CompletionAnswer> {
  const all = await candidates(read, argument, value);
  const values = all.slice(0, MOST_VALUES);
  return { completion: { values, total: all.length, hasMore: all.length > values.length } };
}

async function candidates(read: AgentRead, argument: string, value: string): Promise<string[]> {
  if (argument === 'path' || argument === 'note') return notePaths(read, value);
  if (argument !== 'table' && argument !== 'view') return [];
  const { tables, views } = await listedTables(read);
  const names = (argument === 'table' ? tables : views).map(({ name }) => name);
  const begin = value.toLowerCase();
  return names.filter((name) => name.startsWith(begin) || name.slice(name.lastIndexOf('.') + 1).startsWith(begin));
}

/** As in a file dialog: what the last folder holds. Where nothing begins so, notes with these words. */
async function notePaths(read: AgentRead, value: string): Promise<string[]> {
  const folder = value.slice(0, Math.max(0, value.lastIndexOf('/')));
  const begin = value.toLowerCase();
  const near = (await notesIn(read, folder)).filter((path) => path.toLowerCase().startsWith(begin));
  if (near.length > 0 || value.trim() === '') return near;
  const found = await readShort(read, 'search_notes', { query: value, context_length: 0 });
  const results = (found?.['results'] ?? []) as unknown as readonly { readonly path?: string }[];
  return results.flatMap(({ path }) => path ?? []);
}
