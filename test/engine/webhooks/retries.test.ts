/** What happens when a receiver does not take a batch. docs/webhooks.md#retries, docs/webhooks.md#states; D11, D23 */

import { describe, expect, it } from 'vitest';
import type { NetworkAnswer } from '../../memory-host/memory-network';
import { type TestVault, onHost } from '../open-vault';
import { type HookedVault, insert, listed, openHooked, pass, settle } from './receiver';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

async function failing(answer: NetworkAnswer): Promise<HookedVault> {
  const hooked = await openHooked();
  hooked.receiver.answer = () => answer;
  await insert(hooked.vault, 'One');
  await settle();
  return hooked;
}

/** Milliseconds from now until the next attempt. */
async function delay(vault: TestVault): Promise<number> {
  const { nextAttempt } = await listed(vault);
  return Date.parse(nextAttempt ?? '') - vault.host.clock.now();
}

describe('a retry', () => {
  it('comes after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, each 20 % more or less, with the same bytes and id', async () => {
    const { vault, receiver } = await failing({ status: 500 });
    const wanted = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];
    for (const [index, usual] of wanted.entries()) {
      expect(receiver.requests.length).toBe(index + 1);
      const left = await delay(vault);
      expect(left).toBeGreaterThanOrEqual(usual * 0.8 - SECOND);
      expect(left).toBeLessThanOrEqual(usual * 1.2 + SECOND);
      vault.host.advance(left - 2 * SECOND);
      await settle();
      expect(receiver.requests.length).toBe(index + 1);
      await pass(vault, 4 * SECOND);
    }
    const [first] = receiver.requests;
    for (const { raw, id } of receiver.requests) expect([raw, id]).toEqual([first?.raw, first?.id]);
    // A receiver refuses an old time stamp: each attempt has its own.
    expect(new Set(receiver.requests.map(({ timestamp }) => timestamp)).size).toBe(wanted.length + 1);
  });

  it('differs by chance', async () => {
    const { vault } = await openHooked();
    const delays = new Set<number>();
    for (let count = 0; count < 8; count += 1) {
      const other = await failing({ status: 500 });
      // Chance of the memory host counts on.
      for (let draw = 0; draw < count; draw += 1) other.vault.host.crypto.randomBytes(1);
      await pass(other.vault, 6 * SECOND);
      delays.add(await delay(other.vault));
    }
    expect(delays.size).toBeGreaterThan(3);
    await vault.engine.close();
  });

  it.each([
    ['120', 2 * MINUTE],
    ['0', SECOND],
    ['Thu, 05 Mar 2026 13:00:00 GMT', HOUR],
    ['999999999', 24 * HOUR],
  ])('keeps to Retry-After: %s', async (header, wanted) => {
    const { vault } = await failing({ status: 429, headers: { 'Retry-After': header } });
    expect(Math.abs((await delay(vault)) - wanted)).toBeLessThan(SECOND);
  });

  it.each(['soon', '-5', '', '1.5'])('keeps to the schedule where Retry-After says %j', async (header) => {
    const { vault } = await failing({ status: 503, headers: { 'Retry-After': header } });
    expect(Math.abs((await delay(vault)) - 5 * SECOND)).toBeLessThanOrEqual(SECOND);
  });

  it('that waits keeps its time, its bytes and its id over a restart', async () => {
    const { vault, receiver } = await failing({ status: 500 });
    await pass(vault, 6 * SECOND);
    const before = await listed(vault);
    const again = await vault.restart();
    await settle();
    expect((await listed(again)).nextAttempt).toBe(before.nextAttempt);
    expect(receiver.requests.length).toBe(2);
    receiver.answer = () => ({ status: 204 });
    await pass(again, 6 * MINUTE + SECOND);
    expect(receiver.requests.length).toBe(3);
    expect(new Set(receiver.requests.map(({ raw, id }) => raw + id)).size).toBe(1);
    expect((await listed(again)).status).toBe('ok');
  });

  it('that fell due while nothing ran comes at once', async () => {
    const { vault, receiver } = await failing({ status: 500 });
    await vault.engine.close();
    vault.host.advance(HOUR);
    await onHost(vault.host.reboot());
    await settle();
    expect(receiver.requests.length).toBe(2);
  });
});

describe('the state', () => {
  it.each<readonly [NetworkAnswer, number | null, string]>([
    [{ status: 500 }, 500, '500'],
    [{ status: 404 }, 404, '404'],
    [{ status: 302, headers: { location: 'http://169.254.169.254/' } }, 302, 'redirect'],
    ['break', null, 'no whole answer'],
  ])('is failing after the answer %j, and a success clears it', async (answer, status, error) => {
    const { vault, receiver } = await failing(answer);
    const before = await listed(vault);
    expect(before).toMatchObject({ status: 'failing', lastDelivery: null, deliveries: [{ status, events: 1 }] });
    expect(before.lastError).toContain(error);
    receiver.answer = () => ({ status: 202 });
    await pass(vault, 7 * SECOND, SECOND);
    const after = await listed(vault);
    expect(after).toMatchObject({
      status: 'ok',
      lastError: null,
      nextAttempt: null,
      deliveries: [{ status: 202 }, { status }],
    });
    expect(after.lastDelivery).not.toBeNull();
    expect(after.cursor).toBeGreaterThanOrEqual(receiver.requests[0]?.body.last ?? Infinity);
  });

  it('is failing after 15 s of silence', async () => {
    const { vault, receiver } = await failing('silence');
    await pass(vault, 14 * SECOND);
    expect((await listed(vault)).status).toBe('ok');
    await pass(vault, SECOND);
    expect(await listed(vault)).toMatchObject({ status: 'failing', deliveries: [{ status: null, ms: 15_000 }] });
    expect(receiver.requests.length).toBe(1);
  });

  it('is disabled by 410; what comes then is not sent, and a new webhook goes on with since', async () => {
    const { vault, receiver, hook } = await failing({ status: 410 });
    expect(await listed(vault)).toMatchObject({ status: 'disabled', cursor: hook['cursor'], nextAttempt: null });
    await insert(vault, 'Two');
    await pass(vault, HOUR);
    const again = await vault.restart();
    await settle();
    expect(receiver.requests.length).toBe(1);
    expect((await listed(again)).lastError).toContain('410');
    await again.run('delete_webhook', { id: hook.id });
    receiver.answer = () => ({ status: 200 });
    const next = await again.run('create_webhook', { url: hook['url'] as string, since: hook['cursor'] as number });
    receiver.secret = next['secret'] as string;
    await settle();
    expect(receiver.requests.at(-1)?.body.events.map(({ op }) => op)).toEqual(['insert', 'insert']);
  });

  it('is disabled after 120 hours of failing while the program ran, and not before', async () => {
    const { vault, receiver } = await failing({ status: 500 });
    await pass(vault, 60 * HOUR, 5 * MINUTE);
    // Two weeks in which nothing ran count for nothing.
    await vault.engine.close();
    vault.host.advance(14 * 24 * HOUR);
    const again = await onHost(vault.host.reboot());
    await pass(again, 40 * HOUR, 5 * MINUTE);
    expect((await listed(again)).status).toBe('failing');
    await pass(again, 60 * HOUR, 5 * MINUTE);
    const { status, lastError, nextAttempt } = await listed(again);
    expect([status, nextAttempt]).toEqual(['disabled', null]);
    expect(lastError).toContain('120 hours');
    const sent = receiver.requests.length;
    await pass(again, 48 * HOUR, HOUR);
    expect(receiver.requests.length).toBe(sent);
  });

  it('lists the last 20 attempts, the newest first', async () => {
    const { vault, receiver } = await openHooked();
    for (let index = 0; index < 25; index += 1) {
      await insert(vault, `Task ${index}`);
      await settle();
    }
    const { deliveries } = await listed(vault);
    expect(deliveries.map(({ id }) => id)).toEqual(
      receiver.requests
        .map(({ id }) => id)
        .reverse()
        .slice(0, 20),
    );
  });
});

it('a webhook that is deleted sends nothing more, and what was in flight brings nothing back', async () => {
  const { vault, receiver, hook } = await failing('silence');
  await vault.run('delete_webhook', { id: hook.id });
  receiver.answer = () => ({ status: 200 });
  await pass(vault, 20 * SECOND);
  await insert(vault, 'Two');
  const again = await vault.restart();
  await pass(again, HOUR);
  expect(receiver.requests.length).toBe(1);
  expect(await again.run('list_webhooks')).toEqual({ webhooks: [] });
  expect(again.host.secrets.byName.size).toBe(0);
  expect([...again.host.image().privateFiles.keys()].filter((name) => name.startsWith('webhooks'))).toEqual([]);
});

it('a webhook whose secret is not on this device says so, and goes on when it is there', async () => {
  const { vault, receiver, hook } = await openHooked();
  const name = `webhook-${hook.id}`;
  vault.host.secrets.byName.delete(name);
  await insert(vault, 'One');
  await settle();
  expect(receiver.requests).toEqual([]);
  expect(await listed(vault)).toMatchObject({ status: 'failing', deliveries: [] });
  expect((await listed(vault)).lastError).toContain('secret');
  vault.host.secrets.byName.set(name, hook.secret);
  await pass(vault, 7 * SECOND);
  expect([receiver.requests.length, (await listed(vault)).status]).toEqual([1, 'ok']);
});

it('closing waits a second at most for a receiver that is silent, which is sent the same batch afterwards', async () => {
  const { vault, receiver } = await failing('silence');
  const closing = vault.engine.close();
  await settle();
  await pass(vault, SECOND);
  await closing;
  receiver.answer = () => ({ status: 200 });
  await onHost(vault.host.reboot());
  await settle();
  expect(receiver.requests.map(({ id }) => id)).toEqual([receiver.requests[0]?.id, receiver.requests[0]?.id]);
});
