/** `notedb token create --owner`: a new owner's token, shown once. D1, D13 */

import { parseArgs } from 'node:util';
import { createOwnerToken } from './owner-token';
import type { CommandEnvironment } from './command-environment';
import { UsageError } from './usage';

export function runToken(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { owner: { type: 'boolean', default: false } },
  });
  const [action, ...rest] = positionals;
  if (action !== 'create')
    throw new UsageError(`there is no command "token${action === undefined ? '' : ` ${action}`}"`);
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is one argument too many`);
  if (!values.owner) throw new UsageError('only the owner has a token so far: add --owner');
  environment.print(`${createOwnerToken()}\n`);
  environment.printError('This is the only time that the token is shown; the one before does not work any more.\n');
  return Promise.resolve(0);
}
