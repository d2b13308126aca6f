/** The consumer of one webhook: batches are signed requests to its URL. docs/webhooks.md#deliveries; D11, D23 */

import { NotedbError, notFound } from '../errors';
import type { ChangeFeed, FeedReader } from '../feed/change-feed';
import type { Consumer, NextBatch, Outcome } from '../followers/consumer';
import type { Follower } from '../followers/follower';
import type { PendingBatch } from '../followers/follower-state';
import type { JsonObject } from '../json';
import type { Host } from '../ports/host';
import { type Answer, deliver } from './deliver';
import { nextBatch } from './next-batch';
import { type DeliveryAttempt, MOST_ATTEMPTS, type Webhook, type WebhookBatch, withAttempt } from './webhook';
import { testBodyOf } from './webhook-body';
import type { WebhookFiles } from './webhook-files';

export type WebhookFollower = Follower<Webhook, WebhookBatch>;

export interface ConsumerDeps {
  readonly host: Pick<Host, 'clock' | 'crypto' | 'http' | 'ids' | 'logger'>;
  readonly feed: ChangeFeed;
  readonly files: WebhookFiles;
  /** The database as the maker of the webhook sees it. Throws where that caller may see nothing any more. */
  readonly open: (webhook: Webhook) => FeedReader;
}

/** What came of a test. `error` null: the receiver took it. */
export interface TestedWebhook {
  readonly attempt: DeliveryAttempt;
  readonly error: string | null;
}

export class WebhookConsumer implements Consumer<Webhook, WebhookBatch> {
  constructor(
    private readonly deps: ConsumerDeps,
    private readonly id: string,
  ) {}

  next(webhook: () => Webhook): Promise<NextBatch<WebhookBatch>> {
    return nextBatch(this.deps.feed, () => this.deps.open(webhook()), webhook, this.deps.host.clock.now());
  }

  async deliver(webhook: Webhook, batch: PendingBatch<WebhookBatch>): Promise<Outcome<Webhook>> {
    const { attempt, ...answer } = await send(this.deps, webhook, batch);
    await this.keepSent(webhook, batch);
    return {
      ...answer,
      record: (current) => withAttempt(current, attempt, answer.error === null),
      log: { status: attempt.status },
    };
  }

  /** For `resend`. A batch that the disk does not take can't be sent again; the delivery itself counts. */
  private async keepSent(webhook: Webhook, batch: PendingBatch<WebhookBatch>): Promise<void> {
    // Deleted while it was sent.
    if ((await this.deps.files.secret(webhook.id)) === null) return;
    const ids = [batch.id, ...webhook.attempts.slice(0, MOST_ATTEMPTS - 1).map(({ id }) => id)];
    await this.deps.files.keepSent(webhook.id, batch, ids).catch((error: unknown) => {
      this.log('warning', 'not_saved', { detail: String(error) });
    });
  }

  write(webhook: Webhook): Promise<void> {
    return this.deps.files.write(webhook);
  }

  log(level: 'error' | 'warning', event: 'failed' | 'not_prepared' | 'not_saved', detail: JsonObject): void {
    const status = event === 'failed' ? { status: null } : {};
    this.deps.host.logger.log(level, `webhook_${event}`, { webhook: this.id, ...status, ...detail });
  }
}

/** Sends a batch without events, whatever the state, and keeps nothing of it. */
export async function testWebhook(deps: ConsumerDeps, webhook: Webhook): Promise<TestedWebhook> {
  const { clock, ids } = deps.host;
  const id = ids.uuid();
  const body = testBodyOf(webhook, await deps.feed.name(), id, clock.now());
  const { attempt, error } = await send(deps, webhook, { id, body, events: 0, last: webhook.cursor });
  return { attempt, error };
}

/** Sends a batch of before again: the same bytes under the same id, beside the one that is under way. Throws 404. */
export async function resendBatch(deps: ConsumerDeps, webhook: Webhook, delivery: string): Promise<TestedWebhook> {
  const kept = webhook.attempts.some(({ id }) => id === delivery) ? await deps.files.sent(webhook.id, delivery) : null;
  if (kept === null)
    throw notFound(
      `the webhook keeps no delivery "${delivery}"`,
      'deliveries of list_webhooks has those that are kept',
    );
  const { attempt, error } = await send(deps, webhook, kept);
  return { attempt, error };
}

/** Throws where nothing may be sent: the secret is gone, or the token of the app. */
async function send(
  { host, files, open }: ConsumerDeps,
  webhook: Webhook,
  batch: PendingBatch<WebhookBatch>,
): Promise<Answer> {
  const secret = await files.secret(webhook.id);
  if (secret === null)
    throw new NotedbError('refused', 'its secret is not on this device: delete it, and make it anew', {
      hint: 'delete_webhook, create_webhook with since',
    });
  // A batch that waits stops with the token too.
  if (webhook.app !== null) open(webhook);
  return deliver(host, webhook, batch, secret);
}
