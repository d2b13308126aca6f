/** What every client of other programs promises; each host runs it. Promises: src/engine/ports/http-port.ts */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HttpFailure, type HttpPort, type HttpRequest } from '../../src/engine/ports/http-port';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type ReceiverAnswer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'silence'
  | 'break';

export interface HttpHarness {
  readonly http: HttpPort;
  /** `127.0.0.1:8080`, where requests are answered. */
  readonly host: string;
  /** The same receiver by a name that resolves to 127.0.0.1; null where the host resolves no names. */
  readonly namedHost: string | null;
  /** Where nobody answers. */
  readonly deadHost: string;
  answerWith(answer: (request: SeenRequest) => ReceiverAnswer): void;
  readonly seen: readonly SeenRequest[];
  /** Lets so much time go by for a request that waits. */
  pass(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

export interface HttpHabits {
  /** Also with `refuseAddress`. */
  readonly followsRedirects?: true;
}

const everyAddress = (): null => null;

export function describeHttpContract(name: string, make: () => Promise<HttpHarness>, habits: HttpHabits = {}): void {
  describe(`requests of ${name}`, () => {
    let harness: HttpHarness;

    beforeEach(async () => {
      harness = await make();
    });
    afterEach(() => harness.close());

    const send = (more: Partial<HttpRequest> = {}): ReturnType<HttpPort['request']> =>
      harness.http.request({
        url: `http://${harness.host}/hook?a=1`,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'X-Mark': 'yes' },
        body: '{"word":"Zürich 🎵"}',
        timeout: 5000,
        mostBytes: 10_000,
        refuseAddress: everyAddress,
        ...more,
      });
    const failure = async (more: Partial<HttpRequest> = {}): Promise<HttpFailure> => {
      const thrown: unknown = await send(more).then(
        () => null,
        (error: unknown) => error,
      );
      expect(thrown).toBeInstanceOf(HttpFailure);
      return thrown as HttpFailure;
    };
    const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

    test('sends method, address, headers and the body as UTF-8, and gives the answer', async () => {
      harness.answerWith(() => ({ status: 200, headers: { 'X-Answer': 'ok' }, body: 'grüezi' }));
      const answer = await send();
      expect(harness.seen).toEqual([
        expect.objectContaining({ method: 'POST', path: '/hook?a=1', body: '{"word":"Zürich 🎵"}' }),
      ]);
      expect(harness.seen[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'x-mark': 'yes' });
      expect(answer.status).toBe(200);
      expect(answer.headers['x-answer']).toBe('ok');
      expect(text(answer.bytes)).toBe('grüezi');
    });

    test('tells where a URL leads, and sends nothing', async () => {
      harness.answerWith(() => ({ status: 200 }));
      expect(await harness.http.locate('HTTP://user:word@0x7f.1:8080/Hook?a=1')).toEqual({
        url: 'http://user:word@127.0.0.1:8080/Hook?a=1',
        host: '127.0.0.1',
        hasCredentials: true,
        addresses: ['127.0.0.1'],
      });
      const v6 = await harness.http.locate('https://[0:0::1]/');
      expect(v6).toEqual({ url: 'https://[::1]/', host: '::1', hasCredentials: false, addresses: ['::1'] });
      const named = await harness.http.locate(`http://${harness.namedHost ?? 'hooks.test'}/`);
      expect(named?.addresses.includes('127.0.0.1')).toBe(harness.namedHost !== null);
      for (const url of [
        '',
        'hooks.test',
        'ftp://hooks.test/',
        'file:///x',
        'javascript:1',
        'http://',
        'http://a b/',
      ]) {
        expect(await harness.http.locate(url)).toBeNull();
      }
      expect(harness.seen).toEqual([]);
    });

    test('asks with GET and without a body', async () => {
      harness.answerWith(() => ({ status: 200, body: '[]' }));
      const request = { url: `http://${harness.host}/models`, headers: {}, timeout: 5000, mostBytes: 100 };
      const answer = await harness.http.request({ ...request, method: 'GET' });
      expect(text(answer.bytes)).toBe('[]');
      expect(harness.seen).toEqual([expect.objectContaining({ method: 'GET', path: '/models', body: '' })]);
    });

    test.each([201, 204, 400, 404, 410, 429, 500, 503])('an answer %i is no error', async (status) => {
      harness.answerWith(() => ({ status, headers: { 'Retry-After': '7' } }));
      const answer = await send();
      expect([answer.status, answer.headers['retry-after']]).toEqual([status, '7']);
    });

    test('a redirect is an answer, where the host can tell', async () => {
      const location = `http://${harness.host}/elsewhere`;
      harness.answerWith(({ path }) =>
        path === '/elsewhere' ? { status: 200 } : { status: 307, headers: { location } },
      );
      const answer = await send();
      if (habits.followsRedirects === true) expect(answer.status).toBe(200);
      else expect([answer.status, answer.headers['location'], harness.seen.length]).toEqual([307, location, 1]);
    });

    test('reads so many bytes of a long answer', async () => {
      harness.answerWith(() => ({ status: 200, body: 'x'.repeat(100_000) }));
      const answer = await send({ mostBytes: 1000 });
      expect([answer.status, answer.bytes.length]).toEqual([200, 1000]);
    });

    test('an address that is refused is sent nothing, and the reason is told', async () => {
      harness.answerWith(() => ({ status: 200 }));
      const asked: string[] = [];
      const refuseAddress = (address: string): string => (asked.push(address), 'is not for hooks');
      const refused = await failure({ refuseAddress });
      expect([refused.code, asked]).toEqual(['address_refused', ['127.0.0.1']]);
      expect(refused.message).toContain('is not for hooks');
      expect(harness.seen).toEqual([]);
    });

    test.each(['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '127.0.0.1.'])(
      'the address in the spelling %s is asked for as 127.0.0.1',
      async (spelling) => {
        const asked: string[] = [];
        const refuseAddress = (address: string): string => (asked.push(address), 'no');
        const url = `http://${harness.host.replace('127.0.0.1', spelling)}/`;
        expect((await failure({ url, refuseAddress })).code).toBe('address_refused');
        expect(asked).toEqual(['127.0.0.1']);
      },
    );

    test('each address of a name is asked for, at each attempt', async () => {
      if (harness.namedHost === null) return;
      harness.answerWith(() => ({ status: 200 }));
      const url = `http://${harness.namedHost}/`;
      const asked: string[] = [];
      await send({ url, refuseAddress: (address) => (asked.push(address), null) });
      expect(asked).toContain('127.0.0.1');
      expect(harness.seen.length).toBe(1);
      expect((await failure({ url, refuseAddress: () => 'is private' })).code).toBe('address_refused');
      expect(harness.seen.length).toBe(1);
    });

    test('a receiver that is silent costs the time-out', async () => {
      harness.answerWith(() => 'silence');
      const waiting = failure({ timeout: 300 });
      await harness.pass(310);
      expect((await waiting).code).toBe('timeout');
    });

    test('nobody there is unreachable', async () => {
      const { code, message } = await failure({ url: `http://${harness.deadHost}/` });
      expect(code).toBe('unreachable');
      expect(message).toContain(harness.deadHost);
    });

    test('a connection that ends without an answer is broken', async () => {
      harness.answerWith(() => 'break');
      expect((await failure()).code).toBe('broken');
    });
  });
}
