/** `notedb connect`: what to paste so that an agent works with the vault. D1, docs/mcp.md#connect */

import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { DEFAULT_PORTS } from '../hosts/node/process/http-server';
import { askOwner, ownerOf } from '../hosts/node/process/vault-ownership';
import {
  CLIENT_NAMES,
  CLIENTS,
  type ConnectedClient,
  type ConnectionText,
  connectionText,
  isConnectedClient,
} from '../server/connection-text';
import { PROBE } from '../server/forwarded-calls';
import { TokenRequestError } from '../server/tokens/access-tokens';
import { type ClientToken, makeClientToken } from '../server/tokens/client-token';
import type { CommandEnvironment } from './command-environment';
import { writeBundle } from './mcp-bundle';
import { checkToken, inWords, keptTokenUse, keptTokens } from './kept-tokens';
import type { AppToken } from '../server/tokens/token-book';
import { describeToken } from './token';
import { ProgramError, shellWord, UsageError, vaultFolderOf } from './usage';

/** Prints what to paste on standard output, everything else on standard error. */
export async function runConnect(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const options = readOptions(args);
  const { client, folder } = options;
  const serving = options.address ?? (await ownerOf(folder))?.address ?? null;
  if (options.token === null) await checkShared(options, serving);
  const made: ClientToken[] = [];
  const token = (): string => options.token ?? madeToken(options, made).token;

  const { where, paste } =
    options.bundle === null
      ? connectionText(client, {
          address: serving ?? `http://127.0.0.1:${DEFAULT_PORTS[0] ?? 0}`,
          token,
          vault: folder,
          program: environment.command,
        })
      : bundled(options.bundle, folder, token, environment);
  const [own] = made;
  environment.printError(`${where}\n`);
  environment.print(`${paste}\n`);
  if (own !== undefined) {
    const before = own.isReplaced ? ' The one before does not work any more.' : '';
    environment.printError(`The token in it is new, and shown this once. ${describeToken(own.app)}${before}\n`);
  }
  if (serving === null && client !== 'claude-desktop') {
    environment.printError(`Nothing serves this vault yet: notedb serve ${shellWord(folder)}\n`);
  }
  return own === undefined ? 0 : tellFirstUse(own.app, options.wait, environment);
}

/** The bundle is written before the token is made, so that a disk that refuses it leaves the client's former token. */
function bundled(
  file: string,
  vault: string,
  token: () => string,
  { version, packageFolder }: CommandEnvironment,
): ConnectionText {
  writeBundle(file, { version, vault: fs.realpathSync(vault), packageFolder });
  return { where: `Open ${file} with Claude Desktop. It asks for a token; paste this one:`, paste: token() };
}

/** Milliseconds between two looks. */
const LOOK_AGAIN = 500;

/** `wait`: seconds; 0 does not wait. Resolves to the exit status: 1 when the client was not heard of by then. */
async function tellFirstUse({ id, name }: AppToken, wait: number, { printError }: CommandEnvironment): Promise<number> {
  const isHeard = (): boolean => keptTokenUse().times()[id] !== undefined;
  if (wait === 0) {
    printError(`${name} was not heard of yet; "notedb token list" says when it was, "--wait SECONDS" waits for it.\n`);
    return 0;
  }
  printError(`Waiting up to ${wait} s for ${name} to call …\n`);
  const deadline = performance.now() + wait * 1000;
  while (!isHeard()) {
    if (performance.now() > deadline) {
      printError(`${name} was not heard of within ${wait} s.\n`);
      return 1;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }
  printError(`${name} was heard of: it is connected.\n`);
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
  /** The file of a bundle to write; null: the text to paste. */
  readonly bundle: string | null;
  /** Seconds to wait for the first call of the client. */
  readonly wait: number;
}

function checkBundle(file: string, client: ConnectedClient): string {
  if (client !== 'claude-desktop') throw new UsageError(`--bundle is for claude-desktop, not for ${client}`);
  if (!file.endsWith('.mcpb')) throw new UsageError(`--bundle ${file}: the name of a bundle ends with .mcpb`);
  return file;
}

/** An hour. */
const LONGEST_WAIT = 3600;

function waitIn(text: string | undefined): number {
  const seconds = Number(text ?? 0);
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= LONGEST_WAIT) return seconds;
  throw new UsageError(`--wait ${text} is none: give seconds, at most ${LONGEST_WAIT}`);
}

function readOptions(args: readonly string[]): ConnectOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      address: { type: 'string' },
      token: { type: 'string' },
      permissions: { type: 'string' },
      wait: { type: 'string' },
      bundle: { type: 'string' },
    },
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
    wait: waitIn(values.wait),
    bundle: values.bundle === undefined ? null : checkBundle(values.bundle, client),
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

/**
 * The plugin has tokens of its own, in the secret storage of the app: one of ours would be refused there. Asked with a token that is gone
 * afterwards, so that the client's own is not heard of before the client calls.
 */
async function checkShared({ client, folder }: ConnectOptions, serving: string | null): Promise<void> {
  const tokens = keptTokens();
  const { token, app } = inWords(() =>
    tokens.create({ name: `notedb connect ${crypto.randomUUID()}`, permissions: ['read'], tables: ['none.none.none'] }),
  );
  const asked = client === 'claude-desktop' ? isRefusedByOwner(folder, token) : isRefusedAt(serving, token);
  const isRefused = await asked.finally(() => tokens.revoke(app.id));
  if (!isRefused) return;
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
