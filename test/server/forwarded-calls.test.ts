/** What the owner of a vault answers to other processes of the same user. D1 */

import { afterEach, expect, it, vi } from 'vitest';
import type { Json, JsonObject } from '../../src/engine/index';
import {
  ACCEPT_DELETIONS,
  forwardedCalls,
  outcomeOf,
  PROBE,
  refuseForwardedCalls,
  unavailableOutcome,
} from '../../src/server/forwarded-calls';
import type { AppToken } from '../../src/server/tokens/token-book';
import { SEMANTIC, semanticCall } from '../../src/server/semantic-calls';
import type { TokenAuthentication } from '../../src/server/bearer-token';
import { serverFixture, sha256, TOKEN } from './server-fixture';

/** An app that may read and write one table, and the owner. */
const APP_TOKEN = 'the-token-of-an-app';
const AUTH: TokenAuthentication = {
  sha256,
  holderOf: (hash) => {
    if (hash === sha256(TOKEN)) return { kind: 'owner' };
    return hash === sha256(APP_TOKEN) ? { kind: 'app', token: BOT } : null;
  },
};
const BOT: AppToken = {
  id: 'bot',
  name: 'Bot',
  sha256: '',
  permissions: ['read', 'write'],
  tables: ['main.default.tasks'],
  ask: false,
  created: '',
  expires: null,
  vault: null,
};

it('is the result of the operation', async () => {
  const { engine, host } = await serverFixture();
  const answer = forwardedCalls({ engine, auth: AUTH, logger: host.logger, newId: () => 'id' });
  expect(await answer({ op: 'list_tables', args: {} })).toEqual({ result: await engine.run('list_tables') });
});

it('is the error as it is over HTTP', async () => {
  const { engine, host, call } = await serverFixture();
  const answer = forwardedCalls({ engine, auth: AUTH, logger: host.logger, newId: () => 'id' });
  for (const [op, args] of [
    ['select_rows', { table: 'nothing' }],
    ['select_rows', { sort: 'name' }],
    ['no_such_operation', {}],
  ] as const) {
    expect(await answer({ op, args })).toEqual((await call(op, args)).json);
  }
});

it('tells of a defect by its id alone', async () => {
  const { host } = await serverFixture();
  const thrown = Promise.reject<JsonObject>(new Error('canary'));
  const outcome = await outcomeOf(thrown, 'select_rows', { logger: host.logger, newId: () => 'id-7' });
  expect(outcome).toMatchObject({ error: { code: 'internal', operation: 'select_rows', violations: [] } });
  expect(JSON.stringify(outcome)).toContain('id-7');
  expect(JSON.stringify([outcome, host.logger.entries])).not.toContain('canary');
});

it('says whether the owner is ready, without running anything', async () => {
  const { host } = await serverFixture();
  const refuse = (): Promise<never> => Promise.reject(new Error('it ran'));
  const engine = {
    run: refuse,
    acceptDeletions: refuse,
    semanticSetUp: { set: refuse, off: refuse, state: refuse, tryProvider: refuse },
    webhookControl: {
      list: refuse,
      known: () => [],
      retry: refuse,
      pause: refuse,
      resume: refuse,
      test: refuse,
      resend: refuse,
    },
  };
  const answer = forwardedCalls({ engine, auth: AUTH, logger: host.logger, newId: () => 'id' });
  expect([await answer(PROBE), await refuseForwardedCalls()]).toEqual([{ ready: true }, { ready: false }]);
});

it('accepts deletions, which no operation does', async () => {
  const { engine, host, call } = await serverFixture();
  const answer = forwardedCalls({ engine, auth: AUTH, logger: host.logger, newId: () => 'id' });
  expect(await answer(ACCEPT_DELETIONS)).toEqual({ result: { tables: [], returned: 0 } });
  expect((await call(ACCEPT_DELETIONS.op, {})).status).toBe(404);
  await engine.close();
  expect(await answer(ACCEPT_DELETIONS)).toMatchObject({ error: { code: 'unavailable' } });
});

it('is complete when there is no owner to answer', () => {
  expect(unavailableOutcome('gone', 'insert_row')).toEqual({
    error: {
      code: 'unavailable',
      message: 'gone',
      operation: 'insert_row',
      violations: [],
      conflicts: [],
      hint: 'list_migrations shows whether a write was done',
    },
  });
});

it('turns semantic search on and off, which no operation does', async () => {
  const { engine, host, call } = await serverFixture();
  const answer = forwardedCalls({ engine, auth: AUTH, logger: host.logger, newId: () => 'id' });
  const settings = { provider: 'http', url: 'https://api.example.com/v1', model: 'words' };
  const set = { action: 'set', settings, key: 'secret-key', from: null, yes: false } as const;
  expect(await answer(semanticCall(set))).toMatchObject({
    result: { asks: { host: 'api.example.com', notes: 0, passages: 0 }, state: { settings: null } },
  });
  expect(await answer(semanticCall({ ...set, yes: true }))).toMatchObject({
    result: { asks: null, state: { settings, hasKey: true }, status: { enabled: true, model: 'words' } },
  });
  expect(await answer(semanticCall({ action: 'off' }))).toMatchObject({ result: { status: { enabled: false } } });
  expect((await call(SEMANTIC, {})).status).toBe(404);
  expect(JSON.stringify(host.logger.entries)).not.toContain('secret-key');
});

it('has the rights of its token, and its name in the history', async () => {
  const { engine, host } = await serverFixture();
  const answer = forwardedCalls({ engine, auth: AUTH, logger: host.logger, newId: () => 'id' });
  const columns = [{ name: 'name', type: 'string', description: 'What.' }];
  for (const name of ['tasks', 'people']) {
    await engine.run('create_table', { name, description: 'Some.', columns });
  }
  const insert = (table: string, more: object): Promise<unknown> =>
    answer({ op: 'insert_row', args: { table, values: { name: 'A' } }, actor: { harness: 'h' }, ...more });
  expect(await insert('people', { token: APP_TOKEN })).toMatchObject({ error: { code: 'forbidden' } });
  expect(await insert('tasks', { token: APP_TOKEN })).toMatchObject({ result: { changed: 1 } });
  expect(await insert('people', { token: TOKEN })).toMatchObject({ result: { changed: 1 } });
  expect(await engine.run('list_migrations', { limit: 2 })).toMatchObject({
    migrations: [{ actor: { app: null, harness: 'h' } }, { actor: { app: 'Bot', harness: 'h' } }],
  });
});

it.each<[string, Json]>([
  ['unknown', 'nobody'],
  ['empty', ''],
  ['no text', 7],
  ['null', null],
  ['an object that looks like the owner', { kind: 'owner' }],
  ['with a line break', `${TOKEN}\n`],
])('is refused with a token that is %s', async (_what, token) => {
  const { engine, host } = await serverFixture();
  const answer = forwardedCalls({ engine, auth: AUTH, logger: host.logger, newId: () => 'id' });
  const refused = { error: { code: 'unauthorized', hint: expect.stringContaining('NOTEDB_TOKEN') as unknown } };
  for (const call of [{ op: 'list_tables', args: {} }, PROBE, ACCEPT_DELETIONS]) {
    expect(await answer({ ...call, token })).toMatchObject(refused);
  }
});

it('leaves to the owner what no operation does', async () => {
  const { engine, host } = await serverFixture();
  const answer = forwardedCalls({ engine, auth: AUTH, logger: host.logger, newId: () => 'id' });
  for (const call of [ACCEPT_DELETIONS, semanticCall({ action: 'off' })]) {
    expect(await answer({ ...call, token: APP_TOKEN })).toMatchObject({ error: { code: 'forbidden' } });
    expect(await answer({ ...call, token: TOKEN })).toHaveProperty('result');
  }
  expect(await answer({ ...PROBE, token: APP_TOKEN })).toEqual({ ready: true });
});

afterEach(() => vi.useRealTimers());

/** Waiting calls of an app whose token may be revoked, each to be ended by its `finish`. */
function waitingCalls() {
  const finish: (() => void)[] = [];
  let isRevoked = false;
  const run = (): Promise<JsonObject> =>
    new Promise((resolve) => finish.push(() => resolve({ changes: ['a secret'], last: 1, head: 1 })));
  const refuse = (): Promise<never> => Promise.reject(new Error('it ran'));
  const control = {
    list: refuse,
    known: () => [],
    retry: refuse,
    pause: refuse,
    resume: refuse,
    test: refuse,
    resend: refuse,
  };
  const semantic = { set: refuse, off: refuse, state: refuse, tryProvider: refuse };
  const answer = forwardedCalls({
    engine: { run, acceptDeletions: refuse, semanticSetUp: semantic, webhookControl: control },
    auth: { sha256, holderOf: (hash) => (isRevoked ? null : AUTH.holderOf(hash)) },
    logger: { log: () => undefined },
    newId: () => 'id',
  });
  const ask = (token: string = APP_TOKEN): Promise<Json> =>
    answer({ op: 'list_changes', args: { wait_ms: 60_000 }, token });
  return { ask, finish, revoke: () => void (isRevoked = true) };
}

it('ends the calls that wait with a revoked token, and tells them nothing that came since', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { ask, finish, revoke } = waitingCalls();
  const [one, other] = [ask(), ask()];
  revoke();
  finish[0]?.();
  const refused = { error: { code: 'unauthorized' } };
  expect(await one).toMatchObject(refused);
  vi.advanceTimersByTime(1000);
  expect(await other).toMatchObject(refused);
  expect(JSON.stringify(await one)).not.toContain('a secret');
});

it('lets one app wait with 8 calls at once, and the owner with others', async () => {
  const { ask, finish } = waitingCalls();
  const polls = Array.from({ length: 8 }, () => ask());
  expect(await ask()).toMatchObject({ error: { code: 'too_many_requests' } });
  const ofOwner = ask(TOKEN);
  finish.forEach((each) => each());
  expect(await Promise.all([...polls, ofOwner])).toEqual(
    Array.from({ length: 9 }, () => ({ result: expect.anything() as unknown })),
  );
});
