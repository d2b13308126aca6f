/**
 * Vectors of one length: a byte a number, and a bit a number to find candidates by. docs/semantic.md#vectors
 *
 * A question is answered in two steps. The signs of every vector are compared with those of the question, 32 at once; the nearest
 * of these are scored by their bytes.
 */

/** Vectors that are allocated together. */
const CHUNK = 2048;
const CHUNK_BITS = 11;
const LARGEST_BYTE = 127;
/** So few vectors are all scored. */
const SCORED_ALL = 2000;

interface VectorChunk {
  readonly bytes: Int8Array;
  readonly signs: Uint32Array;
  /** The number that a byte of 1 means. */
  readonly scales: Float32Array;
  /** Whose vector it is. */
  readonly owners: Uint32Array;
  /** Two numbers a vector that identify its text. */
  readonly keys: Uint32Array;
}

/** A vector as it is kept. */
export interface PackedVector {
  readonly bytes: Int8Array;
  /** The number that a byte of 1 means. */
  readonly scale: number;
}

export interface ScoredSlot {
  readonly slot: number;
  /** Cosine. */
  readonly score: number;
}

/** Slots are 0 to `size` - 1; removing one gives its number to the last one. */
export class VectorSet {
  private readonly chunks: VectorChunk[] = [];
  private readonly words: number;
  private count = 0;

  constructor(readonly dimensions: number) {
    this.words = Math.ceil(dimensions / 32);
  }

  get size(): number {
    return this.count;
  }

  /** Bytes that are allocated. */
  get memory(): number {
    const sum = ({ bytes, signs, scales, owners, keys }: VectorChunk): number =>
      [bytes, signs, scales, owners, keys].reduce((total, { byteLength }) => total + byteLength, 0);
    return this.chunks.reduce((total, chunk) => total + sum(chunk), 0);
  }

  /** `vector` may have any length but zero; only its direction is kept. */
  add(vector: Float32Array, owner: number, key: PassageKey): number {
    const slot = this.newSlot(owner, key);
    const { bytes, scales, signs } = this.chunkOf(slot);
    const at = slot % CHUNK;
    scales[at] = quantize(vector, bytes.subarray(at * this.dimensions, (at + 1) * this.dimensions));
    signsOf(vector, signs.subarray(at * this.words, (at + 1) * this.words));
    return slot;
  }

  /** The last vector moves to `slot`: its number was the one that is returned. */
  remove(slot: number): number {
    const last = this.count - 1;
    if (slot !== last) {
      const [from, to] = [this.chunkOf(last), this.chunkOf(slot)];
      const [a, b] = [last % CHUNK, slot % CHUNK];
      this.overwrite(slot, last);
      to.owners[b] = from.owners[a] as number;
      to.keys.set(from.keys.subarray(a * 2, a * 2 + 2), b * 2);
    }
    this.count = last;
    this.chunks.length = Math.ceil(this.count / CHUNK);
    return last;
  }

  /** A copy of the vector in a slot. */
  at(slot: number): PackedVector {
    const { bytes, scales } = this.chunkOf(slot);
    const start = (slot % CHUNK) * this.dimensions;
    return { bytes: bytes.slice(start, start + this.dimensions), scale: scales[slot % CHUNK] as number };
  }

  owner(slot: number): number {
    return this.chunkOf(slot).owners[slot % CHUNK] as number;
  }

  key(slot: number): PassageKey {
    const { keys } = this.chunkOf(slot);
    const at = (slot % CHUNK) * 2;
    return [keys[at] as number, keys[at + 1] as number];
  }

  /**
   * At least `most` slots where there are as many, nearest first, by their bytes; `isWanted` says by owner which count.
   * Beyond a few thousand vectors those are scored whose signs are nearest: eight times `most`, at least 800.
   */
  nearest(question: Float32Array, most: number, isWanted: Uint8Array | null): readonly ScoredSlot[] {
    const unit = normalized(question);
    const slots = this.candidates(unit, Math.max(800, most * 8), isWanted);
    return slots
      .map((slot): ScoredSlot => ({ slot, score: this.score(unit, slot) }))
      .sort((a, b) => b.score - a.score || a.slot - b.slot);
  }

  private candidates(unit: Float32Array, wanted: number, isWanted: Uint8Array | null): number[] {
    if (this.count <= Math.max(SCORED_ALL, wanted)) return this.slotsWanted(isWanted);
    const distances = this.distances(unit, isWanted);
    const within = farthestOf(distances, wanted, this.dimensions);
    const slots: number[] = [];
    for (let slot = 0; slot < distances.length; slot++) if ((distances[slot] as number) <= within) slots.push(slot);
    return slots;
  }

  private slotsWanted(isWanted: Uint8Array | null): number[] {
    const slots: number[] = [];
    for (let slot = 0; slot < this.count; slot++)
      if (isWanted === null || isWanted[this.owner(slot)] === 1) slots.push(slot);
    return slots;
  }

  /** In how many signs each vector differs from `unit`; `FAR` for one that does not count. */
  private distances(unit: Float32Array, isWanted: Uint8Array | null): Uint16Array {
    const own = new Uint32Array(this.words);
    signsOf(unit, own);
    const distances = new Uint16Array(this.count);
    this.chunks.forEach(({ signs, owners }, index) => {
      const start = index * CHUNK;
      const end = Math.min(CHUNK, this.count - start);
      for (let i = 0; i < end; i++) {
        distances[start + i] =
          isWanted !== null && isWanted[owners[i] as number] !== 1 ? FAR : differingBits(signs, i * own.length, own);
      }
    });
    return distances;
  }

  private score(unit: Float32Array, slot: number): number {
    const { bytes, scales } = this.chunkOf(slot);
    const start = (slot % CHUNK) * this.dimensions;
    let sum = 0;
    for (let i = 0; i < unit.length; i++) sum += (unit[i] as number) * (bytes[start + i] as number);
    return sum * (scales[slot % CHUNK] as number);
  }

  /** Every vector with its key, in the order of the slots. */
  packed(): { readonly bytes: Int8Array; readonly scales: Float32Array; readonly keys: Uint32Array } {
    const bytes = new Int8Array(this.count * this.dimensions);
    const scales = new Float32Array(this.count);
    const keys = new Uint32Array(this.count * 2);
    this.chunks.forEach((chunk, index) => {
      const start = index * CHUNK;
      const length = Math.min(CHUNK, this.count - start);
      bytes.set(chunk.bytes.subarray(0, length * this.dimensions), start * this.dimensions);
      scales.set(chunk.scales.subarray(0, length), start);
      keys.set(chunk.keys.subarray(0, length * 2), start * 2);
    });
    return { bytes, scales, keys };
  }

  /** Its signs are those of its bytes. */
  addPacked({ bytes, scale }: PackedVector, owner: number, key: PassageKey): number {
    const slot = this.newSlot(owner, key);
    const chunk = this.chunkOf(slot);
    const at = slot % CHUNK;
    chunk.bytes.set(bytes, at * this.dimensions);
    chunk.scales[at] = scale;
    signsOf(bytes, chunk.signs.subarray(at * this.words, (at + 1) * this.words));
    return slot;
  }

  private newSlot(owner: number, key: PassageKey): number {
    const slot = this.count++;
    if (slot >> CHUNK_BITS === this.chunks.length) this.chunks.push(this.newChunk());
    const chunk = this.chunkOf(slot);
    chunk.owners[slot % CHUNK] = owner;
    chunk.keys.set(key, (slot % CHUNK) * 2);
    return slot;
  }

  private overwrite(slot: number, from: number): void {
    const [source, target] = [this.chunkOf(from), this.chunkOf(slot)];
    const [a, b] = [from % CHUNK, slot % CHUNK];
    const { dimensions, words } = this;
    target.bytes.set(source.bytes.subarray(a * dimensions, (a + 1) * dimensions), b * dimensions);
    target.signs.set(source.signs.subarray(a * words, (a + 1) * words), b * words);
    target.scales[b] = source.scales[a] as number;
  }

  private chunkOf(slot: number): VectorChunk {
    return this.chunks[slot >> CHUNK_BITS] as VectorChunk;
  }

  private newChunk(): VectorChunk {
    return {
      bytes: new Int8Array(CHUNK * this.dimensions),
      signs: new Uint32Array(CHUNK * this.words),
      scales: new Float32Array(CHUNK),
      owners: new Uint32Array(CHUNK),
      keys: new Uint32Array(CHUNK * 2),
    };
  }
}

/** The first 64 bits of the SHA-256 of the embedded text. */
export type PassageKey = readonly [number, number];

/** More than there are signs. */
const FAR = 0xffff;

/** The distance within which `wanted` of them lie, or all that count. */
function farthestOf(distances: Uint16Array, wanted: number, dimensions: number): number {
  const counts = new Uint32Array(dimensions + 1);
  for (const distance of distances) if (distance !== FAR) counts[distance] = (counts[distance] as number) + 1;
  let sum = 0;
  for (let distance = 0; distance <= dimensions; distance++) {
    sum += counts[distance] as number;
    if (sum >= wanted) return distance;
  }
  return dimensions;
}

function differingBits(signs: Uint32Array, start: number, own: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < own.length; i++) {
    let bits = (signs[start + i] as number) ^ (own[i] as number);
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    sum += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return sum;
}

function signsOf(vector: Float32Array | Int8Array, signs: Uint32Array): void {
  signs.fill(0);
  for (let i = 0; i < vector.length; i++)
    if ((vector[i] as number) > 0) signs[i >>> 5] = (signs[i >>> 5] as number) | (1 << (i & 31));
}

/** Writes the bytes; returns the number that a byte of 1 means in a vector of length 1. */
function quantize(vector: Float32Array, bytes: Int8Array): number {
  let largest = 0;
  let squares = 0;
  for (const value of vector) {
    largest = Math.max(largest, Math.abs(value));
    squares += value * value;
  }
  if (largest === 0) return 0;
  for (let i = 0; i < vector.length; i++) bytes[i] = Math.round(((vector[i] as number) * LARGEST_BYTE) / largest);
  return largest / LARGEST_BYTE / Math.sqrt(squares);
}

/** Of length 1, or of length 0 as it was. */
function normalized(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
