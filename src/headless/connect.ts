/** `notedb connect`: what to paste so that an agent works with the vault. D1, docs/mcp.md#connect */

import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { DEFAULT_PORTS } from '../hosts/node/process/http-server';
import { askOwner, ownerOf } from '../hosts/node/process/vault-ownership';
import {
  CLIENT_NAMES,
  CLIENTS,
  type ConnectedClient,
  connectionText,
  isConnectedClient,
} from '../server/connection-text';
import { PROBE } from '../server/forwarded-calls';
import { TokenRequestError } from '../server/tokens/access-tokens';
import { type ClientToken, makeClientToken } from '../server/tokens/client-token';
import type { CommandEnvironment } from './command-environment';
import { checkToken, inWords, keptTokens } from './kept-tokens';
import { describeToken } from './token';
import { ProgramError, shellWord, UsageError, vaultFolderOf } from './usage';

/** Prints what to paste on standard output, everything else on standard error. */
export async function runConnect(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const options = readOptions(args);
  const { client, folder } = options;
  const serving = options.address ?? (await ownerOf(folder))?.address ?? null;
  const made: ClientToken[] = [];
  const token = (): string => options.token ?? madeToken(options, made).token;

  const { where, paste } = connectionText(client, {
    address: serving ?? `http://127.0.0.1:${DEFAULT_PORTS[0] ?? 0}`,
    token,
    vault: folder,
    program: environment.command,
  });
  const [own] = made;
  if (own !== undefined) await checkKnown(own, options, serving);
  environment.printError(`${where}\n`);
  environment.print(`${paste}\n`);
  if (own !== undefined) {
    const before = own.isReplaced ? ' The one before does not work any more.' : '';
    environment.printError(`The token in it is new, and shown this once. ${describeToken(own.app)}${before}\n`);
  }
  if (serving === null && client !== 'claude-desktop') {
    environment.printError(`Nothing serves this vault yet: notedb serve ${shellWord(folder)}\n`);
  }
  return 0;
}

interface ConnectOptions {
  readonly client: ConnectedClient;
  readonly folder: string;
  /** Null: that of the server that has the vault. */
  readonly address: string | null;
  /** Null: a new one. */
  readonly token: string | null;
  readonly permissions: readonly string[] | null;
}

function readOptions(args: readonly string[]): ConnectOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { address: { type: 'string' }, token: { type: 'string' }, permissions: { type: 'string' } },
  });
  const [client, vault, ...rest] = positionals;
  if (client === undefined) throw new UsageError(`which client? ${CLIENTS.join(', ')}`);
  if (!isConnectedClient(client)) throw new UsageError(`there is no client "${client}": ${CLIENTS.join(', ')}`);
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is one argument too many`);
  const { address = null, token = null, permissions } = values;
  if (address !== null && !/^http:\/\/[^\s/"']+:\d+$/.test(address)) {
    throw new UsageError(`--address ${address} is none: write http://127.0.0.1:27390`);
  }
  return {
    client,
    folder: vaultFolderOf(vault),
    address,
    token: token === null ? null : checkToken(token),
    permissions: permissions?.split(',').map((each) => each.trim()) ?? null,
  };
}

/** One for this vault alone, made when it is asked for. */
function madeToken({ client, folder, permissions }: ConnectOptions, made: ClientToken[]): ClientToken {
  const request = { name: CLIENT_NAMES[client], vault: fs.realpathSync(folder), permissions };
  try {
    const own = made[0] ?? inWords(() => makeClientToken(keptTokens(), request));
    made[0] = own;
    return own;
  } catch (error) {
    if (error instanceof TokenRequestError) throw new ProgramError(error.message);
    throw error;
  }
}

/** The plugin has tokens of its own, in the secret storage of the app: one of ours would be refused there. */
async function checkKnown({ token, app }: ClientToken, options: ConnectOptions, serving: string | null): Promise<void> {
  const { client, folder } = options;
  const asked = client === 'claude-desktop' ? isRefusedByOwner(folder, token) : isRefusedAt(serving, token);
  if (!(await asked)) return;
  keptTokens().revoke(app.id);
  const who = client === 'claude-desktop' ? 'the program that has this vault' : `the server at ${serving ?? ''}`;
  throw new ProgramError(
    `${who} has tokens of its own: when it is Obsidian, copy what to paste from the settings of NoteDB; else give --token`,
  );
}

async function isRefusedAt(address: string | null, token: string): Promise<boolean> {
  if (address === null) return false;
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${address}/notedb/`, { headers }).catch(() => null);
  return answer?.status === 401;
}

async function isRefusedByOwner(folder: string, token: string): Promise<boolean> {
  const said = await askOwner(folder, { ...PROBE, token }).catch(() => null);
  return typeof said === 'object' && said !== null && 'error' in said && !('ready' in said);
}
