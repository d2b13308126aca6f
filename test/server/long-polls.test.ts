/** Calls that wait for a change: at most 32, none holds the server up when it ends. D12, D22 */

import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { MOST_LONG_POLLS } from '../../src/server/running-calls';
import { ask, errorOf, rawRequest, serverFixture } from './server-fixture';

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
