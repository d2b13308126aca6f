/** `notedb check`: every table's check_table, for people to read. D1 */

import { parseArgs } from 'node:util';
import type { AcceptedDeletions, JsonObject, Operations } from '../engine/index';
import type { ForwardedOutcome } from '../server/forwarded-outcome';
import { withClient, withReader } from './command-client';
import type { CommandEnvironment } from './command-environment';
import { ProgressBar } from './terminal/progress-bar';
import { shellWord, ProgramError, onlyPositional, vaultFolderOf } from './usage';
import type { VaultClient } from './vault-client';

type TableReport = Operations['check_table']['result'];

/** `--accept-deletions` first takes the rows that vanished together as deleted (D7), and that alone writes. */
export async function runCheck(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'accept-deletions': { type: 'boolean', default: false } },
  });
  const named = onlyPositional(positionals);
  const accepts = values['accept-deletions'];
  const use = accepts ? withClient : withReader;
  return use(vaultFolderOf(named), environment, async (client) => {
    if (accepts) environment.print(acceptedText(resultOf(await client.acceptDeletions())));
    const broken = (await askFor(client, 'describe_database', {})).warnings ?? [];
    environment.print(broken.map((text) => `error: ${text}\n`).join(''));
    const { tables } = await askFor(client, 'list_tables', {});
    const reports: TableReport[] = [];
    const bar = new ProgressBar('Checking', environment);
    for (const { qualified } of tables) {
      bar.show(reports.length, tables.length, 'tables');
      const report = await askFor(client, 'check_table', { table: qualified });
      bar.end();
      environment.print(describeReport(qualified, report, broken));
      reports.push(report);
    }
    if (tables.length === 0) environment.print('There are no tables.\n');
    const { keptTables = [] } = await askFor(client, 'check_table', { limit: 0 });
    environment.print(keptTables.map(({ path, message }) => `warning: ${path}: ${message}\n`).join(''));
    environment.print(remedyOfDoubt(reports, named));
    return broken.length === 0 && reports.every(({ ok }) => ok) ? 0 : 1;
  });
}

async function askFor<Name extends keyof Operations>(
  client: VaultClient,
  operation: Name,
  args: JsonObject,
): Promise<Operations[Name]['result']> {
  return resultOf(await client.run(operation, args));
}

function resultOf<Result>(outcome: ForwardedOutcome): Result {
  if ('result' in outcome) return outcome.result as unknown as Result;
  const { message, hint } = outcome.error;
  throw new ProgramError(hint === null ? message : `${message} (${hint})`);
}

function acceptedText({ tables, returned }: AcceptedDeletions): string {
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
function describeReport(
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
