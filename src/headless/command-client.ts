/** The client of a command: it runs its calls, then closes the vault. */

import { type CommandEnvironment, stderrLogger } from './command-environment';
import { modelRuntimeIn } from './model-runtime';
import { VaultClient } from './vault-client';

export async function withClient<Result>(
  folder: string,
  { printError, packageFolder }: CommandEnvironment,
  use: (client: VaultClient) => Promise<Result>,
): Promise<Result> {
  const client = new VaultClient({
    folder,
    logger: stderrLogger(printError, true),
    modelRuntime: modelRuntimeIn(packageFolder),
  });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}
