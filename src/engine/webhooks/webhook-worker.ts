/** Delivers what one webhook waits for: one batch in flight, in order, each until the receiver took it. docs/webhooks.md; D11, D23 */

import type { ChangeFeed, FeedReader } from '../feed/change-feed';
import { NotedbError } from '../errors';
import type { Host } from '../ports/host';
import { type Outcome, deliver } from './deliver';
import { nextBatch } from './next-batch';
import { retryDelay } from './retry-schedule';
import {
  type DeliveryAttempt,
  LONGEST_FAILING,
  type PendingBatch,
  type Webhook,
  delivered,
  disabled,
  failed,
  paused,
  resumed,
} from './webhook';
import type { WebhookFiles } from './webhook-files';

export interface WorkerSeat {
  readonly host: Pick<Host, 'clock' | 'crypto' | 'http' | 'ids' | 'logger' | 'scheduler'>;
  readonly feed: ChangeFeed;
  readonly files: WebhookFiles;
  /** The database as who made the webhook sees it. Throws where that one may see nothing any more. */
  open(webhook: Webhook): FeedReader;
}

/** A wait is looked at so often: a machine that slept wakes up to what is due, and the sleep counts as no failing. */
const LONGEST_WAIT = 10 * 60 * 1000;
/** So many changes that the filter leaves out are passed before that is kept: after a crash they are looked at again. */
const PASSED_UNSAVED = 1000;
const NO_SECRET = 'its secret is not on this device: delete it, and make it anew';

const isAtRest = ({ status }: Webhook): boolean => status === 'disabled' || status === 'paused';

/** When the private state takes nothing. */
const DISK_RETRY = 5000;

/** What came of a test. `error` null: the receiver took it. */
export interface TestedWebhook {
  readonly attempt: DeliveryAttempt;
  readonly error: string | null;
}

export class WebhookWorker {
  private round: Promise<void> | null = null;
  private isCalled = false;
  private isStopped = false;
  private cancelWait = (): void => undefined;
  private unsubscribe = (): void => undefined;
  /** Up to when `failingFor` counts. */
  private countedUntil: number;
  /** As the file has it. */
  private saved: Webhook;
  /** Resolves when the last write of its file has ended, whichever way. */
  private saving: Promise<unknown> = Promise.resolve();
  private isForgotten = false;

  constructor(
    private readonly seat: WorkerSeat,
    public webhook: Webhook,
  ) {
    this.saved = webhook;
    this.countedUntil = seat.host.clock.now();
  }

  start(): void {
    if (isAtRest(this.webhook)) return;
    this.listen();
    this.wake();
  }

  private listen(): void {
    this.unsubscribe();
    this.unsubscribe = this.seat.feed.onNews(this.webhook.filter, () => this.wake());
  }

  /** Names changed that its filter holds, or a person changed its state. Resolves when that is kept. Rejects when the disk fails. */
  async change(next: Webhook): Promise<void> {
    const isKept =
      next.filter === this.webhook.filter &&
      next.warning === this.webhook.warning &&
      next.status === this.webhook.status &&
      next.nextAttempt === this.webhook.nextAttempt;
    this.webhook = next;
    if (isKept || this.isForgotten) return;
    this.cancelWait();
    if (isAtRest(next)) this.unsubscribe();
    else if (!this.isStopped) this.listen();
    await this.save(next);
    if (!isAtRest(next) && !this.isStopped) this.wake();
  }

  pause(): Promise<void> {
    return this.change(paused(this.webhook));
  }

  resume(): Promise<void> {
    this.countedUntil = this.seat.host.clock.now();
    return this.change(resumed(this.webhook));
  }

  /** Sends a batch without events, whatever the state, and keeps nothing of it. */
  async test(): Promise<TestedWebhook> {
    const { host, files } = this.seat;
    const { id, cursor, app } = this.webhook;
    const secret = await files.secret(id);
    if (secret === null)
      throw new NotedbError('refused', NO_SECRET, { hint: 'delete_webhook, create_webhook with since' });
    if (app !== null) this.seat.open(this.webhook);
    const body = JSON.stringify({ webhook: id, events: [], last: cursor, test: true });
    const { attempt, error } = await deliver(
      host,
      this.webhook,
      { id: host.ids.uuid(), body, events: 0, last: cursor },
      secret,
    );
    return { attempt, error };
  }

  /** Nothing new is sent. Resolves when the batch in flight has its answer, and what came of it is kept. */
  async stop(): Promise<void> {
    this.end();
    while (this.round !== null) await this.round;
    this.countFailing();
    if (this.webhook !== this.saved) await this.saveQuietly();
  }

  /** Nothing new is sent, and nothing is kept any more. Resolves when its file is left alone. */
  async forget(): Promise<void> {
    this.end();
    this.isForgotten = true;
    await this.saving;
  }

  private end(): void {
    this.isStopped = true;
    this.cancelWait();
    this.unsubscribe();
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
    const { nextAttempt } = this.webhook;
    if (isAtRest(this.webhook)) return false;
    const left = (nextAttempt ?? 0) - this.seat.host.clock.now();
    if (left > 0) return this.wait(left);
    try {
      const batch = this.webhook.pending ?? (await this.findBatch());
      if (batch === null || this.isStopped) return false;
      // A batch that waits stops with the token too.
      if (this.webhook.app !== null) this.seat.open(this.webhook);
      return await this.send(batch);
    } catch (error) {
      return await this.failHere(error);
    }
  }

  /** Null: nothing to deliver. The batch is kept before it is sent, so that it is sent again as it is whatever happens. */
  private async findBatch(): Promise<PendingBatch | null> {
    const { feed, host } = this.seat;
    for (;;) {
      const { filter } = this.webhook;
      const found = await nextBatch(
        feed,
        () => this.seat.open(this.webhook),
        this.webhook,
        () => host.ids.uuid(),
      );
      // Names changed meanwhile: what was read by the filter of before may hold what it does not mean.
      if (this.webhook.filter !== filter) continue;
      if ('pending' in found) {
        this.webhook = { ...this.webhook, pending: found.pending };
        return found.pending;
      }
      const { cursor } = this.webhook;
      if (found.passed !== cursor) this.webhook = { ...this.webhook, cursor: found.passed };
      if (found.passed === cursor || found.passed >= feed.head || this.isStopped) break;
    }
    const { cursor, failures, lastDelivery } = this.webhook;
    const isDelivered = lastDelivery !== this.saved.lastDelivery || failures !== this.saved.failures;
    if (isDelivered || cursor - this.saved.cursor >= PASSED_UNSAVED) await this.saveQuietly();
    return null;
  }

  private async send(batch: PendingBatch): Promise<boolean> {
    const { host, files } = this.seat;
    if (this.saved.pending !== batch && !(await this.saveQuietly())) return this.wait(DISK_RETRY);
    const secret = await files.secret(this.webhook.id);
    if (secret === null) return this.fail(NO_SECRET, null);
    const outcome = await deliver(host, this.webhook, batch, secret);
    this.countFailing();
    if (outcome.error === null) {
      this.webhook = delivered(this.webhook, outcome.attempt);
      return true;
    }
    return this.fail(outcome.error, outcome);
  }

  /** Nothing could be sent: the filter names what is gone, the disk fails. Only our own errors name no paths of this machine. */
  private failHere(error: unknown): Promise<boolean> {
    if (error instanceof NotedbError) return this.fail(error.message, null);
    this.seat.host.logger.log('error', 'webhook_not_prepared', { webhook: this.webhook.id, detail: String(error) });
    return this.fail('the batch could not be prepared; the log says why', null);
  }

  private async fail(reason: string, outcome: Outcome | null): Promise<boolean> {
    const { clock, crypto, logger } = this.seat.host;
    const [byte = 0] = crypto.randomBytes(1);
    const delay = retryDelay(this.webhook.failures + 1, byte / 255, outcome?.retryAfter ?? null);
    const attempt = outcome?.attempt ?? null;
    this.webhook = failed(this.webhook, { attempt, reason, nextAttempt: clock.now() + delay });
    if (outcome?.isGone === true) this.webhook = disabled(this.webhook, reason);
    else if (this.webhook.failingFor >= LONGEST_FAILING) {
      this.webhook = disabled(this.webhook, `it failed for 120 hours; the last time: ${reason}`);
    }
    if (this.webhook.status === 'disabled') this.unsubscribe();
    logger.log('warning', 'webhook_failed', { webhook: this.webhook.id, status: attempt?.status ?? null });
    await this.saveQuietly();
    return true;
  }

  private wait(milliseconds: number): false {
    this.cancelWait();
    if (!this.isStopped) {
      this.cancelWait = this.seat.host.scheduler.after(Math.min(milliseconds, LONGEST_WAIT), () => this.wake());
    }
    return false;
  }

  private countFailing(): void {
    const now = this.seat.host.clock.now();
    const passed = Math.min(Math.max(0, now - this.countedUntil), LONGEST_WAIT);
    this.countedUntil = now;
    if (this.webhook.status !== 'failing' || passed === 0) return;
    this.webhook = { ...this.webhook, failingFor: this.webhook.failingFor + passed };
  }

  /** False: the private state took nothing. */
  private async saveQuietly(): Promise<boolean> {
    const { webhook } = this;
    try {
      return await this.save(webhook);
    } catch (error) {
      this.seat.host.logger.log('error', 'webhook_not_saved', { webhook: webhook.id, detail: String(error) });
      return false;
    }
  }

  /**
   * One write after the other: of two at once the disk may keep the older one, without the batch that is sent. False: it is forgotten, and nothing is
   * kept. Rejects when the disk fails.
   */
  private save(webhook: Webhook): Promise<boolean> {
    const saved = this.saving.then(async () => {
      if (this.isForgotten) return false;
      await this.seat.files.write(webhook);
      this.saved = webhook;
      return true;
    });
    this.saving = saved.catch(() => undefined);
    return saved;
  }
}
