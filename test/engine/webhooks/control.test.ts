/** A person retries, pauses, resumes and tests a webhook. docs/webhooks.md#commands */

import { describe, expect, it } from 'vitest';
import { insert, listed, openHooked, pass, settle } from './receiver';

const HOUR = 3_600_000;

describe('a webhook', () => {
  it('that fails sends what waits at once when it is retried, the same batch', async () => {
    const { vault, receiver, hook } = await openHooked();
    receiver.answer = () => ({ status: 500 });
    await insert(vault, 'One');
    await settle();
    await pass(vault, HOUR, 600_000);
    const [failed] = receiver.requests;
    expect((await listed(vault)).status).toBe('failing');
    receiver.answer = () => ({ status: 200 });
    receiver.requests.length = 0;
    await vault.engine.webhookControl.retry(hook.id);
    await settle();
    expect(receiver.requests.map(({ id, raw }) => [id, raw])).toEqual([[failed?.id, failed?.raw]]);
    expect(await listed(vault)).toMatchObject({ status: 'ok', lastError: null, nextAttempt: null });
  });

  it('that is paused sends nothing, over a restart too, and goes on where it stopped', async () => {
    const { vault, receiver, hook } = await openHooked();
    await vault.engine.webhookControl.pause(hook.id);
    await insert(vault, 'One');
    await pass(vault, HOUR);
    const again = await vault.restart();
    await insert(again, 'Two');
    await pass(again, HOUR);
    expect(receiver.requests).toEqual([]);
    expect((await listed(again)).status).toBe('paused');
    await again.engine.webhookControl.resume(hook.id);
    await settle();
    expect(receiver.requests.flatMap(({ body }) => body.events.map(({ op }) => op))).toEqual(['insert', 'insert']);
    expect((await listed(again)).status).toBe('ok');
  });

  it('that is paused while a batch is in flight stays paused', async () => {
    const { vault, receiver, hook } = await openHooked();
    const pauses: Promise<unknown>[] = [];
    receiver.answer = () => {
      pauses.push(vault.engine.webhookControl.pause(hook.id));
      return { status: 200 };
    };
    await insert(vault, 'One');
    await settle();
    await Promise.all(pauses);
    await insert(vault, 'Two');
    await settle();
    expect(receiver.requests).toHaveLength(1);
    expect((await listed(vault)).status).toBe('paused');
  });

  it('that was disabled goes on when it is resumed, from its cursor', async () => {
    const { vault, receiver, hook } = await openHooked();
    receiver.answer = () => ({ status: 410 });
    await insert(vault, 'One');
    await settle();
    expect((await listed(vault)).status).toBe('disabled');
    receiver.answer = () => ({ status: 200 });
    await vault.engine.webhookControl.resume(hook.id);
    await settle();
    expect(receiver.requests.at(-1)?.body.events.map(({ op }) => op)).toEqual(['insert']);
    expect((await listed(vault)).status).toBe('ok');
  });

  it('is sent a signed test without events, of which nothing is kept', async () => {
    const { vault, receiver, hook } = await openHooked();
    const before = await listed(vault);
    expect(await vault.engine.webhookControl.test(hook.id)).toMatchObject({ attempt: { status: 200 }, error: null });
    expect(receiver.requests.map(({ body }) => body)).toEqual([
      { type: 'notedb.test', webhook: hook.id, events: [], last: before.cursor, test: true },
    ]);
    receiver.answer = () => ({ status: 503 });
    expect(await vault.engine.webhookControl.test(hook.id)).toMatchObject({ error: 'the receiver answered 503' });
    expect(await listed(vault)).toEqual(before);
    await expect(vault.engine.webhookControl.test('no')).rejects.toThrow('there is no webhook "no"');
  });
});
