/** Prompts: three of our own, and the notes of the folder `notedb/prompts`. docs/mcp.md#prompts */

import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import { type AgentRead, notesIn, readShort, textOf } from './agent-calls';
import { DEFINITIONS_URI, readResource } from './agent-resources';

const PROMPTS_FOLDER = 'notedb/prompts';
const MOST_PROMPTS = 50;
const LONGEST_DESCRIPTION = 200;

interface AgentPrompt extends Prompt {
  readonly text: string;
  /** Ours come with the definitions of the database. */
  readonly isOurs?: true;
}

const OURS: readonly AgentPrompt[] = [
  ours(
    'make_table',
    'Makes a table for what you describe',
    ['purpose'],
    `I want a table for: {{purpose}}

Look at the definitions below first: perhaps a table has it already. If notes of this kind exist, call infer_table on their folder. Propose columns with types, allowed values and descriptions, and show them to me. When I agree, call create_table with dry_run, then without it. Adopt existing notes with adopt_rows, dry_run first. Say how to undo it.`,
  ),
  ours(
    'weekly_review',
    'Reviews the last week: what changed, due rows, stuck rows',
    ['table?'],
    `Let us do a weekly review of {{table}}.

1. Read the definitions below, and the tables with dates or states.
2. list_migrations and table_changes have the writes of the last seven days.
3. With select_rows find the rows that are overdue, due in the next seven days, or open without a change for long.
4. Give me a short list by table: done, overdue, coming, stuck. Link notes as [[Name]].
5. Ask me what to do with each overdue row. Then write my answers in one batch, dry_run first.`,
  ),
  ours(
    'find_problems',
    'Finds rows that break rules, and proposes how to mend them',
    ['table?'],
    `Find the problems of {{table}}.

Call check_table for it. Group what you find by its cause, with the number of notes and an example each. Propose for each group one call that mends it, dry_run first, and show me what would change. Write nothing before I agree.`,
  ),
];

/** A name with a question mark is optional. */
function ours(name: string, description: string, names: readonly string[], text: string): AgentPrompt {
  const args = names.map((each) => ({ name: each.replace('?', ''), required: !each.endsWith('?') }));
  return { name, description, arguments: args, text, isOurs: true };
}

export async function listPrompts(read: AgentRead): Promise<{ prompts: Prompt[] }> {
  const all = await promptsOf(read);
  return { prompts: all.map(({ name, description, arguments: args }) => ({ name, description, arguments: args })) };
}

/** Null: there is none of this name. */
export async function getPrompt(
  read: AgentRead,
  name: string,
  given: Readonly<Record<string, string>>,
): Promise<{ readonly result: GetPromptResult } | { readonly missing: readonly string[] } | null> {
  const prompt = (await promptsOf(read)).find((each) => each.name === name);
  if (prompt === undefined) return null;
  const missing = (prompt.arguments ?? []).filter((each) => each.required === true && !Object.hasOwn(given, each.name));
  if (missing.length > 0) return { missing: missing.map((each) => each.name) };
  const valueOf = (key: string): string => (Object.hasOwn(given, key) ? (given[key] ?? '') : '') || `every ${key}`;
  const text = prompt.text.replaceAll(ARGUMENT, (_, key: string) => valueOf(key));
  const definitions = prompt.isOurs === true ? await readResource(read, DEFINITIONS_URI) : null;
  const result: GetPromptResult = {
    ...(prompt.description === undefined ? {} : { description: prompt.description }),
    messages: [
      { role: 'user', content: { type: 'text', text } },
      ...(definitions === null
        ? []
        : [{ role: 'user' as const, content: { type: 'resource' as const, resource: definitions } }]),
    ],
  };
  return { result };
}

/** A note takes the place of one of ours that has its name. */
async function promptsOf(read: AgentRead): Promise<readonly AgentPrompt[]> {
  const paths = (await notesIn(read, PROMPTS_FOLDER)).slice(0, MOST_PROMPTS);
  const notes = (await Promise.all(paths.map((path) => promptOfNote(read, path)))).filter((each) => each !== null);
  return [...OURS.filter(({ name }) => !notes.some((note) => note.name === name)), ...notes];
}

/** `{{name}}` in the text of a note. */
const ARGUMENT = /\{\{\s*([\p{L}\p{N}_-]{1,60})\s*\}\}/gu;

async function promptOfNote(read: AgentRead, path: string): Promise<AgentPrompt | null> {
  const note = await readShort(read, 'read_note', { path });
  if (note === null) return null;
  const text = (textOf(note['content']) ?? '').replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---[ \t]*(\r?\n|$)/, '').trim();
  const told = (note['front_matter'] as Readonly<Record<string, unknown>> | undefined)?.['description'];
  const [first = ''] = text.split(/\r?\n\s*\r?\n/);
  const description = (typeof told === 'string' ? told : first.replaceAll(/\s+/g, ' ')).slice(0, LONGEST_DESCRIPTION);
  const names = [...new Set([...text.matchAll(ARGUMENT)].map(([, name = '']) => name))];
  const name = path.slice(PROMPTS_FOLDER.length + 1, -'.md'.length);
  return { name, description, arguments: names.map((each) => ({ name: each, required: true })), text };
}
