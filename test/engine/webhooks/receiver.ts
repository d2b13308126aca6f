/** A receiver in the memory network that checks each signature, and a vault with a table whose changes it is sent. */

import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { HttpRequest, JsonObject } from '../../../src/engine/index';
import type { MemoryHostOptions } from '../../memory-host/memory-host';
import { MemoryNetwork, type NetworkAnswer } from '../../memory-host/memory-network';
import { type TestVault, column, openVault } from '../open-vault';

export const HOST = 'hooks.test';
export const URL_OF_HOOK = `https://${HOST}/in`;

export interface Delivered {
  /** The header `webhook-id`. */
  readonly id: string;
  readonly timestamp: number;
  readonly raw: string;
  readonly body: {
    readonly webhook: string;
    readonly events: readonly SentEvent[];
    readonly last: number;
    readonly gap?: true;
  };
}

type SentEvent = JsonObject & { readonly seq: number; readonly op: string };

/** Answers 200 unless told otherwise; refuses a wrong signature. */
export class Receiver {
  /** Every request that came with a right signature, whatever was answered. */
  readonly requests: Delivered[] = [];
  /** The content type of each. */
  readonly types: (string | undefined)[] = [];
  secret: string | null = null;
  answer: (request: Delivered) => NetworkAnswer = () => ({ status: 200 });

  constructor(readonly network: MemoryNetwork = new MemoryNetwork()) {
    network.receive(HOST, (request) => this.take(request));
  }

  /** The numbers of all events, as they came. */
  seqs(): number[] {
    return this.requests.flatMap(({ body }) => body.events.map(({ seq }) => seq));
  }

  private take({ headers, body = '' }: HttpRequest): NetworkAnswer {
    const id = headers['webhook-id'] ?? '';
    const timestamp = Number(headers['webhook-timestamp']);
    if (this.secret !== null) expect(headers).toMatchObject(signaturesOf(this.secret, id, timestamp, body));
    const request = { id, timestamp, raw: body, body: JSON.parse(body) as Delivered['body'] };
    this.requests.push(request);
    this.types.push(headers['content-type']);
    return this.answer(request);
  }
}

/** By the two specifications, with Node's own HMAC. */
export function signaturesOf(secret: string, id: string, timestamp: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'X-Service-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-signature': `v1,${standard}`,
  };
}

export interface HookedVault {
  readonly vault: TestVault;
  readonly receiver: Receiver;
  /** As create_webhook answered it. */
  readonly hook: JsonObject & { readonly id: string; readonly secret: string };
}

export const TASKS: JsonObject = {
  name: 'tasks',
  description: 'what is to be done',
  columns: [column('title', 'string', { required: true }), column('points', 'integer')],
  filename: '{title}',
};

export async function openTasks(options: MemoryHostOptions = {}): Promise<{ vault: TestVault; receiver: Receiver }> {
  const receiver = new Receiver(options.network);
  const vault = await openVault({ ...options, network: receiver.network });
  await vault.run('create_table', TASKS);
  return { vault, receiver };
}

export async function openHooked(args: JsonObject = {}, options: MemoryHostOptions = {}): Promise<HookedVault> {
  const { vault, receiver } = await openTasks(options);
  const hook = (await vault.run('create_webhook', { url: URL_OF_HOOK, ...args })) as HookedVault['hook'];
  receiver.secret = hook.secret;
  return { vault, receiver, hook };
}

export const insert = (vault: TestVault, title: string, more: JsonObject = {}): Promise<JsonObject> =>
  vault.run('insert_row', { table: 'tasks', values: { title, ...more } });

/** Lets everything run that waits for no timer. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 15; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export interface ListedHook extends JsonObject {
  readonly id: string;
  readonly status: string;
  readonly cursor: number;
  readonly lastDelivery: string | null;
  readonly lastError: string | null;
  readonly nextAttempt: string | null;
  readonly deliveries: readonly (JsonObject & { readonly id: string; readonly status: number | null })[];
}

/** The only webhook. */
export async function listed(vault: TestVault): Promise<ListedHook> {
  const { webhooks } = (await vault.run('list_webhooks')) as { webhooks: readonly ListedHook[] };
  expect(webhooks.length).toBe(1);
  return webhooks[0] as ListedHook;
}

/** Moves the clock in steps, so that what is due runs and its answers come. */
export async function pass(vault: TestVault, milliseconds: number, step = milliseconds): Promise<void> {
  for (let gone = 0; gone < milliseconds; gone += step) {
    vault.host.advance(Math.min(step, milliseconds - gone));
    await settle();
  }
}
