/**
 * Hints of changes by others: one watch a folder, because a recursive watch on Linux goes blind to a file that was once
 * replaced by a rename. What really happened is looked up when the hints of a moment have been gathered. docs/external-edits.md
 */

import fs from 'node:fs';
import path from 'node:path';
import type { LoggerPort } from '../../../engine/ports/host';
import type { NotePath, VaultChange } from '../../../engine/ports/vault-port';
import { baseNameOf, folderOf, joinPath } from '../../../engine/note/paths';
import { errorCode } from '../file-errors';
import { statFrom, statOfName } from './note-file';
import { isSpelled } from './vault-folder';
import { type FoldersRead, foldersIn, readFolders } from './vault-walk';

/** Hints are gathered for so long, so that a save that touches a file five times is one hint. */
const GATHER_MS = 50;

/** Ten thousand files may come at once: other work gets its turn after so many. */
const LOOKS_A_TURN = 64;

/** Linux keeps 16,384 unfetched events and drops the rest; Node does not say so. So many or more in one go may not be all. */
const BURST = 4096;

/** A late timer means that the program was stopped, or the machine asleep: any event may have been dropped meanwhile. */
const BEAT_MS = 2000;
const LATE_MS = 5000;

/** Most watches begin with a listing, which reads these folders; without one the watch does. */
const READ_LATER_MS = 1000;

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
  /** Events since hints were last looked at. */
  private events = 0;
  private timer: NodeJS.Timeout | null = null;
  private beat: NodeJS.Timeout | null = null;
  /** The content of the folders when the watch began; null once it was asked for. */
  private read: FoldersRead | null = null;
  /** Folders that are not watched yet: the next listing does it, or `watchUnread`. */
  private unread: NotePath[] = [];
  private later: NodeJS.Timeout | null = null;

  constructor(
    private readonly root: string,
    private readonly logger: LoggerPort,
  ) {}

  listen(listener: (change: VaultChange) => void): () => void {
    if (this.listeners.size === 0) this.start();
    // A wrapper of its own, so that the same function may listen twice.
    const own = (change: VaultChange): void => listener(change);
    this.listeners.add(own);
    return () => {
      if (this.listeners.delete(own) && this.listeners.size === 0) this.close();
    };
  }

  /** The content of the folders when the watch began, for the next listing. */
  takeFolders(): FoldersRead | undefined {
    const { read } = this;
    this.read = null;
    this.unread = [];
    return read ?? undefined;
  }

  /** The host has just removed an empty folder: that is not news. */
  folderRemoved(folder: NotePath): void {
    this.unwatch(folder);
  }

  /** The host is about to write there, or has just made the folder: what others do there from now on is hinted at. */
  folderUsed(folder: NotePath): void {
    if (this.listeners.size === 0 || this.watchByFolder.has(folder) || folder.split('/').some(isHidden)) return;
    if (folder !== '') this.folderUsed(folderOf(folder));
    this.folderThere(folder);
  }

  /** The caller is about to list the folder: the watch must be of this very folder. Lost hints may have been of another. */
  folderListed(folder: NotePath): void {
    const watched = this.watchByFolder.get(folder);
    if (this.listeners.size === 0 || watched?.identity === identityAt(path.join(this.root, folder))) return;
    this.unwatch(folder);
    this.watchFolder(folder);
  }

  close(): void {
    for (const folder of [...this.watchByFolder.keys()]) this.unwatch(folder);
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.beat !== null) clearInterval(this.beat);
    if (this.later !== null) clearTimeout(this.later);
    this.timer = null;
    this.unread = [];
    this.beat = null;
    this.hinted.clear();
    this.events = 0;
    this.read = null;
  }

  private start(): void {
    this.watchAll();
    let last = Date.now();
    this.beat = setInterval(() => {
      const now = Date.now();
      if (now - last > BEAT_MS + LATE_MS) this.tell({ kind: 'overflow' });
      last = now;
    }, BEAT_MS).unref();
  }

  /** Each folder is watched before it is read: what comes later is hinted at. The listing of the vault reports one that can't be read. */
  private watchAll(): void {
    try {
      const { read, unread } = readFolders(this.root, (folder) => void this.watchFolder(folder));
      this.read = read;
      this.unread = [...unread];
      if (unread.length > 0) this.later = setTimeout(() => void this.watchUnread(), READ_LATER_MS).unref();
    } catch (error) {
      this.logger.log('warning', 'folder_not_watched', { code: errorCode(error) });
    }
  }

  private async watchUnread(): Promise<void> {
    for (let folder = this.unread.pop(); folder !== undefined; folder = this.unread.pop()) {
      this.folderListed(folder);
      const below = await foldersIn(this.root, folder, nextTurn);
      if (this.listeners.size > 0) this.unread.push(...below);
    }
  }

  private watchFolder(folder: NotePath): boolean {
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
    this.events += 1;
    if (name === null) this.tell({ kind: 'overflow' });
    else if (!isHidden(name)) this.addHint(folder, name);
    this.lookSoon();
  }

  private addHint(folder: NotePath, name: string): void {
    const names = this.hinted.get(folder);
    if (names === undefined) this.hinted.set(folder, new Set([name]));
    else names.add(name);
  }

  private lookSoon(): void {
    this.timer ??= setTimeout(
      () => void this.lookAtHinted().catch((error: unknown) => this.lookFailed(error)),
      GATHER_MS,
    ).unref();
  }

  private async lookAtHinted(): Promise<void> {
    this.timer = null;
    if (this.events >= BURST) this.tell({ kind: 'overflow' });
    this.events = 0;
    let gone = await this.lookAtNames();
    while (gone.length > 0) {
      // A file that is gone may have moved: the hint of its new place came in the same moment, and is heard before the next turn.
      await nextTurn();
      const later = await this.lookAtNames();
      for (const vaultPath of gone) this.lookAt(vaultPath, null);
      gone = later;
    }
  }

  /** Returns files that are gone without a hint yet. */
  private async lookAtNames(): Promise<readonly NotePath[]> {
    const gone: NotePath[] = [];
    let looks = 0;
    // A folder that turns out to be new adds the names in it.
    while (this.hinted.size > 0) {
      const { hinted } = this;
      this.hinted = new Map();
      for (const [folder, names] of hinted) {
        for (const name of names) {
          this.lookAt(joinPath(folder, name), gone);
          if (++looks % LOOKS_A_TURN === 0) await nextTurn();
        }
      }
    }
    return gone;
  }

  /** The remaining hints are unknown: the listener looks at everything. */
  private lookFailed(error: unknown): void {
    this.logger.log('error', 'hints_lost', { detail: String(error) });
    this.tell({ kind: 'overflow' });
  }

  /** The hint of an unreadable path has no stat: the listener finds out why. `gone`: collects one that is gone; null: it becomes a hint. */
  private lookAt(vaultPath: NotePath, gone: NotePath[] | null): void {
    if (this.listeners.size === 0) return;
    try {
      this.lookAtName(vaultPath, gone);
    } catch {
      // A change of a watched folder itself bears its name: the rows below are concerned.
      const mayBeFolder = baseNameOf(folderOf(vaultPath)) === baseNameOf(vaultPath);
      this.tell(mayBeFolder ? { kind: 'overflow' } : { kind: 'changed', path: vaultPath });
    }
  }

  private lookAtName(vaultPath: NotePath, gone: NotePath[] | null): void {
    const stats = lookFor(this.root + path.sep + vaultPath);
    const watched = this.watchByFolder.get(vaultPath);
    if (watched !== undefined && watched.identity !== (stats === undefined ? null : identityOf(stats)))
      this.folderGone(vaultPath);
    if (stats?.isDirectory() === true) this.folderThere(vaultPath);
    else if (watched !== undefined) return;
    else if (stats?.isFile() === true)
      this.tell({ kind: 'changed', path: vaultPath, stat: statFrom(vaultPath, stats) });
    else if (gone === null) this.tell({ kind: 'removed', path: vaultPath });
    else gone.push(vaultPath);
  }

  /** A folder that was not watched yet: what it holds may have come before the watch, and is looked at soon. */
  private folderThere(folder: NotePath): void {
    if (this.watchByFolder.has(folder)) return;
    if (!this.watchFolder(folder)) this.tell({ kind: 'overflow' });
    for (const name of namesIn(path.join(this.root, folder))) if (!isHidden(name)) this.addHint(folder, name);
    this.lookSoon();
  }

  /** The system does not say which files went with a folder. */
  private folderGone(folder: NotePath): void {
    for (const each of [...this.watchByFolder.keys()]) {
      if (each === folder || each.startsWith(`${folder}/`)) this.unwatch(each);
    }
    this.tell({ kind: 'overflow' });
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
  const stats = statOfName(place);
  return stats === undefined || isSpelled(place) ? stats : undefined;
}

/** When all earlier hints were heard. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const isHidden = (name: string): boolean => name.startsWith('.');

/** None where the folder is gone again, or closed. */
function namesIn(place: string): readonly string[] {
  try {
    return fs.readdirSync(place);
  } catch {
    return [];
  }
}

/** Undefined for a missing or unreadable file. */
function identityAt(place: string): string | undefined {
  try {
    const stats = fs.statSync(place, { throwIfNoEntry: false });
    return stats === undefined ? undefined : identityOf(stats);
  } catch {
    return undefined;
  }
}

function identityOf(stats: fs.Stats): string {
  return `${stats.dev} ${stats.ino} ${stats.birthtimeMs}`;
}
