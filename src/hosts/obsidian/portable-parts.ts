/** The small ports that need nothing but a browser: ids, hashes, compression. */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { deflateSync, inflateSync } from 'fflate';
import type { CompressionPort, CryptoPort, IdPort } from '../../engine/ports/host';

export const windowIds: IdPort = { uuid: () => crypto.randomUUID() };

const textEncoder = new TextEncoder();

/** Desktops have a faster one; this one is for phones. */
export const portableCrypto: CryptoPort = {
  sha256: (text) => bytesToHex(sha256(textEncoder.encode(text))),
  hmacSha256: (key, text) => hmac(sha256, key, textEncoder.encode(text)),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};

export const portableCompression: CompressionPort = {
  deflate: (bytes) => deflateSync(bytes, { level: 6 }),
  inflate: (bytes) => inflateSync(bytes),
};
