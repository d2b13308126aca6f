/** The small ports of the memory host: a clock that stands still, ids in a row, timers that the test drives. */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { deflateSync, inflateSync } from 'fflate';
import type {
  ClockPort,
  CompressionPort,
  CryptoPort,
  IdPort,
  LoggerPort,
  SchedulerPort,
} from '../../src/engine/ports/host';

/** A clock that moves when it is told to. */
export class MemoryClock implements ClockPort {
  constructor(
    private time: number,
    private readonly zone: string,
    /** What `nextStamp` has given last. */
    public lastStamp: number = 0,
  ) {}

  now(): number {
    return this.time;
  }

  timeZone(): string {
    return this.zone;
  }

  set(time: number): void {
    this.time = time;
  }

  /** A time stamp for a file, later than every other one, as ext4 gives them. */
  nextStamp(): number {
    this.lastStamp = Math.max(this.time, this.lastStamp + 0.001);
    return this.lastStamp;
  }
}

/** `00000000-0000-4000-8000-000000000001` and so on. */
export class MemoryIds implements IdPort {
  constructor(public given: number = 0) {}

  uuid(): string {
    this.given += 1;
    return `00000000-0000-4000-8000-${this.given.toString(16).padStart(12, '0')}`;
  }
}

interface MemoryTimer {
  readonly due: number;
  readonly task: () => void;
}

/** Never waits by itself: pauses are counted, and timers run when the test moves the clock. */
export class MemoryScheduler implements SchedulerPort {
  pauses = 0;
  private timers: MemoryTimer[] = [];

  constructor(
    private readonly clock: MemoryClock,
    private readonly isStopped: () => boolean,
  ) {}

  pause(): Promise<void> {
    this.pauses += 1;
    return Promise.resolve();
  }

  after(milliseconds: number, task: () => void): () => void {
    const timer = { due: this.clock.now() + milliseconds, task };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  waiting(): number {
    return this.timers.length;
  }

  /** Moves the clock on and runs what is due, in order, each at its own time. */
  advance(milliseconds: number): void {
    const end = this.clock.now() + milliseconds;
    for (;;) {
      const next = this.timers.filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0];
      if (next === undefined || this.isStopped()) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.clock.set(Math.max(this.clock.now(), next.due));
      next.task();
    }
    this.clock.set(end);
  }
}

/** SHA-256 that remembers: a crash loop hashes the same few texts again and again. Chance that counts, so that runs repeat. */
export class MemoryCrypto implements CryptoPort {
  private readonly hashes = new Map<string, string>();
  private draws = 0;

  sha256(text: string): string {
    const known = this.hashes.get(text);
    if (known !== undefined) return known;
    const hash = bytesToHex(sha256(utf8ToBytes(text)));
    this.hashes.set(text, hash);
    return hash;
  }

  hmacSha256(key: Uint8Array, text: string): Uint8Array {
    return hmac(sha256, key, utf8ToBytes(text));
  }

  randomBytes(length: number): Uint8Array {
    this.draws += 1;
    const bytes = new Uint8Array(length);
    for (let start = 0; start < length; start += 32) {
      bytes.set(sha256(utf8ToBytes(`${this.draws} ${start}`)).subarray(0, length - start), start);
    }
    return bytes;
  }
}

/** More are forgotten all at once. */
const MOST_INFLATED = 1000;

const inflatedByKey = new Map<string, Uint8Array>();

/** DEFLATE that remembers: each of a crash loop's recoveries inflates the same few texts. */
export const memoryCompression: CompressionPort = {
  deflate: (bytes) => deflateSync(bytes, { level: 1, mem: 0 }),
  inflate: (bytes) => {
    const key = new TextDecoder('latin1').decode(bytes);
    const whole = inflatedByKey.get(key) ?? inflateSync(bytes);
    if (inflatedByKey.size >= MOST_INFLATED) inflatedByKey.clear();
    inflatedByKey.set(key, whole);
    return whole.slice();
  },
};

export class MemoryLogger implements LoggerPort {
  readonly entries: { level: string; event: string; data: Readonly<Record<string, unknown>> }[] = [];

  log(level: 'info' | 'warning' | 'error', event: string, data: Readonly<Record<string, unknown>> = {}): void {
    this.entries.push({ level, event, data });
  }
}
