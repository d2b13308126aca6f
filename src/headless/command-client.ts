/** The client of a command: it runs its calls, then closes the vault. */

import { type CommandEnvironment, stderrLogger } from './command-environment';
import { modelRuntimeIn } from './model-runtime';
import { VaultClient } from './vault-client';

export async function withClient<Result>(
  folder: string,
  { printError, packageFolder }: CommandEnvironment,
  use: (client: VaultClient) => Promise<Result>,
  { isReadOnly = false }: { readonly isReadOnly?: boolean } = {},
): Promise<Result> {
  const client = new VaultClient({
    folder,
    logger: stderrLogger(printError, true),
    modelRuntime: modelRuntimeIn(packageFolder),
    isReadOnly,
  });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** For a command that reads: the vault stays as it is, every byte of it. */
export const withReader = <Result>(
  folder: string,
  environment: CommandEnvironment,
  use: (client: VaultClient) => Promise<Result>,
): Promise<Result> => withClient(folder, environment, use, { isReadOnly: true });
