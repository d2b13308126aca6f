/** Responses with the headers that every one of them has. D12 */

import type { JsonObject, NotedbError } from '../engine/index';
import { errorBody } from './error-body';
import { statusOf } from './error-status';
import type { HttpHeaders, HttpResponse } from './http-message';

const ALWAYS: HttpHeaders = [
  ['Content-Type', 'application/json; charset=utf-8'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Cache-Control', 'no-store'],
];

export function jsonResponse(body: JsonObject): HttpResponse {
  return { status: 200, headers: ALWAYS, body: JSON.stringify(body) };
}

/** `headers` come on top of those that the error's code brings along. */
export function errorResponse(error: NotedbError, operation: string | null, headers: HttpHeaders = []): HttpResponse {
  const outcome = statusOf(error.code);
  return {
    status: outcome.status,
    headers: [...ALWAYS, ...outcome.headers, ...headers],
    body: JSON.stringify(errorBody(error, operation)),
  };
}

/** 204: done, nothing to say. */
export function emptyResponse(headers: HttpHeaders): HttpResponse {
  return { status: 204, headers: [...ALWAYS, ...headers], body: '' };
}
