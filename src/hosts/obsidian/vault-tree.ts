/** The app's tree of files and folders under the engine's paths: its root is `/`, ours is `''`. */

import { TFile, TFolder } from 'obsidian';
import type { TAbstractFile, Vault } from 'obsidian';
import type { NotePath } from '../../engine/ports/vault-port';

export function folderAt(vault: Vault, path: NotePath): TFolder | null {
  return path === '' ? vault.getRoot() : vault.getFolderByPath(path);
}

/** The file itself, or every file below a folder. */
export function filesBelow(file: TAbstractFile): TFile[] {
  if (file instanceof TFile) return [file];
  return file instanceof TFolder ? file.children.flatMap(filesBelow) : [];
}
