/** Responses with the headers that every one of them has. D12 */

import type { JsonObject, NotedbError, ErrorCode } from '../engine/index';
import { errorBody } from './error-body';
import type { HttpBody, HttpHeaders, HttpResponse } from './http-message';

const JSON_TYPE = 'application/json; charset=utf-8';

const ALWAYS: HttpHeaders = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cache-Control', 'no-store'],
];

/** 200 with a body of any type; `type` is the value of `Content-Type`. */
export function contentResponse<Body extends HttpBody>(type: string, body: Body): HttpResponse<Body> {
  return { status: 200, headers: [['Content-Type', type], ...ALWAYS], body };
}

export const jsonResponse = (body: JsonObject): HttpResponse<string> =>
  contentResponse(JSON_TYPE, JSON.stringify(body));

/** `headers` come on top of those that the error's code brings along. */
export function errorResponse(
  error: NotedbError,
  operation: string | null,
  headers: HttpHeaders = [],
): HttpResponse<string> {
  const outcome = statusOf(error.code);
  return {
    status: outcome.status,
    headers: [['Content-Type', JSON_TYPE], ...ALWAYS, ...outcome.headers, ...headers],
    body: JSON.stringify(errorBody(error, operation)),
  };
}

/** 204: done, nothing to say. */
export function emptyResponse(headers: HttpHeaders): HttpResponse {
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

/** The status of an error and the headers that go with it. */
function statusOf(code: ErrorCode): { readonly status: number; readonly headers: [string, string][] } {
  return { status: STATUSES[code], headers: headersOf(code) };
}

function headersOf(code: ErrorCode): [string, string][] {
  if (code === 'unauthorized') return [['WWW-Authenticate', 'Bearer realm="notedb"']];
  if (code === 'unavailable' || code === 'too_many_requests') return [['Retry-After', RETRY_AFTER]];
  return [];
}
