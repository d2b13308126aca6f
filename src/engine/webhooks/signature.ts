/** How a delivery proves where it comes from: two signatures with one secret. docs/webhooks.md#signatures; D11, D23 */

import type { CryptoPort } from '../ports/host';
import { decodeBase64, encodeBase64 } from '../text/base64';
import { encodeUtf8 } from '../values/utf8';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** `whsec_` and 32 unpredictable bytes. */
export const newSecret = (crypto: Pick<CryptoPort, 'randomBytes'>): string =>
  PREFIX + encodeBase64(crypto.randomBytes(SECRET_BYTES));

interface Signed {
  /** Of the delivery. */
  readonly id: string;
  readonly body: string;
  /** Milliseconds: receivers refuse an old one. */
  readonly now: number;
}

/** `X-Service-Signature` is keyed by the whole secret, the headers of Standard Webhooks by the bytes in it. */
export function signatureHeaders(
  crypto: Pick<CryptoPort, 'hmacSha256'>,
  secret: string,
  { id, body, now }: Signed,
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(now / 1000);
  const standard = crypto.hmacSha256(decodeBase64(secret.slice(PREFIX.length)), `${id}.${timestamp}.${body}`);
  return {
    'X-Service-Signature': `sha256=${hex(crypto.hmacSha256(encodeUtf8(secret), body))}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${encodeBase64(standard)}`,
  };
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
