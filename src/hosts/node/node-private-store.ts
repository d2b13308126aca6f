/** The private state of this device as files: appends through open descriptors, durable when it says so. */

import fs from 'node:fs';
import path from 'node:path';
import type { PrivateStorePort } from '../../engine/ports/private-store-port';
import { isVaultPath } from '../vault-path';
import { SyncPace } from './sync-pace';
import { isMissing } from './file-errors';
import { makePrivateFolders } from './make-folders';
import { renameOver, removeQuietly, syncFolder, syncPath, writeAll, writeNewFile } from './whole-write';

/** A file that is being appended to. */
interface OpenFile {
  readonly fd: number;
  length: number;
  /** Folders whose entries are not durable yet, because the file or they themselves were just made. */
  unsyncedFolders: readonly string[];
}

/** A `PrivateStorePort` over a folder. After a failed `sync` a file takes no more appends: its pages may be lost already. */
export class NodePrivateStore implements PrivateStorePort {
  private readonly openFiles = new Map<string, OpenFile>();
  private readonly brokenFiles = new Map<string, unknown>();
  private readonly pace = new SyncPace();
  private temporaryNumber = 0;

  constructor(private readonly root: string) {}

  async list(folder: string): Promise<readonly string[]> {
    try {
      const entries = fs.readdirSync(folder === '' ? this.root : this.locate(folder), { withFileTypes: true });
      const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
      return names.sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async read(file: string): Promise<Uint8Array | null> {
    try {
      return plainBytes(fs.readFileSync(this.locate(file)));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async readRange(file: string, offset: number, length: number): Promise<Uint8Array | null> {
    const open = this.openFiles.get(file);
    if (open !== undefined) return readFrom(open.fd, offset, length);
    try {
      const fd = fs.openSync(this.locate(file), 'r');
      try {
        return readFrom(fd, offset, length);
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
    this.temporaryNumber += 1;
    const temporary = path.join(
      path.dirname(place),
      `.${process.pid.toString(36)}-${this.temporaryNumber.toString(36)}`,
    );
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
      writeAll(open.fd, bytes);
      open.length += bytes.length;
    } catch (error) {
      this.cutBack(file, open, error);
      throw error;
    }
  }

  async sync(file: string): Promise<void> {
    this.checkWhole(file);
    const open = this.openFiles.get(file);
    if (open === undefined) return this.syncClosed(file);
    const folders = open.unsyncedFolders;
    try {
      if (folders.length > 0) await Promise.all([this.pace.sync(open.fd), ...folders.map(syncFolder)]);
      else await this.pace.sync(open.fd);
    } catch (error) {
      this.brokenFiles.set(file, error);
      throw error;
    }
    if (open.unsyncedFolders === folders) open.unsyncedFolders = [];
  }

  async remove(file: string): Promise<void> {
    this.close(file);
    this.brokenFiles.delete(file);
    try {
      fs.unlinkSync(this.locate(file));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  /** Closes what is open. Nothing is synced by it. */
  closeAll(): void {
    for (const file of [...this.openFiles.keys()]) this.close(file);
  }

  private open(file: string): OpenFile {
    const place = this.locate(file);
    const madeFolders = makePrivateFolders(path.dirname(place));
    const isNew = !fs.existsSync(place);
    const fd = fs.openSync(place, 'a+', 0o600);
    const unsyncedFolders = isNew ? [path.dirname(place), ...madeFolders] : [];
    const open = { fd, length: fs.fstatSync(fd).size, unsyncedFolders };
    this.openFiles.set(file, open);
    return open;
  }

  private close(file: string): void {
    const open = this.openFiles.get(file);
    if (open === undefined) return;
    this.openFiles.delete(file);
    fs.closeSync(open.fd);
  }

  /** Half a record in the middle of a file would hide all that follow: cut it off, or take no more. */
  private cutBack(file: string, open: OpenFile, cause: unknown): void {
    try {
      fs.ftruncateSync(open.fd, open.length);
    } catch {
      this.brokenFiles.set(file, cause);
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

function readFrom(fd: number, offset: number, length: number): Uint8Array {
  const available = Math.max(0, Math.min(length, fs.fstatSync(fd).size - offset));
  const bytes = new Uint8Array(available);
  let read = 0;
  while (read < available) {
    const count = fs.readSync(fd, bytes, read, available - read, offset + read);
    if (count === 0) break;
    read += count;
  }
  return read === available ? bytes : bytes.subarray(0, read);
}

/** Without the habits of `Buffer`, whose `slice` is a view. */
function plainBytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}
