/** The loopback socket: what it hands over, what it cuts off, how it ends. D12 */

import http from 'node:http';
import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { MemoryLogger } from '../../memory-host/memory-parts';
import type { RawBody, RawRequest, RawResponse, RequestHandler } from '../../../src/hosts/node/process/http-exchanges';
import type { HttpServerOptions, RunningHttpServer } from '../../../src/hosts/node/process/http-server';
import { DEFAULT_PORTS, isLoopbackHost, startHttpServer } from '../../../src/hosts/node/process/http-server';

const running: RunningHttpServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

const say = <Body extends RawBody>(body: Body, status = 200): RawResponse<Body> => ({
  status,
  headers: [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['X-Twice', 'a'],
    ['X-Twice', 'b'],
  ],
  body,
});

/** Answers with what `answer` makes of a request; what is no request is answered with the reason. */
function handlerOf(answer: (request: RawRequest) => Promise<RawBody>): RequestHandler {
  return {
    handle: async (request) => {
      try {
        return say(await answer(request));
      } catch (error) {
        return say(String(error), 500);
      }
    },
    refuse: (reason) => say(`refused: ${reason}`, 400),
  };
}

async function start(
  answer: (request: RawRequest) => Promise<RawBody>,
  options: Partial<HttpServerOptions> = {},
): Promise<RunningHttpServer> {
  const logger = new MemoryLogger();
  const server = await startHttpServer({ http, handler: handlerOf(answer), port: 0, logger, ...options });
  running.push(server);
  return server;
}

/** Everything that comes back for these bytes until the other side closes. */
function exchange(port: number, ...pieces: readonly (string | number)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (received += text));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(received) : reject(error),
    );
    socket.on('close', () => resolve(received));
    void (async () => {
      for (const piece of pieces) {
        if (typeof piece === 'number') await wait(piece);
        else if (!socket.destroyed) socket.write(piece);
      }
    })();
  });
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4);
const ONCE = 'Connection: close\r\n';

describe('a place to listen', () => {
  it.each(['127.0.0.1', 'localhost'])('is %s', async (host) => {
    const server = await start(async () => 'here', { host });
    expect(server.address).toBe(`http://${host}:${server.port}`);
    expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).text()).toBe('here');
  });

  it.each(['0.0.0.0', '::', '192.168.0.1', 'example.org', '', '127.0.0.2', '127.1', 'LOCALHOST', 'toString'])(
    'is never %j',
    async (host) => {
      expect(isLoopbackHost(host)).toBe(false);
      await expect(start(async () => '', { host })).rejects.toThrow('is not a loopback address');
    },
  );

  it('is the first port that is free, and a clear error when none is', async () => {
    const first = await start(async () => 'first');
    const second = await start(async () => 'second');
    await second.close();
    const third = await start(async () => 'third', { port: [first.port, second.port] });
    expect(third.port).toBe(second.port);
    await expect(start(async () => '', { port: [first.port, third.port] })).rejects.toThrow(
      `the ports ${first.port} to ${third.port} are all taken`,
    );
    await expect(start(async () => '', { port: first.port })).rejects.toThrow(
      `the port ${first.port} is taken or not ours`,
    );
  });

  it('is one of ten ports by default', () => {
    expect(DEFAULT_PORTS).toEqual([27390, 27391, 27392, 27393, 27394, 27395, 27396, 27397, 27398, 27399]);
  });
});

describe('a request', () => {
  it('is handed over as it came: target, headers, their order and their doubles', async () => {
    const seen: RawRequest[] = [];
    const { port } = await start(async (request) => String(seen.push(request)));
    const headers = 'Host: one\r\nhost: two\r\nX-A: \u00e9\r\nAuthorization: a\r\nAuthorization: b\r\n';
    await exchange(port, `GET /a/..%2f/../b?c=%zz HTTP/1.1\r\n${headers}${ONCE}\r\n`);
    await exchange(port, `OPTIONS * HTTP/1.0\r\n\r\n`);
    await exchange(port, `GET http://evil.example/x HTTP/1.1\r\n${ONCE}\r\n`);
    expect(seen.map(({ method, url, port: at }) => [method, url, at])).toEqual([
      ['GET', '/a/..%2f/../b?c=%zz', port],
      ['OPTIONS', '*', port],
      ['GET', 'http://evil.example/x', port],
    ]);
    expect(seen[0]?.headers).toEqual([
      ['Host', 'one'],
      ['host', 'two'],
      ['X-A', '\u00c3\u00a9'],
      ['Authorization', 'a'],
      ['Authorization', 'b'],
      ['Connection', 'close'],
    ]);
  });

  it('hides no header behind thousands of others', async () => {
    const { port } = await start(async ({ headers }) => String(headers.filter(([name]) => name === 'Host').length));
    const answer = await exchange(
      port,
      `GET / HTTP/1.1\r\nHost: a\r\n${'A: b\r\n'.repeat(4000)}Host: b\r\n${ONCE}\r\n`,
    );
    expect(bodyOf(answer)).toBe('2');
  });

  it('brings its body along, whole or chunked', async () => {
    const { port } = await start(async ({ readBody }) => Buffer.from((await readBody(100)) ?? []).toString());
    expect(bodyOf(await exchange(port, `POST / HTTP/1.1\r\nContent-Length: 3\r\n${ONCE}\r\n`, 20, 'a', 20, 'bc'))).toBe(
      'abc',
    );
    const chunked = `POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${ONCE}\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n`;
    expect(bodyOf(await exchange(port, chunked))).toBe('abc');
    expect(bodyOf(await exchange(port, `POST / HTTP/1.1\r\n${ONCE}\r\n`))).toBe('');
  });

  it.each([
    ['as long as it may be', 1000, 'it has 1000'],
    ['one byte too long', 1001, 'too long'],
    ['far too long', 3_000_000, 'too long'],
  ])('whose body is %s is answered, and the connection lives on', async (_, length, expected) => {
    const { port } = await start(async ({ readBody }) => {
      const body = await readBody(1000);
      return body === null ? 'too long' : `it has ${body.length}`;
    });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const post = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const request = http.request({ port, agent, method: 'POST' }, (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () => resolve(text));
        });
        request.on('error', reject);
        request.end(Buffer.alloc(length));
      });
    expect([await post(), await post()]).toEqual([expected, expected]);
    agent.destroy();
  });

  it('whose body nobody asks for is answered all the same', async () => {
    const { port } = await start(async () => 'no');
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: new Uint8Array(3_000_000) });
    expect(await response.text()).toBe('no');
  });

  it('that holds its body back gets a word before it sends it, or the answer', async () => {
    const { port } = await start(async ({ url, readBody }) => {
      if (url === '/refused') return 'keep it';
      return Buffer.from((await readBody(10)) ?? []).toString();
    });
    const head = (url: string): string => `POST ${url} HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n`;
    const refused = await exchange(port, head('/refused'));
    expect(refused).toMatch(/^HTTP\/1\.1 200 /);
    expect([bodyOf(refused), /^connection: close/im.test(refused)]).toEqual(['keep it', true]);
    const accepted = await exchange(port, head('/').replace('\r\n\r\n', `\r\n${ONCE}\r\n`), 50, 'abc');
    expect(accepted).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(accepted.endsWith('abc')).toBe(true);
  });

  it('with another expectation is a request like others', async () => {
    const { port } = await start(async () => 'fine');
    expect(bodyOf(await exchange(port, `GET / HTTP/1.1\r\nExpect: miracles\r\n${ONCE}\r\n`))).toBe('fine');
  });

  it('that breaks off rejects whoever waits for its body', async () => {
    let tell = (_: unknown): void => undefined;
    const failed = new Promise((resolve) => (tell = resolve));
    const { port } = await start(async ({ readBody }) => {
      await readBody(10).catch(tell);
      return '';
    });
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write('POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\na', () => setTimeout(() => socket.destroy(), 20));
    });
    expect(await failed).toBeInstanceOf(Error);
  });
});

describe('an answer', () => {
  it('has its headers, doubles too, and its length in bytes', async () => {
    const { port } = await start(async () => 'grüße 机');
    const answer = await exchange(port, `GET / HTTP/1.1\r\n${ONCE}\r\n`);
    expect(answer).toContain('X-Twice: a\r\nX-Twice: b\r\n');
    expect(answer).toContain(`Content-Length: ${Buffer.byteLength('grüße 机')}\r\n`);
    expect(bodyOf(answer)).toBe('grüße 机');
  });

  it('to HEAD has no body', async () => {
    const { port } = await start(async () => 'abc');
    const answer = await exchange(port, `HEAD / HTTP/1.1\r\n${ONCE}\r\n`);
    expect([bodyOf(answer), answer.includes('Content-Length: 3')]).toEqual(['', true]);
  });

  it('may be bytes', async () => {
    const { port } = await start(async () => new Uint8Array([0, 0xff, 0x80]));
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 0xff, 0x80]);
    expect(response.headers.get('Content-Length')).toBe('3');
  });

  it('may come piece by piece, each as soon as it is there', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { port } = await start(async () =>
      (async function* pieces() {
        yield 'grüße ';
        await held;
        yield new TextEncoder().encode('机');
      })(),
    );
    const response = await fetch(`http://127.0.0.1:${port}/`);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const first = await reader.read();
    expect(new TextDecoder().decode(first.value)).toBe('grüße ');
    release();
    const second = await reader.read();
    expect([new TextDecoder().decode(second.value), (await reader.read()).done]).toEqual(['机', true]);
  });

  it('that comes piece by piece waits for a client that does not read, and ends when the client goes', async () => {
    let sent = 0;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const { port } = await start(async () =>
      (async function* pieces() {
        try {
          for (;;) {
            sent += 1;
            yield new Uint8Array(1_000_000);
          }
        } finally {
          end();
        }
      })(),
    );
    const socket = net.connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\n\r\n'));
    socket.pause();
    await wait(300);
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(100);
    socket.destroy();
    await ended;
  });

  it('that breaks off in the middle is not taken for a whole one', async () => {
    const { port } = await start(async () =>
      (async function* pieces() {
        yield 'half';
        await wait(20);
        throw new Error('the disk is gone');
      })(),
    );
    const response = await fetch(`http://127.0.0.1:${port}/`);
    await expect(response.text()).rejects.toThrow();
  });
});

describe('what is no request', () => {
  it.each([
    ['noise', 'hello\r\n\r\n', 'refused: malformed'],
    ['two lengths', 'POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na', 'refused: malformed'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'refused: malformed',
    ],
    ['a broken header', 'GET / HTTP/1.1\r\nA\u0000: b\r\n\r\n', 'refused: malformed'],
    ['a header that is too long', `GET / HTTP/1.1\r\nA: ${'x'.repeat(17_000)}\r\n\r\n`, 'refused: headers_too_large'],
    ['an address that is too long', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\n\r\n`, 'refused: headers_too_large'],
    ['many headers', `GET / HTTP/1.1\r\n${'A: bbbb\r\n'.repeat(4000)}\r\n`, 'refused: headers_too_large'],
  ])('(%s) is answered in full, and the connection is closed', async (_, bytes, expected) => {
    const { port } = await start(async () => 'never');
    const answer = await exchange(port, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Refused\r\nContent-Type: text\/plain; charset=utf-8\r\n/);
    expect(answer).toContain('Connection: close\r\n');
    expect(bodyOf(answer)).toBe(expected);
  });

  it('in the middle of a body is the answer to that request', async () => {
    const { port } = await start(async ({ readBody }) => String(await readBody(10)));
    const answer = await exchange(port, 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n', 30, 'zz\r\n');
    expect(bodyOf(answer)).toBe('refused: malformed');
  });

  it('behind a request is not taken for the answer to it', async () => {
    const { port } = await start(async () => {
      await wait(50);
      return 'late';
    });
    expect(await exchange(port, 'GET / HTTP/1.1\r\n\r\n', 10, 'noise\r\n\r\n')).not.toContain('refused');
  });
});

describe('who is slow', () => {
  const limits = { headersTimeout: 150, requestTimeout: 300, checkEvery: 50 };

  it.each([
    ['with its headers', ['GET / HTTP/1.1\r\nA: b\r\n']],
    ['with its body', ['POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\n', 50, 'a', 50, 'b']],
  ])(
    '%s is told so and cut off',
    async (_, pieces) => {
      const { port } = await start(async ({ readBody }) => String(await readBody(10)), { limits });
      expect(bodyOf(await exchange(port, ...pieces))).toBe('refused: too_slow');
    },
    8_000,
  ); // the usual limits are longer

  it('to send anything hears nothing: browsers would take it for the answer to their next request', async () => {
    const { port } = await start(async () => 'never', { limits });
    const spare = Array.from({ length: 20 }, () => exchange(port, ''));
    expect(new Set(await Promise.all(spare))).toEqual(new Set(['']));
  });

  it('to send anything after an answer hears no more', async () => {
    const { port } = await start(async () => 'once', { limits: { ...limits, keepAliveTimeout: 400 } });
    const answer = await exchange(port, 'GET / HTTP/1.1\r\n\r\n');
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('with a keep-alive connection that it does not use loses it', async () => {
    const { port } = await start(async () => 'once', { limits: { keepAliveTimeout: 50 } });
    expect(bodyOf(await exchange(port, 'GET / HTTP/1.1\r\n\r\n'))).toBe('once');
  });

  it('takes no connection from others: one above the limit is told so, and far more are dropped', async () => {
    const { port } = await start(async () => 'in', { limits: { connections: 2 } });
    const sockets = await Promise.all(
      [1, 2].map(
        () =>
          new Promise<net.Socket>((resolve) => {
            const socket = net.connect(port, '127.0.0.1', () => resolve(socket));
          }),
      ),
    );
    const turnedAway = await exchange(port, 'GET / HTTP/1.1\r\n\r\n');
    expect([bodyOf(turnedAway), turnedAway.includes('Connection: close')]).toEqual([
      'refused: too_many_connections',
      true,
    ]);
    const waiting = Array.from({ length: 64 }, () => net.connect(port, '127.0.0.1').on('error', () => undefined));
    await wait(50);
    expect(await exchange(port, `GET / HTTP/1.1\r\n${ONCE}\r\n`)).toBe('');
    waiting.forEach((socket) => socket.destroy());
    sockets.forEach((socket) => socket.destroy());
    await wait(50);
    expect(bodyOf(await exchange(port, `GET / HTTP/1.1\r\n${ONCE}\r\n`))).toBe('in');
  });
});

describe('the end', () => {
  const isFree = (port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const probe = net.createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });

  it('frees the port, idle connections or not', async () => {
    const server = await start(async () => 'x');
    const idle = exchange(server.port, 'GET / HTTP/1.1\r\n\r\n');
    const silent = exchange(server.port);
    await wait(50);
    await server.close();
    expect(await isFree(server.port)).toBe(true);
    expect([bodyOf(await idle), await silent]).toEqual(['x', '']);
  });

  it('lets an answer on its way arrive', async () => {
    const server = await start(async () => {
      await wait(150);
      return 'in time';
    });
    const answer = exchange(server.port, 'GET / HTTP/1.1\r\n\r\n');
    await wait(30);
    await server.close();
    expect([bodyOf(await answer), await isFree(server.port)]).toEqual(['in time', true]);
  });

  it('does not wait for ever', async () => {
    const server = await start(() => new Promise(() => undefined), { limits: { farewell: 100 } });
    const answer = exchange(server.port, 'GET / HTTP/1.1\r\n\r\n');
    await wait(30);
    await server.close();
    expect([await answer, await isFree(server.port)]).toEqual(['', true]);
  });

  it('can come twice', async () => {
    const server = await start(async () => 'x');
    await Promise.all([server.close(), server.close()]);
    expect(await isFree(server.port)).toBe(true);
  });
});
