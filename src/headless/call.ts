/** `notedb call`: one operation, its result on standard output, a refusal on standard error. D1 */

import { parseArgs } from 'node:util';
import { callArguments } from './call-arguments';
import { withClient } from './command-client';
import type { CommandEnvironment } from './command-environment';
import { printRefusal } from './terminal/refusal-text';
import { UsageError, vaultFolderOf } from './usage';

export async function runCall(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { vault: { type: 'string' } },
  });
  const [operation, ...given] = positionals;
  if (operation === undefined) throw new UsageError('which operation?');
  const folder = vaultFolderOf(values.vault);
  const input = await callArguments(operation, given, environment);

  return withClient(folder, environment, async (client) => {
    const outcome = await client.run(operation, input);
    if ('error' in outcome) {
      printRefusal(outcome.error, environment);
      return 1;
    }
    environment.print(`${JSON.stringify(outcome.result, null, environment.isTerminal ? 2 : 0)}\n`);
    return 0;
  });
}
