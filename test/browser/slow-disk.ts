/** A folder whose writes take their time, for what a person does while one is under way. */

import type { WriteTimes } from '../host/disk';
import { NodeDisk } from '../host/node-disk';

export class SlowDisk extends NodeDisk {
  /** Of each write, in milliseconds. */
  delay = 0;
  private gate: Promise<void> = Promise.resolve();
  private readonly unread = new Map<string, Promise<void>>();

  /** No write goes through before the returned function is called. */
  hold(): () => void {
    let release: () => void = () => undefined;
    this.gate = new Promise((resolve) => (release = resolve));
    return release;
  }

  /** The file is not read before the returned function is called. */
  holdRead(path: string): () => void {
    let release: () => void = () => undefined;
    this.unread.set(path, new Promise((resolve) => (release = resolve)));
    return release;
  }

  override async read(path: string): Promise<Uint8Array> {
    await this.unread.get(path);
    return super.read(path);
  }

  override async write(path: string, bytes: Uint8Array, times?: WriteTimes): Promise<void> {
    await this.wait();
    await super.write(path, bytes, times);
  }

  override async append(path: string, bytes: Uint8Array): Promise<void> {
    await this.wait();
    await super.append(path, bytes);
  }

  override async rename(from: string, to: string): Promise<void> {
    await this.wait();
    await super.rename(from, to);
  }

  private async wait(): Promise<void> {
    await this.gate;
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
  }
}
