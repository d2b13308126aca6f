/** Requests by Node's own client: to an address that was checked, without redirects. docs/webhooks.md#addresses */

import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type net from 'node:net';
import {
  HttpFailure,
  type HttpPort,
  type HttpRequest,
  type HttpResponse,
  type HttpTarget,
} from '../../engine/ports/http-port';
import { addressIn, targetOf } from '../url-address';
import { errorCode } from './file-errors';
import { plainBytes } from './node-parts';

/** An `HttpPort` over `node:http` and `node:https`. Each request has its own connection, and no proxy. */
export class NodeHttp implements HttpPort {
  locate(url: string): Promise<HttpTarget | null> {
    return targetOf(url, resolveInTime);
  }

  request(request: HttpRequest): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const outgoing = open(request);
      const timer = setTimeout(() => outgoing.destroy(timedOut(request)), request.timeout);
      const settle = <Value>(tell: (value: Value) => void, value: Value): void => {
        clearTimeout(timer);
        tell(value);
        outgoing.destroy();
      };
      const fail = (error: unknown): void => settle(reject, failureOf(error, request));
      outgoing.on('error', fail);
      outgoing.on('close', () =>
        fail(new HttpFailure('broken', `${hostOf(request)} closed the connection without an answer`)),
      );
      outgoing.on('response', (response) => {
        response.on('error', fail);
        readUpTo(response, request.mostBytes, (bytes) => settle(resolve, answerOf(response, bytes)));
      });
      outgoing.end(request.body);
    });
  }
}

/** A resolver that is out of reach may take half a minute to say so. */
const RESOLVE_MS = 5000;

function resolveInTime(name: string): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), RESOLVE_MS);
    dns.lookup(name, { all: true }, (error, found) => {
      clearTimeout(timer);
      resolve(error === null ? found.map(({ address }) => address) : []);
    });
  });
}

/** Throws HttpFailure before anything is sent. */
function open(request: HttpRequest): http.ClientRequest {
  const url = new URL(request.url);
  const address = addressIn(url);
  const reason = address === null ? null : (request.refuseAddress?.(address) ?? null);
  if (address !== null && reason !== null) throw refused(url.hostname, address, reason);
  const { request: send } = url.protocol === 'https:' ? https : http;
  try {
    return send(url, {
      method: request.method,
      headers: { ...request.headers },
      agent: false,
      lookup: lookupFor(request),
    });
  } catch (error) {
    throw failureOf(error, request);
  }
}

/** The connection takes one of the addresses that it gives: the name is not resolved again. */
const lookupFor =
  ({ refuseAddress }: HttpRequest): net.LookupFunction =>
  (name, options, tell) => {
    dns.lookup(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return tell(error, '', 0);
      for (const { address } of found) {
        const reason = refuseAddress?.(address) ?? null;
        if (reason !== null) return tell(refused(name, address, reason), '', 0);
      }
      const [first] = found;
      if (options.all === true) tell(null, found);
      else tell(null, first?.address ?? '', first?.family ?? 0);
    });
  };

/** What comes after `most` bytes is let go. */
function readUpTo(response: http.IncomingMessage, most: number, tell: (bytes: Uint8Array) => void): void {
  const pieces: Buffer[] = [];
  let size = 0;
  const finish = (): void => tell(plainBytes(Buffer.concat(pieces).subarray(0, most)));
  response.on('data', (piece: Buffer) => {
    pieces.push(piece);
    size += piece.length;
    if (size >= most) finish();
  });
  response.on('end', finish);
}

function answerOf({ statusCode, headers }: http.IncomingMessage, bytes: Uint8Array): HttpResponse {
  const flat = Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]);
  return { status: statusCode ?? 0, headers: Object.fromEntries(flat) as Record<string, string>, bytes };
}

const hostOf = ({ url }: HttpRequest): string => new URL(url).host;

const refused = (name: string, address: string, reason: string): HttpFailure =>
  new HttpFailure(
    'address_refused',
    name === address ? `${address} ${reason}` : `${name} is ${address}, which ${reason}`,
  );

const timedOut = (request: HttpRequest): HttpFailure =>
  new HttpFailure('timeout', `${hostOf(request)} did not answer within ${request.timeout / 1000} s`);

/** The connection was open, and the answer was not whole. */
const BROKEN = /^(ECONNRESET|EPIPE|HPE_.*)$/;

function failureOf(error: unknown, request: HttpRequest): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const host = hostOf(request);
  const code = errorCode(error);
  if (BROKEN.test(code)) return new HttpFailure('broken', `${host} gave no whole answer (${code})`);
  if (code === 'ENOTFOUND')
    return new HttpFailure('unreachable', `the name ${new URL(request.url).hostname} does not resolve`);
  return new HttpFailure('unreachable', `nothing answers at ${host} (${code === '' ? String(error) : code})`);
}
