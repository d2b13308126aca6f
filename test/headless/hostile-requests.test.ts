/** Hostile requests over a real socket: the documented status each time, nothing written, nothing told, the server alive. D12, D19, D22 */

import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN, ask } from '../server/server-fixture';
import { CANARY, type RealServer, startRealServer } from './real-server';

const NOTE = { 'Welcome.md': `Hello ${CANARY}\n` };

let real: RealServer;
let before: Readonly<Record<string, string>>;
beforeAll(async () => {
  real = await startRealServer(NOTE, { headersTimeout: 300, requestTimeout: 600, checkEvery: 50, connections: 20 });
  const column = { name: 'name', type: 'string', description: 'x' };
  await real.engine.run('create_table', { name: 'tasks', description: 'x', columns: [column] });
  before = real.snapshot();
});
afterAll(async () => {
  await real.close();
});

const OPERATION = '/notedb/operations/list_tables/';
const usual = (): readonly string[] => [`Host: 127.0.0.1:${real.port}`, `Authorization: Bearer ${TOKEN}`];

function send(
  head: readonly string[],
  body: string | Uint8Array = '',
  line = `POST ${OPERATION} HTTP/1.1`,
): Promise<string> {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const framing = head.some((each) => /^(content-length|transfer-encoding):/i.test(each))
    ? []
    : [`Content-Length: ${length}`];
  return real.exchange(`${[line, ...head, ...framing, 'Connection: close'].join('\r\n')}\r\n\r\n`, body);
}

const statusOf = (answer: string): number => Number(answer.split(' ')[1] ?? 0);
const isAlive = async (): Promise<boolean> => statusOf(await send(usual())) === 200;

describe('headers', () => {
  const json = 'Content-Type: application/json';
  it.each<[string, () => readonly string[], string, number]>([
    ['no Host', () => usual().slice(1), '', 403],
    ['two Hosts', () => [...usual(), `Host: 127.0.0.1:${real.port}`], '', 403],
    ['another Host', () => ['Host: evil.example', ...usual().slice(1)], '', 403],
    ['two Origins', () => [...usual(), `Origin: http://127.0.0.1:${real.port}`, 'Origin: null'], '', 403],
    ['two tokens', () => [...usual(), `Authorization: Bearer ${TOKEN}`], '', 401],
    ['two content types', () => [...usual(), json, json], '{}', 415],
    ['two actors', () => [...usual(), 'X-Service-Actor: {}', 'X-Service-Actor: {}'], '', 400],
    ['a compressed body', () => [...usual(), json, 'Content-Encoding: gzip'], '{}', 415],
    ['two lengths', () => [...usual(), json, 'Content-Length: 2', 'Content-Length: 3'], '{}', 400],
    ['a length and chunks', () => [...usual(), json, 'Content-Length: 2', 'Transfer-Encoding: chunked'], '{}', 400],
    ['a negative length', () => [...usual(), json, 'Content-Length: -1'], '{}', 400],
    ['an announced giant', () => [...usual(), json, 'Content-Length: 99999999999'], '', 413],
    ['a header without a name', () => [...usual(), ': x'], '', 400],
    ['17 KiB of headers', () => [...usual(), `X-Long: ${'x'.repeat(17 * 1024)}`], '', 431],
    ['a long address', () => usual(), '', 200],
  ])('%s', async (_, head, body, status) => {
    const answer = await send(head(), body);
    expect(statusOf(answer)).toBe(status);
    if (status !== 200) expect(answer).toMatch(/"error":\{"code":"[a-z_]+","message":"[^"]+"/);
    expect(answer.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
    expect(await isAlive()).toBe(true);
  });

  it('of 16 KiB in the address are too long as well', async () => {
    expect(statusOf(await send(usual(), '', `GET /vault/${'x'.repeat(17 * 1024)} HTTP/1.1`))).toBe(431);
  });
});

describe('credentials', () => {
  const characters = Array.from({ length: 33 }, (_, i) => String.fromCharCode(i === 32 ? 127 : i));
  const schemes = [
    '',
    'Basic',
    'Digest',
    'Token',
    'bearer:',
    'Bearer:',
    'Bear er',
    'Bearer\t',
    'Bearer=',
    'JWT',
    'Negotiate',
  ];
  const malformed: readonly string[] = [
    ...schemes.map((scheme) => `${scheme} ${TOKEN}`.trim()),
    ...characters.map((character) => `Bearer ${TOKEN}${character}x`),
    ...characters.map((character) => `Bearer ${TOKEN.slice(0, 4)}${character}${TOKEN.slice(4)}`),
    ...[...'"\'`(),:;<>?@[]{}\\|é🍐'].map((character) => `Bearer ${character}${TOKEN}`),
    'Bearer',
    'Bearer ',
    'Bearer =',
    'Bearer null',
    'Bearer undefined',
    `Bearer ${TOKEN.slice(0, -1)}`,
    `Bearer ${TOKEN}=`,
    `Bearer ${TOKEN.toUpperCase()}`,
    `Bearer ${TOKEN} ${TOKEN}`,
    `Bearer Bearer ${TOKEN}`,
    `Bearer ${'x'.repeat(10_000)}`,
    `Bearer ${encodeURIComponent(`${TOKEN}\n`)}`,
    `Bearer ${Buffer.from(TOKEN).toString('base64')}`,
  ];

  it('are more than a hundred, and each is a 401 that tells nothing', async () => {
    expect(new Set(malformed).size).toBeGreaterThanOrEqual(100);
    for (const Authorization of malformed) {
      for (const [method, url] of [
        ['POST', OPERATION],
        ['GET', '/vault/Welcome.md'],
        ['POST', '/notedb/tables/'],
        ['POST', '/mcp'],
      ] as const) {
        const response = await ask(real.server, { method, url, headers: { Authorization } });
        expect([Authorization, response.status]).toEqual([Authorization, 401]);
        expect(response.text).not.toContain(TOKEN);
      }
    }
  });

  it('in an address, a cookie or a body do not count', async () => {
    const [host = ''] = usual();
    expect(statusOf(await send([host], '', `GET /vault/?token=${TOKEN}&access_token=${TOKEN} HTTP/1.1`))).toBe(401);
    expect(statusOf(await send([host, `Cookie: token=${TOKEN}`]))).toBe(401);
    expect(statusOf(await send([host, 'Content-Type: application/json'], `{"token": "${TOKEN}"}`))).toBe(401);
  });
});

describe('bodies', () => {
  const insert = 'POST /notedb/operations/insert_row/ HTTP/1.1';
  const json = (): readonly string[] => [...usual(), 'Content-Type: application/json'];
  const deep = (levels: number): string =>
    `{"table":"tasks","values":{"name":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
  const bytes = (...middle: readonly number[]): Uint8Array =>
    Buffer.concat([Buffer.from('{"table":"'), Buffer.from(middle), Buffer.from('"}')]);

  it.each<[string, () => string | Uint8Array, number]>([
    ['10 MiB and a byte', () => `{"table":"${'x'.repeat(10 * 1024 * 1024)}"}`, 413],
    ['a million brackets', () => '['.repeat(1_000_000), 400],
    ['65 levels', () => deep(63), 400],
    ['as many levels as may be, of a wrong type', () => deep(60), 422],
    ['a list', () => '[]', 400],
    ['two values', () => '{}{}', 400],
    ['a lone continuation byte', () => bytes(0x80), 400],
    ['an overlong slash', () => bytes(0xc0, 0xaf), 400],
    ['an encoded surrogate', () => bytes(0xed, 0xa0, 0x80), 400],
    ['half a character', () => bytes(0xe2, 0x82), 400],
    ['UTF-16', () => Buffer.from('{"table":"tasks"}', 'utf16le'), 400],
    ['a key __proto__', () => '{"table":"tasks","values":{"__proto__":{"polluted":1}}}', 400],
    ['an argument __proto__', () => '{"__proto__":{"polluted":1},"table":"tasks","values":{}}', 400],
    ['a key constructor', () => '{"table":"tasks","values":{"constructor":{"prototype":{"polluted":1}}}}', 400],
    ['a key prototype, spelled otherwise', () => '{"table":"tasks","values":{"\\u0070rototype":1}}', 400],
  ])('%s', async (_, body, status) => {
    for (const line of [insert, 'POST /notedb/rows/insert/ HTTP/1.1']) {
      const answer = await send(json(), body(), line);
      expect(statusOf(answer)).toBe(status);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(await isAlive()).toBe(true);
  });
});

describe('clients that are slow, or many', () => {
  it('lose a connection whose headers do not arrive', async () => {
    const drip = Array.from({ length: 20 }, (_, i) => [`X-${i}: x\r\n`, 50]).flat();
    const answer = await real.exchange(`POST ${OPERATION} HTTP/1.1\r\n`, ...drip);
    expect([statusOf(answer), answer.includes('did not arrive in time')]).toEqual([408, true]);
  });

  it('lose a connection whose body does not arrive', async () => {
    const head = [`POST ${OPERATION} HTTP/1.1`, ...usual(), 'Content-Type: application/json', 'Content-Length: 100'];
    const drip = Array.from({ length: 30 }, () => [' ', 50]).flat();
    const answer = await real.exchange(`${head.join('\r\n')}\r\n\r\n`, ...drip);
    expect([statusOf(answer), await isAlive()]).toEqual([408, true]);
  });

  it('are told when there are too many, and the others are served again at once', async () => {
    const idle = Array.from({ length: 20 }, () => net.connect(real.port, '127.0.0.1').on('error', () => undefined));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const answer = await send(usual());
    expect([statusOf(answer), /retry-after: 1/i.test(answer), answer.includes('too_many_requests')]).toEqual([
      429,
      true,
      true,
    ]);
    idle.forEach((socket) => socket.destroy());
    await expect.poll(isAlive).toBe(true);
  });
});

describe('after all of it', () => {
  it('nothing is written, and the log holds no token, no text and no folder', async () => {
    await ask(real.server, { url: '/notedb/operations/read_note/', body: JSON.stringify({ path: CANARY }) });
    expect(real.snapshot()).toEqual(before);
    const log = JSON.stringify(real.logger.entries);
    expect(log).toContain('request_of_foreign_caller');
    for (const secret of [TOKEN, CANARY, real.folder, 'evil.example']) expect(log).not.toContain(secret);
    expect(real.logger.entries.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('no answer holds a folder of this machine or a stack', async () => {
    const urls = [
      '/vault/link.md',
      '/vault/Nothing.md',
      '/vault/%00',
      OPERATION,
      '/notedb/tables/describe/',
      '/nowhere',
    ];
    for (const url of urls) {
      for (const method of ['GET', 'POST']) {
        const { text } = await ask(real.server, { method, url, body: '{"table": "nothing"}' });
        expect(text).not.toContain(real.folder);
        expect(text).not.toMatch(/\n +at |node_modules/);
      }
    }
  });
});
