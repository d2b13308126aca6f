/** Writing a file as a whole: every byte taken and counted before anybody sees it under its name. */

import fs from 'node:fs';
import { errorCode, isMissing, vaultFailure } from '../file-errors';
import path from 'node:path';
import type { NotePath } from '../../../engine/ports/vault-port';
import { folderOf } from '../../../engine/note/paths';
import type { VaultFolder } from './vault-folder';

/** Windows refuses to replace a file that a scanner or an indexer has open: worth some patience, then it is an error. */
const RENAME_PATIENCE_MS = 2000;
const RENAME_STEP_MS = 25;

/** Writes all bytes, at the present position if none is given; a full disk shows as an error, never as a shorter file. */
export function writeAll(fd: number, bytes: Uint8Array, position: number | null = null): void {
  let offset = 0;
  while (offset < bytes.length) {
    const at = position === null ? null : position + offset;
    const written = fs.writeSync(fd, bytes, offset, bytes.length - offset, at);
    if (written === 0) throw Object.assign(new Error('ENOSPC: short write'), { code: 'ENOSPC' });
    offset += written;
  }
}

/** Bits that no usual umask takes away from a new file. */
const USUAL_MODE = 0o600;

/** Makes a file that must not exist and fills it; what can't be finished is taken away again. `mode`: exactly these bits. */
export function writeNewFile(file: string, bytes: Uint8Array, mode?: number): fs.Stats {
  const fd = fs.openSync(file, 'wx', mode ?? 0o666);
  let isOpen = true;
  try {
    writeAll(fd, bytes);
    if (mode !== undefined && (mode & ~USUAL_MODE) !== 0) fs.fchmodSync(fd, mode);
    const stats = fs.fstatSync(fd);
    if (stats.size !== bytes.length) throw Object.assign(new Error('short file'), { code: 'EIO' });
    isOpen = false;
    fs.closeSync(fd);
    return stats;
  } catch (error) {
    if (isOpen) fs.closeSync(fd);
    removeQuietly(file);
    throw error;
  }
}

export function renameOver(from: string, to: string): void {
  const deadline = process.platform === 'win32' ? performance.now() + RENAME_PATIENCE_MS : 0;
  for (;;) {
    try {
      fs.renameSync(from, to);
      return;
    } catch (error) {
      const isTransient = ['EPERM', 'EBUSY', 'EACCES'].includes(errorCode(error));
      if (!isTransient || performance.now() >= deadline) throw error;
      sleepSync(RENAME_STEP_MS);
    }
  }
}

/** Deletes what may be there; used for temporary and unfinished files, which nothing needs. */
export function removeQuietly(file: string): void {
  try {
    fs.unlinkSync(file);
  } catch {
    // A temporary file that stays is removed at the next opening.
  }
}

/** Makes a folder's entries durable. Windows can't, and does it by itself. */
export function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return Promise.resolve();
  return syncPath(folder);
}

/**
 * Makes a file's content durable, without keeping others from their turn: another thread waits for the disk. Opening a file
 * just written takes this one a moment, and a promise would take it three times as long.
 */
export async function syncPath(file: string): Promise<void> {
  const fd = fs.openSync(file, flagsForSync());
  try {
    await new Promise<void>((resolve, reject) => {
      fs.fsync(fd, (error) => (error === null ? resolve() : reject(error)));
    });
  } finally {
    fs.closeSync(fd);
  }
}

/** Windows syncs only files open for writing. Elsewhere a note may be read-only, and a pipe may have its name. */
function flagsForSync(): number {
  const { O_RDWR, O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
  return process.platform === 'win32' ? O_RDWR : O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
}

function sleepSync(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Makes a folder with its parents, open to this user alone; returns the folders that got a new entry. */
export function makePrivateFolders(folder: string): readonly string[] {
  if (fs.existsSync(folder)) return [];
  const parent = path.dirname(folder);
  const changed = makePrivateFolders(parent);
  try {
    fs.mkdirSync(folder, 0o700);
  } catch (error) {
    // Another process of this user was faster.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return [...changed, parent];
}

/** More at a time gain nothing: Node has four threads for files. */
const AT_A_TIME = 8;

/** Files first, then each folder once, up to the root: a new folder is an entry of its parent. Throws `io`. */
export async function syncPaths(vault: VaultFolder, paths: readonly NotePath[]): Promise<void> {
  const folders = new Set<NotePath>();
  for (const path of paths) {
    for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
  }
  await forEachAtATime([...new Set(paths)], (path) => syncIfThere(path, () => syncPath(vault.locate(path))));
  await forEachAtATime([...folders], (folder) => syncIfThere(folder, () => syncFolder(vault.locate(folder))));
}

/** Such a path is not opened and not synced: it was closed, or replaced by a link, after the write. */
const UNREACHABLE = ['ELOOP', 'EACCES', 'EPERM', 'ENAMETOOLONG'];

/** A removed or moved file needs only its folder. */
async function syncIfThere(path: NotePath, sync: () => Promise<void>): Promise<void> {
  try {
    await sync();
  } catch (error) {
    if (!isMissing(error) && !UNREACHABLE.includes(errorCode(error))) throw vaultFailure(error, path);
  }
}

async function forEachAtATime<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, items.length) }, worker));
}
