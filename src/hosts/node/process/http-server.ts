/**
 * A loopback HTTP socket for a request handler. Node's module is handed in: the plugin requires it behind a desktop guard.
 * D12
 */

import type * as http from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { LoggerPort } from '../../../engine/ports/host';
import { errorCode } from '../file-errors';
import { type RequestHandler, HttpExchanges } from './http-exchanges';

export interface HttpServerOptions {
  readonly http: Pick<typeof http, 'createServer'>;
  readonly handler: RequestHandler;
  /** A loopback name. Default: 127.0.0.1. */
  readonly host?: string;
  /** Of several the first free one; 0 is any free one. Default: `DEFAULT_PORTS`. */
  readonly port?: number | readonly number[];
  readonly limits?: Partial<HttpLimits>;
  readonly logger: LoggerPort;
}

/** Milliseconds, counts, bytes. */
export interface HttpLimits {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  /** How often the time-outs are looked at. */
  readonly checkEvery: number;
  readonly connections: number;
  readonly headerBytes: number;
  /** For answers on their way when the server closes. */
  readonly farewell: number;
}

export interface RunningHttpServer {
  readonly port: number;
  /** `http://HOST:PORT`. */
  readonly address: string;
  /** Resolves when the port is free. Answers on their way get a moment. */
  close(): Promise<void>;
}

export const DEFAULT_PORTS: readonly number[] = Array.from({ length: 10 }, (_, i) => 27390 + i);

/** Connections above the limit that live until they get the refusal; any more are closed without an answer. */
const TURNED_AWAY = 64;

const LIMITS: HttpLimits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 5_000,
  checkEvery: 2_000,
  connections: 128,
  headerBytes: 16 * 1024,
  farewell: 2_000,
};

/** What a loopback name binds to, and how it is written in an address. */
const HOSTS: Readonly<Record<string, { readonly bind: string; readonly name: string }>> = {
  '127.0.0.1': { bind: '127.0.0.1', name: '127.0.0.1' },
  localhost: { bind: '127.0.0.1', name: 'localhost' },
  '::1': { bind: '::1', name: '[::1]' },
  '[::1]': { bind: '::1', name: '[::1]' },
};

/** Whether a server may listen there: only this machine reaches it. */
export function isLoopbackHost(host: string): boolean {
  return Object.hasOwn(HOSTS, host);
}

/** Resolves when it accepts connections. Throws when the host is not a loopback name or no port is free. */
export async function startHttpServer(options: HttpServerOptions): Promise<RunningHttpServer> {
  const { host = '127.0.0.1' } = options;
  const place = isLoopbackHost(host) ? HOSTS[host] : undefined;
  if (place === undefined)
    throw new Error(`${host} is not a loopback address: only 127.0.0.1, localhost and ::1 are served`);
  const limits = { ...LIMITS, ...options.limits };
  const exchanges = new HttpExchanges(options.handler);
  const server = createSocketServer(options.http, limits, exchanges);
  const port = await listenOnPort(server, place.bind, [options.port ?? DEFAULT_PORTS].flat());
  server.on('error', (error) => options.logger.log('error', 'http_server_error', { code: errorCode(error) }));
  return {
    port,
    address: `http://${place.name}:${port}`,
    close: () => closeServer(server, exchanges, limits.farewell),
  };
}

function createSocketServer(
  { createServer }: HttpServerOptions['http'],
  limits: HttpLimits,
  exchanges: HttpExchanges,
): Server {
  const server = createServer({
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: limits.checkEvery,
    maxHeaderSize: limits.headerBytes,
    // The handler judges the Host header, and answers in its own words.
    requireHostHeader: false,
  });
  server.maxConnections = limits.connections + TURNED_AWAY;
  // Node would leave out what comes after the 2000th, and the handler could not see that a header is there twice.
  server.maxHeadersCount = 0;
  const isAboveLimit = connectionLimit(server, limits.connections);
  const exchange = (request: IncomingMessage, response: ServerResponse, invite?: () => void): void => {
    if (isAboveLimit(request.socket)) exchanges.turnAway(response);
    else void exchanges.run(request, response, invite);
  };
  server.on('request', (request, response) => exchange(request, response));
  server.on('checkExpectation', (request, response) => exchange(request, response));
  server.on('checkContinue', (request, response) => exchange(request, response, () => response.writeContinue()));
  server.on('clientError', (error, socket) => exchanges.refuse(error, socket));
  return server;
}

/** Counts connections. Says of one whether so many others were open when it came. */
function connectionLimit(server: Server, most: number): (socket: Socket) => boolean {
  const aboveLimit = new WeakSet<Socket>();
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    if (open > most) aboveLimit.add(socket);
    socket.once('close', () => (open -= 1));
  });
  return (socket) => aboveLimit.has(socket);
}

async function listenOnPort(server: Server, host: string, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    const error = await tryListen(server, host, port);
    if (error === null) return portOf(server);
    // Windows keeps some ranges for itself and says EACCES.
    if (!['EADDRINUSE', 'EACCES'].includes(errorCode(error))) throw error;
  }
  const last = ports.at(-1);
  throw new Error(
    ports.length > 1 ? `the ports ${ports[0]} to ${last} are all taken` : `the port ${last} is taken or not ours`,
  );
}

function tryListen(server: Server, host: string, port: number): Promise<Error | null> {
  return new Promise((resolve) => {
    const onError = (error: Error): void => settle(error);
    const onListening = (): void => settle(null);
    const settle = (outcome: Error | null): void => {
      server.removeListener('error', onError);
      server.removeListener('listening', onListening);
      resolve(outcome);
    };
    server.once('error', onError);
    server.once('listening', onListening);
    server.listen({ host, port });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function closeServer(server: Server, exchanges: HttpExchanges, farewell: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await exchanges.settled(farewell);
  server.closeAllConnections();
  await closed;
}
