/** Named sections of bytes, numbers and JSON in one checksummed run of bytes. docs/formats.md: Warm-start file. */

import type { SchedulerPort } from '../../ports/host';
import { decodeUtf8, encodeUtf8 } from '../../values/utf8';
import type { Json } from '../../json';

type PausePort = Pick<SchedulerPort, 'pause'>;

export type SectionContent = Uint8Array | Uint32Array | Float64Array | Json;

interface SectionEntry {
  readonly name: string;
  readonly kind: 'u8' | 'u32' | 'f64' | 'json';
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
}

/** Sections start at multiples of this, so that numbers can be read in place. */
const ALIGN = 8;

/** Checksum, length of the directory. */
const HEAD = 8;

const alignedLength = (length: number): number => Math.ceil(length / ALIGN) * ALIGN;

export async function packSections(
  sections: ReadonlyMap<string, SectionContent>,
  scheduler: PausePort,
): Promise<Uint8Array> {
  const entries: SectionEntry[] = [];
  const parts: Uint8Array[] = [];
  let offset = 0;
  for (const [name, section] of sections) {
    const kind = kindOf(section);
    const part = asBytes(section);
    entries.push({ name, kind, offset, length: part.length });
    parts.push(part);
    offset += alignedLength(part.length);
    await scheduler.pause();
  }
  const directory = encodeUtf8(JSON.stringify(entries));
  const start = alignedLength(HEAD + directory.length);
  const bytes = new Uint8Array(start + offset);
  bytes.set(directory, HEAD);
  for (const [i, entry] of entries.entries()) {
    bytes.set(parts[i] as Uint8Array, start + entry.offset);
    await scheduler.pause();
  }
  const view = new DataView(bytes.buffer);
  view.setUint32(4, directory.length, true);
  view.setUint32(0, await checksumOf(bytes, scheduler), true);
  return bytes;
}

function kindOf(section: SectionContent): SectionEntry['kind'] {
  if (section instanceof Uint8Array) return 'u8';
  if (section instanceof Uint32Array) return 'u32';
  return section instanceof Float64Array ? 'f64' : 'json';
}

function asBytes(section: SectionContent): Uint8Array {
  if (section instanceof Uint8Array) return section;
  if (section instanceof Uint32Array || section instanceof Float64Array) {
    return new Uint8Array(section.buffer, section.byteOffset, section.byteLength);
  }
  return encodeUtf8(JSON.stringify(section));
}

/** Null when the bytes are not what `packSections` gave. */
export async function unpackSections(given: Uint8Array, scheduler: PausePort): Promise<PackedSections | null> {
  const bytes = given.byteOffset % ALIGN === 0 ? given : given.slice();
  if (bytes.length < HEAD || bytes.length % ALIGN !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== (await checksumOf(bytes, scheduler))) return null;
  const length = view.getUint32(4, true);
  const entries = JSON.parse(decodeUtf8(bytes.subarray(HEAD, HEAD + length))) as readonly SectionEntry[];
  return new PackedSections(bytes, alignedLength(HEAD + length), new Map(entries.map((entry) => [entry.name, entry])));
}

/** Reads sections by name; throws RangeError for one that is not there. */
export class PackedSections {
  constructor(
    private readonly bytes: Uint8Array,
    private readonly start: number,
    private readonly entries: ReadonlyMap<string, SectionEntry>,
  ) {}

  octets(name: string): Uint8Array {
    const { buffer, at, length } = this.find(name, 'u8');
    return new Uint8Array(buffer, at, length);
  }

  integers(name: string): Uint32Array {
    const { buffer, at, length } = this.find(name, 'u32');
    return new Uint32Array(buffer, at, length / 4);
  }

  doubles(name: string): Float64Array {
    const { buffer, at, length } = this.find(name, 'f64');
    return new Float64Array(buffer, at, length / 8);
  }

  json(name: string): Json {
    const { at, length } = this.find(name, 'json');
    const from = at - this.bytes.byteOffset;
    return JSON.parse(decodeUtf8(this.bytes.subarray(from, from + length))) as Json;
  }

  /** Reads it when it is called; keeps only this section in memory. */
  jsonLater(name: string): () => Json {
    const { at, length } = this.find(name, 'json');
    const from = at - this.bytes.byteOffset;
    const own = this.bytes.slice(from, from + length);
    return () => JSON.parse(decodeUtf8(own)) as Json;
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  private find(name: string, kind: SectionEntry['kind']): { buffer: ArrayBuffer; at: number; length: number } {
    const entry = this.entries.get(name);
    if (entry?.kind !== kind) throw new RangeError(`no section ${name}`);
    return {
      buffer: this.bytes.buffer as ArrayBuffer,
      at: this.bytes.byteOffset + this.start + entry.offset,
      length: entry.length,
    };
  }
}

/** Of what `packSections` gave. */
export const checksumIn = (bytes: Uint8Array): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);

/** A quarter of a megabyte. */
const WORDS_BETWEEN_PAUSES = 1 << 16;

/** Over every 32-bit word but the first, which holds it. A byte at a time would take longer than reading the file. */
async function checksumOf(bytes: Uint8Array, scheduler: PausePort): Promise<number> {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
  let sum = 0x811c9dc5;
  for (let from = 1; from < words.length; from += WORDS_BETWEEN_PAUSES) {
    sum = sumOfWords(words, from, Math.min(words.length, from + WORDS_BETWEEN_PAUSES), sum);
    await scheduler.pause();
  }
  return sum >>> 0;
}

/** A function of its own: the loop is compiled after its first pieces. */
function sumOfWords(words: Uint32Array, from: number, end: number, before: number): number {
  let sum = before | 0;
  for (let i = from; i < end; i++) sum = Math.imul(sum ^ (words[i] as number), 0x01000193) ^ (sum >>> 15);
  return sum;
}
