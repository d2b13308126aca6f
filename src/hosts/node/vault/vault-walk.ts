/** A walk over every visible file of a folder tree, in code-unit order, that lets others have their turn. */

import fs from 'node:fs';
import path from 'node:path';
import { type FileStat, type NotePath, VaultFailure, type VaultListing } from '../../../engine/ports/vault-port';
import { sortInTurns } from '../../sort-in-turns';
import { joinPath } from '../../../engine/note/paths';
import { comparePaths, isVaultPath, NOT_A_VAULT_PATH } from '../../vault-path';
import { isMissing, vaultFailure } from '../file-errors';
import { isLeaf, statOfLeaf, statOfName } from './note-file';
import type { NodeScheduler } from '../node-parts';
import { nameBehindStub } from './vault-folder';

/** What a folder shows: names of the user's folders and files; a stub has the name of its file. */
export interface FolderEntries {
  readonly folders: readonly string[];
  /** `onDisk` is the stub's name for a file that the cloud holds back. */
  readonly files: readonly { readonly name: string; readonly onDisk: string }[];
}

/** Reads one folder; null when it is not there. Hidden names and symbolic links are left out. */
export function readEntries(place: string): FolderEntries | null {
  const entries = readFolder(place);
  return entries === null ? null : visibleEntries(entries);
}

function visibleEntries(entries: readonly fs.Dirent[]): FolderEntries {
  const folders: string[] = [];
  const files: { name: string; onDisk: string }[] = [];
  for (const entry of entries) {
    const stubbed = entry.isFile() ? nameBehindStub(entry.name) : null;
    if (stubbed !== null) files.push({ name: stubbed, onDisk: entry.name });
    else if (entry.name.startsWith('.') || !isVaultPath(entry.name)) continue;
    else if (entry.isDirectory()) folders.push(entry.name);
    else if (isLeaf(entry)) files.push({ name: entry.name, onDisk: entry.name });
  }
  return { folders, files };
}

/** Files between two looks at the clock. */
const FILES_A_LOOK = 16;

interface FolderWalk {
  /** Folders that were read a moment ago. */
  readonly known: FoldersRead | undefined;
  /** Called before a folder is read. */
  readonly before: (folder: NotePath) => void;
}

/** Stats of every visible file below the root. Throws when the root can't be read: an unmounted vault is not an empty one. */
export async function walkFiles(
  root: string,
  scheduler: NodeScheduler,
  { known, before }: FolderWalk,
): Promise<VaultListing> {
  const files: FileStat[] = [];
  const failures: VaultFailure[] = [];
  fs.statSync(root);
  const read = async (folder: NotePath, place: string): Promise<readonly fs.Dirent[]> => {
    const unchanged = known?.get(folder)?.ifUnchanged(place) ?? null;
    if (unchanged !== null) return unchanged;
    before(folder);
    const entries = isLarge(place) ? await readLargeFolder(place, scheduler) : readFolder(place);
    if (entries === null) checkFindable(folder);
    return entries ?? [];
  };
  const visit = async (folder: NotePath, place: string): Promise<void> => {
    const entries = await read(folder, place).catch((error: unknown) => {
      if (folder === '') throw error;
      failures.push(vaultFailure(error, folder));
      return [];
    });
    const { names, stubs } = await sortedNames(entries, scheduler);
    const start = folder === '' ? '' : `${folder}/`;
    for (const [i, name] of names.entries()) {
      if (i % FILES_A_LOOK === 0 && scheduler.isDue()) await scheduler.pause();
      const bare = name.endsWith('/') ? name.slice(0, -1) : name;
      if (!isVaultPath(bare)) failures.push(new VaultFailure('io', start + bare, NOT_A_VAULT_PATH));
      else if (bare !== name) await visit(start + bare, `${place}/${bare}`);
      else addStat({ files, failures }, start + name, `${place}/${stubs.get(name) ?? name}`);
    }
  };
  await visit('', root);
  return { files, failures };
}

/** Node shows each byte that is not UTF-8 as U+FFFD, and finds nothing under the name that it shows. */
function checkFindable(path: NotePath): void {
  if (path.includes('\uFFFD')) throw new VaultFailure('io', path, 'its name is not UTF-8 text');
}

/**
 * What a folder shows, sorted. A folder has a slash behind its name: depth first in this order is the code-unit order of
 * whole paths. `stubs` has the names on disk of files that the cloud holds back.
 */
async function sortedNames(
  entries: readonly fs.Dirent[],
  scheduler: NodeScheduler,
): Promise<{ readonly names: readonly string[]; readonly stubs: ReadonlyMap<string, string> }> {
  const names: string[] = [];
  const stubs = new Map<string, string>();
  for (const entry of entries) {
    const { name } = entry;
    if (!name.startsWith('.')) {
      if (isLeaf(entry)) names.push(name);
      else if (entry.isDirectory()) names.push(`${name}/`);
      continue;
    }
    const stubbed = entry.isFile() ? nameBehindStub(name) : null;
    if (stubbed !== null) stubs.set(stubbed, name);
  }
  for (const name of [...stubs.keys()]) {
    // A file that has been fetched meanwhile is not a stub.
    if (names.includes(name)) stubs.delete(name);
    else names.push(name);
  }
  return { names: await sortInTurns(names, comparePaths, () => scheduler.pause()), stubs };
}

/** By vault path. */
export type FoldersRead = ReadonlyMap<NotePath, FolderRead>;

/** A folder whose time stamp is younger than this when it is read may change once more and keep it: FAT counts in steps of two seconds. */
const SETTLED_MS = 2500;

/** The content of a folder when it was read. */
class FolderRead {
  /** Null: the folder may have changed since with the same time stamp. */
  private readonly changed: number | null;

  private constructor(
    private readonly entries: readonly fs.Dirent[],
    { mtimeMs }: fs.Stats,
  ) {
    this.changed = Math.abs(Date.now() - mtimeMs) > SETTLED_MS ? mtimeMs : null;
  }

  /** Null when the folder is not there, or can't be read: a listing says why. */
  static at(place: string): FolderRead | null {
    try {
      const stats = fs.statSync(place, { throwIfNoEntry: false });
      const entries = stats === undefined ? null : readFolder(place);
      return stats === undefined || entries === null ? null : new FolderRead(entries, stats);
    } catch {
      return null;
    }
  }

  get shown(): FolderEntries {
    return visibleEntries(this.entries);
  }

  /** Null when the folder may have changed since. */
  ifUnchanged(place: string): readonly fs.Dirent[] | null {
    const isSame = fs.statSync(place, { throwIfNoEntry: false })?.mtimeMs === this.changed;
    return isSame ? this.entries : null;
  }
}

/** Names that are read in one go, which takes some milliseconds. A folder counts as many: its watch takes longer than a name. */
const NAMES_AT_ONCE = 4096;
const NAMES_A_FOLDER = 16;

interface FirstFolders {
  readonly read: FoldersRead;
  /** Not read, and with unknown folders below: they are large, or came after too many names. */
  readonly unread: readonly NotePath[];
}

/** Reads the visible folders of a vault in one go, parents first, as far as that is quick; `before` is called right before each. */
export function readFolders(root: string, before: (folder: NotePath) => void): FirstFolders {
  const found = new Map<NotePath, FolderRead>();
  const unread: NotePath[] = [];
  const folders: NotePath[] = [''];
  let names = 0;
  for (let index = 0; index < folders.length; index += 1) {
    const present = folders[index] ?? '';
    const place = path.join(root, present);
    if (names > NAMES_AT_ONCE || isLarge(place)) {
      unread.push(present);
      continue;
    }
    before(present);
    const read = FolderRead.at(place);
    if (read === null) continue;
    found.set(present, read);
    const { folders: below, files } = read.shown;
    names += NAMES_A_FOLDER + below.length + files.length;
    for (const name of below) folders.push(joinPath(present, name));
  }
  return { read: found, unread };
}

/** The visible folders in a folder of any size. */
export async function foldersIn(root: string, folder: NotePath, pause: () => Promise<void>): Promise<NotePath[]> {
  const entries = (await readLargeFolder(path.join(root, folder), { pause }).catch(() => null)) ?? [];
  return visibleEntries(entries).folders.map((name) => joinPath(folder, name));
}

interface FoundFiles {
  readonly files: FileStat[];
  readonly failures: VaultFailure[];
}

function addStat({ files, failures }: FoundFiles, path: NotePath, place: string): void {
  try {
    const stat = statOfLeaf(path, statOfName(place));
    if (stat !== null) files.push(stat);
    else if (statOfName(place) === undefined) checkFindable(path);
  } catch (error) {
    failures.push(vaultFailure(error, path));
  }
}

function readFolder(place: string): fs.Dirent[] | null {
  try {
    return fs.readdirSync(place, { withFileTypes: true });
  } catch (error) {
    return nothingToRead(error);
  }
}

/** In bytes, where the file system says so: some thousand names. */
const LARGE = 128 * 1024;
const ENTRIES_A_READ = 512;

/** False also where the folder can't be looked at. */
function isLarge(place: string): boolean {
  try {
    return (fs.statSync(place, { throwIfNoEntry: false })?.size ?? 0) > LARGE;
  } catch {
    return false;
  }
}

/** As `readFolder`, piece by piece: 100,000 names in one go take 100 ms. */
async function readLargeFolder(place: string, scheduler: Pick<NodeScheduler, 'pause'>): Promise<fs.Dirent[] | null> {
  const entries: fs.Dirent[] = [];
  try {
    for await (const entry of await fs.promises.opendir(place, { bufferSize: ENTRIES_A_READ })) {
      entries.push(entry);
      await scheduler.pause();
    }
    return entries;
  } catch (error) {
    return nothingToRead(error);
  }
}

/** Throws the failure to read an existing folder. */
function nothingToRead(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
