/** Turns requests into responses: guard, token, route, operation. No sockets here. D12, docs/http.md */

import { type Engine, NotedbError } from '../engine/index';
import { readActor } from './actor-header';
import { type Authenticated, type TokenAuthentication, authenticateCaller } from './bearer-token';
import { type FailureReport, callerError } from './caller-error';
import { checkCaller, isPreflight, preflightResponse, readableBy } from './guard';
import type { HttpRequest, HttpResponse } from './http-message';
import { readArguments } from './json-body';
import { errorResponse, jsonResponse } from './json-response';
import { type HttpRoute, type RouteMatch, type RouteParameters, findRoute } from './routes';

/** The version of the interface. Source: docs/http.md */
const API_VERSION = '1.4.0';

export interface ServerOptions extends FailureReport {
  readonly engine: Pick<Engine, 'endWaits' | 'run'>;
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
type RouteHandler = (
  request: HttpRequest,
  parameters: RouteParameters,
  /** Null on a route that needs no token. */
  caller: Authenticated | null,
) => Promise<HttpResponse> | HttpResponse;

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
    this.options.engine.endWaits();
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
      methods: { POST: (request, { operation = '' }, caller) => this.run(request, operation, known(caller)) },
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
    const caller = isOpen ? null : authenticateCaller(request, this.options.auth);
    if (match.kind === 'malformed') throw new NotedbError('bad_request', 'the address of the request can not be read');
    if (match.kind === 'unknown') throw unknownRoute();
    return handler === undefined ? wrongMethod(match) : handler(request, match.parameters, caller);
  }

  private about(): HttpResponse {
    return jsonResponse({ name: 'NoteDB', version: this.options.version, api: API_VERSION });
  }

  private async run(request: HttpRequest, operation: string, caller: Authenticated): Promise<HttpResponse> {
    const actor = readActor(request);
    const args = await readArguments(request);
    if (this.isStopped)
      throw new NotedbError('unavailable', 'the server is shutting down', { hint: 'try again later' });
    const result = this.options.engine.run(operation, args, { ...caller, actor });
    this.running.add(result);
    return result.then(jsonResponse).finally(() => this.running.delete(result));
  }

  private refusal(thrown: unknown, operation: string | null): HttpResponse<string> {
    return errorResponse(callerError(thrown, operation, this.options), operation);
  }
}

/** Every route that runs operations needs a token. */
function known(caller: Authenticated | null): Authenticated {
  if (caller === null) throw new NotedbError('unauthorized', 'this address needs a token');
  return caller;
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
