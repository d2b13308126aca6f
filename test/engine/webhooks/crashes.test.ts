/** Webhooks through crashes, restarts and receivers that fail: at least once, in order, the same id for the same batch. D11 */

import { describe, expect, it, vi } from 'vitest';
import { type JsonObject, openEngine } from '../../../src/engine/index';
import { MemoryHost, createMemoryHost } from '../../memory-host/memory-host';
import type { DiskImage } from '../../memory-host/disk-image';
import type { CrashMoment } from '../../memory-host/call-gate';
import { getOrInsert } from '../../../src/engine/values/maps';
import { isDeep, times } from '../../deep';
import { type TestVault, onHost } from '../open-vault';
import {
  type Delivered,
  type HookedVault,
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

/** What happens to a webhook until the process stops; it ends with an orderly end. */
type Work = (vault: TestVault, receiver: Receiver, hook: HookedVault['hook']) => Promise<void>;

const answersWith = (receiver: Receiver, ...statuses: readonly number[]): void => {
  let count = 0;
  receiver.answer = () => ({ status: statuses[count++] ?? 200 });
};

const WORKS: readonly (readonly [string, Work])[] = [
  [
    'a batch is refused once while rows are inserted',
    async (vault, receiver) => {
      answersWith(receiver, 500);
      await insert(vault, 'One');
      await settle();
      await insert(vault, 'Two');
      await pass(vault, 7000);
      await insert(vault, 'Three');
      await settle();
    },
  ],
  [
    'it is disabled, and a person resumes it',
    async (vault, receiver, { id }) => {
      answersWith(receiver, 410, 500);
      await insert(vault, 'One');
      await settle();
      await insert(vault, 'Two');
      await vault.engine.webhookControl.resume(id);
      await settle();
      await vault.engine.webhookControl.retry(id);
      await settle();
    },
  ],
  [
    'its table is renamed, notes come by hand and a person pauses it',
    async (vault, receiver, { id }) => {
      answersWith(receiver, 503);
      await insert(vault, 'One');
      vault.host.external.write(
        `${FOLDER}/Two.md`,
        `---\ntable: main.default.tasks\nid: ${BY_HAND}\ntitle: Two\n---\n`,
      );
      await vault.engine.rescan();
      await vault.run('alter_table', { table: 'tasks', description: 'work' });
      await vault.run('rename_column', { table: 'tasks', from_column: 'title', to_column: 'name' });
      await settle();
      await vault.engine.webhookControl.pause(id);
      await vault.run('insert_row', { table: 'tasks', values: { name: 'Three' } });
      await vault.engine.webhookControl.resume(id);
      await settle();
    },
  ],
];

const FOLDER = 'notedb/main/default/tasks';
const BY_HAND = '00000000-0000-4000-8000-0000000000ff';

async function work(host: MemoryHost, act: (vault: TestVault) => Promise<void>): Promise<void> {
  const vault = await onHost(host);
  await act(vault);
  await vault.engine.close();
}

/** The title of a row, whatever its column is called. */
const titleOf = (changes: JsonObject): unknown => ((changes['name'] ?? changes['title']) as JsonObject)['after'];

/** Under which ids each row was told that came. */
function idsByTitle(requests: readonly Delivered[]): ReadonlyMap<unknown, ReadonlySet<string>> {
  const ids = new Map<unknown, Set<string>>();
  for (const { id, body } of requests)
    for (const { changes } of body.events)
      getOrInsert(ids, titleOf(changes as JsonObject), () => new Set<string>()).add(id);
  return ids;
}

/** What a killed process leaves; and what a power cut may leave, in the usual run one of many. */
function imagesAfter(host: MemoryHost, number: number): readonly DiskImage[] {
  const others = [...host.images()];
  return [host.image(), ...(isDeep ? others : others.slice(number % others.length, (number % others.length) + 1))];
}

describe.each(WORKS)('a crash while %s', (_, act) => {
  /** A whole write that is torn is none: only appends leave a half. */
  it.each<CrashMoment>(['before', 'after', 'torn'])(
    '%s any call of private state, secrets or network loses no event, repeats a batch as it was and changes no order',
    async (moment) => {
      const { vault, hook } = await openHooked({ ops: ['insert'] });
      await vault.engine.close();
      const start = vault.host.image();
      const fresh = (requests: readonly Delivered[] = []): Receiver => {
        const receiver = new Receiver();
        receiver.secret = hook.secret;
        receiver.requests.push(...requests);
        return receiver;
      };
      const crashed = async (number: number): Promise<{ host: MemoryHost; receiver: Receiver }> => {
        const receiver = fresh();
        const host = rebooted(vault.host, receiver, start);
        if (number > 0) host.crashAt(number, moment);
        const working = work(host, (opened) => act(opened, receiver, hook));
        await (number > 0 ? working.catch(() => undefined) : working);
        return { host, receiver };
      };
      const stepStaging = await crashed(0);
      const calls = stepStaging.host.calls.log.filter(
        ({ port, mutates }) => mutates && port !== 'vault' && port !== 'cache',
      );
      expect(calls.filter(({ path }) => path.startsWith('webhooks')).length).toBeGreaterThan(4);
      expect(calls.filter(({ port }) => port === 'network').length).toBeGreaterThan(2);
      const points = calls.filter(({ method }) => moment !== 'torn' || method === 'append');
      let crashes = 0;
      for (const { number } of points) {
        const { host, receiver: before } = await crashed(number);
        if (!host.calls.crashed) continue;
        crashes += 1;
        for (const image of imagesAfter(host, number)) {
          const receiver = fresh(before.requests);
          const again = await onHost(rebooted(host, receiver, image));
          await again.engine.webhookControl.resume(hook.id);
          const { columns } = await again.run('describe_table', { table: 'tasks' });
          const isRenamed = (columns as readonly JsonObject[]).some(({ name }) => name === 'name');
          await again.run('insert_row', { table: 'tasks', values: { [isRenamed ? 'name' : 'title']: 'Last' } });
          await pass(again, 7000);
          const label = `${number} ${moment}, ${image.label}`;
          expect(takenInOrder(receiver.requests), label).toEqual(await insertsAfter(again, hook['cursor'] as number));
          for (const [title, ids] of idsByTitle(receiver.requests))
            expect(ids.size, `${label}: ${String(title)}`).toBe(1);
          expect((await listed(again)).status, label).toBe('ok');
          await again.engine.close();
        }
      }
      expect(crashes).toBe(points.length);
      expect(crashes).toBeGreaterThan(2);
    },
  );
});

describe('a crash', () => {
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
    const stepStaging = vault.host.reboot(start);
    expect(await act(stepStaging, () => undefined)).toBe('deleted');
    const points = stepStaging.calls.log.filter(({ mutates }) => mutates);
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

describe('a disk that takes long', () => {
  it('keeps the batch that was sent, though an older state of the webhook was on its way', async () => {
    const { vault, receiver, hook } = await openHooked();
    receiver.answer = () => 'silence';
    const { webhookControl } = vault.engine;
    await webhookControl.pause(hook.id);
    const release = holdNextWrite(vault.host, 'webhooks/');
    const resuming = webhookControl.resume(hook.id);
    await settle();
    await insert(vault, 'One');
    await settle();
    release();
    await resuming;
    await settle();
    expect(receiver.requests).toHaveLength(1);
    const again = await onHost(rebooted(vault.host, receiver, vault.host.image()));
    receiver.answer = () => ({ status: 200 });
    await pass(again, 7000);
    const [first, second] = receiver.requests;
    expect([second?.id, second?.raw]).toEqual([first?.id, first?.raw]);
    await again.engine.close();
  });

  it('brings no webhook back that was deleted meanwhile', async () => {
    const { vault, hook } = await openHooked();
    const release = holdNextWrite(vault.host, 'webhooks/');
    const pausing = vault.engine.webhookControl.pause(hook.id);
    await settle();
    const deleting = vault.run('delete_webhook', { id: hook.id });
    await settle();
    release();
    await Promise.all([pausing, deleting]);
    const again = await vault.restart();
    expect(await again.run('list_webhooks')).toEqual({ webhooks: [] });
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

/** The next write below a folder takes until the function is called that this returns; others pass it. */
function holdNextWrite({ privateStore }: MemoryHost, folder: string): () => void {
  const write = privateStore.write.bind(privateStore);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const holding = vi.spyOn(privateStore, 'write').mockImplementation(async (file, bytes) => {
    if (!file.startsWith(folder)) return write(file, bytes);
    holding.mockRestore();
    await held;
    return write(file, bytes);
  });
  return release;
}

/** The same disk with another network. */
const rebooted = ({ crypto }: MemoryHost, { network }: Receiver, image: DiskImage): MemoryHost =>
  new MemoryHost(image, { network, crypto });
