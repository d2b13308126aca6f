/** A call that a client of agents cancels ends, and gives its place back. docs/mcp.md#cancelling */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { MOST_LONG_POLLS } from '../../src/server/running-calls';
import { answerOf, callTool, message, postMessage } from './mcp-messages';
import { type ServerFixture, serverFixture } from './server-fixture';

const poll = (id: number | string, wait = 60_000): JsonObject =>
  message('tools/call', { name: 'list_changes', arguments: { wait_ms: wait } }, id);

const cancel = (requestId: number | string): JsonObject => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface WaitingServer {
  readonly fixture: ServerFixture;
  /** The arguments of each call that waits, and whether it was given up. */
  readonly calls: { readonly args: JsonObject; isGone: boolean }[];
}

/** Every call waits for ever. */
async function waiting(): Promise<WaitingServer> {
  const calls: WaitingServer['calls'] = [];
  const run = (_name: string, args: unknown, _caller: unknown, gone?: Promise<void>): Promise<JsonObject> => {
    const call = { args: args as JsonObject, isGone: false };
    calls.push(call);
    void gone?.then(() => (call.isGone = true));
    return new Promise(() => undefined);
  };
  return { fixture: await serverFixture({ engine: { run } }), calls };
}

async function session(fixture: ServerFixture): Promise<Readonly<Record<string, string>>> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  const { headers } = await postMessage(fixture, message('initialize', params));
  const id = headers.find(([name]) => name.toLowerCase() === 'mcp-session-id')?.[1] ?? '';
  return { 'Mcp-Session-Id': id };
}

const settled = async (count: number, calls: WaitingServer['calls']): Promise<void> => {
  while (calls.length < count) await turn();
};

describe('a call that waits', () => {
  it('is ended by the notice of a client of 2025, which leaves the connection open', async () => {
    const { fixture, calls } = await waiting();
    const headers = await session(fixture);
    for (let round = 1; round <= MOST_LONG_POLLS + 1; round += 1) {
      const open = postMessage(fixture, poll(round), { headers });
      await settled(round, calls);
      expect((await postMessage(fixture, cancel(round), { headers })).status).toBe(202);
      expect(await open).toMatchObject({ status: 202, text: '' });
      expect(calls.at(-1)?.isGone).toBe(true);
    }
  });

  it('is not ended by the notice of another client of the same name, nor of another id', async () => {
    const { fixture, calls } = await waiting();
    const [one, other] = [await session(fixture), await session(fixture)];
    expect(one).not.toEqual(other);
    void postMessage(fixture, poll(7), { headers: one });
    await settled(1, calls);
    await postMessage(fixture, cancel(7), { headers: other });
    await postMessage(fixture, cancel('7'), { headers: one });
    await postMessage(fixture, cancel(7));
    await turn();
    expect(calls[0]?.isGone).toBe(false);
  });

  it('waits 50 s at most: the official clients give up after 60', async () => {
    const { fixture, calls } = await waiting();
    for (const wait of [60_000, 50_000, 20]) void postMessage(fixture, poll(wait, wait));
    await settled(3, calls);
    expect(calls.map(({ args }) => args['wait_ms']).sort()).toEqual([20, 50_000, 50_000]);
  });

  it('says so in the text of its tool', async () => {
    const fixture = await serverFixture();
    const { json } = await postMessage(fixture, message('tools/list'));
    const { tools } = json['result'] as unknown as {
      readonly tools: readonly { name: string; inputSchema: unknown }[];
    };
    const tool = tools.find(({ name }) => name === 'list_changes');
    expect(JSON.stringify(tool?.inputSchema)).toContain('as a tool 50000');
    expect((await callTool(fixture, 'list_changes', { limit: 0 })).isError).toBeUndefined();
    expect(answerOf(await postMessage(fixture, poll(1, 0))).isError).toBeUndefined();
  });
});
