/** Turns of the window's event loop: long loops give way, so that the app goes on answering. */

import type { SchedulerPort } from '../../engine/ports/host';

/** Half a frame at 60 Hz. */
const SLICE_MS = 8;
/** `setTimeout` counts in 32 bits. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Asked for with every item of every loop. */
const NOTHING_DUE = Promise.resolve();

/** Pauses cost nothing until a slice is used up. `close` calls off every timer. */
export class WindowScheduler implements SchedulerPort {
  private lastTurn = performance.now();
  private readonly timers = new Set<{ id: number }>();

  pause(): Promise<void> {
    return performance.now() - this.lastTurn < SLICE_MS ? NOTHING_DUE : this.giveWay();
  }

  private async giveWay(): Promise<void> {
    await new Promise<void>((resolve) => window.setTimeout(resolve, 0));
    this.lastTurn = performance.now();
  }

  after(milliseconds: number, task: () => void): () => void {
    const due = performance.now() + milliseconds;
    const timer = { id: 0 };
    const arm = (): void => {
      const left = Math.max(0, Math.ceil(due - performance.now()));
      timer.id = window.setTimeout(left === 0 ? finish : arm, Math.min(left, LONGEST_TIMER_MS));
    };
    const finish = (): void => {
      this.timers.delete(timer);
      task();
    };
    this.timers.add(timer);
    arm();
    return () => this.cancel(timer);
  }

  close(): void {
    for (const timer of this.timers) this.cancel(timer);
  }

  private cancel(timer: { id: number }): void {
    window.clearTimeout(timer.id);
    this.timers.delete(timer);
  }
}
