/** Making notes and the entries of their folders durable, many at a time and off the main thread. */

import type { NotePath } from '../../../engine/ports/vault-port';
import { parentOf } from '../../vault-path';
import { errorCode, isMissing, vaultFailure } from '../file-errors';
import type { VaultFolder } from './vault-folder';
import { syncFolder, syncPath } from './whole-write';

/** More at a time gain nothing: Node has four threads for files. */
const AT_A_TIME = 8;

/** Files first, then each folder once, up to the root: a new folder is an entry of its parent. Throws `io`. */
export async function syncPaths(vault: VaultFolder, paths: readonly NotePath[]): Promise<void> {
  const folders = new Set<NotePath>();
  for (const path of paths) {
    for (let folder = parentOf(path); !folders.has(folder); folder = parentOf(folder)) folders.add(folder);
  }
  await forEachAtATime([...new Set(paths)], (path) => syncIfThere(path, () => syncPath(vault.locate(path))));
  await forEachAtATime([...folders], (folder) => syncIfThere(folder, () => syncFolder(vault.locate(folder))));
}

/** What was removed or moved away needs only its folder. */
async function syncIfThere(path: NotePath, sync: () => Promise<void>): Promise<void> {
  try {
    await sync();
  } catch (error) {
    if (!isMissing(error) && errorCode(error) !== 'ELOOP') throw vaultFailure(error, path);
  }
}

async function forEachAtATime<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, items.length) }, worker));
}
