/** DEFLATE with nothing but a browser. Its tables take milliseconds to make, so that a desktop does not evaluate it. */

import { deflateSync, inflateSync } from 'fflate';
import type { CompressionPort } from '../../engine/ports/host';

export const portableCompression: CompressionPort = {
  deflate: (bytes) => deflateSync(bytes, { level: 6 }),
  inflate: (bytes) => inflateSync(bytes),
};
