/** The calls that run: how many wait for a change, and what becomes of them when the server ends. D12, D22 */

import { type Caller, NotedbError } from '../engine/index';

/** Calls that wait for a change at once. D12 */
export const MOST_LONG_POLLS = 32;
/** Of them those of one app: it never takes the places of all others. */
export const MOST_LONG_POLLS_OF_APP = 8;
/** So often a waiting call asks whether its token still counts, in milliseconds. */
const LOOK_AGAIN_MS = 1000;

export interface WaitingCall {
  readonly caller: Caller;
  /** Throws `unauthorized` when the token of the call was revoked meanwhile, or has expired. */
  readonly checkToken: () => void;
  /** Resolves when the client went away. */
  readonly gone: Promise<void> | undefined;
}

export class RunningCalls {
  private readonly running = new Set<Promise<unknown>>();
  private longPolls = 0;
  /** By the id of the app. */
  private readonly pollsOfApps = new Map<string, number>();
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
   * A call that waits for a change: it does not delay the end of the server, and its place is free once the client is `gone`.
   * Throws `too_many_requests` above a limit, `unavailable` when the server ends first, `unauthorized` when the token is revoked.
   */
  async wait<T>(work: () => Promise<T>, { caller, checkToken, gone }: WaitingCall): Promise<T> {
    if (this.isStopped) throw shuttingDown();
    const leave = this.takePlace(caller);
    const ends = [this.ended, ...(gone === undefined ? [] : [gone])];
    const token = watchToken(checkToken);
    try {
      const ended = Promise.race(ends).then(() => Promise.reject(shuttingDown()));
      const result = await Promise.race([work(), ended, token.refused]);
      // A caller who may not ask any more gets no result.
      checkToken();
      return result;
    } finally {
      token.stop();
      leave();
    }
  }

  /** Throws `too_many_requests`. Returns the function that gives the place back. */
  private takePlace(caller: Caller): () => void {
    const id = caller.kind === 'app' ? caller.id : null;
    const own = id === null ? 0 : (this.pollsOfApps.get(id) ?? 0);
    if (this.longPolls >= MOST_LONG_POLLS) throw tooManyPolls(`${MOST_LONG_POLLS} calls`);
    if (own >= MOST_LONG_POLLS_OF_APP) throw tooManyPolls(`${own} calls of this app`);
    this.longPolls += 1;
    if (id !== null) this.pollsOfApps.set(id, own + 1);
    return () => {
      this.longPolls -= 1;
      if (id === null) return;
      const left = (this.pollsOfApps.get(id) ?? 1) - 1;
      if (left > 0) this.pollsOfApps.set(id, left);
      else this.pollsOfApps.delete(id);
    };
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

function watchToken(checkToken: () => void): { readonly refused: Promise<never>; readonly stop: () => void } {
  let refuse: (error: unknown) => void = () => undefined;
  const refused = new Promise<never>((_, reject) => (refuse = reject));
  const timer = setInterval(() => {
    try {
      checkToken();
    } catch (error) {
      refuse(error);
    }
  }, LOOK_AGAIN_MS);
  // Where no caller waits for it any more.
  refused.catch(() => undefined);
  return { refused, stop: () => clearInterval(timer) };
}

const tooManyPolls = (who: string): NotedbError =>
  new NotedbError('too_many_requests', `${who} wait for a change already`, {
    hint: 'end another one, or call without wait_ms',
  });
