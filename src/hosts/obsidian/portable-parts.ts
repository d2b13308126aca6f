/** The small ports that need nothing but a browser: ids, hashes, compression. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { deflateSync, inflateSync } from 'fflate';
import type { CompressionPort, CryptoPort, IdPort } from '../../engine/ports/host';

export const windowIds: IdPort = { uuid: () => crypto.randomUUID() };

const textEncoder = new TextEncoder();

/** Desktops have a faster one; this one is for phones. */
export const portableCrypto: CryptoPort = { sha256: (text) => bytesToHex(sha256(textEncoder.encode(text))) };

export const portableCompression: CompressionPort = {
  deflate: (bytes) => deflateSync(bytes, { level: 6 }),
  inflate: (bytes) => inflateSync(bytes),
};
