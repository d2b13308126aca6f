/** What a page of an allowed foreign origin gets to see; every other page was turned away before. D12 */

import type { HttpHeaders, HttpRequest, HttpResponse } from './http-message';
import { headerValues } from './http-message';
import { emptyResponse } from './json-response';

/** Seconds for which a browser may remember the answer to a preflight. */
const REMEMBERED = '600';

/** Whether the browser only asks what it may send. Such a request carries no token. */
export function isPreflight(request: HttpRequest): boolean {
  return request.method === 'OPTIONS' && headerValues(request, 'access-control-request-method').length > 0;
}

export function preflightResponse(): HttpResponse {
  return emptyResponse([
    ['Access-Control-Allow-Methods', 'GET, POST'],
    ['Access-Control-Allow-Headers', 'Authorization, Content-Type, X-Service-Actor'],
    ['Access-Control-Max-Age', REMEMBERED],
  ]);
}

/** The response with the permission for this origin alone; never for all. */
export function readableBy(origin: string, response: HttpResponse): HttpResponse {
  const permission: HttpHeaders = [
    ['Access-Control-Allow-Origin', origin],
    ['Vary', 'Origin'],
  ];
  return { ...response, headers: [...response.headers, ...permission] };
}
