/** Batches that wait, CloudEvents, and deliveries that are sent again. docs/webhooks.md */

import { describe, expect, it } from 'vitest';
import { insert, listed, openHooked, pass, settle } from './receiver';

describe('batch_ms', () => {
  it('sends what comes within that time as one batch', async () => {
    const { vault, receiver } = await openHooked({ batch_ms: 60_000 });
    await insert(vault, 'One');
    await pass(vault, 30_000);
    await insert(vault, 'Two');
    await pass(vault, 29_000);
    expect(receiver.requests).toEqual([]);
    await pass(vault, 2000);
    expect(receiver.requests.map(({ body }) => body.events.length)).toEqual([2]);
    await insert(vault, 'Three');
    await pass(vault, 61_000);
    expect(receiver.requests.map(({ body }) => body.events.length)).toEqual([2, 1]);
  });

  it('does not hold back a full batch', async () => {
    const { vault, receiver } = await openHooked({ batch_ms: 3_600_000 });
    const rows = Array.from({ length: 130 }, (_, index) => ({ title: `Task ${index}` }));
    await vault.run('merge_rows', { table: 'tasks', on: ['title'], rows });
    await settle();
    expect(receiver.requests.map(({ body }) => body.events.length)).toEqual([100]);
    await pass(vault, 3_700_000, 600_000);
    expect(receiver.requests.map(({ body }) => body.events.length)).toEqual([100, 30]);
  });

  it('counts over a restart', async () => {
    const { vault, receiver } = await openHooked({ batch_ms: 60_000 });
    await insert(vault, 'One');
    await pass(vault, 59_000);
    const again = await vault.restart();
    await settle();
    expect(receiver.requests).toEqual([]);
    await pass(again, 2000);
    expect(receiver.requests.map(({ body }) => body.events.length)).toEqual([1]);
    expect(await listed(again)).toMatchObject({ batch_ms: 60_000, format: 'plain' });
  });
});

it('format cloudevents sends a batch of CloudEvents, signed like any other', async () => {
  const { vault, receiver, hook } = await openHooked({ format: 'cloudevents' });
  await insert(vault, 'Write', { points: 3 });
  await settle();
  const { changes, feed } = await vault.run('list_changes', { since: hook['cursor'] as number });
  const [event] = changes as readonly { seq: number; timestamp: string; path: string }[];
  expect(receiver.types[0]).toBe('application/cloudevents-batch+json; charset=utf-8');
  expect(JSON.parse(receiver.requests[0]?.raw ?? '')).toEqual([
    {
      specversion: '1.0',
      source: `urn:uuid:${feed as string}`,
      datacontenttype: 'application/json',
      id: String(event?.seq),
      type: 'notedb.insert',
      time: event?.timestamp,
      subject: event?.path,
      data: event,
    },
  ]);
  await vault.engine.webhookControl.test(hook.id);
  expect(JSON.parse(receiver.requests[1]?.raw ?? '')).toMatchObject([{ specversion: '1.0', type: 'notedb.test' }]);
});

describe('a delivery of before', () => {
  it('is sent again: the same bytes under the same id, after a restart too; the cursor stays', async () => {
    const { vault, receiver, hook } = await openHooked();
    await insert(vault, 'One');
    await settle();
    await insert(vault, 'Two');
    await settle();
    const again = await vault.restart();
    await settle();
    const before = await listed(again);
    const [first] = receiver.requests;
    const sent = await again.engine.webhookControl.resend(hook.id, first?.id ?? '');
    expect(sent).toMatchObject({ error: null, attempt: { status: 200, events: 1 } });
    expect(receiver.requests.map(({ id, raw }) => [id, raw])[2]).toEqual([first?.id, first?.raw]);
    const after = await listed(again);
    expect(after.cursor).toBe(before.cursor);
    expect(after.deliveries.map(({ id }) => id)).toEqual([first?.id, ...before.deliveries.map(({ id }) => id)]);
  });

  it('that the receiver did not take tells why, and leaves the schedule as it is', async () => {
    const { vault, receiver, hook } = await openHooked();
    await insert(vault, 'One');
    await settle();
    receiver.answer = () => ({ status: 500 });
    const id = receiver.requests[0]?.id ?? '';
    expect((await vault.engine.webhookControl.resend(hook.id, id)).error).toContain('500');
    expect(await listed(vault)).toMatchObject({ status: 'ok', nextAttempt: null });
  });

  it('is kept as long as it is listed', async () => {
    const { vault, receiver, hook } = await openHooked();
    for (let index = 0; index < 25; index += 1) {
      await insert(vault, `Task ${index}`);
      await settle();
    }
    const resend = (...given: [string, string]) => vault.engine.webhookControl.resend(...given);
    const [oldest, newest] = [receiver.requests[0]?.id ?? '', receiver.requests.at(-1)?.id ?? ''];
    await expect(resend(hook.id, oldest)).rejects.toMatchObject({ code: 'not_found' });
    expect((await resend(hook.id, newest)).error).toBeNull();
    expect(await vault.host.privateStore.list(`webhooks-sent/${hook.id}`)).toHaveLength(20);
    await vault.run('delete_webhook', { id: hook.id });
    expect(await vault.host.privateStore.list(`webhooks-sent/${hook.id}`)).toEqual([]);
  });
});
