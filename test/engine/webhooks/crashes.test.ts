/** Webhooks through crashes, restarts and receivers that fail: at least once, in order, the same id for the same batch. D11 */

import { describe, expect, it } from 'vitest';
import { type JsonObject, openEngine } from '../../../src/engine/index';
import { MemoryHost, createMemoryHost } from '../../../src/hosts/memory/memory-host';
import type { DiskImage } from '../../../src/hosts/memory/disk-image';
import type { CrashMoment } from '../../../src/hosts/memory/call-gate';
import { times } from '../../deep';
import { type TestVault, onHost } from '../open-vault';
import {
  type Delivered,
  Receiver,
  TASKS,
  URL_OF_HOOK,
  insert,
  listed,
  openHooked,
  openTasks,
  pass,
  settle,
} from './receiver';

/** In the order in which they first came; each batch with one id and one text. */
function takenInOrder(requests: readonly Delivered[]): readonly number[] {
  const textById = new Map<string, string>();
  const batchOf = new Map<number, string>();
  const taken: number[] = [];
  for (const { id, raw, body } of requests) {
    expect(textById.get(id) ?? raw).toBe(raw);
    textById.set(id, raw);
    for (const { seq } of body.events) {
      expect(batchOf.get(seq) ?? id, `event ${seq} came in two batches`).toBe(id);
      if (batchOf.has(seq)) continue;
      batchOf.set(seq, id);
      expect(seq).toBeGreaterThan(taken.at(-1) ?? 0);
      taken.push(seq);
    }
  }
  return taken;
}

/** What the feed has of inserts, after a number. */
async function insertsAfter(vault: TestVault, since: number): Promise<readonly number[]> {
  const { changes } = await vault.run('list_changes', { since, ops: ['insert'], limit: 5000 });
  return (changes as readonly { readonly seq: number }[]).map(({ seq }) => seq);
}

/** A receiver that refuses the first batch once, while rows are inserted. */
async function work(host: MemoryHost, receiver: Receiver): Promise<void> {
  const vault = await onHost(host);
  let count = 0;
  receiver.answer = () => ({ status: (count += 1) === 1 ? 500 : 200 });
  await insert(vault, 'One');
  await settle();
  await insert(vault, 'Two');
  await pass(vault, 7000);
  await insert(vault, 'Three');
  await settle();
  await vault.engine.close();
}

describe('a crash', () => {
  /** A whole write that is torn is none: only appends leave a half. */
  it.each<CrashMoment>(['before', 'after', 'torn'])(
    '%s any call of private state, secrets or network loses no event, repeats a batch as it was and changes no order',
    async (moment) => {
      const { vault, hook } = await openHooked({ ops: ['insert'] });
      await vault.engine.close();
      const start = vault.host.image();
      const fresh = (): { host: MemoryHost; receiver: Receiver } => {
        const receiver = new Receiver();
        receiver.secret = hook.secret;
        return { host: rebooted(vault.host, receiver, start), receiver };
      };
      const rehearsal = fresh();
      await work(rehearsal.host, rehearsal.receiver);
      const calls = rehearsal.host.calls.log.filter(
        ({ port, mutates }) => mutates && port !== 'vault' && port !== 'cache',
      );
      expect(calls.filter(({ path }) => path.startsWith('webhooks')).length).toBeGreaterThan(4);
      expect(calls.filter(({ port }) => port === 'network').length).toBeGreaterThan(2);
      const points = calls.filter(({ method }) => moment !== 'torn' || method === 'append');
      let crashes = 0;
      for (const { number } of points) {
        const { host, receiver } = fresh();
        host.crashAt(number, moment);
        await work(host, receiver).catch(() => undefined);
        if (!host.calls.crashed) continue;
        crashes += 1;
        const again = await onHost(rebooted(host, receiver, host.image()));
        receiver.answer = () => ({ status: 200 });
        await insert(again, 'Last');
        await pass(again, 7000);
        const label = `${number} ${moment}`;
        expect(takenInOrder(receiver.requests), label).toEqual(await insertsAfter(again, hook['cursor'] as number));
        expect((await listed(again)).status, label).toBe('ok');
        await again.engine.close();
      }
      expect(crashes).toBe(points.length);
      expect(crashes).toBeGreaterThan(2);
    },
  );

  it('that leaves a copy of its file under another name makes no second webhook', async () => {
    const { vault } = await openTasks();
    const { id } = await vault.run('create_webhook', { url: URL_OF_HOOK });
    const store = vault.host.privateStore;
    const bytes = (await store.read(`webhooks/${id as string}.json`)) ?? new Uint8Array();
    for (const name of ['.jl7-1', `${id as string}.json.tmp`, 'copy.json'])
      await store.write(`webhooks/${name}`, bytes);
    const again = await vault.restart();
    const { webhooks } = (await again.run('list_webhooks')) as { webhooks: readonly JsonObject[] };
    expect(webhooks.map((webhook) => webhook['id'])).toEqual([id]);
    await again.run('delete_webhook', { id: id as string });
    expect(await (await again.restart()).run('list_webhooks')).toEqual({ webhooks: [] });
  });

  it('while a webhook is made or deleted leaves a whole one or none, and what was answered stays', async () => {
    const { vault } = await openTasks();
    await vault.engine.close();
    const start = vault.host.image();
    const act = async (host: MemoryHost, prepare: () => void): Promise<'nothing' | 'made' | 'deleted'> => {
      const engine = await openEngine(host);
      await settle();
      host.calls.reset();
      prepare();
      const made = await engine.run('create_webhook', { url: URL_OF_HOOK }).catch(() => null);
      if (made === null) return 'nothing';
      const deleted = await engine.run('delete_webhook', { id: made['id'] as string }).catch(() => null);
      return deleted === null ? 'made' : 'deleted';
    };
    const rehearsal = vault.host.reboot(start);
    expect(await act(rehearsal, () => undefined)).toBe('deleted');
    const points = rehearsal.calls.log.filter(({ mutates }) => mutates);
    expect(points.length).toBeGreaterThanOrEqual(5);
    for (const { number } of points) {
      for (const moment of ['before', 'after', 'torn'] as const) {
        const host = vault.host.reboot(start);
        const done = await act(host, () => host.crashAt(number, moment));
        for (const image of [host.image(), ...host.images()]) {
          const again = await onHost(host.reboot(image));
          const { webhooks } = (await again.run('list_webhooks')) as { webhooks: readonly unknown[] };
          const label = `${number} ${moment} ${image.label}`;
          if (done === 'deleted') expect(webhooks, label).toEqual([]);
          // Each has its secret: without one it would sign nothing.
          expect(again.host.secrets.byName.size, label).toBeGreaterThanOrEqual(webhooks.length);
          await again.engine.close();
        }
      }
    }
  });
});

describe('a disk that takes nothing', () => {
  it('holds deliveries back: nothing is sent that could not be sent again as it is', async () => {
    const { vault, receiver } = await openHooked();
    vault.host.faults.failWhile(({ path }) => path.startsWith('webhooks'), 'ENOSPC');
    await insert(vault, 'One');
    await pass(vault, 60_000, 1000);
    expect(receiver.requests).toEqual([]);
    vault.host.faults.clear();
    await pass(vault, 10_000, 1000);
    expect(receiver.requests.length).toBe(1);
    expect((await listed(vault)).status).toBe('ok');
  });
});

it('through 30 % failures of all kinds and 100 restarts every event arrives, in order, duplicates with the same id', async () => {
  const receiver = new Receiver();
  let seed = 7;
  const chance = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const FAILURES = [
    { status: 500 },
    { status: 429, headers: { 'retry-after': '1' } },
    { status: 307, headers: { location: 'https://hooks.test/elsewhere' } },
    'break',
    'silence',
  ] as const;
  receiver.answer = () =>
    chance() < 0.3 ? (FAILURES[Math.floor(chance() * FAILURES.length)] ?? 'break') : { status: 200 };
  let host = createMemoryHost({ network: receiver.network });
  let vault = await onHost(host);
  await vault.run('create_table', TASKS);
  const hook = await vault.run('create_webhook', { url: URL_OF_HOOK, ops: ['insert'] });
  receiver.secret = hook['secret'] as string;
  const restarts = times(100, 1000);
  for (let round = 0; round < restarts; round += 1) {
    for (let count = 0; count <= round % 2; count += 1) await insert(vault, `Task ${round}-${count}`);
    if (chance() < 0.5) await settle();
    if (chance() < 0.3) await pass(vault, 400_000, 100_000);
    // Half of them are killed, the others close.
    if (chance() < 0.5) {
      const closing = vault.engine.close();
      await settle();
      vault.host.advance(1000);
      await closing;
    }
    const image = host.image();
    host.calls.crashed = true;
    host = host.reboot(image);
    vault = await onHost(host);
  }
  receiver.answer = () => ({ status: 200 });
  await pass(vault, 2 * 24 * 60 * 60 * 1000, 6 * 60 * 60 * 1000);
  const wanted = await insertsAfter(vault, hook['cursor'] as number);
  expect(wanted.length).toBe(restarts * 1.5);
  expect(takenInOrder(receiver.requests)).toEqual(wanted);
  expect(receiver.requests.length).toBeGreaterThan(new Set(receiver.requests.map(({ id }) => id)).size);
});

/** The same disk with another network. */
const rebooted = ({ crypto }: MemoryHost, { network }: Receiver, image: DiskImage): MemoryHost =>
  new MemoryHost(image, { network, crypto });
