/** Names in a folder compared without case, from the app's own tree and kept up by its events. D6 */

import { TFolder, type App, type EventRef, type TAbstractFile, TFile, type Vault } from 'obsidian';
import type { NotePath } from '../../engine/ports/vault-port';
import { baseNameOf, folderOf } from '../../engine/note/paths';
import { foldPath } from '../vault-path';

/** Finds names that differ only in case or Unicode form, which only some file systems refuse by themselves. */
export class ObsidianSiblingNames {
  /** By folder: how many names fold to the same text. Only folders that were asked for. */
  private readonly countsByFolder = new Map<NotePath, Map<string, number>>();
  private readonly events: readonly EventRef[];
  private isClosed = false;

  constructor(private readonly app: App) {
    const { vault } = app;
    this.events = [
      vault.on('create', (file) => this.count(file.path, 1)),
      vault.on('delete', (file) => this.count(file.path, -1)),
      vault.on('rename', (file, oldPath) => this.renamed(file, oldPath)),
    ];
  }

  /** Whether the folder of this path holds a file or folder whose name folds like its name. */
  isTaken(path: NotePath): boolean {
    return (this.counts(folderOf(path)).get(foldPath(baseNameOf(path))) ?? 0) > 0;
  }

  /** From here on nothing is remembered, and every question looks at the tree anew. */
  close(): void {
    this.isClosed = true;
    for (const event of this.events) this.app.vault.offref(event);
    this.countsByFolder.clear();
  }

  private renamed(file: TAbstractFile, oldPath: NotePath): void {
    this.count(oldPath, -1);
    this.count(file.path, 1);
    if (file instanceof TFolder) this.countsByFolder.clear(); // the folders below have other paths now
  }

  private counts(folder: NotePath): Map<string, number> {
    const known = this.countsByFolder.get(folder);
    if (known !== undefined) return known;
    const counts = new Map<string, number>();
    for (const child of folderAt(this.app.vault, folder)?.children ?? []) addCount(counts, child.name, 1);
    if (!this.isClosed) this.countsByFolder.set(folder, counts);
    return counts;
  }

  private count(path: NotePath, difference: number): void {
    const counts = this.countsByFolder.get(folderOf(path));
    if (counts !== undefined) addCount(counts, baseNameOf(path), difference);
  }
}

function addCount(counts: Map<string, number>, name: string, difference: number): void {
  const folded = foldPath(name);
  counts.set(folded, (counts.get(folded) ?? 0) + difference);
}

export function folderAt(vault: Vault, path: NotePath): TFolder | null {
  return path === '' ? vault.getRoot() : vault.getFolderByPath(path);
}

/** The file itself, or every file below a folder. */
export function filesBelow(file: TAbstractFile): TFile[] {
  if (file instanceof TFile) return [file];
  return file instanceof TFolder ? file.children.flatMap(filesBelow) : [];
}
