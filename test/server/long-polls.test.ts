/** Calls that wait for a change: at most 32, none holds the server up when it ends. D12, D22 */

import { afterEach, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { MOST_LONG_POLLS, MOST_LONG_POLLS_OF_APP } from '../../src/server/running-calls';
import { TOKEN, ask, errorOf, rawRequest, serverFixture, sha256 } from './server-fixture';

const POLL = { url: '/notedb/operations/list_changes/', body: '{"wait_ms": 60000}' };

/** An engine whose feed never has anything new. */
async function waiting() {
  const finish: (() => void)[] = [];
  const run = (): Promise<JsonObject> =>
    new Promise((resolve) => finish.push(() => resolve({ changes: [], last: 0, head: 0 })));
  return { ...(await serverFixture({ engine: { run } })), finish };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('are 32 at once; the next is told so, and others are served', async () => {
  const { send, finish } = await waiting();
  const polls = Array.from({ length: MOST_LONG_POLLS }, () => send(POLL));
  await turn();
  const next = await send(POLL);
  expect([MOST_LONG_POLLS, next.status, errorOf(next).code, next.header('Retry-After')]).toEqual([
    32,
    429,
    'too_many_requests',
    '1',
  ]);
  const short = send({ ...POLL, body: '{"wait_ms": 0}' });
  await turn();
  finish.forEach((each) => each());
  expect((await short).status).toBe(200);
  for (const poll of polls) expect((await poll).status).toBe(200);
  const again = send(POLL);
  await turn();
  finish.at(-1)?.();
  expect((await again).status).toBe(200);
});

it('give their place back when the client goes away', async () => {
  const { server } = await waiting();
  let leave: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (leave = resolve));
  const polls = Array.from({ length: MOST_LONG_POLLS }, () => server.handle({ ...rawRequest(POLL), gone }));
  await turn();
  expect(await ask(server, POLL)).toHaveProperty('status', 429);
  leave();
  await Promise.all(polls);
  const next = ask(server, POLL);
  await turn();
  await server.stop();
  expect(await next).toHaveProperty('status', 503);
});

it('are answered with 503 when the server ends', async () => {
  const { send, server } = await waiting();
  const poll = send(POLL);
  await turn();
  await server.stop();
  const response = await poll;
  expect([response.status, errorOf(response).code]).toEqual([503, 'unavailable']);
  expect(await send(POLL)).toHaveProperty('status', 503);
});

afterEach(() => vi.useRealTimers());

const APP_TOKEN = 'the-token-of-an-app';
const POLL_OF_APP = { ...POLL, headers: { Authorization: `Bearer ${APP_TOKEN}` } };

/** As `waiting`, with an app whose token may be revoked. */
async function waitingWithApp() {
  const finish: (() => void)[] = [];
  const run = (): Promise<JsonObject> =>
    new Promise((resolve) => finish.push(() => resolve({ changes: ['a secret'], last: 1, head: 1 })));
  let isRevoked = false;
  const token = { id: 'a', name: 'App', permissions: ['read'], tables: null, ask: false, expires: null } as const;
  const auth = {
    sha256,
    holderOf: (hash: string) =>
      hash === sha256(TOKEN)
        ? ({ kind: 'owner' } as const)
        : hash === sha256(APP_TOKEN) && !isRevoked
          ? ({ kind: 'app', token: token as never } as const)
          : null,
  };
  const fixture = await serverFixture({ engine: { run }, auth });
  return { ...fixture, finish, revoke: () => void (isRevoked = true) };
}

it('are 8 of one app, and leave the others their places', async () => {
  const { send, finish } = await waitingWithApp();
  const polls = Array.from({ length: MOST_LONG_POLLS_OF_APP }, () => send(POLL_OF_APP));
  await turn();
  const next = await send(POLL_OF_APP);
  expect([MOST_LONG_POLLS_OF_APP, next.status, errorOf(next).code]).toEqual([8, 429, 'too_many_requests']);
  const ofOwner = send(POLL);
  await turn();
  finish.forEach((each) => each());
  expect((await ofOwner).status).toBe(200);
  for (const poll of polls) expect((await poll).status).toBe(200);
  const again = send(POLL_OF_APP);
  await turn();
  finish.at(-1)?.();
  expect((await again).status).toBe(200);
});

it('end when their token is revoked, and tell nothing that came since', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { send, finish, revoke } = await waitingWithApp();
  const [one, other] = [send(POLL_OF_APP), send(POLL_OF_APP)];
  await turn();
  revoke();
  finish[0]?.();
  expect([(await one).status, (await one).text.includes('a secret')]).toEqual([401, false]);
  vi.advanceTimersByTime(1000);
  expect((await other).status).toBe(401);
});
