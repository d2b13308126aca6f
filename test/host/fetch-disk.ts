/** A folder over HTTP, for a browser: each method is one request to the folder server. */

import type { Disk, DiskStat, WriteTimes } from './disk';

/** Bytes travel as base64 inside JSON. */
export interface DiskCall {
  readonly method: keyof Disk;
  readonly args: readonly unknown[];
}

export class FetchDisk implements Disk {
  constructor(private readonly url: string) {}

  async stat(path: string): Promise<DiskStat | null> {
    return (await this.call('stat', path)) as DiskStat | null;
  }

  async list(path: string): Promise<{ files: string[]; folders: string[] }> {
    return (await this.call('list', path)) as { files: string[]; folders: string[] };
  }

  async read(path: string): Promise<Uint8Array> {
    return fromBase64((await this.call('read', path)) as string);
  }

  async write(path: string, bytes: Uint8Array, times?: WriteTimes): Promise<void> {
    await this.call('write', path, toBase64(bytes), times);
  }

  async append(path: string, bytes: Uint8Array): Promise<void> {
    await this.call('append', path, toBase64(bytes));
  }

  async mkdir(path: string): Promise<void> {
    await this.call('mkdir', path);
  }

  async rmdir(path: string, recursive: boolean): Promise<void> {
    await this.call('rmdir', path, recursive);
  }

  async remove(path: string): Promise<void> {
    await this.call('remove', path);
  }

  async rename(from: string, to: string): Promise<void> {
    await this.call('rename', from, to);
  }

  async copy(from: string, to: string): Promise<void> {
    await this.call('copy', from, to);
  }

  async trash(path: string): Promise<boolean> {
    return (await this.call('trash', path)) as boolean;
  }

  private async call(method: keyof Disk, ...args: unknown[]): Promise<unknown> {
    const call: DiskCall = { method, args };
    const response = await fetch(this.url, { method: 'POST', body: JSON.stringify(call) });
    const answer = (await response.json()) as { result?: unknown; error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.result ?? null;
  }
}

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let offset = 0; offset < bytes.length; offset += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(offset, offset + 0x8000));
  }
  return btoa(binary);
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
