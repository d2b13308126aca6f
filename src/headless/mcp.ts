/** `notedb mcp`: the operations as tools over standard input and output. D1, docs/mcp.md#stdio */

import { PassThrough } from 'node:stream';
import { parseArgs } from 'node:util';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { OPERATION_INFOS } from '../engine/operation-infos';
import { PROFILES, isProfile } from '../server/mcp/tool-profiles';
import { createToolServer } from '../server/mcp/tool-server';
import type { ToolServerOptions } from '../server/mcp/tool-server-options';
import { type CommandEnvironment, type ProgramEnd, stderrLogger } from './command-environment';
import { onlyPositional, UsageError, vaultFolderOf } from './usage';
import { checkToken } from './kept-tokens';
import { modelRuntimeIn } from './model-runtime';
import { StdioNews } from './stdio-news';
import { VaultClient } from './vault-client';

/**
 * An agent keeps the program running while it is open itself. So the vault is closed whenever nothing was asked for so long, and
 * a program that wants to serve it waits longer than that.
 */
const IDLE_MS = 3_000;

/** Calls that run when the conversation ends, and the closing of the vault, get this long. The next opening recovers anything cut off. */
const FAREWELL_MS = 4_000;

/** Ends when the client closes standard input, or on request: at most some seconds later. */
export async function runMcp(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { profile: { type: 'string', default: 'all' } },
  });
  const { profile } = values;
  if (!isProfile(profile)) throw new UsageError(`there is no profile "${profile}": ${PROFILES.join(', ')}`);
  const folder = vaultFolderOf(onlyPositional(positionals));
  const ended = environment.untilEnded();
  const token = tokenOf(environment.environment['NOTEDB_TOKEN']);
  const client = new VaultClient({
    folder,
    logger: stderrLogger(environment.printError, true),
    modelRuntime: modelRuntimeIn(environment.packageFolder),
    idleMs: IDLE_MS,
    ...(token === null ? {} : { token }),
  });
  // The transport closes with its input, and would drop the answers to what came last.
  const input = new PassThrough();
  const inputEnded = new Promise<ProgramEnd>((resolve) => {
    environment.input.once('end', () => resolve('asked')).once('close', () => resolve('asked'));
  });
  environment.input.pipe(input, { end: false });
  const vault: Pick<ToolServerOptions, 'run' | 'allowed'> = {
    run: (operation, given, { harness, elicits, cancelled }) => {
      const by = { actor: harness === null ? null : { harness }, gone: cancelled };
      return elicits && token !== null ? client.runAskable(operation, given, by) : client.run(operation, given, by);
    },
    allowed: () => allowedBy(client, token),
  };
  const news = new StdioNews({ ...vault, isElsewhere: () => client.isElsewhere(), hasToken: token !== null });
  const handle = serveStdio(
    () =>
      news.servedBy(
        createToolServer({
          ...{ profile, version: environment.version, subscribed: news.subscribed, hasNews: true },
          run: (...call) => vault.run(...call).finally(() => news.called()),
          answer: (id, isAllowed) => client.answer(id, isAllowed).finally(() => news.called()),
          allowed: vault.allowed,
        }),
      ),
    { transport: news.through(new StdioServerTransport(input, environment.output)) },
  );
  const end = await Promise.race([inputEnded, ended]);
  news.end();
  await within(
    FAREWELL_MS,
    client.close().finally(() => handle.close()),
  );
  return end === 'failed' ? 1 : 0;
}

/** Of an unknown token all are shown: each says then why it is refused. */
async function allowedBy(client: VaultClient, token: string | null): Promise<ReadonlySet<string>> {
  const outcome = token === null ? null : await client.allowed();
  const told = outcome !== null && 'result' in outcome ? outcome.result['names'] : null;
  return new Set(Array.isArray(told) ? told.map(String) : OPERATION_INFOS.map(({ name }) => name));
}

/** Resolves when the work is done, or the time is over. */
async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([work, over]).finally(() => clearTimeout(timer));
}

/** An empty one means a client that did not fill it in: such a client must not become the owner. */
function tokenOf(variable: string | undefined): string | null {
  return variable === undefined ? null : checkToken(variable, 'the token in NOTEDB_TOKEN');
}
