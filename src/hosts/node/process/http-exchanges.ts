/** Requests of Node's `http` handed to a handler as plain data, and its answers written back. */

import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorCode } from '../file-errors';

/** A request as it came in; names and values of headers in order, duplicates kept, one character a byte. */
export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly port: number;
  /** The whole body, once; null when it is longer than `limit` bytes. Rejects when the client goes away. */
  readonly readBody: (limit: number) => Promise<Uint8Array | null>;
  /** Resolves when the connection is gone, or the answer is sent. */
  readonly gone: Promise<void>;
}

/** A text is sent as UTF-8. A stream is sent piece by piece, as fast as the client reads. */
export type RawBody = string | Uint8Array | AsyncIterable<string | Uint8Array>;

export interface RawResponse<Body extends RawBody = RawBody> {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Body;
}

export interface RequestHandler {
  /** Must not reject. */
  handle(request: RawRequest): Promise<RawResponse>;
  /** The response to anything but a request. */
  refuse(reason: RefusalReason): RawResponse<string>;
}

type RefusalReason = 'malformed' | 'headers_too_large' | 'too_slow' | 'too_many_connections';

interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export class HttpExchanges {
  private readonly open = new Set<HttpExchange>();
  private readonly waiting = new Set<() => void>();

  constructor(private readonly handler: RequestHandler) {}

  /** `invite` lets the client send the body that it holds back. */
  async run(request: IncomingMessage, response: ServerResponse, invite?: () => void): Promise<void> {
    const exchange = { request, response };
    this.open.add(exchange);
    const gone = new Promise<void>((resolve) => response.once('close', resolve));
    response.once('close', () => this.forget(exchange));
    let isHeldBack = invite !== undefined;
    const answer = await this.handler.handle(
      rawRequest(request, gone, () => {
        isHeldBack = false;
        invite?.();
      }),
    );
    if (response.headersSent || response.destroyed) return;
    if (isHeldBack) response.shouldKeepAlive = false;
    response.writeHead(answer.status, flatHeaders(answer));
    await sendBody(response, answer.body);
  }

  /** Answers a request on a connection above the limit, and closes it. */
  turnAway(response: ServerResponse): void {
    const answer = this.handler.refuse('too_many_connections');
    response.shouldKeepAlive = false;
    response.writeHead(answer.status, flatHeaders(answer));
    response.end(answer.body);
  }

  /** Something came that is not a request, or did not come to its end. */
  refuse(error: Error, socket: Duplex): void {
    const onSocket = [...this.open].filter((exchange) => exchange.request.socket === socket);
    // The client would take this answer for that of an earlier request.
    const isAmbiguous = onSocket.some(({ request, response }) => request.complete || response.headersSent);
    if (!socket.writable || isAmbiguous || isSilent(socket)) return void socket.destroy();
    const answer = this.handler.refuse(reasonOf(error));
    const lines = [...answer.headers, ['Content-Length', byteLength(answer.body)], ['Connection', 'close']];
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${answer.status} Refused\r\n${head}\r\n${answer.body}`, () => socket.destroy());
  }

  /** Resolves when no answer is on its way any more, or when the time is over. */
  settled(milliseconds: number): Promise<void> {
    if (this.open.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private forget(exchange: HttpExchange): void {
    this.open.delete(exchange);
    if (this.open.size > 0) return;
    for (const tell of this.waiting) tell();
    this.waiting.clear();
  }
}

/** Browsers open connections ahead, and take whatever comes on one for the answer to their next request. */
const isSilent = (socket: Duplex): boolean => 'bytesRead' in socket && socket.bytesRead === 0;

function rawRequest(request: IncomingMessage, gone: Promise<void>, invite: () => void): RawRequest {
  const { rawHeaders } = request;
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    headers: rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? ''] as const] : [])),
    port: request.socket.localPort ?? 0,
    gone,
    readBody: (limit) => {
      invite();
      return readBody(request, limit);
    },
  };
}

/** What comes beyond the limit is let go, so that the client lives to read the answer. */
function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Uint8Array) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= limit) return;
      chunks.length = 0;
      resolve(null);
    });
    request.once('end', () => resolve(length > limit ? null : joinChunks(chunks, length)));
    request.once('error', reject);
    request.once('close', () => reject(new Error('the client went away')));
  });
}

function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

async function sendBody(response: ServerResponse, body: RawBody): Promise<void> {
  if (typeof body === 'string') return void response.end(body, encodingOf(body));
  if (isWhole(body)) return void response.end(body);
  if (response.req.method === 'HEAD') return void response.end();
  // A stream that fails takes the connection with it: half an answer never looks whole.
  await sendPieces(response, body).catch(() => void response.destroy());
}

/** Waits where the client reads more slowly, and ends the stream when the client goes away. */
async function sendPieces(response: ServerResponse, body: AsyncIterable<string | Uint8Array>): Promise<void> {
  const pieces = body[Symbol.asyncIterator]();
  while (!response.destroyed) {
    const next = await untilGone(response, pieces.next());
    if (next === null) break;
    if (next.done === true) return void response.end();
    if (!response.write(next.value)) {
      await untilGone(response, new Promise<void>((resolve) => response.once('drain', resolve)));
    }
  }
  await pieces.return?.();
}

/** Null: the client went away first. Nothing of it stays with a stream that goes on for days. */
function untilGone<T>(response: ServerResponse, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve(null);
    response.once('close', leave);
    work.then(resolve, reject).finally(() => response.off('close', leave));
  });
}

/** The same bytes: Node encodes a text of ASCII alone several times as fast with this encoding. */
const encodingOf = (text: string): 'latin1' | 'utf8' => (Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8');

const isWhole = (body: RawBody): body is string | Uint8Array => typeof body === 'string' || body instanceof Uint8Array;

/** Without a length Node sends a stream in chunks. */
function flatHeaders({ status, headers, body }: RawResponse): OutgoingHttpHeader[] {
  const framing = status === 204 || !isWhole(body) ? [] : [['Content-Length', byteLength(body)] as const];
  return [...headers, ...framing].flat();
}

function byteLength(body: string | Uint8Array): string {
  return String(typeof body === 'string' ? Buffer.byteLength(body) : body.length);
}

function reasonOf(error: Error): RefusalReason {
  const code = errorCode(error);
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'malformed';
}
