/** Makes a file durable in the quickest way that keeps nobody waiting: on this thread, or on another. */

import fs from 'node:fs';
import { promisify } from 'node:util';

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
