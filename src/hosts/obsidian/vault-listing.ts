/** Every file of the app's vault, with those that iCloud holds back. */

import { Platform, type Vault } from 'obsidian';
import { type FileStat, type NotePath, VaultFailure, type VaultListing } from '../../engine/ports/vault-port';
import { baseNameOf, folderOf, joinPath } from '../../engine/note/paths';
import { comparePaths, isVaultPath, NOT_A_VAULT_PATH } from '../vault-path';
import { sortInTurns } from '../sort-in-turns';
import { failureFrom } from './app-failures';

type LookAt = (path: NotePath) => Promise<FileStat | null>;

/** `statOf` finds the stub in place of a file too. */
export async function listVault(vault: Vault, statOf: LookAt, pause: () => Promise<void>): Promise<VaultListing> {
  const found: FileStat[] = [];
  const failures: VaultFailure[] = [];
  for (const { path, stat } of vault.getFiles()) {
    if (isVaultPath(path)) found.push({ path, size: stat.size, mtime: stat.mtime, ctime: stat.ctime });
    else failures.push(new VaultFailure('io', path, NOT_A_VAULT_PATH));
  }
  if (Platform.isMacOS || Platform.isIosApp) {
    for (const { path } of vault.getAllFolders(true)) {
      await addStubs(vault, path, statOf, { found, failures });
      await pause();
    }
  }
  return { files: await sortInTurns(found, (a, b) => comparePaths(a.path, b.path), pause), failures };
}

interface Found {
  readonly found: FileStat[];
  readonly failures: VaultFailure[];
}

/** The app does not show what iCloud holds back. */
async function addStubs(vault: Vault, folder: NotePath, statOf: LookAt, { found, failures }: Found): Promise<void> {
  try {
    for (const hidden of (await vault.adapter.list(folder)).files) {
      const name = /^\.(.+)\.icloud$/.exec(baseNameOf(hidden))?.[1];
      const path = name === undefined ? null : joinPath(folderOf(hidden), name);
      const stat = path === null || vault.getFileByPath(path) !== null ? null : await statOf(path);
      if (stat !== null) found.push(stat);
    }
  } catch (error) {
    failures.push(failureFrom(error, folder));
  }
}

/** iCloud leaves `.name.icloud` in place of a file that it has not fetched. Such a file counts as present. D7 */
export const stubOf = (path: NotePath): NotePath => joinPath(folderOf(path), `.${baseNameOf(path)}.icloud`);
