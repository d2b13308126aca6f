/** `notedb serve`: opens a vault, answers over HTTP until a request to end. D1 */

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { LoggerPort } from '../engine/index';
import { isLoopbackHost } from '../hosts/node/process/http-server';
import type { OwnerInfo } from '../hosts/node/process/vault-ownership';
import { originProblem } from '../server/allowed-origins';
import type { TokenAuthentication } from '../server/bearer-token';
import { forwardedCalls, refuseForwardedCalls } from '../server/forwarded-calls';
import { createOpeningServer, createServer } from '../server/http-api';
import { type OpenVault, openVault } from './open-vault';
import type { ModelRuntime } from '../hosts/node/node-models';
import { modelRuntimeIn } from './model-runtime';
import { checkToken, inWords, keptAuthentication, keptTokens } from './kept-tokens';
import { pageFilesIn } from './app-files';
import { ServeSocket } from './serve-socket';
import { type CommandEnvironment, type ProgramEnd, stderrLogger } from './command-environment';
import { ProgramError, shellWord, UsageError, onlyPositional, vaultFolderOf } from './usage';

interface ServeOptions {
  readonly folder: string;
  readonly host: string;
  /** Null: one of the usual ports. */
  readonly port: number | null;
  /** Null: the kept one. */
  readonly token: string | null;
  readonly allowedOrigins: readonly string[];
  readonly readOnly: boolean;
  readonly quiet: boolean;
}

/** A `notedb call` that has the vault for a moment is waited for. */
const PATIENCE_MS = 5_000;
const STEP_MS = 100;

export async function runServe(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const options = readOptions(args, environment.environment);
  const ended = environment.untilEnded();
  const logger = stderrLogger(environment.printError, options.quiet);
  const report = { logger, newId: randomUUID };
  const files = pageFilesIn(environment.packageFolder);
  const { allowedOrigins } = options;
  let end: ProgramEnd = 'asked';
  const socket = new ServeSocket(options, logger, createOpeningServer({ ...report, files, allowedOrigins }));
  try {
    const runtime = modelRuntimeIn(environment.packageFolder);
    const vault = await openForServing(options, logger, runtime, () => socket.listen());
    try {
      const auth = authenticationFor(vault.host.vaultFolder, options.token, environment);
      const { engine } = vault;
      const facts = { name: path.basename(vault.host.vaultFolder), isReadOnly: options.readOnly };
      const server = createServer({
        ...{ ...report, engine, auth, allowedOrigins },
        version: environment.version,
        page: { files, vault: facts },
      });
      const address = socket.serve(server);
      vault.ownership?.setAddress(address);
      vault.ownership?.serveOwner(forwardedCalls({ ...report, engine, auth }));
      greet(vault.host.vaultFolder, address, options, environment);
      end = await ended;
      vault.ownership?.serveOwner(refuseForwardedCalls);
      await server.stop();
      await socket.close();
    } finally {
      await vault.close();
    }
  } finally {
    await socket.close();
  }
  return end === 'failed' ? 1 : 0;
}

function greet(vault: string, address: string, { quiet }: ServeOptions, environment: CommandEnvironment): void {
  environment.print(`NoteDB ${environment.version} serves ${vault} at ${address}\n`);
  if (quiet) return;
  environment.printError(`To see the tables: ${address}/app/\n`);
  environment.printError(`To connect an agent: notedb connect claude-code ${shellWord(vault)}\n`);
}

function readOptions(args: readonly string[], environment: CommandEnvironment['environment']): ServeOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      token: { type: 'string' },
      'allow-origin': { type: 'string', multiple: true, default: [] },
      'read-only': { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
    },
  });
  if (!isLoopbackHost(values.host)) {
    throw new UsageError(`${values.host} is refused: only this machine is served (127.0.0.1, localhost, ::1)`);
  }
  return {
    folder: vaultFolderOf(onlyPositional(positionals)),
    host: values.host,
    port: values.port === undefined ? null : portOf(values.port),
    token: tokenOf(values.token, environment['NOTEDB_TOKEN']),
    allowedOrigins: checkOrigins(values['allow-origin']),
    readOnly: values['read-only'],
    quiet: values.quiet,
  };
}

function checkOrigins(origins: readonly string[]): readonly string[] {
  const problem = originProblem(origins);
  if (problem !== null) throw new UsageError(`--allow-origin: ${problem}`);
  return origins;
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > 65535) throw new UsageError(`--port ${text} is not a port: 0 to 65535`);
  return port;
}

function tokenOf(option: string | undefined, variable: string | undefined): string | null {
  const token = option ?? (variable === '' ? undefined : variable);
  return token === undefined ? null : checkToken(token);
}

/** Tokens are looked up at every request, so that a new one, or one that is revoked, counts at once. */
function authenticationFor(vault: string, token: string | null, environment: CommandEnvironment): TokenAuthentication {
  if (token === null) {
    const tokens = keptTokens();
    if (inWords(() => tokens.book()).owner === null) {
      environment.printError(`The owner's token, shown this once: ${tokens.createOwner()}\n`);
    }
  }
  return keptAuthentication(vault, token);
}

async function openForServing(
  { folder, readOnly }: ServeOptions,
  logger: LoggerPort,
  modelRuntime: ModelRuntime,
  taken: () => Promise<void>,
): Promise<OpenVault> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const opened = await openVault({ folder, logger, readOnly, modelRuntime, taken });
    if (!('owner' in opened)) return opened;
    if (opened.owner.address !== null || performance.now() > deadline) throw ownedError(opened.owner);
    await wait(STEP_MS);
  }
}

function ownedError({ address, pid }: OwnerInfo): ProgramError {
  const who = pid === null ? 'another program' : `process ${pid}`;
  return new ProgramError(
    address === null ? `${who} has this vault open` : `this vault is served already, at ${address} (${who})`,
  );
}
