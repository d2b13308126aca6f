/**
 * Decides by the raw headers who may talk to the server, before anything else: a web page that reached a loopback port
 * (DNS rebinding, a form, a script) is turned away whatever it carries. D12
 */

import { NotedbError } from '../engine/index';
import type { HttpRequest } from './http-message';
import { headerValues } from './http-message';

/** Names of this machine that a request may call the server by. */
const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);
const DEFAULT_PORT = 80;
const NAME_AND_PORT = /^(\[[0-9a-f:]+\]|[^:[\]]+)(?::([0-9]{1,5}))?$/;

/** The foreign origin that asks and may, null when it is the server's own page or no page at all. Throws `forbidden`. */
export function checkCaller(request: HttpRequest, allowedOrigins: readonly string[]): string | null {
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

function checkHost(request: HttpRequest): void {
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
