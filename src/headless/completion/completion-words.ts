/** The words that a command line can end with. docs/command-line.md#completion */

import { type Json, type JsonObject, isJsonObject } from '../../engine/index';
import { CLIENTS } from '../../server/connection-text';
import { COMMAND_NAMES, optionsOf } from '../command-help';
import { QUERY_FORMATS } from '../query/query-options';
import { SHELLS } from './completion-scripts';

/** Names of the vault. Each may be empty where asking takes too long. */
export interface VaultNames {
  tables(): Promise<readonly string[]>;
  columns(table: string): Promise<readonly string[]>;
}

const FIRST_WORDS: Readonly<Record<string, readonly string[]>> = {
  connect: CLIENTS,
  completion: SHELLS,
  mirror: ['postgres'],
  semantic: ['set', 'off', 'status'],
  token: ['create', 'list', 'revoke'],
  webhooks: ['list', 'retry', 'pause', 'resume', 'test', 'resend'],
};

const OF_TABLES = new Set(['--table', 'table']);
const OF_COLUMNS = new Set(['--columns', '--order', '--group', '--key']);
const OF_FILES = new Set(['--vault', '--bundle', '--from']);

/** `words`: behind the name of the program, the last one as far as it is typed. None: it may be a file. */
export async function completionWords(words: readonly string[], names: VaultNames): Promise<readonly string[]> {
  const [command = '', ...rest] = words;
  const last = rest.at(-1);
  if (last === undefined) return startingWith(command, COMMAND_NAMES);
  const option = rest.at(-2) ?? '';
  if (OF_FILES.has(option)) return [];
  if (option === '--format' && command === 'query') return startingWith(last, QUERY_FORMATS);
  if (OF_TABLES.has(option)) return startingWith(last, await names.tables());
  const table = firstPositional(rest.slice(0, -1));
  if (OF_COLUMNS.has(option)) return inList(last, await names.columns(tableOf(command, rest, table)));
  if (option === '--where') return conditions(last, await names.columns(tableOf(command, rest, table)));
  if (last.startsWith('-') && last !== '-') return startingWith(last, optionsOf(command));
  if (command === 'call') return callWords(rest, table, names);
  if (table !== null) return [];
  if (command === 'query') return startingWith(last, await names.tables());
  if (command === 'help') return startingWith(last, [...COMMAND_NAMES, ...(await operationNames())]);
  return startingWith(last, FIRST_WORDS[command] ?? []);
}

const startingWith = (start: string, words: readonly string[]): readonly string[] =>
  words.filter((word) => word.startsWith(start));

/** The options of commands here take a value each, apart from a few. */
const SWITCHES = new Set([
  '--read-only',
  '--quiet',
  '--dry-run',
  '--parquet',
  '--csv',
  '--json',
  '--yes',
  '--ask',
  '--log',
  '--once',
]);

function firstPositional(words: readonly string[]): string | null {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) return word;
    if (!word.includes('=') && !SWITCHES.has(word)) at += 1;
  }
  return null;
}

function tableOf(command: string, rest: readonly string[], first: string | null): string {
  const at = rest.indexOf('--table');
  return at < 0 ? (command === 'query' ? (first ?? '') : '') : (rest[at + 1] ?? '');
}

/** Names in one word: `name,-due`. */
function inList(typed: string, names: readonly string[]): readonly string[] {
  const [, before = '', own = ''] = /^(.*,)?(.*)$/s.exec(typed) ?? [];
  const minus = own.startsWith('-') ? '-' : '';
  return names.map((name) => `${before}${minus}${name}`).filter((word) => word.startsWith(typed));
}

const conditions = (typed: string, names: readonly string[]): readonly string[] =>
  startingWith(
    typed,
    names.map((name) => `${name}=`),
  );

/** Evaluating the operations takes longer than all the rest. */
const operationNames = async (): Promise<readonly string[]> =>
  (await import('../../engine/operation-infos')).OPERATION_INFOS.map(({ name }) => name);

async function callWords(
  rest: readonly string[],
  operation: string | null,
  names: VaultNames,
): Promise<readonly string[]> {
  const last = rest.at(-1) ?? '';
  if (operation === null) return startingWith(last, await operationNames());
  const [, name, value] = /^([a-z_]+)=(.*)$/s.exec(last) ?? [];
  if (name !== undefined && value !== undefined) {
    return OF_TABLES.has(name)
      ? startingWith(
          last,
          (await names.tables()).map((each) => `${name}=${each}`),
        )
      : [];
  }
  const { OPERATION_INFOS } = await import('../../engine/operation-infos');
  const properties = OPERATION_INFOS.find((each) => each.name === operation)?.inputSchema['properties'];
  const given = new Set(rest.slice(0, -1).map((word) => word.split('=', 1)[0]));
  const free = Object.keys(objectIn(properties)).filter((each) => !given.has(each));
  return startingWith(
    last,
    free.map((each) => `${each}=`),
  );
}

const objectIn = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
