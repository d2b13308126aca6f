/** Makes a file durable in the quickest way that keeps nobody waiting: on this thread, or on another. */

import fs from 'node:fs';
import { promisify } from 'node:util';

const fdatasync = promisify(fs.fdatasync);

/** What a sync may keep the thread for; about what the way to another thread and back takes. */
const QUICK_MS = 1;

/**
 * A good disk, or a cache that survives a power cut, makes a record durable in a tenth of a millisecond, and half a
 * millisecond more goes by until another thread has answered. A slow one takes tens, in which nothing else would be done:
 * from the first such sync on they go to another thread, until they are quick again.
 */
export class SyncPace {
  private isQuick = false;

  /** Rejects when the operating system could not sync. */
  async sync(fd: number): Promise<void> {
    const start = performance.now();
    if (this.isQuick) fs.fdatasyncSync(fd);
    else await fdatasync(fd);
    this.isQuick = performance.now() - start < QUICK_MS;
  }
}
