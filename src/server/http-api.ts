/** Turns requests into responses: guard, token, route, operation. No sockets here. D12, docs/http.md */

import { type Engine, NotedbError, type Actor, type JsonObject, type ErrorCode } from '../engine/index';
import { type TokenAuthentication, authenticateCaller } from './bearer-token';
import { type FailureReport, callerError, errorBody } from './caller-error';
import { type HttpRequest, type HttpResponse, type HttpHeaders, headerValues } from './http-message';
import { readArguments } from './json-body';
import { type HttpRoute, type RouteMatch, type RouteParameters, findRoute } from './routes';

/** The version of the interface. Source: docs/http.md */
const API_VERSION = '1.4.0';

export interface ServerOptions extends FailureReport {
  readonly engine: Pick<Engine, 'run'>;
  readonly auth: TokenAuthentication;
  /** Of the program; `GET /` tells it. */
  readonly version: string;
  /** Origins of web pages that may use the server besides its own, such as `app://obsidian.md`. */
  readonly allowedOrigins: readonly string[];
}

/** Why a socket adapter could make no request of what came in. */
export type UnreadableRequest = 'malformed' | 'headers_too_large' | 'too_slow';

export interface HttpServer {
  /** Never rejects. */
  handle(request: HttpRequest): Promise<HttpResponse>;
  /** The response to what is no request. */
  refuse(reason: UnreadableRequest): HttpResponse<string>;
  /** From now on answers `unavailable`; resolves when the operations that run have been answered. */
  stop(): Promise<void>;
}

export function createServer(options: ServerOptions): HttpServer {
  return new ApiServer(options);
}

/** Answers a request; reads its body when it wants one. */
type RouteHandler = (request: HttpRequest, parameters: RouteParameters) => Promise<HttpResponse> | HttpResponse;

class ApiServer implements HttpServer {
  private readonly running = new Set<Promise<unknown>>();
  private isStopped = false;

  constructor(private readonly options: ServerOptions) {}

  async handle(request: HttpRequest): Promise<HttpResponse> {
    let origin: string | null;
    try {
      origin = checkCaller(request, this.options.allowedOrigins);
    } catch (error) {
      return this.refusal(error, null);
    }
    if (origin === null) return this.respond(request);
    return readableBy(origin, isPreflight(request) ? preflightResponse() : await this.respond(request));
  }

  refuse(reason: UnreadableRequest): HttpResponse<string> {
    return errorResponse(unreadableRequest(reason), null);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.allSettled(this.running);
  }

  /** Every address of the server. docs/http.md#routes */
  private readonly routes: readonly HttpRoute<RouteHandler>[] = [
    {
      pattern: '/',
      isOpen: true,
      methods: { GET: () => this.about(), HEAD: () => this.about() },
    },
    {
      pattern: '/notedb/operations/:operation',
      methods: { POST: (request, { operation = '' }) => this.run(request, operation) },
    },
  ];

  private async respond(request: HttpRequest): Promise<HttpResponse> {
    const match = findRoute(this.routes, request.url);
    try {
      return await this.answer(request, match);
    } catch (error) {
      return this.refusal(error, operationOf(match));
    }
  }

  private answer(request: HttpRequest, match: RouteMatch<RouteHandler>): Promise<HttpResponse> | HttpResponse {
    const handler = match.kind === 'route' ? handlerOf(match.route, request.method) : undefined;
    const isOpen = handler !== undefined && match.kind === 'route' && match.route.isOpen === true;
    if (!isOpen) authenticateCaller(request, this.options.auth);
    if (match.kind === 'malformed') throw new NotedbError('bad_request', 'the address of the request can not be read');
    if (match.kind === 'unknown') throw unknownRoute();
    return handler === undefined ? wrongMethod(match) : handler(request, match.parameters);
  }

  private about(): HttpResponse {
    return jsonResponse({ name: 'NoteDB', version: this.options.version, api: API_VERSION });
  }

  private async run(request: HttpRequest, operation: string): Promise<HttpResponse> {
    const actor = readActor(request);
    const args = await readArguments(request);
    if (this.isStopped)
      throw new NotedbError('unavailable', 'the server is shutting down', { hint: 'try again later' });
    const result = this.options.engine.run(operation, args, { kind: 'owner', actor });
    this.running.add(result);
    return result.then(jsonResponse).finally(() => this.running.delete(result));
  }

  private refusal(thrown: unknown, operation: string | null): HttpResponse<string> {
    return errorResponse(callerError(thrown, operation, this.options), operation);
  }
}

const operationOf = (match: RouteMatch<RouteHandler>): string | null =>
  match.kind === 'route' ? (match.parameters['operation'] ?? null) : null;

const handlerOf = ({ methods }: HttpRoute<RouteHandler>, method: string): RouteHandler | undefined =>
  Object.hasOwn(methods, method) ? methods[method] : undefined;

function wrongMethod(match: Extract<RouteMatch<RouteHandler>, { kind: 'route' }>): HttpResponse {
  const allowed = Object.keys(match.route.methods).join(', ');
  const error = new NotedbError('method_not_allowed', `this address takes ${allowed}`, { hint: `use ${allowed}` });
  return errorResponse(error, operationOf(match), [['Allow', allowed]]);
}

function unknownRoute(): NotedbError {
  return new NotedbError('not_found', 'there is nothing at this address', { hint: 'POST /notedb/operations/<name>/' });
}

function unreadableRequest(reason: UnreadableRequest): NotedbError {
  switch (reason) {
    case 'malformed':
      return new NotedbError('bad_request', 'this is no HTTP request');
    case 'headers_too_large':
      return new NotedbError('too_large', 'the headers of the request are too long');
    case 'too_slow':
      return new NotedbError('bad_request', 'the request did not arrive in time');
  }
}

/** Seconds for which a browser may remember the answer to a preflight. */
const REMEMBERED = '600';

/** Whether the browser only asks what it may send. Such a request carries no token. */
function isPreflight(request: HttpRequest): boolean {
  return request.method === 'OPTIONS' && headerValues(request, 'access-control-request-method').length > 0;
}

function preflightResponse(): HttpResponse {
  return emptyResponse([
    ['Access-Control-Allow-Methods', 'GET, POST'],
    ['Access-Control-Allow-Headers', 'Authorization, Content-Type, X-Service-Actor'],
    ['Access-Control-Max-Age', REMEMBERED],
  ]);
}

/** The response with the permission for this origin alone; never for all. */
function readableBy(origin: string, response: HttpResponse): HttpResponse {
  const permission: HttpHeaders = [
    ['Access-Control-Allow-Origin', origin],
    ['Vary', 'Origin'],
  ];
  return { ...response, headers: [...response.headers, ...permission] };
}

/** Names of this machine that a request may call the server by. */
const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);
const DEFAULT_PORT = 80;
const NAME_AND_PORT = /^(\[[0-9a-f:]+\]|[^:[\]]+)(?::([0-9]{1,5}))?$/;

/**
 * Looks at the raw headers before anything else: a web page that reached a loopback port (DNS rebinding, a form, a script) is turned
 * away whatever it carries. The foreign origin that asks and may, null when it is the server's own page or no page at all. Throws
 * `forbidden`.
 */
function checkCaller(request: HttpRequest, allowedOrigins: readonly string[]): string | null {
  checkHost(request);
  const origins = headerValues(request, 'origin');
  const [origin] = origins;
  if (origin === undefined) return null;
  if (origins.length > 1) throw guardRefusal('a request has at most one Origin header');
  if (isOwnOrigin(origin, request.port)) return null;
  if (origin !== 'null' && allowedOrigins.includes(origin)) return origin;
  throw guardRefusal(
    'web pages of another origin may not use this server',
    'add the origin to the allowed ones in the settings',
  );
}

function checkHost(request: HttpRequest): void {
  const hosts = headerValues(request, 'host');
  const [host] = hosts;
  if (hosts.length !== 1 || host === undefined) throw guardRefusal('a request has exactly one Host header');
  if (!isLoopback(host, request.port)) {
    throw guardRefusal(
      'the Host header does not name this server',
      `address the server as 127.0.0.1:${request.port} or localhost:${request.port}`,
    );
  }
}

function isOwnOrigin(origin: string, port: number): boolean {
  const scheme = 'http://';
  return origin.startsWith(scheme) && isLoopback(origin.slice(scheme.length), port);
}

function isLoopback(host: string, port: number): boolean {
  const [, name, digits] = NAME_AND_PORT.exec(host.toLowerCase()) ?? [];
  return name !== undefined && LOOPBACK_NAMES.has(name) && Number(digits ?? DEFAULT_PORT) === port;
}

function guardRefusal(message: string, hint?: string): NotedbError {
  return new NotedbError('forbidden', message, { hint });
}

const NAME = 'X-Service-Actor';
const KEYS = ['harness', 'model', 'session'] as const;
const MOST_BYTES = 2048;
const LONGEST_VALUE = 200;

/** Null when the header is not there or tells nothing. Other keys than the three are left out. Throws `bad_request`. */
export function readActor(request: HttpRequest): Actor | null {
  const values = headerValues(request, NAME.toLowerCase());
  const [value] = values;
  if (value === undefined) return null;
  if (values.length > 1) throw actorRefusal('may be there once');
  if (value.length > MOST_BYTES) throw actorRefusal(`is longer than ${MOST_BYTES} bytes`);
  const given = parseHeader(value);
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw actorRefusal('must be a JSON object');
  const told = KEYS.flatMap((key) => valueOf(given, key));
  return told.length === 0 ? null : Object.fromEntries(told);
}

function valueOf(given: object, key: (typeof KEYS)[number]): [string, string][] {
  const value: unknown = Object.hasOwn(given, key) ? given[key as never] : null;
  if (value === null) return [];
  if (typeof value !== 'string') throw actorRefusal(`${key} must be a string`);
  if (value.length > LONGEST_VALUE) throw actorRefusal(`${key} is longer than ${LONGEST_VALUE} characters`);
  return [[key, value]];
}

function parseHeader(value: string): unknown {
  try {
    return JSON.parse(decodeHeader(value));
  } catch {
    throw actorRefusal('must be a JSON object');
  }
}

/** The characters stand for bytes: of UTF-8, or of Latin-1 where they can't be UTF-8. */
function decodeHeader(value: string): string {
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
}

function actorRefusal(what: string): NotedbError {
  const hint = `${NAME}: {"harness": "…", "model": "…", "session": "…"}, each at most ${LONGEST_VALUE} characters`;
  return new NotedbError('bad_request', `the header ${NAME} ${what}`, { hint });
}

const JSON_TYPE = 'application/json; charset=utf-8';

const ALWAYS: HttpHeaders = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cache-Control', 'no-store'],
];

const jsonResponse = (body: JsonObject): HttpResponse<string> => ({
  status: 200,
  headers: [['Content-Type', JSON_TYPE], ...ALWAYS],
  body: JSON.stringify(body),
});

/** `headers` come on top of those that the error's code brings along. */
function errorResponse(error: NotedbError, operation: string | null, headers: HttpHeaders = []): HttpResponse<string> {
  return {
    status: STATUSES[error.code],
    headers: [['Content-Type', JSON_TYPE], ...ALWAYS, ...headersOf(error.code), ...headers],
    body: JSON.stringify(errorBody(error, operation)),
  };
}

/** 204: done, nothing to say. */
function emptyResponse(headers: HttpHeaders): HttpResponse {
  return { status: 204, headers: [['Content-Type', JSON_TYPE], ...ALWAYS, ...headers], body: '' };
}

/** The HTTP status of each error code: the only place that knows. D5 */
const STATUSES: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  unsupported_media_type: 415,
  refused: 422,
  conflict: 422,
  metastore_invalid: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
};

/** Seconds after which a client may ask again. */
const RETRY_AFTER = '1';

function headersOf(code: ErrorCode): [string, string][] {
  if (code === 'unauthorized') return [['WWW-Authenticate', 'Bearer realm="notedb"']];
  if (code === 'unavailable' || code === 'too_many_requests') return [['Retry-After', RETRY_AFTER]];
  return [];
}
