/** The small ports of the Node host: ids, hashes, compression, turns of the event loop. */

import crypto, { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { CompressionPort, CryptoPort, IdPort, SchedulerPort } from '../../engine/ports/host';

/** Node puts an id together of twenty pieces, which stay until it is read as one: garbage collection would move each of them. */
export const nodeIds: IdPort = { uuid: () => randomUUID().toLowerCase() };

/** In one call from Node 20.12 on, which takes half the time of a short text. */
export const nodeCrypto: CryptoPort = {
  sha256:
    'hash' in crypto
      ? (text) => crypto.hash('sha256', text)
      : (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
  hmacSha256: (key, text) => plainBytes(createHmac('sha256', key).update(text, 'utf8').digest()),
  randomBytes: (length) => plainBytes(randomBytes(length)),
};

/** Fewer bytes are deflated here before another thread has begun. */
const WORTH_A_THREAD = 16 * 1024;
const FAST = { level: 1 };

/** Notes deflate to less than half. Each piece goes to the other thread and back by itself, so it is to be one. */
const inOnePiece = (bytes: Uint8Array): zlib.ZlibOptions => ({ ...FAST, chunkSize: bytes.length >> 1 });

const deflateElsewhere = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.deflateRaw);

export const nodeCompression: CompressionPort = {
  deflate: (bytes) =>
    bytes.length < WORTH_A_THREAD
      ? plainBytes(zlib.deflateRawSync(bytes, FAST))
      : deflateElsewhere(bytes, inOnePiece(bytes)).then(plainBytes),
  inflate: (bytes) => plainBytes(zlib.inflateRawSync(bytes)),
};

/** Without the habits of `Buffer`, whose `slice` is a view. */
export function plainBytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}

/** A loop may keep the event loop for so long. */
const SLICE_MS = 8;
/** `setTimeout` counts in 32 bits. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Asked for with every item of every loop. */
const NOTHING_DUE = Promise.resolve();

/** Pauses cost nothing until a slice is used up. Timers don't keep the process alive. */
export class NodeScheduler implements SchedulerPort {
  private lastTurn = performance.now();

  /** Whether the next `pause` will give way; lets tight loops save a promise. */
  isDue(): boolean {
    return performance.now() - this.lastTurn >= SLICE_MS;
  }

  pause(): Promise<void> {
    return this.isDue() ? this.giveWay() : NOTHING_DUE;
  }

  private async giveWay(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.lastTurn = performance.now();
  }

  after(milliseconds: number, task: () => void): () => void {
    const due = performance.now() + milliseconds;
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      const left = due - performance.now();
      const isLast = left <= LONGEST_TIMER_MS;
      timer = setTimeout(isLast ? task : arm, Math.max(0, isLast ? Math.ceil(left) : LONGEST_TIMER_MS)).unref();
    };
    arm();
    return () => clearTimeout(timer);
  }
}
