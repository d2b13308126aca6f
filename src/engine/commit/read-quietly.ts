/** Reads a note whose absence or unreadable bytes are no news. */

import type { Host } from '../ports/host';
import { type NotePath, VaultFailure } from '../ports/vault-port';

/** Null when it is not there or can't be read. */
export async function readQuietly(host: Host, path: NotePath): Promise<string | null> {
  try {
    return await host.vault.read(path);
  } catch (error) {
    if (error instanceof VaultFailure) return null;
    throw error;
  }
}
