/** The small ports besides crypto that need nothing but a browser: ids, compression. */

import { deflateSync, inflateSync } from 'fflate';
import type { CompressionPort, IdPort } from '../../engine/ports/host';

export const windowIds: IdPort = { uuid: () => crypto.randomUUID() };

export const portableCompression: CompressionPort = {
  deflate: (bytes) => deflateSync(bytes, { level: 6 }),
  inflate: (bytes) => inflateSync(bytes),
};
