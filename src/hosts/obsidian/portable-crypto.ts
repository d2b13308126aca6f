/** Hashes and random bytes with nothing but a browser. */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { CryptoPort } from '../../engine/ports/host';

const textEncoder = new TextEncoder();

/** Desktops have a faster one; this one is for phones. */
export const portableCrypto: CryptoPort = {
  sha256: (text) => bytesToHex(sha256(textEncoder.encode(text))),
  hmacSha256: (key, text) => hmac(sha256, key, textEncoder.encode(text)),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};
