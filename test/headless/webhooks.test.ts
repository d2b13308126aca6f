/** `notedb webhooks` in the built program, beside a running server: list, test, pause, resume, retry. docs/webhooks.md#commands */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackReceiver, startReceiver } from '../contracts/loopback-receiver';
import { eventually } from '../eventually';
import { Scratch } from './run-program';

const scratch = new Scratch();
let receiver: LoopbackReceiver;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await scratch.remove();
});

const TASKS = JSON.stringify({
  name: 'tasks',
  description: 'x',
  filename: '{title}',
  columns: [{ name: 'title', type: 'string', description: 'x' }],
});

it('lists, tests, pauses, resumes and retries a webhook of a running server', { timeout: 60_000 }, async () => {
  const vault = scratch.vault();
  await scratch.serve([vault]);
  const url = `http://${receiver.host}/in`;
  const run = async (...args: readonly string[]): Promise<readonly [number | null, string, string]> => {
    const { status, stdout, stderr } = await scratch.run([...args, '--vault', vault]);
    return [status, stdout, stderr];
  };
  expect(await run('webhooks', 'list')).toEqual([0, 'There are no webhooks.\n', '']);
  await run('call', 'create_table', TASKS);
  await run('call', 'create_webhook', JSON.stringify({ url }));
  expect(await run('webhooks', 'test', url)).toEqual([0, expect.stringMatching(/^The receiver answered 200/), '']);
  expect(JSON.parse(receiver.seen.at(-1)?.body ?? '')).toMatchObject({ events: [], test: true });
  receiver.answerWith(() => ({ status: 503 }));
  expect(await run('webhooks', 'test', url)).toEqual([1, '', 'notedb: the test failed: the receiver answered 503\n']);
  expect(await run('webhooks', 'pause', url)).toEqual([0, expect.stringContaining('Paused.'), '']);
  await run('call', 'insert_row', '{"table": "tasks", "values": {"title": "One"}}');
  expect(await run('webhooks', 'list')).toEqual([0, expect.stringContaining('Paused. Nothing was delivered yet.'), '']);
  await run('webhooks', 'resume', url);
  await eventually(async () => expect((await run('webhooks', 'list'))[1]).toContain('Fails. Last error: the receiver'));
  receiver.answerWith(() => ({ status: 200 }));
  await run('webhooks', 'retry', url);
  await eventually(async () => expect((await run('webhooks', 'list'))[1]).toContain('Delivers. Last delivery'));
  const [, list] = await run('webhooks', 'list', '--json');
  const [{ deliveries }] = JSON.parse(list) as [{ deliveries: [{ id: string }] }];
  const sent = receiver.seen.at(-1)?.body;
  const { length } = receiver.seen;
  const resent = await run('webhooks', 'resend', url, deliveries[0].id);
  expect(resent).toEqual([0, expect.stringMatching(/^The receiver answered 200/), '']);
  expect(receiver.seen.slice(length).map(({ body }) => body)).toEqual([sent]);
  expect((await run('webhooks', 'resend', url, 'nothing'))[2]).toContain('keeps no delivery "nothing"');
  expect((await run('webhooks', 'resend', url))[0]).toBe(2);
  expect(await run('webhooks', 'retry', 'http://nobody')).toEqual([
    1,
    '',
    'notedb: there is no webhook "http://nobody" ("notedb webhooks list" shows them)\n',
  ]);
  expect((await run('webhooks', 'hurry', url))[0]).toBe(2);
  expect((await run('webhooks', 'retry'))[0]).toBe(2);
});
