/** Turns foreign callers away before anything else, and lets pages of allowed origins read the answers. D12, docs/http.md */

import { NotedbError } from '../engine/index';
import { type HttpHeaders, type ApiRequest, type ApiResponse, headerValues } from './http-message';
import { emptyResponse } from './json-response';

/** Names of this machine that a request may call the server by. */
const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);
const DEFAULT_PORT = 80;
const NAME_AND_PORT = /^(\[[0-9a-f:]+\]|[^:[\]]+)(?::([0-9]{1,5}))?$/;

/**
 * Looks at the raw headers before anything else: a web page that reached a loopback port (DNS rebinding, a form, a script) is turned
 * away whatever it carries. The foreign origin that asks and may, null when it is the server's own page or no page at all. Throws
 * `forbidden`.
 */
export function checkCaller(request: ApiRequest, allowedOrigins: readonly string[]): string | null {
  checkHost(request);
  const origins = headerValues(request, 'origin');
  const [origin] = origins;
  if (origin === undefined) return null;
  if (origins.length > 1) throw guardRefusal('a request has at most one Origin header');
  if (isOwnOrigin(origin, request.port)) return null;
  if (origin !== 'null' && allowedOrigins.includes(origin)) return origin;
  throw guardRefusal(
    'web pages of another origin may not use this server',
    'add the origin to the allowed ones in the settings',
  );
}

function checkHost(request: ApiRequest): void {
  const hosts = headerValues(request, 'host');
  const [host] = hosts;
  if (hosts.length !== 1 || host === undefined) throw guardRefusal('a request has exactly one Host header');
  if (!isLoopback(host, request.port)) {
    throw guardRefusal(
      'the Host header does not name this server',
      `address the server as 127.0.0.1:${request.port} or localhost:${request.port}`,
    );
  }
}

function isOwnOrigin(origin: string, port: number): boolean {
  const scheme = 'http://';
  return origin.startsWith(scheme) && isLoopback(origin.slice(scheme.length), port);
}

function isLoopback(host: string, port: number): boolean {
  const [, name, digits] = NAME_AND_PORT.exec(host.toLowerCase()) ?? [];
  return name !== undefined && LOOPBACK_NAMES.has(name) && Number(digits ?? DEFAULT_PORT) === port;
}

function guardRefusal(message: string, hint?: string): NotedbError {
  return new NotedbError('forbidden', message, { hint });
}

/** What a page may send: the rest of a request is the browser's own. The last four are those of the Model Context Protocol. D12 */
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'X-Service-Actor',
  // Of the notes.
  'If-Match',
  'If-None-Match',
  'Operation',
  'Target-Type',
  'Target',
  'Target-Delimiter',
  'Target-Scope',
  'Create-Target-If-Missing',
  'Reject-If-Content-Preexists',
  'Trim-Target-Whitespace',
  'Destination',
  'Last-Event-ID',
  'Mcp-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
];
/** What a page may read of an answer besides its content type. */
const RESPONSE_HEADERS = [
  'Mcp-Session-Id',
  'WWW-Authenticate',
  'Retry-After',
  'Allow',
  'ETag',
  'Content-Location',
  'X-NoteDB-Migration',
];

/** Seconds for which a browser may remember the answer to a preflight. */
const REMEMBERED = '600';

/** Whether a browser only asks what it may send. Such a request carries no token. */
export const isOptions = ({ method }: ApiRequest): boolean => method === 'OPTIONS';

export function preflightResponse(): ApiResponse {
  return emptyResponse([
    ['Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE, MOVE'],
    ['Access-Control-Allow-Headers', REQUEST_HEADERS.join(', ')],
    ['Access-Control-Max-Age', REMEMBERED],
  ]);
}

/** The response with the permission for this origin alone; never for all. */
export function readableBy(origin: string, response: ApiResponse): ApiResponse {
  const permission: HttpHeaders = [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Expose-Headers', RESPONSE_HEADERS.join(', ')],
    ['Vary', 'Origin'],
  ];
  return { ...response, headers: [...response.headers, ...permission] };
}
