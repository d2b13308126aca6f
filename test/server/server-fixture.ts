/** A server over a real engine on the memory host, and requests to it without a socket. */

import { createHash } from 'node:crypto';
import type { Engine, JsonObject } from '../../src/engine/index';
import { openEngine } from '../../src/engine/index';
import type { MemoryHost, MemoryHostOptions } from '../memory-host/memory-host';
import { createMemoryHost } from '../memory-host/memory-host';
import type { HttpBody, ApiRequest, ApiResponse } from '../../src/server/http-message';
import type { TokenAuthentication } from '../../src/server/bearer-token';
import type { HttpServer, ServerOptions } from '../../src/server/http-api';
import { createServer } from '../../src/server/http-api';
import type { ServedPage } from '../../src/server/page/page-files';

export const PORT = 27390;
export const TOKEN = 'the-owners-token';
export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** A page as the server sees it: names and texts. */
export const TEST_PAGE: ServedPage = {
  files: { read: (name) => Promise.resolve(`the file ${name}`) },
  vault: { name: 'Demo', isReadOnly: false },
};

export interface ServerFixture {
  readonly server: HttpServer;
  readonly host: MemoryHost;
  readonly engine: Engine;
  /** Sends a request that is right but for what is given. */
  readonly send: (request: Partial<TestRequest>) => Promise<TestResponse>;
  /** Calls an operation as a client that does everything right. */
  readonly call: (operation: string, args?: JsonObject) => Promise<TestResponse>;
}

export interface TestRequest {
  readonly method: string;
  readonly url: string;
  /** Null leaves a usual header out; a list sends it several times. */
  readonly headers: Readonly<Record<string, string | readonly string[] | null>>;
  readonly body: string | Uint8Array;
}

export interface TestResponse extends Pick<ApiResponse, 'status' | 'headers'> {
  readonly text: string;
  readonly json: JsonObject;
  header(name: string): string | undefined;
}

export interface WireError {
  readonly code: string;
  readonly message: string;
  readonly operation: string | null;
  readonly violations: readonly JsonObject[];
  readonly conflicts: readonly JsonObject[];
  readonly hint: string | null;
}

/** The error of a response. */
export const errorOf = (response: TestResponse): WireError => response.json['error'] as unknown as WireError;

/** The owner's token alone. `hash` null: nobody gets in. */
export const ownerAuthentication = (hash: () => string | null): TokenAuthentication => ({
  holderOf: (given) => (given === hash() ? { kind: 'owner' } : null),
  sha256,
});

/** Of the engine only what a test replaces. */
type FixtureOptions = Partial<Omit<ServerOptions, 'engine'>> & { readonly engine?: Partial<ServerOptions['engine']> };

export async function serverFixture(
  { engine: replaced = {}, ...options }: FixtureOptions = {},
  hostOptions: MemoryHostOptions = {},
): Promise<ServerFixture> {
  const host = createMemoryHost(hostOptions);
  const engine = await openEngine(host);
  let ids = 0;
  const server = createServer({
    engine: Object.assign(Object.create(engine) as Engine, replaced),
    auth: ownerAuthentication(() => sha256(TOKEN)),
    version: '0.1.0',
    allowedOrigins: [],
    logger: host.logger,
    newId: () => `id-${++ids}`,
    ...options,
  });
  const send = async (request: Partial<TestRequest>): Promise<TestResponse> => ask(server, request);
  const call = (operation: string, args: JsonObject = {}): Promise<TestResponse> =>
    send({ url: `/notedb/operations/${operation}/`, body: JSON.stringify(args) });
  return { server, host, engine, send, call };
}

export async function ask(server: HttpServer, request: Partial<TestRequest>): Promise<TestResponse> {
  const { status, headers, body } = await server.handle(rawRequest(request));
  const text = await textOf(body);
  return {
    status,
    headers,
    text,
    json: isJson(headers) && text !== '' ? (JSON.parse(text) as JsonObject) : {},
    header: (name) => headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1],
  };
}

const isJson = (headers: ApiResponse['headers']): boolean =>
  headers.some(([name, value]) => name === 'Content-Type' && value.includes('json'));

async function textOf(body: HttpBody): Promise<string> {
  if (typeof body === 'string') return body;
  const pieces = body instanceof Uint8Array ? [body] : body;
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of pieces) text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
  return text;
}

export function rawRequest(request: Partial<TestRequest>): ApiRequest {
  const { method = 'POST', url = '/notedb/operations/list_tables/', body = '' } = request;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const headers = {
    Host: `127.0.0.1:${PORT}`,
    Authorization: `Bearer ${TOKEN}`,
    'Content-Type': 'application/json',
    'Content-Length': String(bytes.length),
    ...request.headers,
  };
  return {
    method,
    url,
    port: PORT,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === null ? [] : [value].flat().map((each) => [name, each] as const),
    ),
    readBody: async (limit) => (bytes.length > limit ? null : bytes),
  };
}
