/** One attempt to deliver a batch. docs/webhooks.md#deliveries; D11, D23 */

import type { Host } from '../ports/host';
import { HttpFailure, type HttpResponse } from '../ports/http-port';
import { refuseAddress, refuseName } from './address-rules';
import type { PendingBatch } from '../followers/follower-state';
import { readRetryAfter } from './retry-after';
import { signatureHeaders } from './signature';
import { CONTENT_TYPES } from './webhook-body';
import type { DeliveryAttempt, Webhook, WebhookBatch } from './webhook';

/** Milliseconds to the end of the answer. */
const TIMEOUT = 15_000;
/** Of an answer, which is not read. */
const MOST_BYTES = 64 * 1024;

const GONE = 410;

/** What a receiver answered. */
export interface Answer {
  readonly attempt: DeliveryAttempt;
  /** Null: the receiver took it. */
  readonly error: string | null;
  /** The receiver wants nothing any more. */
  readonly isFinal: boolean;
  /** Milliseconds from now, as the receiver asks. */
  readonly retryAfter: number | null;
}

type Ports = Pick<Host, 'clock' | 'crypto' | 'http'>;

/** Never rejects. */
export async function deliver(
  ports: Ports,
  webhook: Webhook,
  batch: PendingBatch<WebhookBatch>,
  secret: string,
): Promise<Answer> {
  const at = ports.clock.now();
  const told = await post(ports, webhook, batch, secret);
  const now = ports.clock.now();
  const status = typeof told === 'string' ? null : told.status;
  const attempt = { id: batch.id, at, status, ms: Math.max(0, now - at), events: batch.events };
  if (typeof told === 'string') return { attempt, error: told, isFinal: false, retryAfter: null };
  const error = errorOf(told);
  const retryAfter = error === null ? null : readRetryAfter(told.headers['retry-after'], now);
  return { attempt, error, isFinal: told.status === GONE, retryAfter };
}

/** The answer, or why there is none. */
async function post(
  { clock, crypto, http }: Ports,
  { url, app, format }: Webhook,
  { id, body }: PendingBatch<WebhookBatch>,
  secret: string,
): Promise<HttpResponse | string> {
  const isOwners = app === null;
  try {
    const target = await http.locate(url);
    const refused = target === null ? null : refuseName(target.host, isOwners);
    if (refused !== null) return `${target?.host} ${refused.reason}`;
    return await http.request({
      url,
      method: 'POST',
      headers: {
        'content-type': CONTENT_TYPES[format],
        'user-agent': 'NoteDB',
        ...signatureHeaders(crypto, secret, { id, body, now: clock.now() }),
      },
      body,
      timeout: TIMEOUT,
      mostBytes: MOST_BYTES,
      refuseAddress: (address) => refuseAddress(address, isOwners)?.reason ?? null,
    });
  } catch (error) {
    return error instanceof HttpFailure ? error.message : `the request failed: ${String(error)}`;
  }
}

function errorOf({ status, headers }: HttpResponse): string | null {
  if (status >= 200 && status < 300) return null;
  if (status === GONE) return 'the receiver answered 410: it wants nothing any more';
  if (status < 300 || status >= 400) return `the receiver answered ${status}`;
  const { location } = headers;
  const where = location === undefined ? '' : ` to ${location.slice(0, 200)}`;
  return `the receiver answered ${status}, a redirect${where}: redirects are not followed`;
}
