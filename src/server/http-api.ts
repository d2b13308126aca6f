/** Turns requests into responses: guard, token, route. No sockets here. D12, docs/http.md */

import { type Caller, type Engine, NotedbError } from '../engine/index';
import { readActor } from './actor-header';
import { type Authenticated, type TokenAuthentication, authenticateCaller, authenticateFeed } from './bearer-token';
import { type FailureReport, callerError } from './caller-error';
import { checkCaller, isOptions, preflightResponse, readableBy } from './guard';
import { type ApiRequest, type ApiResponse, headerValues } from './http-message';
import { HEADERS_TOO_LARGE, REQUEST_TIMEOUT, errorResponse } from './json-response';
import type { PageFiles } from './page/page-files';
import { pageFileRoutes } from './page/page-routes';
import type { Route, RouteHandler, RouteServices } from './route-call';
import { allRoutes } from './route-table';
import { type RouteMatch, findRoute } from './routes';
import { RunningCalls } from './running-calls';

export interface ServerOptions extends Omit<RouteServices, 'calls' | 'engine'> {
  readonly engine: RouteServices['engine'] & Pick<Engine, 'endWaits'>;
  readonly auth: TokenAuthentication;
  /** Origins of web pages that may use the server besides its own, such as `app://obsidian.md`. */
  readonly allowedOrigins: readonly string[];
  /** Milliseconds. Absent: those of the system. */
  readonly now?: () => number;
}

/** Why a socket adapter could make no request of what came in, or takes none. */
export type UnreadableRequest = 'malformed' | 'headers_too_large' | 'too_slow' | 'too_many_connections';

export interface HttpServer {
  /** Never rejects. */
  handle(request: ApiRequest): Promise<ApiResponse>;
  /** The response to anything but a request. */
  refuse(reason: UnreadableRequest): ApiResponse<string>;
  /** From now on answers `unavailable`; resolves when the operations that run have been answered. */
  stop(): Promise<void>;
}

export function createServer(options: ServerOptions): HttpServer {
  const calls = new RunningCalls();
  const { auth, now = Date.now } = options;
  const services = { ...options, calls, now, sha256: (text: string) => auth.sha256(text) };
  const routes = { all: allRoutes(services), areWhole: true };
  return new ApiServer(options, routes, async () => {
    options.engine.endWaits();
    await calls.stop();
  });
}

export interface OpeningServerOptions extends FailureReport, Pick<ServerOptions, 'allowedOrigins'> {
  readonly files: PageFiles;
}

/** In place of the server while its vault is still being read: it has the page, and `unavailable` for everybody with a token. */
export function createOpeningServer({ files, ...options }: OpeningServerOptions): HttpServer {
  const holderOf = (): never => {
    throw new NotedbError('unavailable', 'the vault is still being read', { hint: 'ask again in a moment' });
  };
  const stop = (): Promise<void> => Promise.resolve();
  return new ApiServer(
    { ...options, auth: { sha256: () => '', holderOf } },
    { all: pageFileRoutes(files), areWhole: false },
    stop,
  );
}

type Match = RouteMatch<RouteHandler>;

interface ServedRoutes {
  readonly all: readonly Route[];
  /** There are no others. */
  readonly areWhole: boolean;
}

class ApiServer implements HttpServer {
  constructor(
    private readonly options: FailureReport & Pick<ServerOptions, 'auth' | 'allowedOrigins'>,
    private readonly routes: ServedRoutes,
    readonly stop: HttpServer['stop'],
  ) {}

  async handle(request: ApiRequest): Promise<ApiResponse> {
    let origin: string | null;
    try {
      origin = checkCaller(request, this.options.allowedOrigins);
    } catch (error) {
      const { method } = request;
      this.options.logger.log('warning', 'request_of_foreign_caller', { method: METHOD.test(method) ? method : null });
      return this.refusal(error, null);
    }
    if (origin === null) return this.respond(request);
    return readableBy(origin, isOptions(request) ? preflightResponse() : await this.respond(request));
  }

  refuse(reason: UnreadableRequest): ApiResponse<string> {
    return errorResponse(unreadableRequest(reason), null, [], REFUSED_AS[reason]);
  }

  private async respond(request: ApiRequest): Promise<ApiResponse> {
    const match = findRoute(this.routes.all, request.url);
    try {
      return await this.answer(request, match);
    } catch (error) {
      return this.refusal(error, operationOf(match));
    }
  }

  private answer(request: ApiRequest, match: Match): Promise<ApiResponse> | ApiResponse {
    // A browser asks without a token. Without permission it learns no more than the documents say.
    if (match.kind === 'route' && isOptions(request)) return wrongMethod(match);
    const handler = match.kind === 'route' ? handlerOf(match.route, request.method) : undefined;
    const isOpen = handler !== undefined && match.kind === 'route' && match.route.isOpen === true;
    // Agents look for a way to sign in at addresses that other servers have, without a token. The documents list them all.
    if (match.kind === 'unknown' && this.routes.areWhole && !hasToken(request)) throw unknownRoute(match.segments);
    const caller = isOpen ? null : this.authenticate(request, match);
    if (match.kind === 'malformed') throw new NotedbError('bad_request', 'the address of the request can not be read');
    if (match.kind === 'unknown') throw unknownRoute(match.segments);
    if (handler === undefined) return wrongMethod(match);
    const { parameters, path, query } = match;
    const checkToken = (): void => void this.authenticate(request, match);
    const callerNow = (): Caller => callerOf(this.authenticate(request, match), request);
    const callOf = { request, parameters, path, query, callerNow, checkToken };
    return handler({ ...callOf, caller: () => callerOf(caller, request) });
  }

  private authenticate(request: ApiRequest, match: Match): Authenticated {
    const { auth } = this.options;
    return match.kind === 'route' && match.route.tokenIn === 'address'
      ? authenticateFeed(match.query, auth)
      : authenticateCaller(request, auth);
  }

  private refusal(thrown: unknown, operation: string | null): ApiResponse<string> {
    return errorResponse(callerError(thrown, operation, this.options), operation);
  }
}

const hasToken = (request: ApiRequest): boolean => headerValues(request, 'authorization').length > 0;

const METHOD = /^[A-Z]{1,20}$/;

function callerOf(caller: Authenticated | null, request: ApiRequest): Caller {
  if (caller === null) throw new Error('an open route asks for no caller');
  return { ...caller, actor: readActor(request) };
}

const operationOf = (match: Match): string | null =>
  match.kind === 'route' ? (match.parameters['operation'] ?? null) : null;

const handlerOf = ({ methods }: Route, method: string): RouteHandler | undefined =>
  Object.hasOwn(methods, method) ? methods[method] : undefined;

function wrongMethod(match: Extract<Match, { kind: 'route' }>): ApiResponse {
  const allowed = Object.keys(match.route.methods).join(', ');
  const error = new NotedbError('method_not_allowed', `this address takes ${allowed}`, { hint: `use ${allowed}` });
  return errorResponse(error, operationOf(match), [['Allow', allowed]]);
}

function unknownRoute([first]: readonly string[]): NotedbError {
  const hint = first === 'vault' ? 'GET /vault/ lists the root of the vault' : 'POST /notedb/operations/<name>/';
  return new NotedbError('not_found', 'there is nothing at this address', { hint });
}

/** Statuses that the codes of the errors do not have. Browsers repeat a request by themselves that is answered with 408. */
const REFUSED_AS: Partial<Readonly<Record<UnreadableRequest, number>>> = {
  headers_too_large: HEADERS_TOO_LARGE,
  too_slow: REQUEST_TIMEOUT,
};

function unreadableRequest(reason: UnreadableRequest): NotedbError {
  switch (reason) {
    case 'malformed':
      return new NotedbError('bad_request', 'this is not an HTTP request');
    case 'headers_too_large':
      return new NotedbError('too_large', 'the headers of the request are too long', { hint: 'send at most 16 KiB' });
    case 'too_slow':
      return new NotedbError('bad_request', 'the request did not arrive in time');
    case 'too_many_connections':
      return new NotedbError('too_many_requests', 'too many connections are open', {
        hint: 'close some, or send requests one after the other on one connection',
      });
  }
}
