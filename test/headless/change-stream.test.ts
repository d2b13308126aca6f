/** GET /changes/stream over real HTTP: resumes, filters, keeps rights, beats, and ends cleanly. docs/feed.md#stream */

import { afterEach, beforeEach, expect, it } from 'vitest';
import http from 'node:http';
import type { JsonObject } from '../../src/engine/index';
import { openEngine } from '../../src/engine/index';
import { startHttpServer } from '../../src/hosts/node/process/http-server';
import { createServer } from '../../src/server/http-api';
import { createMemoryHost } from '../memory-host/memory-host';
import { eventually } from '../eventually';
import type { AppToken } from '../../src/server/tokens/token-book';
import { TOKEN, sha256 } from '../server/server-fixture';

const APP = 'the-token-of-an-app';

async function startServer() {
  const host = createMemoryHost();
  const engine = await openEngine(host);
  const token: AppToken = {
    ...{ id: 'a', name: 'App', permissions: ['read'], tables: ['main.default.tasks'], ask: false, expires: null },
    ...{ sha256: sha256(APP), created: '2026-01-01', vault: null },
  };
  let isRevoked = false;
  const auth = {
    sha256,
    holderOf: (hash: string) => {
      if (hash === sha256(TOKEN)) return { kind: 'owner' } as const;
      if (hash !== sha256(APP) || isRevoked) return null;
      return { kind: 'app', token } as const;
    },
  };
  let ids = 0;
  const newId = (): string => `id-${++ids}`;
  const server = createServer({
    ...{ engine, auth, newId, logger: host.logger },
    version: '0',
    allowedOrigins: [],
  });
  const socket = await startHttpServer({ http, handler: server, port: 0, logger: host.logger });
  const column = { name: 'title', type: 'string', description: 'what', required: true };
  for (const name of ['tasks', 'secrets'])
    await engine.run('create_table', { name, description: name, columns: [column], filename: '{title}' });
  return {
    engine,
    server,
    host,
    address: socket.address,
    revoke: () => void (isRevoked = true),
    insert: (title: string, table = 'tasks') => engine.run('insert_row', { table, values: { title } }),
    close: async () => {
      await server.stop();
      await socket.close();
      await engine.close();
    },
  };
}

type Server = Awaited<ReturnType<typeof startServer>>;
let served: Server;
const streams: AbortController[] = [];

beforeEach(async () => {
  served = await startServer();
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.abort();
  await served.close();
});

interface StreamEvent {
  readonly name: string;
  readonly id: string;
  readonly data: JsonObject;
}

interface Stream {
  readonly status: number;
  readonly type: string | null;
  readonly events: StreamEvent[];
  readonly titles: () => unknown[];
  /** The id that a client sends when it comes again. */
  lastId: string;
  isEnded: boolean;
  text: string;
  readonly leave: () => void;
}

/** As EventSource reads it: https://html.spec.whatwg.org/multipage/server-sent-events.html */
async function open(query = '', headers: Record<string, string> = {}, token = TOKEN): Promise<Stream> {
  const control = new AbortController();
  streams.push(control);
  const response = await fetch(`${served.address}/changes/stream${query}`, {
    headers: { Authorization: `Bearer ${token}`, ...headers },
    signal: control.signal,
  });
  const events: StreamEvent[] = [];
  const stream: Stream = {
    status: response.status,
    type: response.headers.get('content-type'),
    events,
    titles: () =>
      events
        .filter(({ name }) => name === 'change')
        .map(({ data }) => (data['path'] as string).replace(/^.*\/|\.md$/g, '')),
    lastId: '',
    isEnded: false,
    text: '',
    leave: () => control.abort(),
  };
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const piece of response.body ?? []) {
      const text = decoder.decode(piece, { stream: true });
      stream.text += text;
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) take(block);
    }
    stream.isEnded = true;
  };
  const take = (block: string): void => {
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.replace(/^\w*: /, '')]),
    );
    stream.lastId = fields.get('id') ?? stream.lastId;
    const data = fields.get('data');
    if (data === undefined) return;
    events.push({ name: fields.get('event') ?? '', id: stream.lastId, data: JSON.parse(data) as JsonObject });
  };
  void read().catch(() => undefined);
  return stream;
}

it('sends what changes from now on, and resumes after the last event', async () => {
  await served.insert('Before');
  const stream = await open();
  expect([stream.status, stream.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
  await served.insert('One');
  await eventually(() => expect(stream.titles()).toEqual(['One']));
  const known = stream.events[0]?.id ?? '';
  stream.leave();
  await served.insert('Two');
  await served.insert('Three');
  const again = await open('', { 'Last-Event-ID': known });
  await eventually(() => expect(again.titles()).toEqual(['Two', 'Three']));
  expect(again.events.map(({ data }) => data['op'])).toEqual(['insert', 'insert']);
});

it('begins after the number since; the header of a client that comes again goes before it', async () => {
  await served.insert('One');
  const head = Number((await served.engine.run('list_changes', { limit: 0 }))['head']);
  await served.insert('Two');
  const stream = await open(`?since=${head}`);
  await eventually(() => expect(stream.titles()).toEqual(['Two']));
  const again = await open(`?since=${head}`, { 'Last-Event-ID': stream.lastId });
  await served.insert('Three');
  await eventually(() => expect(again.titles()).toEqual(['Three']));
});

it('has a place to go on from as soon as it is open, and when the filter leaves changes out', async () => {
  const stream = await open('?tables=tasks&ops=insert');
  await eventually(() => expect(stream.lastId).toMatch(/^[0-9a-f-]{36}:\d+$/));
  await served.insert('Hidden', 'secrets');
  await served.insert('Shown');
  await eventually(() => expect(stream.titles()).toEqual(['Shown']));
});

it('gives an app what it may read, and ends when its token is revoked', async () => {
  const stream = await open('?ops=insert', {}, APP);
  await served.insert('Hidden', 'secrets');
  await served.insert('Shown');
  await eventually(() => expect(stream.titles()).toEqual(['Shown']));
  served.revoke();
  await served.insert('Late');
  await eventually(() => expect(stream.isEnded).toBe(true));
  expect(stream.titles()).toEqual(['Shown']);
  expect(stream.events.at(-1)).toMatchObject({ name: 'end', data: { error: { code: 'unauthorized' } } });
  expect((await open('', {}, APP)).status).toBe(401);
});

it('ends when the server stops, after it said so', async () => {
  const stream = await open();
  await eventually(() => expect(stream.lastId).not.toBe(''));
  await served.server.stop();
  await eventually(() => expect(stream.isEnded).toBe(true));
  expect(stream.events).toMatchObject([{ name: 'end', data: { error: { code: 'unavailable' } } }]);
});

it('says that a number of another feed is a gap, and goes on from the newest change', async () => {
  const stream = await open('', { 'Last-Event-ID': '00000000-0000-4000-8000-000000000000:3' });
  await served.insert('After');
  await eventually(() => expect(stream.titles()).toEqual(['After']));
  const { name, data } = stream.events[0] ?? {};
  expect(name).toBe('gap');
  expect(stream.lastId).toContain(`${data?.['feed'] as string}:`);
});

it.each([
  ['?since=soon', {}, 400],
  ['?since=999999', {}, 400],
  ['?tabels=tasks', {}, 400],
  ['?where={', {}, 400],
  ['?tables=nothing', {}, 404],
  ['', { 'Last-Event-ID': 'x y' }, 400],
] as const)('refuses %s', async (query, headers, status) => {
  expect((await open(query, { ...headers })).status).toBe(status);
});

it('has the place of a waiting call as long as it is open, and gives it back', async () => {
  for (let i = 0; i < 8; i += 1) expect((await open('', {}, APP)).status).toBe(200);
  expect((await open('', {}, APP)).status).toBe(429);
  streams[0]?.abort();
  await eventually(async () => expect((await open('', {}, APP)).status).toBe(200));
});

it('reads no further page for a client that does not read', async () => {
  const column = { name: 'about', type: 'string', description: 'long' };
  await served.engine.run('add_column', { table: 'tasks', column });
  const about = 'x'.repeat(50_000);
  for (let batch = 0; batch < 4; batch += 1) {
    const operations = Array.from({ length: 100 }, (_, i) => ({
      ...{ op: 'insert_row', table: 'tasks' },
      values: { title: `Row ${batch}-${i}`, about },
    }));
    await served.engine.run('batch', { operations });
  }
  let pages = 0;
  const { engine } = served;
  const run = engine.run.bind(engine);
  engine.run = (...given) => {
    if (given[0] === 'list_changes' && (given[1] as JsonObject)['limit'] !== 0) pages += 1;
    return run(...given);
  };
  const response = await new Promise<http.IncomingMessage>((resolve) => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    http.get(`${served.address}/changes/stream?since=0&ops=insert`, { headers }, resolve);
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(pages).toBeLessThanOrEqual(2);
  let text = '';
  response.setEncoding('latin1').on('data', (piece: string) => (text += piece));
  await eventually(() => expect(text.split('event: change').length - 1).toBe(400));
  response.destroy();
});
