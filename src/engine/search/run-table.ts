/** Numbers the distinct runs of many texts, without a string for each. docs/search.md#runs */

const FIRST_CAPACITY = 1 << 10;
const SEED = 0x811c9dc5;
const PRIME = 0x01000193;
/** String.fromCharCode takes so many arguments safely. */
const PIECE = 8192;
/** Separates the runs of a vocabulary: in no run. */
const SEPARATOR = 10;

/** The hash of a run, code unit by code unit. */
export const nextHash = (hash: number, unit: number): number => Math.imul(hash ^ unit, PRIME);
export const FIRST_HASH = SEED;

export class RunTable {
  /** The runs one behind the other, each followed by a separator. */
  private units = new Uint16Array(FIRST_CAPACITY * 8);
  private end = 0;
  /** Where each run begins; one more than there are runs. */
  private starts = new Uint32Array(FIRST_CAPACITY);
  private hashes = new Int32Array(FIRST_CAPACITY);
  /** Open addressing: a number plus one, 0 where free. */
  private slots = new Uint32Array(FIRST_CAPACITY * 2);
  size = 0;

  /** The number of the run `units[0..length)`. `hash`: by `nextHash` from `FIRST_HASH`. */
  numberOf(units: Uint16Array, length: number, hash: number): number {
    const mask = this.slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const held = this.slots[slot] as number;
      if (held === 0) return this.add(units, length, hash, slot);
      if (this.hashes[held - 1] === hash && this.holds(held - 1, units, length)) return held - 1;
      slot = (slot + 1) & mask;
    }
  }

  private holds(number: number, units: Uint16Array, length: number): boolean {
    const start = this.starts[number] as number;
    if ((this.starts[number + 1] as number) - start - 1 !== length) return false;
    for (let i = 0; i < length; i++) if (this.units[start + i] !== units[i]) return false;
    return true;
  }

  private add(units: Uint16Array, length: number, hash: number, slot: number): number {
    const number = this.size++;
    if (this.end + length + 1 > this.units.length) this.units = grown(this.units, this.end + length + 1);
    for (let i = 0; i < length; i++) this.units[this.end + i] = units[i] as number;
    this.end += length;
    this.units[this.end++] = SEPARATOR;
    if (number + 2 > this.starts.length) this.starts = grown(this.starts, number + 2);
    this.starts[number + 1] = this.end;
    if (number + 1 > this.hashes.length) this.hashes = grown(this.hashes, number + 1);
    this.hashes[number] = hash;
    this.slots[slot] = number + 1;
    if (this.size * 2 > this.slots.length) this.rehash();
    return number;
  }

  private rehash(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      const hash = this.hashes[number] as number;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.slots = slots;
  }

  /** All runs as one text, and where each begins. */
  vocabulary(): { readonly text: string; readonly starts: Uint32Array } {
    return { text: textOf(this.units.subarray(0, this.end)), starts: this.starts.slice(0, this.size + 1) };
  }
}

export function textOf(units: Uint16Array): string {
  const pieces: string[] = [];
  for (let from = 0; from < units.length; from += PIECE)
    // Spread, they would be taken one by one, which takes ten times as long.
    pieces.push(Reflect.apply(String.fromCharCode, String, units.subarray(from, from + PIECE)) as string);
  return pieces.join('');
}

/** A copy with room for at least `least`. */
export function grown<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(array: T, least: number): T {
  const copy = new (array.constructor as new (length: number) => T)(Math.max(least, array.length * 2));
  copy.set(array);
  return copy;
}
