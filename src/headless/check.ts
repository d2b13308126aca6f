/** `notedb check`: every table's check_table, for people to read. D1 */

import { parseArgs } from 'node:util';
import type { AcceptedDeletions, JsonObject, Operations } from '../engine/index';
import type { Outcome } from '../server/forwarded-calls';
import type { Surroundings } from './surroundings';
import { shellWord } from './shell-word';
import { stderrLogger } from './stderr-logger';
import { ProgramError } from './usage';
import { VaultClient } from './vault-client';
import { onlyPositional, vaultFolderOf } from './vault-folder-argument';

type TableReport = Operations['check_table']['result'];

/** `--accept-deletions` first takes the rows that vanished together as deleted. D7 */
export async function runCheck(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'accept-deletions': { type: 'boolean', default: false } },
  });
  const named = onlyPositional(positionals);
  const client = new VaultClient(vaultFolderOf(named), stderrLogger(surroundings.printError, true));
  try {
    if (values['accept-deletions']) surroundings.print(accepted(resultOf(await client.acceptDeletions())));
    const broken = (await ask(client, 'describe_database', {})).warnings ?? [];
    surroundings.print(broken.map((text) => `error: ${text}\n`).join(''));
    const { tables } = await ask(client, 'list_tables', {});
    const reports: TableReport[] = [];
    for (const { qualified } of tables) {
      const report = await ask(client, 'check_table', { table: qualified });
      surroundings.print(describe(qualified, report, broken));
      reports.push(report);
    }
    if (tables.length === 0) surroundings.print('There are no tables.\n');
    surroundings.print(remedyOfDoubt(reports, named));
    return broken.length === 0 && reports.every(({ ok }) => ok) ? 0 : 1;
  } finally {
    await client.close();
  }
}

async function ask<Name extends keyof Operations>(
  client: VaultClient,
  operation: Name,
  args: JsonObject,
): Promise<Operations[Name]['result']> {
  return resultOf(await client.run(operation, args));
}

function resultOf<Result>(outcome: Outcome): Result {
  if ('result' in outcome) return outcome.result as unknown as Result;
  const { message, hint } = outcome.error;
  throw new ProgramError(hint === null ? message : `${message} (${hint})`);
}

function accepted({ tables, returned }: AcceptedDeletions): string {
  const lines = [
    ...tables.map(({ table, rows }) => `Accepted as gone: ${countOf(rows)} of ${table}.`),
    ...(returned === 0 ? [] : [`There again: ${countOf(returned)} that had vanished.`]),
  ];
  if (lines.length === 0) lines.push('Nothing to accept: no rows have vanished together.');
  return `${lines.join('\n')}\n`;
}

/** What to do about rows that may be lost; nothing where there are none. */
function remedyOfDoubt(reports: readonly TableReport[], vault: string | undefined): string {
  const suspects = reports.reduce((sum, { counts }) => sum + (counts['suspect'] ?? 0), 0);
  if (suspects === 0) return '';
  const command = ['notedb check --accept-deletions', ...(vault === undefined ? [] : [shellWord(vault)])].join(' ');
  return `The notes of ${countOf(suspects)} vanished together. Bring them back, or confirm that they are gone: ${command}\n`;
}

const countOf = (rows: number): string => `${rows} ${rows === 1 ? 'row' : 'rows'}`;

/** `known`: warnings that were said before. */
function describe(
  table: string,
  { rows, ok, violations, counts, warnings }: TableReport,
  known: readonly string[],
): string {
  const found = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const lines = [
    `${table}: ${countOf(rows)}, ${ok ? 'ok' : `${found} found`}`,
    ...violations.map(({ path, message, severity }) => `  ${severity ?? 'error'}: ${path}: ${message}`),
    ...(found > violations.length ? [`  … and ${found - violations.length} more`] : []),
    ...warnings.filter((warning) => !known.includes(warning)).map((warning) => `  warning: ${warning}`),
  ];
  return `${lines.join('\n')}\n`;
}
