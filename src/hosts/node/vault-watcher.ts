/**
 * Hints of changes by others: one watch a folder, because a recursive watch on Linux goes blind to a file that was once
 * replaced by a rename. What really happened is looked up when the hints of a moment have been gathered.
 */

import fs from 'node:fs';
import path from 'node:path';
import type { LoggerPort } from '../../engine/ports/host';
import type { FileStat, NotePath, VaultChange } from '../../engine/ports/vault-port';
import { joinPath } from '../vault-path';
import { errorCode } from './file-errors';
import { type FileLooker, isAsLeft, statAt } from './files-thread';
import { Hints } from './hints';
import type { Heard } from './names-taken';
import { lstat, statFrom } from './note-file';
import { isSpelled } from './vault-folder';
import { type FoldersRead, readFolders } from './vault-walk';

/** Hints are gathered for so long, so that a save that touches a file five times is told once. */
const GATHER_MS = 50;

/** Ten thousand files may come at once: whoever else waits for a turn gets it after so many. */
const LOOKS_A_TURN = 64;

/** What the host has made itself needs a look of the thread alone. */
const OURS_A_TURN = 512;

/** More hints than this are those of a write of many files, or of a sync: another thread looks at their files. */
const WORTH_A_THREAD = 256;

interface FolderWatch {
  readonly watcher: fs.FSWatcher;
  /** Which folder it was when the watch began: its name, and even its inode, may have gone to another since. */
  readonly identity: string;
}

/** Watches while someone listens. */
export class VaultWatcher {
  private readonly listeners = new Set<(change: VaultChange) => void>();
  private readonly watchByFolder = new Map<NotePath, FolderWatch>();
  private readonly hints = new Hints();
  /** So often hints were lost. */
  private losses = 0;
  private readonly expectedRemovals = new Set<NotePath>();
  private timer: NodeJS.Timeout | null = null;
  private holds = 0;
  /** What stood in the folders when the watch began; null once it was asked for. */
  private read: FoldersRead | null = null;

  constructor(
    private readonly root: string,
    private readonly logger: LoggerPort,
    private readonly thread: FileLooker,
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

  /** The host is about to write many files: hints are looked at when `release`, which is returned, was called. */
  hold(): () => void {
    this.holds += 1;
    return () => {
      this.holds -= 1;
      this.lookSoon();
    };
  }

  /** For who asks between `hold` and `release`. `place`: a folder's. Null where it is not watched. */
  listenTo(place: string): Heard | null {
    const folder = this.folderAt(place);
    const watch = this.watchByFolder.get(folder);
    if (watch === undefined) return null;
    const { losses } = this;
    const isWhole = (): boolean => losses === this.losses && this.watchByFolder.get(folder) === watch;
    return () => (isWhole() ? this.hints.in(folder) : null);
  }

  private folderAt(place: string): NotePath {
    return path.relative(this.root, place).replaceAll(path.sep, '/');
  }

  /**
   * The host has just made these files, which nobody but others need hear of. `alone`: places of folders in which nothing else had
   * been heard of, each with the number of names.
   */
  made(files: readonly FileStat[], alone: ReadonlyMap<string, number>): void {
    const folders = new Map([...alone].map(([place, count]) => [this.folderAt(place), count]));
    this.hints.made(files, folders);
  }

  close(): void {
    for (const folder of [...this.watchByFolder.keys()]) this.unwatch(folder);
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.hints.take();
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
    if (name === null) {
      this.losses += 1;
      this.tell({ kind: 'overflow' });
    } else if (!isHidden(name) || this.holds > 0) this.hints.add(folder, name);
    this.lookSoon();
  }

  private lookSoon(): void {
    if (this.holds > 0 || this.hints.isEmpty) return;
    this.timer ??= setTimeout(() => void this.lookAtHinted(), GATHER_MS).unref();
  }

  private async lookAtHinted(): Promise<void> {
    this.timer = null;
    if (this.holds > 0) return;
    const paths: NotePath[] = [];
    const { names: hinted, ours } = this.hints.take();
    for (const [folder, names] of hinted)
      for (const name of names) if (!isHidden(name)) paths.push(joinPath(folder, name));
    // Nobody may be listening any more.
    for (let start = 0; start < paths.length && this.listeners.size > 0; start += LOOKS_A_TURN) {
      const some = paths.slice(start, start + LOOKS_A_TURN);
      if (paths.length >= WORTH_A_THREAD) await this.lookElsewhere(some);
      else some.forEach((each) => this.lookAt(each));
      if (start + LOOKS_A_TURN < paths.length) await new Promise((resolve) => setImmediate(resolve));
    }
    await this.lookAtOurs(ours);
  }

  /** Tells of those alone that are not as they were left. */
  private async lookAtOurs(ours: readonly FileStat[]): Promise<void> {
    for (let start = 0; start < ours.length && this.listeners.size > 0; start += OURS_A_TURN) {
      const some = ours.slice(start, start + OURS_A_TURN);
      const places = some.map(({ path: each }) => this.root + path.sep + each);
      const stats = await this.thread.look(places).catch(() => null);
      for (let i = 0; i < some.length; i++) {
        const left = some[i]!;
        if (stats === null || !isAsLeft(stats, i, left) || !isSpelled(places[i]!)) this.lookAt(left.path);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** As `lookAt` for each; what turns out to be no file is looked at here, and so is a folder that is watched. */
  private async lookElsewhere(paths: readonly NotePath[]): Promise<void> {
    const places = paths.map((each) => this.root + path.sep + each);
    const stats = await this.thread.look(places).catch(() => null);
    for (const [i, each] of paths.entries()) {
      const isKnown = stats !== null && !this.watchByFolder.has(each) && isSpelled(places[i] as string);
      const stat = isKnown ? statAt(stats, i, each) : null;
      if (stat === null) this.lookAt(each);
      else this.tell({ kind: 'changed', path: each, stat });
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

/** Hidden files are no notes; their names are wanted by who listens to a folder alone. */
const isHidden = (name: string): boolean => name.startsWith('.');

/** What has this very name: a note whose name changed its case alone is found under the old one too, but is gone from there. */
function lookFor(place: string): fs.Stats | undefined {
  const stats = lstat(place);
  return stats === undefined || isSpelled(place) ? stats : undefined;
}

function identityOf(stats: fs.Stats): string {
  return `${stats.dev} ${stats.ino} ${stats.birthtimeMs}`;
}
