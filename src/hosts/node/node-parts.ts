/** The small ports of the Node host: ids, hashes, compression. */

import { createHash, randomUUID } from 'node:crypto';
import zlib from 'node:zlib';
import type { CompressionPort, CryptoPort, IdPort } from '../../engine/ports/host';

export const nodeIds: IdPort = { uuid: () => randomUUID() };

export const nodeCrypto: CryptoPort = {
  sha256: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
};

export const nodeCompression: CompressionPort = {
  deflate: (bytes) => plainBytes(zlib.deflateRawSync(bytes, { level: 1 })),
  inflate: (bytes) => plainBytes(zlib.inflateRawSync(bytes)),
};

function plainBytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}
