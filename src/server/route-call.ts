/** What the handlers of routes are given. */

import type { Caller, Engine } from '../engine/index';
import type { FailureReport } from './caller-error';
import type { ApiRequest, ApiResponse } from './http-message';
import type { ServedPage } from './page/page-files';
import type { HttpRoute, RouteParameters, RoutePath } from './routes';
import type { RunningCalls } from './running-calls';

/** What routes are made of. */
export interface RouteServices extends FailureReport {
  readonly engine: Pick<Engine, 'run' | 'runOlder' | 'files' | 'operations' | 'findNames' | 'onChange'>;
  /** Of the program. */
  readonly version: string;
  readonly calls: RunningCalls;
  /** Absent: there is no page. */
  readonly page?: ServedPage;
}

export interface RouteCall {
  readonly request: ApiRequest;
  readonly parameters: RouteParameters;
  /** The part of the path that `*` of the pattern matches. */
  readonly path: RoutePath;
  /** Without the question mark. */
  readonly query: string;
  /** The caller behind the token, and on whose behalf. Throws `bad_request` for a bad header X-Service-Actor. */
  readonly caller: () => Caller;
  /** The same with the rights that the token has by now. Throws `unauthorized` when it does not count any more. */
  readonly callerNow: () => Caller;
  /** Throws `unauthorized` when the token of the request does not count any more. */
  readonly checkToken: () => void;
}

/** Answers a request; reads its body when it wants one. May throw: the server answers with the error. */
export type RouteHandler = (call: RouteCall) => Promise<ApiResponse> | ApiResponse;

export type Route = HttpRoute<RouteHandler>;

/** A route that is read: HEAD answers as GET, without the body. */
export const readRoute = (handler: RouteHandler): Route['methods'] => ({ GET: handler, HEAD: handler });
