/** A real folder through Node's `fs`. */

import { writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import nodePath from 'node:path';
import type { Disk, DiskStat, WriteTimes } from './disk';

export class NodeDisk implements Disk {
  /** `systemTrash` is a folder that stands for the system's trash; null: there is none. */
  constructor(
    readonly root: string,
    private readonly systemTrash: string | null,
  ) {}

  full(path: string): string {
    const full = nodePath.join(this.root, path);
    if (full !== this.root && !full.startsWith(this.root + nodePath.sep)) throw new Error(`outside the vault: ${path}`);
    return full;
  }

  async stat(path: string): Promise<DiskStat | null> {
    try {
      const stat = await fs.stat(this.full(path));
      const type = stat.isDirectory() ? 'folder' : 'file';
      return { type, size: stat.size, mtime: Math.round(stat.mtimeMs), ctime: Math.round(stat.birthtimeMs) };
    } catch (error) {
      if (isAbsence(error)) return null;
      throw error;
    }
  }

  async list(path: string): Promise<{ files: string[]; folders: string[] }> {
    const entries = await fs.readdir(this.full(path), { withFileTypes: true });
    const prefix = path === '' ? '' : `${path}/`;
    const names = (wanted: boolean): string[] =>
      entries.filter((entry) => entry.isDirectory() === wanted).map((entry) => prefix + entry.name);
    return { files: names(false), folders: names(true) };
  }

  async read(path: string): Promise<Uint8Array> {
    return fs.readFile(this.full(path));
  }

  /** In one go, so that no reader of the app finds half of it. */
  async write(path: string, bytes: Uint8Array, times?: WriteTimes): Promise<void> {
    writeFileSync(this.full(path), bytes);
    if (times?.mtime !== undefined) await fs.utimes(this.full(path), times.mtime / 1000, times.mtime / 1000);
  }

  async append(path: string, bytes: Uint8Array): Promise<void> {
    await fs.appendFile(this.full(path), bytes);
  }

  async mkdir(path: string): Promise<void> {
    await fs.mkdir(this.full(path), { recursive: true });
  }

  async rmdir(path: string, recursive: boolean): Promise<void> {
    if (recursive) await fs.rm(this.full(path), { recursive: true });
    else await fs.rmdir(this.full(path));
  }

  async remove(path: string): Promise<void> {
    await fs.unlink(this.full(path));
  }

  async rename(from: string, to: string): Promise<void> {
    await fs.rename(this.full(from), this.full(to));
  }

  async copy(from: string, to: string): Promise<void> {
    await fs.cp(this.full(from), this.full(to), { recursive: true });
  }

  async trash(path: string): Promise<boolean> {
    if (this.systemTrash === null) return false;
    await fs.mkdir(this.systemTrash, { recursive: true });
    await fs.rename(this.full(path), nodePath.join(this.systemTrash, nodePath.basename(path)));
    return true;
  }
}

function isAbsence(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
