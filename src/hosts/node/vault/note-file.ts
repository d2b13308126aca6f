/** One file of the vault on disk: its text, its stat, and the writes that compare before they change anything. */

import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import {
  type FileStat,
  NOT_DOWNLOADED,
  type NotePath,
  VaultFailure,
  whyUnread,
} from '../../../engine/ports/vault-port';
import { errorCode, isMissing } from '../file-errors';
import { stubOf } from './vault-folder';

/**
 * A symbolic link is not opened, and a pipe that takes the place of a file causes no wait. Windows has no such flags, and no
 * links in ordinary vaults.
 */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants as Partial<typeof fs.constants>;
const READ = ((O_RDONLY ?? 0) | O_NOFOLLOW | O_NONBLOCK) as unknown as string;

/** `ctime` is the time of birth where the file system knows it. */
export function statFrom(path: NotePath, stats: fs.Stats): FileStat {
  const ctime = stats.birthtimeMs > 0 ? Math.min(stats.birthtimeMs, stats.mtimeMs) : stats.ctimeMs;
  return { path, size: stats.size, mtime: stats.mtimeMs, ctime, changeTime: stats.ctimeMs, inode: stats.ino };
}

/**
 * The stat of a file that was just given this name: a rename changes the change time. A file that somebody put in its place
 * meanwhile is not ours, and its stat must not pass for ours.
 */
export function statRenamed(path: NotePath, place: string, before: fs.Stats): FileStat {
  const stats = statOfName(place);
  const isOurs = stats?.ino === before.ino && stats.size === before.size && stats.mtimeMs === before.mtimeMs;
  return statFrom(path, isOurs ? stats : before);
}

/** The stat of a file or of the stub in its place; null for folders, links and missing files. */
export const statFile = (path: NotePath, place: string): FileStat | null =>
  statOfLeaf(path, statOfName(place) ?? statOfName(stubOf(place)));

/** Null for anything but a file. */
export function statOfLeaf(path: NotePath, stats: fs.Stats | undefined): FileStat | null {
  if (stats === undefined || !isLeaf(stats)) return null;
  return stats.isFile() ? statFrom(path, stats) : { ...statFrom(path, stats), isRegular: false };
}

/** A file of any kind: pipes, sockets and devices too. */
export const isLeaf = (entry: Pick<fs.Stats, 'isDirectory' | 'isSymbolicLink'>): boolean =>
  !entry.isDirectory() && !entry.isSymbolicLink();

/** The whole text; null when there is no such file. Throws `not_utf8`, `not_a_note`, and `io` for a file that the cloud holds back. */
export function readText(path: NotePath, place: string): string | null {
  return readIfThere(path, place, () => {
    const text = fs.readFileSync(place, { encoding: 'utf8', flag: READ });
    // Every byte that is not UTF-8 shows as U+FFFD; a text that holds this character rightly is rare.
    return text.includes('\uFFFD') ? decodeStrictly(path, fs.readFileSync(place, { flag: READ })) : text;
  });
}

function readIfThere<Content>(path: NotePath, place: string, read: () => Content): Content | null {
  try {
    const stat = statOfLeaf(path, statOfName(place));
    const unread = stat === null ? null : whyUnread(stat);
    if (unread !== null) throw new VaultFailure('not_a_note', path, unread);
    return read();
  } catch (error) {
    if (isMissing(error)) {
      if (statOfName(stubOf(place)) === undefined) return null;
      throw new VaultFailure('io', path, NOT_DOWNLOADED);
    }
    if (errorCode(error) === 'ELOOP' || errorCode(error) === 'EISDIR') return null;
    throw error;
  }
}

/** As `readText`, for bytes that may be no text. */
export function readBytes(path: NotePath, place: string): Buffer | null {
  return readIfThere(path, place, () => fs.readFileSync(place, { flag: READ }));
}

/** Throws `missing` or `changed` unless the file holds this; the comparison is by content, never by time stamps. */
export function checkHolds(path: NotePath, place: string, before: string | Uint8Array): void {
  const present = asItIsNow(path, () => (typeof before === 'string' ? readText(path, place) : readBytes(path, place)));
  if (present === null) throw new VaultFailure('missing', path);
  const isSame = typeof present === 'string' ? present === before : present.equals(before as Uint8Array);
  if (!isSame) throw new VaultFailure('changed', path);
}

/** An unread file may hold anything. */
function asItIsNow<Content>(path: NotePath, read: () => Content): Content {
  try {
    return read();
  } catch (error) {
    if (error instanceof VaultFailure && error.code === 'not_a_note') throw new VaultFailure('changed', path);
    throw error;
  }
}

/** The new name must be free. Hard link and unlink never overwrite; a file system without links needs a look and a rename. */
export function renameToFree(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch (error) {
    if (errorCode(error) === 'EEXIST' || isMissing(error)) throw error;
    if (statOfName(to) !== undefined) throw Object.assign(new Error('taken'), { code: 'EEXIST' });
    fs.renameSync(from, to);
    return;
  }
  try {
    fs.unlinkSync(from);
  } catch (error) {
    // Else it would have two names, and an edit under one of them would change the other.
    fs.unlinkSync(to);
    throw error;
  }
}

/** The stat of a name itself, not of what a link points to; undefined when there is nothing. */
export function statOfName(place: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(place, { throwIfNoEntry: false });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function decodeStrictly(path: NotePath, bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new VaultFailure('not_utf8', path);
  return bytes.toString('utf8');
}
