/** `notedb check`: every table's check_table, for people to read. D1 */

import { parseArgs } from 'node:util';
import type { JsonObject } from '../engine/index';
import type { Surroundings } from './surroundings';
import { stderrLogger } from './stderr-logger';
import { ProgramError } from './usage';
import { VaultClient } from './vault-client';
import { onlyPositional, vaultFolderOf } from './vault-folder-argument';

interface TableReport {
  readonly rows: number;
  readonly ok: boolean;
  readonly violations: readonly { readonly path: string; readonly message: string; readonly severity?: string }[];
  readonly counts: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
}

export async function runCheck(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
  const folder = vaultFolderOf(onlyPositional(positionals));
  const client = new VaultClient(folder, stderrLogger(surroundings.printError, true));
  try {
    const { tables } = await ask<{ tables: readonly { qualified: string }[] }>(client, 'list_tables', {});
    const reports: boolean[] = [];
    for (const { qualified } of tables) {
      const report = await ask<TableReport>(client, 'check_table', { table: qualified });
      surroundings.print(describe(qualified, report));
      reports.push(report.ok);
    }
    if (tables.length === 0) surroundings.print('There are no tables.\n');
    return reports.every((isOk) => isOk) ? 0 : 1;
  } finally {
    await client.close();
  }
}

async function ask<Result>(client: VaultClient, operation: string, args: JsonObject): Promise<Result> {
  const outcome = await client.run(operation, args);
  if ('result' in outcome) return outcome.result as unknown as Result;
  const { message, hint } = outcome.error as { readonly message: string; readonly hint: string | null };
  throw new ProgramError(hint === null ? message : `${message} (${hint})`);
}

function describe(table: string, { rows, ok, violations, counts, warnings }: TableReport): string {
  const found = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const lines = [
    `${table}: ${rows} ${rows === 1 ? 'row' : 'rows'}, ${ok ? 'ok' : `${found} found`}`,
    ...violations.map(({ path, message, severity }) => `  ${severity ?? 'error'}: ${path}: ${message}`),
    ...(found > violations.length ? [`  … and ${found - violations.length} more`] : []),
    ...warnings.map((warning) => `  warning: ${warning}`),
  ];
  return `${lines.join('\n')}\n`;
}
