/** A folder over HTTP, for a browser. What is read at the same moment is one request to the folder server, every write is one. */

import type { Disk, DiskStat, WriteTimes } from './disk';

/** Bytes travel as base64 inside JSON. */
export interface DiskCall {
  readonly method: keyof Disk;
  readonly args: readonly unknown[];
}

/** What came of a call. */
export interface DiskAnswer {
  readonly result?: unknown;
  readonly error?: string;
}

interface WaitingCall {
  readonly call: DiskCall;
  readonly answer: (answer: DiskAnswer) => void;
}

export class FetchDisk implements Disk {
  /** Reads of this moment. */
  private reads: WaitingCall[] = [];

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
    const isRead = method === 'stat' || method === 'list' || method === 'read';
    const answer = isRead ? await this.readTogether(call) : (await this.send([call]))[0];
    if (answer?.error !== undefined) throw new Error(answer.error);
    return answer?.result ?? null;
  }

  private readTogether(call: DiskCall): Promise<DiskAnswer> {
    if (this.reads.length === 0) queueMicrotask(() => void this.sendReads());
    return new Promise((answer) => this.reads.push({ call, answer }));
  }

  private async sendReads(): Promise<void> {
    const { reads } = this;
    this.reads = [];
    const failed = (error: unknown): readonly DiskAnswer[] => reads.map(() => ({ error: String(error) }));
    const answers = await this.send(reads.map(({ call }) => call)).catch(failed);
    for (const [at, { answer }] of reads.entries()) answer(answers[at] ?? { error: 'no answer' });
  }

  private async send(calls: readonly DiskCall[]): Promise<readonly DiskAnswer[]> {
    const response = await fetch(this.url, { method: 'POST', body: JSON.stringify(calls) });
    return (await response.json()) as readonly DiskAnswer[];
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
