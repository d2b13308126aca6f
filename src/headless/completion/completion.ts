/** `notedb completion`: the script of a shell, and the words that it asks for. docs/command-line.md#completion */

import { setTimeout as wait } from 'node:timers/promises';
import type { CommandEnvironment } from '../command-environment';
import { withReader } from '../command-client';
import { ask, describedColumns } from '../query/query-rows';
import { ProgramError, UsageError, vaultFolderOf } from '../usage';
import type { VaultClient } from '../vault-client';
import { COMPLETION_SCRIPTS, SHELLS } from './completion-scripts';
import { type VaultNames, completionWords } from './completion-words';
import { splitLine } from './split-line';

/** A vault that takes longer to open gives no names: a person waits at the prompt. */
const PATIENCE_MS = 1500;

const patienceIn = ({ environment }: CommandEnvironment): number => {
  const given = environment['NOTEDB_COMPLETION_MS'] ?? '';
  return /^\d{1,6}$/.test(given) ? Number(given) : PATIENCE_MS;
};

export async function runCompletion(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const [shell, mark, ...words] = args;
  if (shell === undefined) throw new UsageError(`which shell? ${SHELLS.join(', ')}`);
  if (mark === '--' && (shell === 'words' || shell === 'line')) {
    const typed = shell === 'words' ? words : splitLine(words[0] ?? '').slice(1);
    const found = await completionWords(typed, vaultNames(typed, environment));
    const cut = shell === 'line' ? lengthBehindBreak(typed.at(-1) ?? '') : 0;
    environment.print(found.map((word) => `${word.slice(cut)}\n`).join(''));
    return 0;
  }
  const script = Object.hasOwn(COMPLETION_SCRIPTS, shell) ? COMPLETION_SCRIPTS[shell] : undefined;
  if (script === undefined) throw new UsageError(`there is no shell "${shell}": ${SHELLS.join(', ')}`);
  if (mark !== undefined) throw new UsageError(`"${mark}" is one argument too many`);
  environment.print(script);
  return 0;
}

/** Bash replaces the part of a word behind its last `=` or `:` alone. */
const lengthBehindBreak = (word: string): number => Math.max(word.lastIndexOf('='), word.lastIndexOf(':')) + 1;

function vaultNames(words: readonly string[], environment: CommandEnvironment): VaultNames {
  const read = async (use: (client: VaultClient) => Promise<readonly string[]>): Promise<readonly string[]> => {
    try {
      const reading = withReader(folderIn(words, environment), environment, use);
      return await Promise.race([reading, wait(patienceIn(environment), [], { ref: false })]);
    } catch (error) {
      // A prompt has no place for messages.
      if (error instanceof ProgramError || error instanceof UsageError) return [];
      throw error;
    }
  };
  return {
    tables: () => read(tableNames),
    columns: (table) => read(async (client) => (await describedColumns(client, table)).map(({ name }) => name)),
  };
}

/** Short where one table has the name. */
async function tableNames(client: VaultClient): Promise<readonly string[]> {
  const { tables, views } = await ask(client, 'list_tables', {});
  const all = [...tables, ...views];
  return all.map(({ name, qualified }) => (all.filter((each) => each.name === name).length === 1 ? name : qualified));
}

/** Words come as they were typed: the shell has replaced no `~` yet. */
function folderIn(words: readonly string[], { environment }: CommandEnvironment): string {
  const at = words.indexOf('--vault');
  const joined = words.find((word) => word.startsWith('--vault='))?.slice('--vault='.length);
  const typed = joined ?? (at < 0 || at + 2 >= words.length ? undefined : words[at + 1]);
  return vaultFolderOf(typed?.replace(/^~(?=\/|$)/, environment['HOME'] ?? '~'));
}
