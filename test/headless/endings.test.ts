/** How the program ends: with its input, when it is told to, and after an error that nobody foresaw. D1 */

import { afterAll, describe, expect, it } from 'vitest';
import type { Finished, Running } from './run-program';
import { bearer, post, Scratch, taskVault } from './run-program';

const TOKEN = 'a-token-of-ours';
/** A signal makes a timer throw, as a defect would. */
const DEFECT = "process.on('SIGUSR2',()=>setTimeout(()=>{throw new Error('of a timer')}))";
const scratch = new Scratch({
  NOTEDB_TOKEN: TOKEN,
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(DEFECT)}`,
});
afterAll(() => scratch.remove());

const message = (id: number | null, method: string, params: Record<string, unknown>): string =>
  `${JSON.stringify({ jsonrpc: '2.0', ...(id === null ? {} : { id }), method, params })}\n`;

const CONVERSATION = [
  message(1, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'short', version: '1' },
  }),
  message(null, 'notifications/initialized', {}),
  message(2, 'tools/call', { name: 'select_rows', arguments: { table: 'tasks', limit: 1 } }),
].join('');

const answered = ({ stdout }: Pick<Finished, 'stdout'>): readonly number[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { id: number }).id);

const said = (running: Running, text: string): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => (running.said.stdout.includes(text) ? resolve() : undefined);
    running.child.stdout?.on('data', look);
    look();
  });

describe('notedb mcp', () => {
  it('answers what came with the end of its input, and ends, while the vault is still being opened', async () => {
    const vault = scratch.vault(taskVault(400));
    const all = await Promise.all([1, 2].map(() => scratch.run(['mcp', vault], { input: CONVERSATION })));
    for (const each of all) expect([each.status, answered(each)]).toEqual([0, [1, 2]]);
  });

  it('ends at SIGTERM though its input stays open', async () => {
    const running = scratch.start(['mcp', scratch.vault(taskVault(3))], { input: CONVERSATION, keepsInput: true });
    await said(running, '"id":2');
    running.child.kill('SIGTERM');
    expect(await running.finished).toMatchObject({ status: 0, signal: null });
  });

  it('ends with its input though a call would wait for a minute', async () => {
    const poll = message(3, 'tools/call', {
      name: 'list_changes',
      arguments: { since: 0, ops: ['warning'], wait_ms: 50_000 },
    });
    const running = scratch.start(['mcp', scratch.vault(taskVault(3))], { input: `${CONVERSATION}${poll}` });
    const finished = await running.finished;
    expect([finished.status, answered(finished).slice(0, 2)]).toEqual([0, [1, 2]]);
  });

  // A process that is stopped answers nothing, and its socket stays open: the call never ends by itself.
  describe.runIf(process.platform !== 'win32')('while the process that owns the vault does not answer', () => {
    it.each([
      ['its input', (running: Running): unknown => running.child.stdin?.end()],
      ['SIGTERM', (running: Running): unknown => running.child.kill('SIGTERM')],
    ])('ends with %s', async (_what, end) => {
      const vault = scratch.vault(taskVault(3));
      const owner = await scratch.serve([vault, '--port', '0', '--quiet']);
      owner.child.kill('SIGSTOP');
      const running = scratch.start(['mcp', vault], { input: CONVERSATION, keepsInput: true });
      await said(running, '"id":1');
      end(running);
      const finished = await running.finished;
      expect([finished.status, finished.signal, answered(finished)]).toEqual([0, null, [1]]);
      owner.child.kill('SIGCONT');
      owner.child.kill('SIGTERM');
      expect((await owner.finished).status).toBe(0);
    });
  });
});

it.runIf(process.platform !== 'win32')('an error in a timer is told, and the vault is closed in order', async () => {
  const vault = scratch.vault(taskVault(3));
  const serving = await scratch.serve([vault, '--port', '0', '--quiet']);
  const update = { table: 'tasks', set_values: { status: 'done' }, where: {} };
  expect((await post(serving.port, 'update_rows', update, bearer(TOKEN))).status).toBe(200);
  serving.child.kill('SIGUSR2');
  const { status, signal, stderr } = await serving.finished;
  expect([status, signal]).toEqual([1, null]);
  expect(stderr).toMatch(/unforeseen_error .*of a timer/);
  expect(stderr).toContain('the vault is closed in order');
  const again = await scratch.serve([vault, '--port', '0']);
  expect(again.said.stderr).not.toContain('recovered');
  const { json } = await post(again.port, 'select_rows', { table: 'tasks', where: { status: 'done' } }, bearer(TOKEN));
  expect(json).toMatchObject({ total: 3 });
  again.child.kill('SIGTERM');
  expect((await again.finished).status).toBe(0);
});
