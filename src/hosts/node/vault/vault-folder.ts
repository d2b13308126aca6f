/** The folder of a vault on disk: vault paths to real ones, never through a symbolic link. D12 */

import fs from 'node:fs';
import path from 'node:path';
import { type NotePath, VaultFailure } from '../../../engine/ports/vault-port';
import { folderOf } from '../../../engine/note/paths';
import { NOT_A_VAULT_PATH, isVaultPath } from '../../vault-path';
import { isMissing } from '../file-errors';

/** A folder that was just looked at is taken as it was: the writes of one moment go to the same few folders. */
const LOOK_KEPT_MS = 20;

export class VaultFolder {
  /** The real path of the vault. */
  readonly root: string;
  private readonly start: string;
  /** Folders that were there without a link on the way, and when they were looked at. */
  private readonly seenAt = new Map<NotePath, number>();

  constructor(folder: string) {
    this.root = fs.realpathSync.native(folder);
    this.start = this.root.endsWith(path.sep) ? this.root : this.root + path.sep;
  }

  /** Where a vault path lies on disk. Throws `io` for a path outside of the vault. */
  locate(vaultPath: NotePath): string {
    if (vaultPath === '') return this.root;
    if (!isVaultPath(vaultPath)) throw new VaultFailure('io', vaultPath, NOT_A_VAULT_PATH);
    // Nothing is left to be normalized.
    return this.start + (path.sep === '/' ? vaultPath : vaultPath.replaceAll('/', path.sep));
  }

  /** Whether a folder is there, spelled like this, and is reached without a symbolic link. */
  hasFolder(folder: NotePath): boolean {
    const now = performance.now();
    if (now - (this.seenAt.get(folder) ?? -Infinity) < LOOK_KEPT_MS) return true;
    const isThere = this.lookForFolder(folder);
    if (isThere) this.seenAt.set(folder, now);
    else this.seenAt.delete(folder);
    return isThere;
  }

  /** For a folder that was taken away, or turned out to be missing. */
  forget(): void {
    this.seenAt.clear();
  }

  private lookForFolder(folder: NotePath): boolean {
    const place = this.locate(folder);
    try {
      const real = fs.realpathSync.native(place);
      return isSameSpelling(real, place) && fs.lstatSync(real).isDirectory();
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /** The place of a file whose folder is there without a link on the way; null when it is not. */
  locateFile(file: NotePath): string | null {
    const place = this.locate(file);
    return this.hasFolder(folderOf(file)) ? place : null;
  }
}

/**
 * Whether the file at a place has this very name: Windows and macOS find `a.md` as `A.md` too. A path that is written
 * otherwise than its listing would be another note to all other programs. True as well where it can't be known.
 */
export function isSpelled(place: string): boolean {
  if (process.platform !== 'win32' && process.platform !== 'darwin') return true;
  try {
    return isSameSpelling(path.basename(fs.realpathSync.native(place)), path.basename(place));
  } catch (error) {
    return !isMissing(error);
  }
}

/** The older file system of macOS keeps names in a Unicode form of its own. */
const isSameSpelling = (real: string, asked: string): boolean =>
  real === asked || (process.platform === 'darwin' && real.normalize() === asked.normalize());

/** iCloud leaves `.name.icloud` in place of a file that it has not fetched. Such a file counts as present. D7 */
export function stubOf(place: string): string {
  const name = path.basename(place);
  return `${place.slice(0, -name.length)}.${name}.icloud`;
}

/** The name of the file of a stub; null for any other name. */
export function nameBehindStub(name: string): string | null {
  return name.startsWith('.') && name.endsWith('.icloud') && name.length > '..icloud'.length
    ? name.slice(1, -'.icloud'.length)
    : null;
}
