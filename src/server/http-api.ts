/** Turns requests into responses: guard, token, route, operation. No sockets here. D12, docs/http.md */

import { type Engine, NotedbError } from '../engine/index';
import { readActor } from './actor-header';
import { type TokenAuthentication, authenticateCaller } from './bearer-token';
import { type FailureReport, callerError } from './caller-error';
import { checkCaller, isPreflight, preflightResponse, readableBy } from './guard';
import type { HttpRequest, HttpResponse } from './http-message';
import { outcomeOf } from './forwarded-calls';
import { readArguments, readJson } from './json-body';
import { errorResponse, jsonResponse } from './json-response';
import { McpEndpoint, protocolErrorResponse } from './mcp/mcp-endpoint';
import { actorWith } from './mcp/tool-server';
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
  private readonly mcp: McpEndpoint;
  private isStopped = false;

  constructor(private readonly options: ServerOptions) {
    this.mcp = new McpEndpoint(options.version);
  }

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
    await this.mcp.close();
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
    {
      pattern: '/mcp',
      methods: { POST: (request) => this.answerAgent(request) },
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
    this.checkRunning();
    return this.track(this.options.engine.run(operation, args, { kind: 'owner', actor }).then(jsonResponse));
  }

  /** A refused operation is a result of its tool; what goes wrong before is an error of the protocol. D19 */
  private async answerAgent(request: HttpRequest): Promise<HttpResponse> {
    const { engine } = this.options;
    try {
      const actor = readActor(request);
      const message = await readJson(request);
      if (message === undefined)
        throw new NotedbError('bad_request', 'the body is empty: it must be a JSON-RPC message');
      this.checkRunning();
      const answer = this.mcp.handle(request, message, (operation, args, harness) => {
        const caller = { kind: 'owner', actor: actorWith(harness, actor) } as const;
        return outcomeOf(engine.run(operation, args, caller), operation, this.options);
      });
      return await this.track(answer);
    } catch (error) {
      return protocolErrorResponse(callerError(error, null, this.options));
    }
  }

  private checkRunning(): void {
    if (!this.isStopped) return;
    throw new NotedbError('unavailable', 'the server is shutting down', { hint: 'try again later' });
  }

  /** `stop` waits for it. */
  private track(answer: Promise<HttpResponse>): Promise<HttpResponse> {
    this.running.add(answer);
    return answer.finally(() => this.running.delete(answer));
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
