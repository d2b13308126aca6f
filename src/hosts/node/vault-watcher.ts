/**
 * Hints of changes by others: one watch a folder, because a recursive watch on Linux goes blind to a file that was once
 * replaced by a rename. What really happened is looked up when the hints of a moment have been gathered.
 */

import fs from 'node:fs';
import path from 'node:path';
import type { LoggerPort } from '../../engine/ports/host';
import type { NotePath, VaultChange } from '../../engine/ports/vault-port';
import { joinPath } from '../vault-path';
import { errorCode } from './file-errors';
import { lstat, statFrom } from './note-file';
import { isSpelled } from './vault-folder';
import { type FoldersRead, readFolders } from './vault-walk';

/** Hints are gathered for so long, so that a save that touches a file five times is told once. */
const GATHER_MS = 50;

/** Ten thousand files may come at once: whoever else waits for a turn gets it after so many. */
const LOOKS_A_TURN = 64;

interface FolderWatch {
  readonly watcher: fs.FSWatcher;
  /** Which folder it was when the watch began: its name, and even its inode, may have gone to another since. */
  readonly identity: string;
}

/** Watches while someone listens. */
export class VaultWatcher {
  private readonly listeners = new Set<(change: VaultChange) => void>();
  private readonly watchByFolder = new Map<NotePath, FolderWatch>();
  /** Names that were hinted at, by folder. */
  private hinted = new Map<NotePath, Set<string>>();
  private readonly expectedRemovals = new Set<NotePath>();
  private timer: NodeJS.Timeout | null = null;
  /** What stood in the folders when the watch began; null once it was asked for. */
  private read: FoldersRead | null = null;

  constructor(
    private readonly root: string,
    private readonly logger: LoggerPort,
  ) {}

  listen(listener: (change: VaultChange) => void): () => void {
    if (this.listeners.size === 0) this.watchAll();
    // A wrapper of its own, so that the same function may listen twice.
    const own = (change: VaultChange): void => listener(change);
    this.listeners.add(own);
    return () => {
      if (this.listeners.delete(own) && this.listeners.size === 0) this.close();
    };
  }

  /** What stood in the folders when the watch began, for who lists them next. */
  takeFolders(): FoldersRead | undefined {
    const { read } = this;
    this.read = null;
    return read ?? undefined;
  }

  /** The host has just removed an empty folder: that is no news. */
  expectRemoval(folder: NotePath): void {
    if (this.watchByFolder.has(folder)) this.expectedRemovals.add(folder);
  }

  close(): void {
    for (const folder of [...this.watchByFolder.keys()]) this.unwatch(folder);
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.hinted.clear();
    this.read = null;
    this.expectedRemovals.clear();
  }

  /** A folder that can't be read is told by whoever lists the vault. */
  private watchAll(): void {
    try {
      this.read = this.watchTree('').read;
    } catch (error) {
      this.logger.log('warning', 'folder_not_watched', { code: errorCode(error) });
    }
  }

  /** Watches a folder and all below it, each before it is read: what comes later is hinted at. */
  private watchTree(folder: NotePath): { readonly isWhole: boolean; readonly read: FoldersRead } {
    let isWhole = true;
    const read = readFolders(this.root, folder, (each) => {
      if (!this.watchFolder(each)) isWhole = false;
    });
    return { isWhole, read };
  }

  private watchFolder(folder: NotePath): boolean {
    if (this.watchByFolder.has(folder)) return true;
    const place = path.join(this.root, folder);
    try {
      const identity = identityOf(fs.statSync(place));
      const watcher = fs.watch(place, { persistent: false }, (_event, name) => this.hint(folder, name));
      watcher.on('error', () => this.lose(folder));
      this.watchByFolder.set(folder, { watcher, identity });
      return true;
    } catch (error) {
      this.logger.log('warning', 'folder_not_watched', { code: errorCode(error) });
      return false;
    }
  }

  private unwatch(folder: NotePath): void {
    this.watchByFolder.get(folder)?.watcher.close();
    this.watchByFolder.delete(folder);
  }

  private hint(folder: NotePath, name: string | null): void {
    if (name === null) this.tell({ kind: 'overflow' });
    else if (!name.startsWith('.')) this.addHint(folder, name);
  }

  private addHint(folder: NotePath, name: string): void {
    const names = this.hinted.get(folder);
    if (names === undefined) this.hinted.set(folder, new Set([name]));
    else names.add(name);
    this.timer ??= setTimeout(() => void this.lookAtHinted(), GATHER_MS).unref();
  }

  private async lookAtHinted(): Promise<void> {
    this.timer = null;
    const { hinted } = this;
    this.hinted = new Map();
    let looks = 0;
    for (const [folder, names] of hinted) {
      for (const name of names) {
        this.lookAt(joinPath(folder, name));
        if (++looks % LOOKS_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }

  private lookAt(vaultPath: NotePath): void {
    if (this.listeners.size === 0) return;
    const stats = lookFor(this.root + path.sep + vaultPath);
    const watched = this.watchByFolder.get(vaultPath);
    if (watched !== undefined && watched.identity !== (stats === undefined ? null : identityOf(stats)))
      this.folderGone(vaultPath);
    if (stats?.isDirectory() === true) this.folderThere(vaultPath);
    else if (watched !== undefined) return;
    else if (stats?.isFile() === true)
      this.tell({ kind: 'changed', path: vaultPath, stat: statFrom(vaultPath, stats) });
    else this.tell({ kind: 'removed', path: vaultPath });
  }

  /** A folder that was not watched yet: what it holds may have come before the watch. */
  private folderThere(folder: NotePath): void {
    if (this.watchByFolder.has(folder)) return;
    const { isWhole, read } = this.watchTree(folder);
    if (!isWhole) this.tell({ kind: 'overflow' });
    for (const [each, { shown }] of read) {
      for (const file of shown.files) this.tell({ kind: 'changed', path: joinPath(each, file.name) });
    }
  }

  /** Nobody tells which files went with a folder. */
  private folderGone(folder: NotePath): void {
    for (const each of [...this.watchByFolder.keys()]) {
      if (each === folder || each.startsWith(`${folder}/`)) this.unwatch(each);
    }
    if (!this.expectedRemovals.delete(folder)) this.tell({ kind: 'overflow' });
  }

  private lose(folder: NotePath): void {
    this.unwatch(folder);
    // Windows reports the removal of a watched folder as an error; a folder that is still there is watched anew.
    if (fs.existsSync(path.join(this.root, folder))) this.watchFolder(folder);
    this.tell({ kind: 'overflow' });
  }

  private tell(change: VaultChange): void {
    for (const listener of this.listeners) listener(change);
  }
}

/** What has this very name: a note whose name changed its case alone is found under the old one too, but is gone from there. */
function lookFor(place: string): fs.Stats | undefined {
  const stats = lstat(place);
  return stats === undefined || isSpelled(place) ? stats : undefined;
}

function identityOf(stats: fs.Stats): string {
  return `${stats.dev} ${stats.ino} ${stats.birthtimeMs}`;
}
