/** Numbers, texts and runs in bytes, of which packed changes and columns are made. docs/formats.md: Packed changes and columns. */

import { decodeUtf8, encodeUtf8 } from '../../values/utf8';
import type { IndexRun } from './values-before';

/** A payload that is not as docs/formats.md says, though its checksum is right. */
export class BrokenPayload extends Error {
  constructor() {
    super('a frame does not hold what its kind says');
    this.name = 'BrokenPayload';
  }
}

export class PackedWriter {
  private bytes = new Uint8Array(1024);
  private length = 0;

  byte(byte: number): void {
    this.room(1);
    this.bytes[this.length++] = byte;
  }

  number(number: number): void {
    this.room(MOST_BYTES);
    let rest = number;
    for (; rest > 0x7f; rest >>>= 7) this.bytes[this.length++] = (rest & 0x7f) | 0x80;
    this.bytes[this.length++] = rest;
  }

  raw(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  texts(texts: readonly string[]): void {
    for (const { length } of texts) this.number(length);
    const joined = encodeUtf8(texts.join(''));
    this.number(joined.length);
    this.raw(joined);
  }

  runs(runs: readonly IndexRun[]): void {
    this.number(runs.length);
    let end = 0;
    for (const run of runs) {
      const [first, last] = typeof run === 'number' ? [run, run] : run;
      this.number(first - end);
      this.number(last - first);
      end = last + 1;
    }
  }

  done(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private room(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    larger.set(this.done());
    this.bytes = larger;
  }
}

/** Of a number of 32 bits. */
const MOST_BYTES = 5;

/** Throws a BrokenPayload for bytes that no writer wrote. */
export class PackedReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    return this.bytes[this.at++] ?? throwBroken();
  }

  number(): number {
    const { bytes } = this;
    let byte = bytes[this.at++] ?? throwBroken();
    if (byte < 0x80) return byte;
    let number = byte & 0x7f;
    for (let factor = 0x80; byte >= 0x80; factor *= 0x80) {
      byte = bytes[this.at++] ?? throwBroken();
      number += (byte & 0x7f) * factor;
      if (number > MOST) throwBroken();
    }
    return number;
  }

  /** A number of things of which each takes a byte at least: a wrong one asks for no memory. */
  count(): number {
    const count = this.number();
    return count <= this.bytes.length - this.at ? count : throwBroken();
  }

  raw(length: number): Uint8Array {
    const { at } = this;
    this.at += length;
    return this.at <= this.bytes.length ? this.bytes.subarray(at, this.at) : throwBroken();
  }

  texts(count: number): PackedTexts {
    const ends = new Uint32Array(count);
    let end = 0;
    for (let i = 0; i < count; i++) ends[i] = end += this.number();
    return new PackedTexts(ends, this.raw(this.number()));
  }

  /** `count`: of the indices that there may be. */
  runs(count: number): readonly IndexRun[] {
    const runs = new Array<IndexRun>(this.count());
    let end = 0;
    for (let i = 0; i < runs.length; i++) {
      const first = end + this.number();
      const last = first + this.number();
      if (last >= count) throwBroken();
      runs[i] = first === last ? first : [first, last];
      end = last + 1;
    }
    return runs;
  }

  /** To be called where nothing may follow. */
  end(): void {
    if (this.at !== this.bytes.length) throwBroken();
  }
}

const MOST = 2 ** 32 - 1;

/** Texts that are decoded when somebody asks for them. */
export class PackedTexts {
  /** `ends`: of each in all of them together, in UTF-16 code units. */
  constructor(
    private readonly ends: Uint32Array,
    private readonly bytes: Uint8Array,
  ) {}

  all(): readonly string[] {
    const { ends } = this;
    const joined = decodeUtf8(this.bytes);
    if (joined.length !== (ends.at(-1) ?? 0)) throwBroken();
    const texts = new Array<string>(ends.length);
    for (let i = 0, start = 0; i < texts.length; start = ends[i++]!) texts[i] = joined.slice(start, ends[i]);
    return texts;
  }

  /** One of them without the others; null where they are not ASCII, and only all of them together show where it lies. */
  at(place: number): string | null {
    const { ends, bytes } = this;
    return bytes.length === ends.at(-1) ? decodeUtf8(bytes.subarray(ends[place - 1] ?? 0, ends[place])) : null;
  }
}

export function throwBroken(): never {
  throw new BrokenPayload();
}
