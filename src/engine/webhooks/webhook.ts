/** A webhook, and what comes of it with each attempt. docs/webhooks.md#states; D11, D23 */

import type { FeedFilter } from '../feed/feed-event';
import type { App, Permission } from '../history/caller';

export const WEBHOOK_STATUSES = ['ok', 'failing', 'paused', 'disabled'] as const;

/** An attempt to deliver. */
export interface DeliveryAttempt {
  /** Of the batch: the same one with each attempt. */
  readonly id: string;
  /** When it began, in milliseconds. */
  readonly at: number;
  /** Of the answer; null: there was none. */
  readonly status: number | null;
  /** How long it took. */
  readonly ms: number;
  /** In the batch. */
  readonly events: number;
}

/** A batch that waits for a 2xx. What is sent does not change any more. */
export interface PendingBatch {
  readonly id: string;
  readonly body: string;
  readonly events: number;
  /** Where the cursor goes when it is delivered. */
  readonly last: number;
}

/** As it is kept. Times are in milliseconds. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly filter: FeedFilter;
  /** As it was before names changed that it holds, for changes of before that are still to be delivered: the oldest first. */
  readonly formerFilters: readonly FormerFilter[];
  /** The migration up to which it follows renames, by its number in the journal; null: not known. */
  readonly followed: number | null;
  /** Why the filter may not mean what it did; null: it does. */
  readonly warning: string | null;
  /** Who made it; null: the owner. It is told what this app may read. */
  readonly app: WebhookApp | null;
  readonly created: number;
  /** The last change that was delivered, or that the filter leaves out. */
  readonly cursor: number;
  readonly status: (typeof WEBHOOK_STATUSES)[number];
  /** When the receiver last took a batch. */
  readonly lastDelivery: number | null;
  readonly lastError: string | null;
  /** The newest first. */
  readonly attempts: readonly DeliveryAttempt[];
  readonly pending: PendingBatch | null;
  /** Failures since the last success. */
  readonly failures: number;
  /** When to try again; null: nothing waits. */
  readonly nextAttempt: number | null;
  /** How long it has been failing while the program ran. */
  readonly failingFor: number;
}

export interface FormerFilter {
  readonly filter: FeedFilter;
  /** The last change that it is for. */
  readonly upTo: number;
}

/** What was known of the app when it made the webhook. */
export interface WebhookApp extends Pick<App, 'ask' | 'id' | 'name' | 'tables'> {
  readonly permissions: readonly Permission[];
}

/** How many attempts are kept. */
const MOST_ATTEMPTS = 20;

/** Milliseconds of failing, while the program runs, after which nothing is tried any more. */
export const LONGEST_FAILING = 120 * 60 * 60 * 1000;

const withAttempt = ({ attempts }: Webhook, attempt: DeliveryAttempt): readonly DeliveryAttempt[] =>
  [attempt, ...attempts].slice(0, MOST_ATTEMPTS);

/** The receiver took the pending batch. */
export const delivered = (webhook: Webhook, attempt: DeliveryAttempt): Webhook => ({
  ...webhook,
  cursor: webhook.pending?.last ?? webhook.cursor,
  status: webhook.status === 'paused' ? 'paused' : 'ok',
  lastDelivery: attempt.at,
  lastError: null,
  attempts: withAttempt(webhook, attempt),
  pending: null,
  failures: 0,
  nextAttempt: null,
  failingFor: 0,
});

export interface Failure {
  /** Null: nothing was sent. */
  readonly attempt: DeliveryAttempt | null;
  readonly reason: string;
  /** When to try again. */
  readonly nextAttempt: number;
}

export const failed = (webhook: Webhook, { attempt, reason, nextAttempt }: Failure): Webhook => ({
  ...webhook,
  status: webhook.status === 'paused' ? 'paused' : 'failing',
  lastError: reason,
  attempts: attempt === null ? webhook.attempts : withAttempt(webhook, attempt),
  failures: webhook.failures + 1,
  nextAttempt,
});

/** Until a person resumes it. The batch that waits stays: the receiver may have taken it, and knows it by its id. */
export const disabled = (webhook: Webhook, reason: string): Webhook => ({
  ...webhook,
  status: 'disabled',
  lastError: reason,
  nextAttempt: null,
});

export interface FilterChange extends Pick<Webhook, 'filter' | 'warning' | 'followed'> {
  /** The first change under the new names. */
  readonly first: number;
}

/** Names changed that the filter holds: changes before `first` are still found by the one of before. */
export function withFollowedFilter(webhook: Webhook, { filter, warning, first, followed }: FilterChange): Webhook {
  const upTo = first - 1;
  const isNew = filter !== webhook.filter && webhook.cursor < upTo;
  const formerFilters = [...webhook.formerFilters, ...(isNew ? [{ filter: webhook.filter, upTo }] : [])];
  return {
    ...webhook,
    filter,
    formerFilters: formerFilters.filter((each) => each.upTo > webhook.cursor),
    warning: warning ?? webhook.warning,
    followed,
  };
}

/** A person stops it for a while: the cursor stays, and so does a batch that waits. */
export const paused = (webhook: Webhook): Webhook => ({ ...webhook, status: 'paused' });

/** It goes on at once, with the batch that waits first. */
export const resumed = (webhook: Webhook): Webhook => ({
  ...webhook,
  status: webhook.lastError === null ? 'ok' : 'failing',
  nextAttempt: null,
  failingFor: 0,
});
