/** A webhook: a follower of the feed that sends its batches to a URL. docs/webhooks.md#states; D11, D23 */

import type { FeedFilter } from '../feed/feed-event';
import type { Batch, FollowerState } from '../followers/follower-state';
import type { App, Permission } from '../history/caller';

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

/** The body, as it is sent. */
export interface WebhookBatch extends Batch {
  readonly body: string;
  readonly events: number;
}

/** How events are written in the body: as list_changes gives them, or as CloudEvents. docs/webhooks.md#cloudevents */
export const WEBHOOK_FORMATS = ['plain', 'cloudevents'] as const;

export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** As it is kept. Times are in milliseconds. */
export interface Webhook extends FollowerState<WebhookBatch> {
  readonly id: string;
  readonly url: string;
  readonly format: WebhookFormat;
  /** A batch waits so many milliseconds for more events than its first one. */
  readonly batchMs: number;
  /** As it was before names changed that it holds, for changes of before that are still to be delivered: the oldest first. */
  readonly formerFilters: readonly FormerFilter[];
  /** The migration up to which it follows renames, by its number in the journal; null: not known. */
  readonly followed: number | null;
  /** Why the filter may not mean what it did; null: it does. */
  readonly warning: string | null;
  /** The app that made it; null: the owner. It gets the rows that this app may read. */
  readonly app: WebhookApp | null;
  readonly created: number;
  /** When the receiver last took a batch. */
  readonly lastDelivery: number | null;
  /** The newest first. */
  readonly attempts: readonly DeliveryAttempt[];
}

export interface FormerFilter {
  readonly filter: FeedFilter;
  /** The last change that it is for. */
  readonly upTo: number;
}

/** Facts of the app when it made the webhook. */
export interface WebhookApp extends Pick<App, 'ask' | 'id' | 'name' | 'tables'> {
  readonly permissions: readonly Permission[];
}

/** How many attempts are kept. */
export const MOST_ATTEMPTS = 20;

/** `isTaken`: the receiver took the batch. */
export const withAttempt = (webhook: Webhook, attempt: DeliveryAttempt, isTaken: boolean): Webhook => ({
  ...webhook,
  lastDelivery: isTaken ? attempt.at : webhook.lastDelivery,
  attempts: [attempt, ...webhook.attempts].slice(0, MOST_ATTEMPTS),
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
