/** Webhooks of the real program's host to a receiver on loopback that verifies as receivers do. docs/webhooks.md#signatures; D11, D23 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Engine, type JsonObject, openEngine } from '../../../src/engine/index';
import type { ReceiverAnswer, SeenRequest } from '../../contracts/http.contract';
import { type LoopbackReceiver, startReceiver } from '../../contracts/loopback-receiver';
import { eventually } from '../../eventually';
import { type ScratchVault, scratchVault } from './scratch-vault';

interface Verified {
  readonly id: string;
  readonly seqs: readonly number[];
  readonly raw: string;
}

let scratch: ScratchVault;
let receiver: LoopbackReceiver;
let engine: Engine;

beforeEach(async () => {
  scratch = await scratchVault();
  receiver = await startReceiver();
  engine = await openEngine(scratch.host);
  await engine.run('create_table', {
    name: 'tasks',
    description: 'what is to be done',
    columns: [{ name: 'title', type: 'string', description: 'what it is' }],
  });
});
afterEach(async () => {
  await engine.close();
  await receiver.close();
  await scratch.close();
});

const insert = (title: string): Promise<JsonObject> =>
  engine.run('insert_row', { table: 'tasks', values: { title }, path: `tasks/${title}.md` });

/** By the official library, and by plain HMAC. Throws for a wrong signature. */
function verify(secret: string, { headers, body }: SeenRequest): Verified {
  const { events } = new Webhook(secret).verify(body, headers) as {
    events: readonly { seq: number }[];
  };
  const wanted = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(headers['x-service-signature'] ?? '');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new Error('wrong signature');
  return { id: headers['webhook-id'] ?? '', seqs: events.map(({ seq }) => seq), raw: body };
}

async function hooked(): Promise<{ readonly secret: string; readonly cursor: number }> {
  const hook = await engine.run('create_webhook', { url: `http://${receiver.host}/in`, ops: ['insert'] });
  return { secret: hook['secret'] as string, cursor: hook['cursor'] as number };
}

const state = async (): Promise<JsonObject> => {
  const { webhooks } = (await engine.run('list_webhooks')) as { webhooks: readonly JsonObject[] };
  return webhooks[0] ?? {};
};

it('is verified by the standardwebhooks library and by plain HMAC, and altered bytes are not', async () => {
  const { secret } = await hooked();
  await insert('Zürich 🎵');
  await eventually(() => expect(receiver.seen.length).toBe(1));
  const [request] = receiver.seen as [SeenRequest];
  expect(verify(secret, request).seqs.length).toBe(1);
  expect(request).toMatchObject({ method: 'POST', path: '/in', headers: { 'content-type': 'application/json' } });
  expect(() => verify(secret, { ...request, body: request.body.replace('Zürich', 'Zurich') })).toThrow();
  expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, request)).toThrow();
});

it('through random failures every event arrives, in order, and each batch keeps its id and bytes', async () => {
  const { secret, cursor } = await hooked();
  let count = 0;
  const failures: readonly ReceiverAnswer[] = [
    { status: 500, headers: { 'retry-after': '1' } },
    { status: 429, headers: { 'retry-after': '1' } },
    { status: 307, headers: { location: `http://${receiver.host}/elsewhere`, 'retry-after': '1' } },
  ];
  // Three of ten.
  receiver.answerWith(() => ((count += 1) % 10 < 3 ? (failures[count % 3] ?? 'break') : { status: 200 }));
  for (let index = 0; index < 40; index += 1) await insert(`Task ${index}`);
  const wanted = (
    (await engine.run('list_changes', { since: cursor, ops: ['insert'] })) as { changes: { seq: number }[] }
  ).changes.map(({ seq }) => seq);
  const last = wanted.at(-1) ?? 0;
  await eventually(async () => expect((await state())['cursor']).toBeGreaterThanOrEqual(last));
  const byId = new Map<string, string>();
  const taken: number[] = [];
  for (const request of receiver.seen) {
    const { id, raw, seqs } = verify(secret, request);
    expect(byId.get(id) ?? raw).toBe(raw);
    if (!byId.has(id)) taken.push(...seqs);
    byId.set(id, raw);
  }
  expect(taken).toEqual(wanted);
  expect(receiver.seen.length).toBeGreaterThan(byId.size);
  expect(receiver.seen.every(({ path }) => path === '/in')).toBe(true);
});

it('a receiver that hangs is sent the same batch after a restart of the program', async () => {
  const { secret } = await hooked();
  receiver.answerWith(() => 'silence');
  await insert('One');
  await eventually(() => expect(receiver.seen.length).toBe(1));
  await engine.close();
  receiver.answerWith(() => ({ status: 204 }));
  engine = await openEngine(await scratch.reopen());
  await eventually(async () => expect((await state())['lastDelivery']).not.toBeNull());
  const [first, second] = receiver.seen.map((request) => verify(secret, request));
  expect([second?.id, second?.raw]).toEqual([first?.id, first?.raw]);
});

it('410 ends it', async () => {
  await hooked();
  receiver.answerWith(() => ({ status: 410 }));
  await insert('One');
  await eventually(async () => expect((await state())['status']).toBe('disabled'));
  await insert('Two');
  expect(receiver.seen.length).toBe(1);
});

it('the secret lies in no file of the vault', async () => {
  const { secret } = await hooked();
  await insert('One');
  await eventually(() => expect(receiver.seen.length).toBe(1));
  await engine.close();
  const files = fs
    .readdirSync(scratch.folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile());
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    expect(fs.readFileSync(path.join(file.parentPath, file.name), 'latin1').includes(secret), file.name).toBe(false);
  }
});
