/** The consumer of one webhook: batches are signed requests to its URL. docs/webhooks.md#deliveries; D11, D23 */

import { NotedbError } from '../errors';
import type { ChangeFeed, FeedReader } from '../feed/change-feed';
import type { Consumer, NextBatch, Outcome } from '../followers/consumer';
import type { Follower } from '../followers/follower';
import type { PendingBatch } from '../followers/follower-state';
import type { JsonObject } from '../json';
import type { Host } from '../ports/host';
import { type Answer, deliver } from './deliver';
import { nextBatch } from './next-batch';
import { type DeliveryAttempt, type Webhook, type WebhookBatch, withAttempt } from './webhook';
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
    return nextBatch(this.deps.feed, () => this.deps.open(webhook()), webhook);
  }

  async deliver(webhook: Webhook, batch: PendingBatch<WebhookBatch>): Promise<Outcome<Webhook>> {
    const { attempt, ...answer } = await send(this.deps, webhook, batch);
    return {
      ...answer,
      record: (current) => withAttempt(current, attempt, answer.error === null),
      log: { status: attempt.status },
    };
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
  const { id, cursor } = webhook;
  const body = JSON.stringify({ webhook: id, events: [], last: cursor, test: true });
  const { attempt, error } = await send(deps, webhook, { id: deps.host.ids.uuid(), body, events: 0, last: cursor });
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
