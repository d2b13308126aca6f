/** Responses with a JSON body, and the status of each error code. D5, docs/http.md#errors */

import type { ErrorCode, Json, NotedbError } from '../engine/index';
import { errorBody } from './caller-error';
import type { HttpHeaders, ApiResponse } from './http-message';

export const JSON_TYPE = 'application/json; charset=utf-8';

export const ALWAYS: HttpHeaders = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cache-Control', 'no-store'],
];

export const jsonResponse = (body: Json, type = JSON_TYPE): ApiResponse<string> => ({
  status: 200,
  headers: [['Content-Type', type], ...ALWAYS],
  body: JSON.stringify(body),
});

/** A text or bytes of another type, as they are. */
export const bytesResponse = <Body extends string | Uint8Array>(body: Body, type: string): ApiResponse<Body> => ({
  status: 200,
  headers: [['Content-Type', type], ...ALWAYS],
  body,
});

/** `headers` come on top of those that the error's code brings along. */
export function errorResponse(
  error: NotedbError,
  operation: string | null,
  headers: HttpHeaders = [],
  status = STATUSES[error.code],
): ApiResponse<string> {
  return {
    status,
    headers: [['Content-Type', JSON_TYPE], ...ALWAYS, ...headersOf(error.code), ...headers],
    body: JSON.stringify(errorBody(error, operation)),
  };
}

/** 204: done, nothing to say. */
export function emptyResponse(headers: HttpHeaders): ApiResponse {
  return { status: 204, headers: [['Content-Type', JSON_TYPE], ...ALWAYS, ...headers], body: '' };
}

/** The HTTP status of each error code: the only place that knows. D5 */
export const STATUSES: Readonly<Record<ErrorCode, number>> = {
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

/** Of headers that are too long; their code is `too_large` as well. D19 */
export const HEADERS_TOO_LARGE = 431;
/** Of a request that does not come to its end; its code is `bad_request`. */
export const REQUEST_TIMEOUT = 408;

/** Seconds after which a client may ask again. */
const RETRY_AFTER = '1';

function headersOf(code: ErrorCode): [string, string][] {
  if (code === 'unauthorized') return [['WWW-Authenticate', 'Bearer realm="notedb"']];
  if (code === 'unavailable' || code === 'too_many_requests') return [['Retry-After', RETRY_AFTER]];
  return [];
}
