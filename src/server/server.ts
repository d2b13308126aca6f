/** Turns requests into responses: guard, token, route, operation. No sockets here. D12, docs/http.md */

import { type Engine, NotedbError } from '../engine/index';
import { readActor } from './actor-header';
import { type Authentication, authenticate } from './bearer-token';
import { type FailureReport, callerError } from './caller-error';
import { checkCaller } from './guard';
import { type HttpRequest, type HttpResponse, type HttpHeaders, headerValues } from './http-message';
import { readArguments } from './json-body';
import { errorResponse, jsonResponse, emptyResponse } from './json-response';
import { type Match, type Route, type RouteParameters, findRoute } from './routes';

/** The version of the interface that the specification describes. D12 */
const API_VERSION = '1.4.0';

export interface ServerOptions extends FailureReport {
  readonly engine: Pick<Engine, 'run'>;
  readonly auth: Authentication;
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
  return new Server(options);
}

/** Answers a request; reads its body when it wants one. */
type Handler = (request: HttpRequest, parameters: RouteParameters) => Promise<HttpResponse> | HttpResponse;

class Server implements HttpServer {
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
    return errorResponse(unreadable(reason), null);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.allSettled(this.running);
  }

  /** Every address of the server. docs/http.md#routes */
  private readonly routes: readonly Route<Handler>[] = [
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

  private answer(request: HttpRequest, match: Match<Handler>): Promise<HttpResponse> | HttpResponse {
    const handler = match.kind === 'route' ? handlerOf(match.route, request.method) : undefined;
    const isOpen = handler !== undefined && match.kind === 'route' && match.route.isOpen === true;
    if (!isOpen) authenticate(request, this.options.auth);
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

const operationOf = (match: Match<Handler>): string | null =>
  match.kind === 'route' ? (match.parameters['operation'] ?? null) : null;

const handlerOf = ({ methods }: Route<Handler>, method: string): Handler | undefined =>
  Object.hasOwn(methods, method) ? methods[method] : undefined;

function wrongMethod(match: Extract<Match<Handler>, { kind: 'route' }>): HttpResponse {
  const allowed = Object.keys(match.route.methods).join(', ');
  const error = new NotedbError('method_not_allowed', `this address takes ${allowed}`, { hint: `use ${allowed}` });
  return errorResponse(error, operationOf(match), [['Allow', allowed]]);
}

function unknownRoute(): NotedbError {
  return new NotedbError('not_found', 'there is nothing at this address', { hint: 'POST /notedb/operations/<name>/' });
}

function unreadable(reason: UnreadableRequest): NotedbError {
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
