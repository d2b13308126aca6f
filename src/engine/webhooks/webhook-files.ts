/** Webhooks in the private state: a file each, replaced as a whole; the secret lies elsewhere. docs/formats.md#webhooks */

import * as z from 'zod';
import { FOLLOWER_STATUSES } from '../followers/follower-state';
import { keptFilter, keptPermissions } from '../followers/kept-follower';
import type { Host } from '../ports/host';
import { decodeUtf8, encodeUtf8 } from '../values/utf8';
import { count, listOf, textList, textOrNull } from '../values/json-schema';
import { type Webhook, WEBHOOK_FORMATS } from './webhook';

const FOLDER = 'webhooks';
/** Batches of past deliveries, a folder for each webhook. */
const SENT = 'webhooks-sent';
const EXTENSION = '.json';
const FORMAT = 1;

const keptBatch = z.object({ id: z.string(), body: z.string(), events: count, last: count });

/** Webhooks of before know nothing of renames, forms and waits. */
const keptWebhook = z.object({
  id: z.string(),
  url: z.string(),
  format: z.enum(WEBHOOK_FORMATS).default('plain'),
  batchMs: count.default(0),
  filter: keptFilter,
  formerFilters: listOf(z.object({ filter: keptFilter, upTo: count })).default([]),
  followed: count.nullable().default(null),
  warning: textOrNull.default(null),
  app: z
    .object({
      id: z.string(),
      name: z.string(),
      tables: textList.nullable(),
      ask: z.boolean(),
      permissions: keptPermissions,
    })
    .nullable(),
  created: z.number(),
  cursor: count,
  status: z.enum(FOLLOWER_STATUSES),
  lastDelivery: z.number().nullable(),
  lastError: textOrNull,
  attempts: listOf(
    z.object({ id: z.string(), at: z.number(), status: z.int().nullable(), ms: z.number(), events: count }),
  ),
  pending: keptBatch.nullable(),
  failures: count,
  nextAttempt: z.number().nullable(),
  failingFor: z.number(),
}) satisfies z.ZodType<Webhook>;

const keptFile = z.discriminatedUnion('deleted', [
  z.object({ format: z.literal(FORMAT), deleted: z.literal(false), webhook: keptWebhook }),
  z.object({ format: z.literal(FORMAT), deleted: z.literal(true) }),
]);

type SentBatch = z.infer<typeof keptBatch>;

type Ports = Pick<Host, 'logger' | 'privateStore' | 'secrets'>;

/** Reads and writes them. */
export class WebhookFiles {
  constructor(private readonly host: Ports) {}

  /** In the order in which they were made. A file that can't be read is logged and left as it is. */
  async readAll(): Promise<readonly Webhook[]> {
    const webhooks: Webhook[] = [];
    for (const name of await this.host.privateStore.list(FOLDER)) {
      if (!name.endsWith(EXTENSION)) continue;
      const read = await this.read(`${FOLDER}/${name}`);
      // A copy under another name is not a webhook: it would be sent every event beside the one that it copies.
      if (read !== null && fileOf(read.id) === `${FOLDER}/${name}`) webhooks.push(read);
    }
    return webhooks.sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
  }

  /** Durable when it resolves. */
  write(webhook: Webhook): Promise<void> {
    return this.put(webhook.id, { format: FORMAT, deleted: false, webhook });
  }

  /** Durable: taking a file away alone may be undone by a power cut, and a deleted webhook must not start again. */
  async remove(id: string): Promise<void> {
    await this.put(id, { format: FORMAT, deleted: true });
    await this.host.secrets.write(secretName(id), null);
    await this.host.privateStore.remove(fileOf(id));
    await this.keepSent(id, null, []);
  }

  /** Keeps the batch under its id, and of the others those of `ids`. */
  async keepSent(id: string, batch: SentBatch | null, ids: readonly string[]): Promise<void> {
    const { privateStore } = this.host;
    const folder = `${SENT}/${id}`;
    const names = new Set(await privateStore.list(folder));
    if (batch !== null && !names.has(`${batch.id}${EXTENSION}`)) {
      await privateStore.write(`${folder}/${batch.id}${EXTENSION}`, encodeUtf8(JSON.stringify(batch)));
    }
    for (const name of names) {
      if (!ids.includes(name.slice(0, -EXTENSION.length))) await privateStore.remove(`${folder}/${name}`);
    }
  }

  /** Null: it is not kept any more. */
  async sent(id: string, batch: string): Promise<SentBatch | null> {
    const bytes = await this.host.privateStore.read(`${SENT}/${id}/${batch}${EXTENSION}`);
    try {
      return bytes === null ? null : keptBatch.parse(JSON.parse(decodeUtf8(bytes)));
    } catch {
      return null;
    }
  }

  secret(id: string): Promise<string | null> {
    return this.host.secrets.read(secretName(id));
  }

  writeSecret(id: string, secret: string): Promise<void> {
    return this.host.secrets.write(secretName(id), secret);
  }

  private put(id: string, kept: z.input<typeof keptFile>): Promise<void> {
    return this.host.privateStore.write(fileOf(id), encodeUtf8(JSON.stringify(kept)));
  }

  private async read(file: string): Promise<Webhook | null> {
    const bytes = await this.host.privateStore.read(file);
    const kept = bytes === null ? null : parse(bytes);
    if (kept === null) this.host.logger.log('error', 'webhook_not_read', { file });
    return kept === null || kept.deleted ? null : kept.webhook;
  }
}

function parse(bytes: Uint8Array): z.infer<typeof keptFile> | null {
  try {
    return keptFile.parse(JSON.parse(decodeUtf8(bytes)));
  } catch {
    return null;
  }
}

const fileOf = (id: string): string => `${FOLDER}/${id}${EXTENSION}`;
const secretName = (id: string): string => `webhook-${id}`;
