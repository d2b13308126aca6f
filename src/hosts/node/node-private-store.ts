/** The private state of this device as files: appends through open descriptors, durable when it says so. And the cache, which need not be. */

import fs from 'node:fs';
import path from 'node:path';
import type { PrivateStorePort } from '../../engine/ports/private-store-port';
import { isVaultPath } from '../vault-path';
import { AppendFile, readFrom, SyncPace } from './append-file';
import { isMissing } from './file-errors';
import { plainBytes } from './node-parts';
import { makePrivateFolders, renameOver, removeQuietly, syncFolder, syncPath, writeNewFile } from './vault/whole-write';
import type { CachePort } from '../../engine/ports/cache-port';

/** Files that are kept open: one that is appended to, and one that was a moment ago. */
const MOST_OPEN = 2;

/**
 * A `PrivateStorePort` over a folder. After a failed `sync` a file takes no more appends: its pages may be lost already. A sync of
 * a file that somebody deleted or moved meanwhile fails.
 */
export class NodePrivateStore implements PrivateStorePort {
  /** The one that was opened last comes last. */
  private readonly openFiles = new Map<string, AppendFile>();
  private readonly brokenFiles = new Map<string, unknown>();
  private readonly pace = new SyncPace();
  constructor(private readonly root: string) {}

  async list(folder: string): Promise<readonly string[]> {
    try {
      const entries = fs.readdirSync(folder === '' ? this.root : this.locate(folder), { withFileTypes: true });
      const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
      return names.filter((name) => !DRAFT.test(name)).sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async read(file: string): Promise<Uint8Array | null> {
    const open = this.openFiles.get(file);
    if (open !== undefined) return open.readAll();
    return readIfThere(this.locate(file));
  }

  async readRange(file: string, offset: number, length: number): Promise<Uint8Array | null> {
    const open = this.openFiles.get(file);
    if (open !== undefined) return open.read(offset, length);
    try {
      const fd = fs.openSync(this.locate(file), 'r');
      try {
        return readFrom(fd, offset, Math.max(0, Math.min(length, fs.fstatSync(fd).size - offset)));
      } finally {
        fs.closeSync(fd);
      }
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async write(file: string, bytes: Uint8Array): Promise<void> {
    const place = this.locate(file);
    const madeFolders = makePrivateFolders(path.dirname(place));
    const temporary = temporaryBeside(place);
    try {
      writeNewFile(temporary, bytes, 0o600);
      await syncPath(temporary);
      this.close(file);
      renameOver(temporary, place);
      this.brokenFiles.delete(file);
    } catch (error) {
      removeQuietly(temporary);
      throw error;
    }
    await Promise.all([path.dirname(place), ...madeFolders].map(syncFolder));
  }

  async append(file: string, bytes: Uint8Array): Promise<void> {
    this.checkWhole(file);
    const open = this.openFiles.get(file) ?? this.open(file);
    try {
      open.append(bytes);
    } catch (error) {
      await this.cutBack(file, open, error);
      throw error;
    }
  }

  async sync(file: string): Promise<void> {
    this.checkWhole(file);
    const open = this.openFiles.get(file);
    if (open === undefined) return this.syncClosed(file);
    try {
      await open.sync(this.pace);
      if (!open.isInPlace) throw new Error(`${file} is not in its place any more: its folder was deleted or moved`);
    } catch (error) {
      this.brokenFiles.set(file, error);
      throw error;
    }
  }

  async remove(file: string): Promise<void> {
    this.close(file);
    this.brokenFiles.delete(file);
    removeIfThere(this.locate(file));
  }

  /** To be called at opening, by the owner of the vault. */
  removeDrafts(): void {
    removeDraftsIn(this.root);
  }

  /** Closes open files without a sync. */
  closeAll(): void {
    for (const file of [...this.openFiles.keys()]) this.close(file);
  }

  private open(file: string): AppendFile {
    const settled = [...this.openFiles].filter(([, { isNamed }]) => isNamed).map(([name]) => name);
    for (const name of settled.slice(0, Math.max(0, this.openFiles.size - MOST_OPEN + 1))) this.close(name);
    const open = AppendFile.open(this.locate(file));
    this.openFiles.set(file, open);
    return open;
  }

  private close(file: string): void {
    const open = this.openFiles.get(file);
    if (open === undefined) return;
    this.openFiles.delete(file);
    open.close();
  }

  /**
   * Half a record in the middle of a file would hide all that follow: cut it off, durably, or a power cut might bring it back. Else
   * the file takes no more, and readers see what it holds.
   */
  private async cutBack(file: string, open: AppendFile, cause: unknown): Promise<void> {
    try {
      open.cutBack();
      await open.sync(this.pace);
    } catch {
      this.brokenFiles.set(file, cause);
      this.close(file);
    }
  }

  /** Earlier appends of a file that is not open were made by an earlier process. */
  private async syncClosed(file: string): Promise<void> {
    try {
      await syncPath(this.locate(file));
      await syncFolder(path.dirname(this.locate(file)));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  private checkWhole(file: string): void {
    if (!this.brokenFiles.has(file)) return;
    throw new Error(`an earlier write of ${file} failed; it takes no more`, { cause: this.brokenFiles.get(file) });
  }

  private locate(file: string): string {
    if (!isVaultPath(file)) throw new Error(`not a name of a private file: ${file}`);
    return path.join(this.root, file);
  }
}

function readIfThere(place: string): Uint8Array | null {
  try {
    return plainBytes(fs.readFileSync(place));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function removeIfThere(place: string): void {
  try {
    fs.unlinkSync(place);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

let temporaries = 0;

/** The name of a file that is to take the name of another one. */
const DRAFT = /^\.[0-9a-z]+-[0-9a-z]+$/;

function temporaryBeside(place: string): string {
  temporaries += 1;
  return path.join(path.dirname(place), `.${process.pid.toString(36)}-${temporaries.toString(36)}`);
}

/** Removes the drafts that a killed process left in a folder and the folders in it. Only for who alone writes there. */
function removeDraftsIn(folder: string): void {
  let entries: readonly fs.Dirent[];
  try {
    entries = fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return; // It is missing, or the read reports it.
  }
  for (const entry of entries) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) removeDraftsIn(place);
    else if (entry.isFile() && DRAFT.test(entry.name)) removeQuietly(place);
  }
}

/** A `CachePort` over a folder; `isReadOnly` turns writes into nothing, as a cache may. D1 */
export class NodeCache implements CachePort {
  constructor(
    private readonly root: string,
    private readonly isReadOnly: boolean,
  ) {}

  async read(name: string): Promise<Uint8Array | null> {
    return readIfThere(this.locate(name));
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    if (this.isReadOnly) return;
    const place = this.locate(name);
    makePrivateFolders(path.dirname(place));
    const temporary = temporaryBeside(place);
    writeNewFile(temporary, bytes, 0o600);
    try {
      renameOver(temporary, place);
    } catch (error) {
      removeQuietly(temporary);
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    if (this.isReadOnly) return;
    removeIfThere(this.locate(name));
  }

  private locate(name: string): string {
    if (!isVaultPath(name)) throw new Error(`not a name of a cache file: ${name}`);
    return path.join(this.root, name);
  }
}
