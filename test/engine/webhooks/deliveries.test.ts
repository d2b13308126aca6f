/** What a receiver is sent, and when. docs/webhooks.md#deliveries; D11, D23 */

import { describe, expect, it } from 'vitest';
import { MemoryHost } from '../../memory-host/memory-host';
import { onHost } from '../open-vault';
import { URL_OF_HOOK, insert, listed, openHooked, openTasks, pass, settle } from './receiver';

describe('a delivery', () => {
  it('has the events as list_changes gives them, the id of the webhook and the next cursor', async () => {
    const { vault, receiver, hook } = await openHooked();
    await insert(vault, 'Write', { points: 3 });
    await settle();
    const { changes, last } = await vault.run('list_changes', { since: hook['cursor'] as number });
    expect(receiver.requests.map(({ body }) => body)).toEqual([
      { type: 'notedb.changes', webhook: hook.id, events: changes, last },
    ]);
    expect((changes as readonly unknown[]).length).toBe(1);
    expect(await listed(vault)).toMatchObject({
      status: 'ok',
      cursor: last,
      lastError: null,
      nextAttempt: null,
      deliveries: [{ id: receiver.requests[0]?.id, status: 200, events: 1 }],
    });
  });

  it('is signed twice: the body alone by the whole secret, and as Standard Webhooks say', async () => {
    const { vault, receiver, hook } = await openHooked();
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await insert(vault, 'Zürich 🎵');
    await settle();
    // The receiver throws for a wrong one.
    expect(receiver.requests.length).toBe(1);
    expect(receiver.requests[0]?.timestamp).toBe(Math.floor(vault.host.clock.now() / 1000));
    expect(receiver.requests[0]?.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('holds up to 100 events; the next one goes on, in order', async () => {
    const { vault, receiver, hook } = await openHooked();
    const source = Array.from({ length: 250 }, (_, index) => ({ title: `Task ${index}` }));
    await vault.run('merge_rows', { table: 'tasks', on: ['title'], rows: source });
    await settle();
    expect(receiver.requests.map(({ body }) => body.events.length)).toEqual([100, 100, 50]);
    const start = (hook['cursor'] as number) + 1;
    expect(receiver.seqs()).toEqual(Array.from({ length: 250 }, (_, index) => start + index));
    expect(new Set(receiver.requests.map(({ id }) => id)).size).toBe(3);
    expect(receiver.requests.map(({ body }) => body.last)).toEqual([start + 99, start + 199, start + 249]);
  });

  it('is cut where its text would exceed a million characters', async () => {
    const { vault, receiver } = await openHooked();
    const source = Array.from({ length: 12 }, (_, index) => ({ title: `Task ${index}`, notes: 'x'.repeat(200_000) }));
    await vault.run('add_column', {
      table: 'tasks',
      column: { name: 'notes', type: 'string', description: 'a long text' },
    });
    await vault.run('merge_rows', { table: 'tasks', on: ['title'], rows: source });
    await settle();
    for (const { raw } of receiver.requests) expect(raw.length).toBeLessThan(1_001_000);
    expect(receiver.requests.length).toBeGreaterThan(2);
    const seqs = receiver.seqs();
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, index) => (seqs[0] ?? 0) + index));
    expect(receiver.requests.at(-1)?.body.last).toBeGreaterThanOrEqual(seqs.at(-1) ?? Infinity);
  });

  it('tells edits by hand, and none of the changes before the webhook', async () => {
    const { vault, receiver, hook } = await openHooked();
    await insert(vault, 'Write');
    await settle();
    const [path = ''] = [...vault.host.image().files.keys()].filter((each) => each.endsWith('Write.md'));
    vault.host.external.write(path, (vault.text(path) ?? '').replace('title: Write', 'title: Write\npoints: 5'));
    await vault.engine.rescan();
    await settle();
    const [, second] = receiver.requests;
    expect(second?.body.events).toMatchObject([
      { op: 'update', source: 'external', changes: { points: { after: 5 } } },
    ]);
    expect(Math.min(...receiver.seqs())).toBe((hook['cursor'] as number) + 1);
  });

  it('waits for the one before: events that come meanwhile go together', async () => {
    const { vault, receiver } = await openHooked();
    receiver.answer = () => 'silence';
    await insert(vault, 'One');
    await settle();
    for (const title of ['Two', 'Three', 'Four']) await insert(vault, title);
    await settle();
    expect(receiver.requests.length).toBe(1);
    receiver.answer = () => ({ status: 200 });
    await pass(vault, 15_000);
    await pass(vault, 10_000, 1000);
    expect(receiver.requests.map(({ body }) => body.events.length)).toEqual([1, 1, 3]);
    expect(receiver.requests[1]?.raw).toBe(receiver.requests[0]?.raw);
  });
});

describe('the filter', () => {
  it('keeps tables, operations, columns, values and actors apart', async () => {
    const { vault, receiver } = await openHooked({
      tables: ['tasks'],
      ops: ['insert', 'update'],
      columns: ['points'],
      where: { points: { gte: 3 } },
      exclude_actor: 'sync',
    });
    await insert(vault, 'Small', { points: 1 });
    await insert(vault, 'No points');
    await insert(vault, 'Big', { points: 5 });
    await vault.engine.run(
      'insert_row',
      { table: 'tasks', values: { title: 'Synced', points: 8 } },
      { kind: 'owner', actor: { harness: 'sync' } },
    );
    await vault.run('delete_rows', { table: 'tasks', where: { title: 'Big' } });
    await settle();
    expect(receiver.requests.flatMap(({ body }) => body.events)).toMatchObject([
      { op: 'insert', changes: { title: { after: 'Big' } } },
    ]);
  });

  it('is passed by the cursor, which survives a restart', async () => {
    const { vault, receiver } = await openHooked({ ops: ['delete'] });
    for (const title of ['One', 'Two', 'Three']) await insert(vault, title);
    await settle();
    const { head } = await vault.run('list_changes', { limit: 0 });
    const again = await vault.restart();
    await settle();
    expect((await listed(again)).cursor).toBeGreaterThanOrEqual(head as number);
    await again.run('delete_rows', { table: 'tasks', where: { title: 'Two' } });
    await settle();
    expect(receiver.requests.map(({ body }) => body.events.map(({ op }) => op))).toEqual([['delete']]);
  });

  it('that names a column which is dropped matches nothing any more', async () => {
    const { vault, receiver } = await openHooked({ tables: ['tasks'], where: { points: 3 } });
    await vault.run('drop_column', { table: 'tasks', column: 'points' });
    await insert(vault, 'One');
    await settle();
    expect(receiver.requests).toEqual([]);
    expect(await listed(vault)).toMatchObject({ status: 'ok', lastError: null });
  });
});

it('since goes back in the feed', async () => {
  const { vault, receiver } = await openTasks();
  await insert(vault, 'Before');
  const { secret } = await vault.run('create_webhook', { url: URL_OF_HOOK, since: 0, ops: ['insert'] });
  receiver.secret = secret as string;
  await settle();
  expect(receiver.requests.flatMap(({ body }) => body.events)).toMatchObject([
    { op: 'insert', changes: { title: {} } },
  ]);
});

it('each webhook has a cursor of its own', async () => {
  const { vault, receiver } = await openHooked();
  receiver.secret = null;
  await vault.run('create_webhook', { url: URL_OF_HOOK, ops: ['update'] });
  receiver.answer = ({ body }) => ({ status: body.events.some(({ op }) => op === 'insert') ? 500 : 200 });
  await insert(vault, 'One', { points: 1 });
  await vault.run('update_rows', { table: 'tasks', set_values: { points: 2 } });
  await settle();
  const { webhooks } = await vault.run('list_webhooks');
  expect(webhooks).toMatchObject([{ status: 'failing' }, { status: 'ok' }]);
});

it('a vault that is open for reading only lists webhooks, makes and deletes none, and delivers nothing', async () => {
  const { vault, receiver, hook } = await openHooked();
  receiver.answer = () => ({ status: 500 });
  await insert(vault, 'One');
  await settle();
  await vault.engine.close();
  const sent = receiver.requests.length;
  const readOnly = await onHost(new MemoryHost(vault.host.image(), { network: receiver.network, readOnly: true }));
  await pass(readOnly, 60_000);
  expect((await listed(readOnly)).status).toBe('failing');
  expect(receiver.requests.length).toBe(sent);
  for (const [name, args] of [
    ['create_webhook', { url: URL_OF_HOOK }],
    ['delete_webhook', { id: hook.id }],
  ] as const) {
    expect((await readOnly.refused(name, args)).code).toBe('forbidden');
    await readOnly.run(name, { ...args, dry_run: true });
  }
});
