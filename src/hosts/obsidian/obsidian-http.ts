/** Requests inside Obsidian: by the app's client, and on a desktop by Node's where an address must be checked. docs/webhooks.md#addresses */

import { requestUrl } from 'obsidian';
import {
  HttpFailure,
  type HttpPort,
  type HttpRequest,
  type HttpResponse,
  type HttpTarget,
} from '../../engine/ports/http-port';
import { addressIn, targetOf } from '../url-address';

/**
 * An `HttpPort` over `requestUrl`, which keeps to the proxy and the certificates of the system. It resolves names by itself, follows
 * redirects and can't be stopped: so a request with `refuseAddress` goes by `direct` where there is one.
 */
export class ObsidianHttp implements HttpPort {
  constructor(private readonly direct: HttpPort | null) {}

  locate(url: string): Promise<HttpTarget | null> {
    return this.direct === null ? targetOf(url, () => Promise.resolve([])) : this.direct.locate(url);
  }

  async request(request: HttpRequest): Promise<HttpResponse> {
    const { refuseAddress } = request;
    if (refuseAddress === undefined) return sendByApp(request);
    if (this.direct !== null) return this.direct.request(request);
    const address = addressIn(new URL(request.url));
    const reason = address === null ? null : refuseAddress(address);
    if (reason !== null) throw new HttpFailure('address_refused', `${address} ${reason}`);
    return sendByApp(request);
  }
}

async function sendByApp(request: HttpRequest): Promise<HttpResponse> {
  const { url, method, headers, body, mostBytes } = request;
  const sent = requestUrl({
    url,
    method,
    headers: { ...headers },
    throw: false,
    ...(body === undefined ? {} : { body }),
  });
  const { status, headers: given, arrayBuffer } = await withinTime(sent, request);
  const named = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { status, headers: Object.fromEntries(named), bytes: new Uint8Array(arrayBuffer).slice(0, mostBytes) };
}

/** An answer that comes later is let go: nothing can call the request off. */
async function withinTime<Value>(sent: PromiseLike<Value>, { url, timeout }: HttpRequest): Promise<Value> {
  const { host } = new URL(url);
  let timer = 0;
  const late = new Promise<never>((_, reject) => {
    const fail = (): void => reject(new HttpFailure('timeout', `${host} did not answer within ${timeout / 1000} s`));
    timer = window.setTimeout(fail, timeout);
  });
  try {
    return await Promise.race([sent, late]);
  } catch (error) {
    throw error instanceof HttpFailure ? error : failureOf(error, host);
  } finally {
    window.clearTimeout(timer);
  }
}

/** How Chromium says that something answered, and not with a whole answer. */
const BROKEN =
  /ERR_(CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|INVALID_HTTP_RESPONSE|CONTENT_LENGTH_MISMATCH|INCOMPLETE)/;

function failureOf(error: unknown, host: string): HttpFailure {
  const detail = error instanceof Error ? error.message : String(error);
  if (BROKEN.test(detail)) return new HttpFailure('broken', `${host} gave no whole answer (${detail})`);
  return new HttpFailure('unreachable', `nothing answers at ${host} (${detail})`);
}
