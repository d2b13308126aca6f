/** A file that grows at its end, with room taken ahead: a sync then waits for the bytes alone, not for the file system's own records. */

import fs from 'node:fs';
import path from 'node:path';
import { makePrivateFolders, syncFolder, writeAll } from './vault/whole-write';
import { isMissing } from './file-errors';
import { promisify } from 'node:util';

/**
 * Room is taken in steps as large as the file, within these bounds, in bytes: a file of three records stays small,
 * one of thousands is seldom made longer.
 */
const FIRST_STEP = 64 * 1024;
const LAST_STEP = 1024 * 1024;

export class AppendFile {
  /** Folders whose entries are not durable yet, because the file or they themselves were just made. */
  private unsyncedFolders: readonly string[];
  /** Bytes of the file with the zeros after the last append. */
  private room: number;
  private takesRoom: boolean;
  private length: number;
  private readonly inode: number;
  /** Null where the system gives no name. */
  private readonly name: string | null;

  private constructor(
    private readonly place: string,
    private readonly fd: number,
    { size, ino }: fs.Stats,
    isNew: boolean,
    folders: readonly string[],
  ) {
    this.room = this.length = size;
    this.inode = ino;
    this.name = nameOfOpen(fd);
    // A file of an earlier process is only ended, not gone on with.
    this.takesRoom = isNew;
    this.unsyncedFolders = folders;
  }

  static open(place: string): AppendFile {
    const madeFolders = makePrivateFolders(path.dirname(place));
    const isNew = !fs.existsSync(place);
    const fd = fs.openSync(place, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
    return new AppendFile(place, fd, fs.fstatSync(fd), isNew, isNew ? [path.dirname(place), ...madeFolders] : []);
  }

  /** Throws what the system throws; the file is then as before, or `cutBack` throws as well. */
  append(bytes: Uint8Array): void {
    const step = Math.min(LAST_STEP, Math.max(FIRST_STEP, this.length));
    writeAll(this.fd, bytes, this.length);
    this.length += bytes.length;
    if (this.length <= this.room) return;
    this.room = this.length;
    if (this.takesRoom) this.takeRoom(step);
  }

  /** Behind the last append. A disk without that much room, or a quota, is not a reason to refuse a few bytes. */
  private takeRoom(step: number): void {
    try {
      writeAll(this.fd, new Uint8Array(step), this.length);
      this.room = this.length + step;
    } catch {
      this.takesRoom = false;
      this.giveUpRoom();
    }
  }

  /** Zeros that stay harm nothing: a reader takes them for the end of the file, and the next append writes over them. */
  private giveUpRoom(): void {
    try {
      this.cutBack();
    } catch {
      this.room = this.length;
    }
  }

  /** Cuts the file after the last whole append. */
  cutBack(): void {
    fs.ftruncateSync(this.fd, this.length);
    this.room = this.length;
  }

  /** Of the bytes that were appended, from `offset`, at most `length`. */
  read(offset: number, length: number): Uint8Array {
    return readFrom(this.fd, offset, Math.max(0, Math.min(length, this.length - offset)));
  }

  readAll(): Uint8Array {
    return this.read(0, this.length);
  }

  /** False: it, or a folder above it, was deleted or moved, and appended data would be lost. */
  get isInPlace(): boolean {
    const isKnownThere = this.name !== null && isThere(this.place) && nameOfOpen(this.fd) === this.name;
    // Some file systems forget what an open file is called: then its inode decides.
    return isKnownThere || fs.statSync(this.place, { throwIfNoEntry: false })?.ino === this.inode;
  }

  /** Rejects when the operating system could not sync; nothing is certain to be durable then. */
  async sync(pace: SyncPace): Promise<void> {
    const folders = this.unsyncedFolders;
    if (folders.length > 0) await Promise.all([pace.sync(this.fd), ...folders.map(syncFolder)]);
    else await pace.sync(this.fd);
    if (this.unsyncedFolders === folders) this.unsyncedFolders = [];
  }

  /** Whether the folder names it durably. */
  get isNamed(): boolean {
    return this.unsyncedFolders.length === 0;
  }

  /** Nothing is synced by it. */
  close(): void {
    if (this.room > this.length) this.giveUpRoom();
    fs.closeSync(this.fd);
  }
}

/** Fewer than `length` bytes at the end of the file. */
export function readFrom(fd: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let read = 0;
  while (read < length) {
    const count = fs.readSync(fd, bytes, read, length - read, offset + read);
    if (count === 0) break;
    read += count;
  }
  return read === length ? bytes : bytes.slice(0, read);
}

/** Where an open file lies now; another name than before when it was moved or deleted. Null where the system does not say. */
function nameOfOpen(fd: number): string | null {
  if (process.platform !== 'linux') return null;
  try {
    return fs.readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return null;
  }
}

function isThere(place: string): boolean {
  try {
    fs.accessSync(place);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const fdatasyncAsync = promisify(fs.fdatasync);

/** What a sync may keep the thread for: half of what any loop may. */
const QUICK_MS = 4;
/** After a slow sync so many go to another thread before this one is tried again; the next time twice as many. */
const FIRST_WAIT = 8;
const LONGEST_WAIT = 4096;

/**
 * A good disk, or a cache that survives a power cut, makes a record durable in a tenth of a millisecond, and half a
 * millisecond more goes by until another thread has answered. A slow one takes tens, in which nothing else would be done.
 */
export class SyncPace {
  /** Syncs that go to another thread before this one is tried. */
  private elsewhere = 1;
  private wait = FIRST_WAIT;

  /** Rejects when the operating system could not sync. */
  async sync(fd: number): Promise<void> {
    if (this.elsewhere > 0) {
      this.elsewhere -= 1;
      return fdatasyncAsync(fd);
    }
    const start = performance.now();
    fs.fdatasyncSync(fd);
    if (performance.now() - start < QUICK_MS) {
      this.wait = Math.max(FIRST_WAIT, this.wait - 1);
    } else {
      this.elsewhere = this.wait;
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    }
  }
}
