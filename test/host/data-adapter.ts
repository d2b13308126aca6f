/** The adapter under the vault: every file, hidden ones too; writes queue up one after another. */

import type { Disk, WriteTimes } from './disk';

export interface AdapterListener {
  /** Something was perhaps written, made or removed at this path; `done` tells that the write went through. */
  changed(path: string, done: boolean): Promise<void>;
  renamed(from: string, to: string): Promise<void>;
}

export class DataAdapter {
  listener: AdapterListener | null = null;
  /** How often each method was called: `read`, `readBinary`, `write`, … */
  readonly calls = new Map<string, number>();
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    protected readonly disk: Disk,
    private readonly name: string,
  ) {}

  getName(): string {
    return this.name;
  }

  async exists(path: string): Promise<boolean> {
    return (await this.disk.stat(clean(path))) !== null;
  }

  async stat(path: string): Promise<{ type: 'file' | 'folder'; size: number; mtime: number; ctime: number } | null> {
    this.count('stat');
    return this.disk.stat(clean(path));
  }

  async list(path: string): Promise<{ files: string[]; folders: string[] }> {
    return this.disk.list(clean(path));
  }

  async read(path: string): Promise<string> {
    this.count('read');
    return decode(await this.disk.read(clean(path)));
  }

  async readBinary(path: string): Promise<ArrayBuffer> {
    this.count('readBinary');
    const bytes = await this.disk.read(clean(path));
    return Uint8Array.from(bytes).buffer;
  }

  async write(path: string, data: string, times?: WriteTimes): Promise<void> {
    await this.writeBytes('write', path, encode(data), times);
  }

  async writeBinary(path: string, data: ArrayBuffer, times?: WriteTimes): Promise<void> {
    await this.writeBytes('writeBinary', path, new Uint8Array(data), times);
  }

  async append(path: string, data: string): Promise<void> {
    await this.change('append', path, (file) => this.disk.append(file, encode(data)));
  }

  async appendBinary(path: string, data: ArrayBuffer): Promise<void> {
    await this.change('appendBinary', path, (file) => this.disk.append(file, new Uint8Array(data)));
  }

  /** Reads, calls and writes as one step of the queue. What `fn` throws comes out, and nothing is written. */
  async process(path: string, fn: (data: string) => string, times?: WriteTimes): Promise<string> {
    let result = '';
    await this.change('process', path, async (file) => {
      result = fn(decode(await this.disk.read(file)));
      await this.disk.write(file, encode(result), times);
    });
    return result;
  }

  getResourcePath(path: string): string {
    return `app://local/${encodeURI(clean(path))}`;
  }

  async mkdir(path: string): Promise<void> {
    await this.change('mkdir', path, (folder) => this.disk.mkdir(folder));
  }

  async trashSystem(path: string): Promise<boolean> {
    let done = false;
    await this.change('trashSystem', path, async (file) => {
      done = await this.disk.trash(file);
    });
    return done;
  }

  async trashLocal(path: string): Promise<void> {
    await this.change('trashLocal', path, async (file) => {
      await this.disk.mkdir('.trash');
      await this.disk.rename(file, await this.freeTrashName(file.slice(file.lastIndexOf('/') + 1)));
    });
  }

  async rmdir(path: string, recursive: boolean): Promise<void> {
    await this.change('rmdir', path, (folder) => this.disk.rmdir(folder, recursive));
  }

  async remove(path: string): Promise<void> {
    await this.change('remove', path, (file) => this.disk.remove(file));
  }

  async rename(path: string, newPath: string): Promise<void> {
    const [from, to] = [clean(path), clean(newPath)];
    this.count('rename');
    await this.inTurn(async () => {
      if (from !== to && (await this.disk.stat(to)) !== null) throw new Error('Destination file already exists!');
      await this.disk.rename(from, to);
      await this.listener?.renamed(from, to);
    });
  }

  async copy(path: string, newPath: string): Promise<void> {
    await this.change('copy', newPath, (to) => this.disk.copy(clean(path), to));
  }

  /** The queue of everything that writes. */
  async inTurn(task: () => Promise<void>): Promise<void> {
    const turn = this.queue.then(task);
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async writeBytes(method: string, path: string, bytes: Uint8Array, times?: WriteTimes): Promise<void> {
    await this.change(method, path, (file) => this.disk.write(file, bytes, times));
  }

  private async change(method: string, path: string, effect: (path: string) => Promise<void>): Promise<void> {
    const cleanPath = clean(path);
    this.count(method);
    await this.inTurn(async () => {
      let isDone = false;
      try {
        await effect(cleanPath);
        isDone = true;
      } finally {
        await this.listener?.changed(cleanPath, isDone);
      }
    });
  }

  private async freeTrashName(name: string): Promise<string> {
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    for (let number = 1; ; number += 1) {
      const candidate = `.trash/${stem}${number === 1 ? '' : ` ${number}`}${extension}`;
      if ((await this.disk.stat(candidate)) === null) return candidate;
    }
  }

  private count(method: string): void {
    this.calls.set(method, (this.calls.get(method) ?? 0) + 1);
  }
}

/** The desktop's adapter also tells where the folder is. */
export class FileSystemAdapter extends DataAdapter {
  constructor(
    disk: Disk,
    name: string,
    private readonly basePath: string,
  ) {
    super(disk, name);
  }

  getBasePath(): string {
    return this.basePath;
  }

  getFullPath(path: string): string {
    return `${this.basePath}/${clean(path)}`;
  }
}

/** The phone's adapter. */
export class CapacitorAdapter extends DataAdapter {}

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const clean = (path: string): string => path.replace(/^\/+|\/+$/g, '');
