/** `notedb mcp`: the operations as tools over standard input and output. D1, docs/mcp.md#stdio */

import { parseArgs } from 'node:util';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { PROFILES, createToolServer, isProfile } from '../server/mcp/tool-server';
import { type CommandEnvironment, stderrLogger } from './command-environment';
import { onlyPositional, UsageError, vaultFolderOf } from './usage';
import { checkToken } from './kept-tokens';
import { modelRuntimeIn } from './model-runtime';
import { VaultClient } from './vault-client';

/**
 * An agent keeps the program running while it is open itself. So the vault is closed whenever nothing was asked for so long, and
 * whoever wants to serve it waits longer than that.
 */
const IDLE_MS = 3_000;

/** Ends when the client closes standard input, or when it is told to. */
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
  try {
    await new Promise<void>((resolve) => {
      const transport = new StdioServerTransport(environment.input, environment.output);
      const handle = serveStdio(
        () =>
          createToolServer({
            profile,
            version: environment.version,
            run: (operation, given, { harness, cancelled }) =>
              client.run(operation, given, { actor: harness === null ? null : { harness }, gone: cancelled }),
          }),
        { transport },
      );
      environment.input.once('end', resolve).once('close', resolve);
      void ended.then(() => handle.close()).then(resolve);
    });
  } finally {
    await client.close();
  }
  return 0;
}

/** An empty one stands for a client that did not fill it in: such a client must not become the owner. */
function tokenOf(variable: string | undefined): string | null {
  return variable === undefined ? null : checkToken(variable, 'the token in NOTEDB_TOKEN');
}
