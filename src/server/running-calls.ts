/** The calls that run: how many wait for a change, and what becomes of them when the server ends. D12, D22 */

import { NotedbError } from '../engine/index';

/** Calls that wait for a change at once. D12 */
export const MOST_LONG_POLLS = 32;

export class RunningCalls {
  private readonly running = new Set<Promise<unknown>>();
  private longPolls = 0;
  private isStopped = false;
  private tellStopped: () => void = () => undefined;
  /** Resolves when the server begins to end. */
  readonly ended = new Promise<void>((resolve) => (this.tellStopped = resolve));

  /** Throws `unavailable` while the server ends. */
  checkRunning(): void {
    if (this.isStopped) throw shuttingDown();
  }

  /** Throws `unavailable` while the server ends; a call that runs is answered before. */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isStopped) return Promise.reject(shuttingDown());
    const result = work();
    this.running.add(result);
    return result.finally(() => this.running.delete(result));
  }

  /**
   * A call that waits for a change: it holds nobody up when the server ends, and its place is free once the client is `gone`.
   * Throws `too_many_requests` above the limit, `unavailable` when the server ends first.
   */
  async wait<T>(work: () => Promise<T>, gone: Promise<void> | undefined): Promise<T> {
    if (this.isStopped) throw shuttingDown();
    if (this.longPolls >= MOST_LONG_POLLS) throw tooManyPolls();
    this.longPolls += 1;
    try {
      const ends = [this.ended, ...(gone === undefined ? [] : [gone])];
      return await Promise.race([work(), Promise.race(ends).then(() => Promise.reject(shuttingDown()))]);
    } finally {
      this.longPolls -= 1;
    }
  }

  /** Resolves when the calls that run have been answered. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.tellStopped();
    await Promise.allSettled(this.running);
  }
}

const shuttingDown = (): NotedbError =>
  new NotedbError('unavailable', 'the server is shutting down', { hint: 'try again later' });

const tooManyPolls = (): NotedbError =>
  new NotedbError('too_many_requests', `${MOST_LONG_POLLS} calls wait for a change already`, {
    hint: 'end another one, or call without wait_ms',
  });
