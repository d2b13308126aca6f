/** Looks at a note whose absence or unreadable bytes are no news. */

import type { Host } from '../ports/host';
import { type FileStat, type NotePath, VaultFailure } from '../ports/vault-port';

/** Null when it is not there or can't be read. */
export const readQuietly = (host: Host, path: NotePath): Promise<string | null> =>
  quietly(() => host.vault.read(path), null);

/** Null when it is not there, undefined when the host can't say. */
export const lookQuietly = (host: Host, path: NotePath): Promise<FileStat | null | undefined> =>
  quietly<FileStat | null | undefined>(() => host.vault.stat(path), undefined);

async function quietly<T>(look: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof VaultFailure) return otherwise;
    throw error;
  }
}
