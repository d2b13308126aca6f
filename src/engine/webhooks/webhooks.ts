/** The webhooks of this device: made, listed, deleted, and delivered while the vault is open. docs/webhooks.md; D11, D23 */

import { NotedbError, badRequest, notFound } from '../errors';
import type { ChangeFeed, FeedReader } from '../feed/change-feed';
import type { FeedFilter } from '../feed/feed-event';
import { Follower } from '../followers/follower';
import { startingAt } from '../followers/follower-state';
import type { App, Caller } from '../history/caller';
import type { Host } from '../ports/host';
import { refuseAddress, refuseName } from './address-rules';
import { newSecret } from './signature';
import type { Publisher } from '../feed/published';
import type { Journal } from '../history/journal/journal';
import { type Webhook, type WebhookApp, type WebhookFormat, withAttempt } from './webhook';
import { WebhookFiles } from './webhook-files';
import { WebhookRenames } from './webhook-renames';
import {
  type ConsumerDeps,
  type TestedWebhook,
  WebhookConsumer,
  type WebhookFollower,
  resendBatch,
  testWebhook,
} from './webhook-consumer';

export interface WebhooksDeps {
  readonly host: Pick<
    Host,
    'clock' | 'crypto' | 'http' | 'ids' | 'logger' | 'privateStore' | 'readOnly' | 'scheduler' | 'secrets'
  >;
  readonly feed: ChangeFeed;
  readonly publisher: Publisher;
  readonly journal: Pick<Journal, 'newestFirst'>;
  /** What an app may do now; null: its token is gone. Absent: the same as when it made the webhook. */
  readonly apps: ((id: string) => App | null) | undefined;
  /** The last committed moment, as this caller sees it. */
  open(caller: Caller): FeedReader;
}

/** What a new webhook is asked to do. */
export interface WebhookRequest {
  readonly url: string;
  readonly format: WebhookFormat;
  readonly batchMs: number;
  readonly filter: FeedFilter;
  /** For the changes up to now, where its tables had other names; null: the same. */
  readonly past: FeedFilter | null;
  /** The number of the last change that the receiver knows; null: the newest. */
  readonly since: number | null;
  /** What its filter does not find. */
  readonly warning: string | null;
}

/** A webhook that is not kept: there is no id yet. */
export type PlannedWebhook = Omit<Webhook, 'id'> & { readonly id: string | null };

/** What one caller sees of them. */
export interface WebhookReader {
  /** In the order in which they were made. */
  list(): Promise<readonly Webhook[]>;
}

/** Handed to commands. */
export interface WebhookEditor extends WebhookReader {
  /** What `create` would make. Throws for a URL that is none or may not be sent to, and for a number that is not there yet. */
  plan(request: WebhookRequest): Promise<PlannedWebhook>;
  /** Durable when it resolves, and delivering. The secret is returned once. Throws as `plan`. */
  create(request: WebhookRequest): Promise<{ readonly webhook: Webhook; readonly secret: string }>;
  /** Throws 404. */
  find(id: string): Promise<Webhook>;
  /** Throws 404. Nothing is delivered from then on, except batches in flight. */
  delete(id: string): Promise<void>;
}

/** Commands of the owner alone. */
export interface WebhookControl extends WebhookReader {
  /** As `list`, without waiting for the first reading. */
  known(): readonly Webhook[];
  /** The others throw 404. At once, whatever the schedule says; a disabled one is tried again. */
  retry(id: string): Promise<Webhook>;
  /** Nothing is sent until `resume`: the cursor stays. */
  pause(id: string): Promise<Webhook>;
  resume(id: string): Promise<Webhook>;
  /** Sends a batch without events, and keeps nothing of it. */
  test(id: string): Promise<TestedWebhook>;
  /** Sends a delivery of before again, taken or not: the same bytes under the same id. Its cursor and its schedule stay. Throws 404. */
  resend(id: string, delivery: string): Promise<TestedWebhook>;
}

/** Closing waits so long for an answer; a batch without one is sent again when the vault is open again. */
const LAST_ANSWERS = 1000;

export class Webhooks {
  private readonly files: WebhookFiles;
  private readonly consumerSeat: ConsumerDeps;
  private readonly followers = new Map<string, WebhookFollower>();
  private loading: Promise<void> = Promise.resolve();
  private isClosed = false;
  private readonly renames: WebhookRenames;
  private unsubscribe = (): void => undefined;

  constructor(private readonly deps: WebhooksDeps) {
    const { host, feed, journal, publisher } = deps;
    this.files = new WebhookFiles(host);
    this.consumerSeat = { host, feed, files: this.files, open: ({ app }) => deps.open(this.callerOf(app)) };
    this.renames = new WebhookRenames({
      ...{ feed, journal, logger: host.logger },
      followers: () => this.followers.values(),
      open: ({ app }) => deps.open(this.scopeOf(app)),
    });
    if (host.readOnly !== true) this.unsubscribe = publisher.subscribe((published) => this.renames.publish(published));
  }

  start(): void {
    this.loading = this.load();
    // Reads of them wait for it; nothing else does.
    this.loading.catch((error: unknown) => {
      this.deps.host.logger.log('error', 'webhooks_not_read', { detail: String(error) });
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.unsubscribe();
    await this.loading.catch(() => undefined);
    const stopped = Promise.all([...this.followers.values()].map((follower) => follower.stop())).then(() => undefined);
    let callOff = (): void => undefined;
    const late = new Promise<void>((resolve) => {
      callOff = this.deps.host.scheduler.after(LAST_ANSWERS, resolve);
    });
    await Promise.race([stopped, late]);
    callOff();
    for (const follower of this.followers.values()) await follower.forget();
  }

  /** An app sees and deletes its own, the owner all. */
  open(caller: Caller): WebhookEditor {
    const isSeen = ({ app }: Webhook): boolean => caller.kind === 'owner' || app?.id === caller.id;
    const find = async (id: string): Promise<Webhook> => {
      await this.loading;
      const found = this.followers.get(id)?.state;
      if (found === undefined || !isSeen(found))
        throw notFound(`there is no webhook "${id}"`, 'list_webhooks lists them');
      return found;
    };
    return {
      list: async () => {
        await this.loading;
        return [...this.followers.values()].map(({ state }) => state).filter(isSeen);
      },
      plan: (request) => this.plan(request, caller),
      create: (request) => this.create(request, caller),
      find,
      delete: async (id) => this.remove((await find(id)).id),
    };
  }

  private async load(): Promise<void> {
    const read = await this.files.readAll();
    const newest = read.some(({ followed }) => followed === null) ? await this.renames.newest() : 0;
    for (const webhook of read) this.hold({ ...webhook, followed: webhook.followed ?? newest });
    if (this.deps.host.readOnly === true) return;
    await this.renames.start();
    for (const follower of this.followers.values()) if (!this.isClosed) follower.start();
  }

  get control(): WebhookControl {
    const editor = this.open({ kind: 'owner', actor: null });
    const find = async (id: string): Promise<WebhookFollower> => this.followerOf((await editor.find(id)).id);
    const changed = async (id: string, change: (follower: WebhookFollower) => Promise<void>): Promise<Webhook> => {
      const follower = await find(id);
      await change(follower);
      return follower.state;
    };
    return {
      list: () => editor.list(),
      known: () => [...this.followers.values()].map(({ state }) => state),
      retry: (id) => changed(id, (follower) => follower.resume()),
      pause: (id) => changed(id, (follower) => follower.pause()),
      resume: (id) => changed(id, (follower) => follower.resume()),
      test: async (id) => testWebhook(this.consumerSeat, (await find(id)).state),
      resend: async (id, delivery) => this.resend(await find(id), delivery),
    };
  }

  private async resend(follower: WebhookFollower, delivery: string): Promise<TestedWebhook> {
    const sent = await resendBatch(this.consumerSeat, follower.state, delivery);
    await follower.change(withAttempt(follower.state, sent.attempt, sent.error === null));
    return sent;
  }

  private followerOf(id: string): WebhookFollower {
    const follower = this.followers.get(id);
    if (follower === undefined) throw notFound(`there is no webhook "${id}"`, 'list_webhooks lists them');
    return follower;
  }

  private add(webhook: Webhook): void {
    const follower = this.hold(webhook);
    if (this.deps.host.readOnly !== true && !this.isClosed) follower.start();
  }

  private hold(webhook: Webhook): WebhookFollower {
    const follower: WebhookFollower = new Follower(
      this.deps,
      new WebhookConsumer(this.consumerSeat, webhook.id),
      webhook,
    );
    this.followers.set(webhook.id, follower);
    return follower;
  }

  /** What its app sees now, or saw then. */
  private scopeOf(app: WebhookApp | null): Caller {
    if (app === null) return { kind: 'owner', actor: null };
    return this.deps.apps?.(app.id) ?? appThen(app);
  }

  /** Throws where the app may not get anything any more. */
  private callerOf(app: WebhookApp | null): Caller {
    if (app === null) return { kind: 'owner', actor: null };
    const { apps } = this.deps;
    const now = apps === undefined ? appThen(app) : apps(app.id);
    const needed = ['webhooks', 'read'] as const;
    if (now !== null && needed.every((each) => now.permissions.has(each))) return now;
    throw new NotedbError(
      'forbidden',
      now === null
        ? `the token of ${app.name} is not there any more`
        : `the token of ${app.name} does not allow "webhooks" and "read" any more`,
    );
  }

  private async plan(request: WebhookRequest, caller: Caller): Promise<PlannedWebhook> {
    const { url, filter, past, since, warning, format, batchMs } = request;
    await this.loading;
    const { feed, host } = this.deps;
    const { head } = feed;
    if (since !== null && since > head) {
      throw badRequest(`since: ${since} is not there yet: the newest change is ${head}`, `give a number up to ${head}`);
    }
    return {
      id: null,
      url: await this.checkUrl(url, caller),
      ...{ format, batchMs },
      filter,
      formerFilters: past === null || (since ?? head) === head ? [] : [{ filter: past, upTo: head }],
      followed: await this.renames.newest(),
      warning,
      app: appOf(caller),
      created: host.clock.now(),
      ...startingAt(since ?? head),
      lastDelivery: null,
      attempts: [],
    };
  }

  private async create(
    request: WebhookRequest,
    caller: Caller,
  ): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
    const { crypto, ids } = this.deps.host;
    const webhook = { ...(await this.plan(request, caller)), id: ids.uuid() };
    const secret = newSecret(crypto);
    await this.files.writeSecret(webhook.id, secret);
    await this.files.write(webhook);
    this.add(webhook);
    return { webhook, secret };
  }

  private async remove(id: string): Promise<void> {
    const follower = this.followers.get(id);
    await follower?.forget();
    try {
      await this.files.remove(id);
    } catch (error) {
      if (follower !== undefined) this.add(follower.state);
      throw error;
    }
    this.followers.delete(id);
  }

  /** In its one spelling. A name that does not resolve now may do so later. */
  private async checkUrl(url: string, caller: Caller): Promise<string> {
    const target = await this.deps.host.http.locate(url);
    if (target === null) {
      throw badRequest(
        `url: ${JSON.stringify(url)} is not an address with http:// or https://`,
        'as in https://hooks.example/in',
      );
    }
    if (target.hasCredentials) {
      throw badRequest(
        'url: a user or a password in it would be shown by list_webhooks',
        'leave them out: the receiver knows deliveries by their signature',
      );
    }
    const isOwners = caller.kind === 'owner';
    const byName = refuseName(target.host, isOwners);
    if (byName !== null) throw refusal(target.host, byName.reason, byName.who === 'never');
    for (const address of target.addresses) {
      const found = refuseAddress(address, isOwners);
      if (found === null) continue;
      const shown = address === target.host ? address : `${target.host} is ${address}, which`;
      throw refusal(shown, found.reason, found.who === 'never');
    }
    return target.url;
  }
}

const refusal = (address: string, reason: string, isForAll: boolean): NotedbError =>
  isForAll
    ? new NotedbError('refused', `url: ${address} ${reason}: no webhook may send there`, {
        hint: 'give the address of a receiver',
      })
    : new NotedbError('forbidden', `url: ${address} ${reason}: a webhook of an app may not send there`, {
        hint: 'ask the owner to make this webhook, or give a public address',
      });

const appOf = (caller: Caller): WebhookApp | null => {
  if (caller.kind === 'owner') return null;
  const { id, name, tables, ask, permissions } = caller;
  return { id, name, tables, ask, permissions: [...permissions] };
};

const appThen = ({ permissions, ...app }: WebhookApp): App => ({
  kind: 'app',
  ...app,
  permissions: new Set(permissions),
  actor: null,
});
