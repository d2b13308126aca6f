/** `notedb connect`: what to paste so that an agent works with the vault. D1, docs/mcp.md#connect */

import { parseArgs } from 'node:util';
import { DEFAULT_PORTS } from '../hosts/node/process/http-server';
import { ownerOf } from '../hosts/node/process/vault-ownership';
import { CLIENTS, connectionText, isConnectedClient } from '../server/connection-text';
import type { CommandEnvironment } from './command-environment';
import { isToken } from './owner-token';
import { shellWord, UsageError, vaultFolderOf } from './usage';

/** Stands for a token that nobody but the user knows. */
const PLACEHOLDER = 'TOKEN';

/** Prints what to paste on standard output, everything else on standard error. */
export async function runConnect(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { address: { type: 'string' }, token: { type: 'string' } },
  });
  const [client, vault, ...rest] = positionals;
  if (client === undefined) throw new UsageError(`which client? ${CLIENTS.join(', ')}`);
  if (!isConnectedClient(client)) throw new UsageError(`there is no client "${client}": ${CLIENTS.join(', ')}`);
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is one argument too many`);
  const folder = vaultFolderOf(vault);
  const running = addressOf(values.address) ?? (await ownerOf(folder))?.address ?? null;
  const token = tokenOf(values.token ?? environment.environment['NOTEDB_TOKEN']);

  const { where, paste } = connectionText(client, {
    address: running ?? `http://127.0.0.1:${DEFAULT_PORTS[0] ?? 0}`,
    token: token ?? PLACEHOLDER,
    vault: folder,
    program: environment.command,
  });
  environment.printError(`${where}\n`);
  environment.print(`${paste}\n`);
  if (client === 'claude-desktop') return 0;
  if (token === null) {
    environment.printError(
      `Put the owner's token in place of ${PLACEHOLDER}; "notedb token create --owner" makes a new one.\n`,
    );
  }
  if (running === null) environment.printError(`Nothing serves this vault yet: notedb serve ${shellWord(folder)}\n`);
  return 0;
}

function addressOf(given: string | undefined): string | null {
  if (given === undefined) return null;
  if (/^http:\/\/[^\s/"']+:\d+$/.test(given)) return given;
  throw new UsageError(`--address ${given} is none: http://127.0.0.1:27390`);
}

function tokenOf(given: string | undefined): string | null {
  if (given === undefined || given === '') return null;
  if (isToken(given)) return given;
  throw new UsageError('a token is made of letters, digits and -._~+/ (a header must be able to carry it)');
}
