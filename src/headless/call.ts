/** `notedb call`: one operation, its result on standard output, a refusal on standard error. D1 */

import { parseArgs } from 'node:util';
import type { Json } from '../engine/index';
import { withClient } from './command-client';
import type { CommandEnvironment } from './command-environment';
import { UsageError, vaultFolderOf } from './usage';

export async function runCall(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { vault: { type: 'string' } },
  });
  const [operation, text = '{}', ...rest] = positionals;
  if (operation === undefined) throw new UsageError('which operation?');
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is one argument too many`);
  const folder = vaultFolderOf(values.vault);
  const input = parseJson(text === '-' ? await environment.readInput() : text);

  return withClient(folder, environment, async (client) => {
    const outcome = await client.run(operation, input);
    const write = (value: Json): string => `${JSON.stringify(value, null, environment.isTerminal ? 2 : 0)}\n`;
    if ('result' in outcome) environment.print(write(outcome.result));
    else environment.printError(write({ error: outcome.error }));
    return 'result' in outcome ? 0 : 1;
  });
}

function parseJson(text: string): Json {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new UsageError('the arguments of the operation are not valid JSON');
  }
}
