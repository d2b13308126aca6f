/** Turns of Node's event loop: long loops give way every few milliseconds. */

import type { SchedulerPort } from '../../engine/ports/host';

/** A loop may keep the event loop for so long. */
const SLICE_MS = 8;
/** `setTimeout` counts in 32 bits. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Asked for with every item of every loop. */
const NOTHING_DUE = Promise.resolve();

/** Pauses cost nothing until a slice is used up. Timers don't keep the process alive. */
export class NodeScheduler implements SchedulerPort {
  private lastTurn = performance.now();

  /** Whether the next `pause` will give way; lets tight loops save a promise. */
  isDue(): boolean {
    return performance.now() - this.lastTurn >= SLICE_MS;
  }

  pause(): Promise<void> {
    return this.isDue() ? this.giveWay() : NOTHING_DUE;
  }

  private async giveWay(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.lastTurn = performance.now();
  }

  after(milliseconds: number, task: () => void): () => void {
    const due = performance.now() + milliseconds;
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      const left = due - performance.now();
      const isLast = left <= LONGEST_TIMER_MS;
      timer = setTimeout(isLast ? task : arm, Math.max(0, isLast ? Math.ceil(left) : LONGEST_TIMER_MS)).unref();
    };
    arm();
    return () => clearTimeout(timer);
  }
}
