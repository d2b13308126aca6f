/** Copy-on-write arrays in chunks: what a snapshot holds stays as it was while the table goes on. */

const CHUNK_BITS = 9;

export const CHUNK_SIZE = 1 << CHUNK_BITS;

export const chunkOf = (slot: number): number => slot >>> CHUNK_BITS;
export const offsetOf = (slot: number): number => slot & (CHUNK_SIZE - 1);

interface ChunkArray<T> {
  [index: number]: T;
  slice(): ChunkArray<T>;
}

export class ChunkedArray<T, C extends ChunkArray<T>> {
  private readonly chunks: C[] = [];
  /** Chunks that a snapshot holds: the next write copies them. */
  private readonly shared: boolean[] = [];

  /** Of every chunk until a value comes: most columns of Obsidian's lists are empty. */
  private readonly blank: C;

  constructor(make: () => C) {
    this.blank = make();
  }

  /** Slots of all chunks. */
  get capacity(): number {
    return this.chunks.length * CHUNK_SIZE;
  }

  /** True when there is a chunk for the slot, whether it was written to or not. */
  has(slot: number): boolean {
    return chunkOf(slot) < this.chunks.length;
  }

  get(slot: number): T {
    return (this.chunks[chunkOf(slot)] as C)[offsetOf(slot)] as T;
  }

  /** `isNew`: the slot lives in no snapshot, so that no reader sees the write and the chunk need not be copied. */
  set(slot: number, value: T, isNew = false): void {
    const index = chunkOf(slot);
    while (this.chunks.length <= index) {
      this.chunks.push(this.blank);
      this.shared.push(false);
    }
    const chunk = this.chunks[index] as C;
    if (Object.is(chunk[offsetOf(slot)], value)) return;
    if (chunk === this.blank || (!isNew && this.shared[index] === true)) {
      this.chunks[index] = chunk.slice() as C;
      this.shared[index] = false;
    }
    (this.chunks[index] as C)[offsetOf(slot)] = value;
  }

  /** Takes over whole chunks; only for a new one. */
  adopt(chunks: readonly C[]): void {
    for (const chunk of chunks) {
      this.chunks.push(chunk);
      this.shared.push(false);
    }
  }

  /** The chunks as they are now, for good. */
  freeze(): readonly C[] {
    this.shared.fill(true);
    return this.chunks.slice();
  }
}

export const makeCodes = (): Uint32Array => new Uint32Array(CHUNK_SIZE);
export const makeBytes = (): Uint8Array => new Uint8Array(CHUNK_SIZE);
export const makeNumbers = (): Float64Array => new Float64Array(CHUNK_SIZE).fill(Number.NaN);

export const uint32Chunks = (): ChunkedArray<number, Uint32Array> => new ChunkedArray(makeCodes);
export const float64Chunks = (): ChunkedArray<number, Float64Array> => new ChunkedArray(makeNumbers);
export const byteChunks = (): ChunkedArray<number, Uint8Array> => new ChunkedArray(makeBytes);
export const textChunks = (): ChunkedArray<string, string[]> =>
  new ChunkedArray(() => new Array<string>(CHUNK_SIZE).fill(''));

/** The first `length` values of an array in chunks of full size. */
export function inChunks<C extends Uint8Array | Uint32Array | Float64Array>(values: C, make: () => C): C[] {
  const chunks: C[] = [];
  for (let from = 0; from < values.length; from += CHUNK_SIZE) {
    if (from + CHUNK_SIZE <= values.length) {
      chunks.push(values.slice(from, from + CHUNK_SIZE) as C);
      continue;
    }
    const chunk = make();
    chunk.set(values.subarray(from));
    chunks.push(chunk);
  }
  return chunks;
}

/** The same for texts. */
export function textsInChunks(texts: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let from = 0; from < texts.length; from += CHUNK_SIZE) {
    const chunk = texts.slice(from, from + CHUNK_SIZE);
    while (chunk.length < CHUNK_SIZE) chunk.push('');
    chunks.push(chunk);
  }
  return chunks;
}
