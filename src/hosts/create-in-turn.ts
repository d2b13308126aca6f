import type { FileStat, NewFile, VaultPort } from '../engine/ports/vault-port';
import { VaultFailure } from '../engine/ports/vault-port';

/** `createMany` one file after the other. */
export async function createInTurn(
  vault: Pick<VaultPort, 'create'>,
  files: readonly NewFile[],
  pause: () => Promise<void>,
): ReturnType<VaultPort['createMany']> {
  const made: (FileStat | VaultFailure | null)[] = files.map(() => null);
  for (const [i, { path, text }] of files.entries()) {
    try {
      made[i] = await vault.create(path, text);
    } catch (error) {
      if (!(error instanceof VaultFailure)) throw error;
      made[i] = error;
      return made;
    }
    await pause();
  }
  return made;
}
