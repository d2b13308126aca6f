/** Responses with the headers that every one of them has. D12 */

import type { JsonObject, NotedbError } from '../engine/index';
import { errorBody } from './error-body';
import { statusOf } from './error-status';
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
