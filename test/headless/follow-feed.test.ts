/** list_changes over HTTP: a long poll is answered with the commit, and by the end of the server. docs/feed.md#long-poll */

import { afterAll, expect, it } from 'vitest';
import { Scratch, bearer, post, taskVault } from './run-program';

const TOKEN = 'a-token-of-ours';
const scratch = new Scratch({ NOTEDB_TOKEN: TOKEN });
afterAll(() => scratch.remove());

it('a long poll is answered by the write that it waits for, and by the end of the server', async () => {
  const serving = await scratch.serve([scratch.vault(taskVault(3)), '--port', '0']);
  const ask = (operation: string, args = {}): ReturnType<typeof post> =>
    post(serving.port, operation, args, bearer(TOKEN));
  const head = async (): Promise<unknown> => (await ask('list_changes', { limit: 0 })).json['head'];

  const poll = ask('list_changes', { since: await head(), wait_ms: 60_000 });
  // It is there before the write comes.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await ask('insert_row', { table: 'tasks', values: { name: 'One' } });
  // One that waits for its time would be hung before.
  expect((await poll).json).toMatchObject({ changes: [{ op: 'insert' }], gap: false });

  const waiting = ask('list_changes', { since: await head(), wait_ms: 30_000 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  serving.child.kill('SIGTERM');
  expect((await waiting).json).toMatchObject({ error: { code: 'unavailable' } });
  expect(await serving.finished).toMatchObject({ status: 0 });
});
