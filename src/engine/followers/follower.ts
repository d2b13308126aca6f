/** Follows the change feed for one consumer: one batch at a time, in order, each until the consumer took it. docs/architecture.md#followers; D11 */

import { NotedbError } from '../errors';
import type { ChangeFeed } from '../feed/change-feed';
import type { Host } from '../ports/host';
import type { Consumer, Outcome } from './consumer';
import { DurableState } from './durable-state';
import {
  type Batch,
  type FollowerState,
  type PendingBatch,
  delivered,
  disabled,
  failed,
  isAtRest,
  paused,
  resumed,
} from './follower-state';
import { retryDelay } from './retry-schedule';

export interface FollowerDeps {
  readonly host: Pick<Host, 'clock' | 'crypto' | 'ids' | 'scheduler'>;
  readonly feed: Pick<ChangeFeed, 'head' | 'onNews'>;
}

/** A wait is looked at so often: a machine that slept wakes up to its due work, and the sleep counts as no failing. */
const LONGEST_WAIT = 10 * 60 * 1000;
/** So many changes that the filter leaves out are passed before that is kept: after a crash they are looked at again. */
const PASSED_UNSAVED = 1000;
/** Milliseconds of failing, while the program runs, after which nothing is tried any more. */
const LONGEST_FAILING = 120 * 60 * 60 * 1000;
/** When the private state takes nothing. */
const DISK_RETRY = 5000;

export class Follower<S extends FollowerState<B>, B extends Batch> {
  private round: Promise<void> | null = null;
  private isCalled = false;
  private isStopped = false;
  private isForgotten = false;
  private cancelWait = (): void => undefined;
  private unsubscribe = (): void => undefined;
  /** Up to when `failingFor` counts. */
  private countedUntil: number;
  private readonly kept: DurableState<S>;

  /** `current`: as the disk has it. */
  constructor(
    private readonly deps: FollowerDeps,
    private readonly consumer: Consumer<S, B>,
    private current: S,
  ) {
    this.kept = new DurableState(current, (state) => consumer.write(state));
    this.countedUntil = deps.host.clock.now();
  }

  /** It may be ahead of the disk. */
  get state(): S {
    return this.current;
  }

  start(): void {
    if (isAtRest(this.current)) return;
    this.listen();
    this.wake();
  }

  /** A state that is worth no write of its own: the next one keeps it. */
  note(next: S): void {
    this.current = next;
  }

  /** Another filter, or another status. Resolves when that is kept. Rejects when the disk fails. */
  async change(next: S): Promise<void> {
    this.current = next;
    if (this.isForgotten) return;
    this.cancelWait();
    if (isAtRest(next)) this.unsubscribe();
    else if (!this.isStopped) this.listen();
    await this.kept.save(next);
    if (!isAtRest(next) && !this.isStopped) this.wake();
  }

  /** Nothing is delivered until `resume`. Resolves when that is kept. */
  async pause(): Promise<void> {
    if (this.current.status !== 'paused') await this.change(paused(this.current));
  }

  /** At once, whatever the schedule says; a disabled one is tried again. Resolves when that is kept. */
  async resume(): Promise<void> {
    this.countedUntil = this.deps.host.clock.now();
    const { status, nextAttempt } = this.current;
    const next = resumed(this.current);
    if (next.status === status && nextAttempt === null) this.note(next);
    else await this.change(next);
  }

  /** Nothing new is delivered. Resolves when the batch in flight has its answer, and what came of it is kept. */
  async stop(): Promise<void> {
    this.end();
    while (this.round !== null) await this.round;
    this.countFailing();
    if (this.current !== this.kept.saved) await this.saveQuietly();
  }

  /** Nothing new is delivered, and nothing is kept any more. Resolves when nothing is written any more. */
  async forget(): Promise<void> {
    this.end();
    this.isForgotten = true;
    await this.kept.forget();
  }

  private end(): void {
    this.isStopped = true;
    this.cancelWait();
    this.unsubscribe();
  }

  private listen(): void {
    this.unsubscribe();
    this.unsubscribe = this.deps.feed.onNews(this.current.filter, () => this.wake());
  }

  private wake(): void {
    this.isCalled = true;
    this.round ??= this.work().finally(() => {
      this.round = null;
      if (this.isCalled) this.wake();
    });
  }

  private async work(): Promise<void> {
    while (this.isCalled) {
      this.isCalled = false;
      while (!this.isStopped && (await this.step())) continue;
    }
  }

  /** Whether there may be more to do at once. */
  private async step(): Promise<boolean> {
    this.countFailing();
    if (isAtRest(this.current)) return false;
    const left = (this.current.nextAttempt ?? 0) - this.deps.host.clock.now();
    if (left > 0) return this.wait(left);
    try {
      const batch = this.current.pending ?? (await this.prepare());
      if (batch === null) return false;
      // Kept before it is delivered, so that it is delivered again as it is whatever happens.
      if (this.kept.saved.pending !== batch && !(await this.saveQuietly())) return this.wait(DISK_RETRY);
      if (this.isStopped || isAtRest(this.current)) return false;
      const outcome = await this.consumer.deliver(this.current, batch);
      if (outcome.error !== null) return await this.fail(outcome.error, outcome);
      this.current = delivered(outcome.record(this.current));
      return true;
    } catch (error) {
      return await this.fail(this.reasonOf(error), null);
    }
  }

  /** Null: nothing to deliver. */
  private async prepare(): Promise<PendingBatch<B> | null> {
    const { feed, host } = this.deps;
    for (;;) {
      const found = await this.consumer.next(() => this.current);
      if ('batch' in found) {
        const pending = { id: host.ids.uuid(), ...found.batch };
        this.current = { ...this.current, pending };
        return pending;
      }
      if ('wait' in found) return this.wait(found.wait) || null;
      const isFurther = found.passed !== this.current.cursor;
      if (isFurther) this.current = { ...this.current, cursor: found.passed };
      if (!isFurther || found.passed >= feed.head || this.isStopped) break;
    }
    const { cursor, failures } = this.current;
    const { saved } = this.kept;
    const isDelivered = saved.pending !== null || failures !== saved.failures;
    if (isDelivered || cursor - saved.cursor >= PASSED_UNSAVED) await this.saveQuietly();
    return null;
  }

  /** Nothing could be delivered: the filter names a removed table, the disk fails. Only our own errors name no paths of this machine. */
  private reasonOf(error: unknown): string {
    if (error instanceof NotedbError) return error.message;
    this.consumer.log('error', 'not_prepared', { detail: String(error) });
    return 'the batch could not be prepared; the log says why';
  }

  private async fail(reason: string, outcome: Outcome<S> | null): Promise<boolean> {
    this.countFailing();
    const { clock, crypto } = this.deps.host;
    const [byte = 0] = crypto.randomBytes(1);
    const delay = retryDelay(this.current.failures + 1, byte / 255, outcome?.retryAfter ?? null);
    this.current = failed(outcome?.record(this.current) ?? this.current, reason, clock.now() + delay);
    if (outcome?.isFinal === true) this.current = disabled(this.current, reason);
    else if (this.current.failingFor >= LONGEST_FAILING) {
      this.current = disabled(this.current, `it failed for 120 hours; the last time: ${reason}`);
    }
    if (this.current.status === 'disabled') this.unsubscribe();
    this.consumer.log('warning', 'failed', outcome?.log ?? {});
    await this.saveQuietly();
    return true;
  }

  private wait(milliseconds: number): false {
    this.cancelWait();
    if (!this.isStopped) {
      this.cancelWait = this.deps.host.scheduler.after(Math.min(milliseconds, LONGEST_WAIT), () => this.wake());
    }
    return false;
  }

  private countFailing(): void {
    const now = this.deps.host.clock.now();
    const passed = Math.min(Math.max(0, now - this.countedUntil), LONGEST_WAIT);
    this.countedUntil = now;
    if (this.current.status !== 'failing' || passed === 0) return;
    this.current = { ...this.current, failingFor: this.current.failingFor + passed };
  }

  /** False: the private state took nothing. */
  private async saveQuietly(): Promise<boolean> {
    try {
      return await this.kept.save(this.current);
    } catch (error) {
      this.consumer.log('error', 'not_saved', { detail: String(error) });
      return false;
    }
  }
}
