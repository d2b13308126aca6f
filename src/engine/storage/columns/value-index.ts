/** Finds the code of a value in a dictionary: a hash table of numbers alone, a tenth of the memory of a map of values. */

import type { Json } from '../../json';

/** An entry is a code with a part of the value's hash above it; 0 is an empty place. */
const CODE_BITS = 24;
const CODE = (1 << CODE_BITS) - 1;

const SMALLEST = 16;

/** So many values are kept in a map too: a text that repeats has its hash already. */
const FEW = 256;

export class ValueIndex {
  private entries = new Uint32Array(SMALLEST);
  private count = 0;
  /** The values that are not lists or objects. Null: there are too many for it. */
  private few: Map<Json, number> | null = new Map();

  /** `values` by code is the dictionary's own list, to which only `codeOf` adds. */
  constructor(private readonly values: readonly (Json | undefined)[]) {
    for (let code = 1; code < values.length; code++) this.enterNew(code, hashOf(keyOf(values[code] as Json)));
  }

  /** The code of a value, 0 when it has none. Values are the same when their JSON is. */
  find(value: Json): number {
    const key = keyOf(value);
    return this.findHashed(value, key, hashOf(key));
  }

  /** The code of a value; of a new one the code that `make` gives it when it adds it to the values. */
  codeOf(value: Json, make: (value: Json) => number): number {
    const known = this.few?.get(value);
    if (known !== undefined) return known;
    const key = keyOf(value);
    const hash = hashOf(key);
    const present = this.findHashed(value, key, hash);
    if (present !== 0) return present;
    const code = make(value);
    this.enterNew(code, hash);
    return code;
  }

  private findHashed(value: Json, key: string | number | boolean, hash: number): number {
    const mask = this.entries.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const entry = this.entries[at] as number;
      if (entry === 0) return 0;
      if (entry >>> CODE_BITS !== hash >>> CODE_BITS) continue;
      const other = this.values[entry & CODE] as Json;
      const isSame = typeof value === 'object' ? isSameJson(other, key as string) : other === value;
      if (isSame) return entry & CODE;
    }
  }

  private enterNew(code: number, hash: number): void {
    if (code > CODE) throw new RangeError('too many distinct values in a column');
    // The dictionary's own: the one that was asked for may be cut from a note, and would keep it alive.
    const value = this.values[code] as Json;
    if (this.few?.size === FEW) this.few = null;
    if (typeof value !== 'object') this.few?.set(value, code);
    if (++this.count * 4 > this.entries.length * 3) this.grow();
    this.enter(code, hash);
  }

  private grow(): void {
    this.entries = new Uint32Array(this.entries.length * 2);
    // Hashed again: to keep the hashes takes as much memory as half the table.
    for (let code = 1; code < this.count; code++) this.enter(code, hashOf(keyOf(this.values[code] as Json)));
  }

  private enter(code: number, hash: number): void {
    const mask = this.entries.length - 1;
    let at = hash & mask;
    while (this.entries[at] !== 0) at = (at + 1) & mask;
    this.entries[at] = (((hash >>> CODE_BITS) << CODE_BITS) | code) >>> 0;
  }
}

const keyOf = (value: Json): string | number | boolean => (typeof value === 'object' ? JSON.stringify(value) : value);

const isSameJson = (other: Json, json: string): boolean => typeof other === 'object' && JSON.stringify(other) === json;

/** 32 bits (FNV-1a over UTF-16, mixed once more so that the low bits depend on all). */
function hashOf(key: string | number | boolean): number {
  const text = typeof key === 'string' ? key : String(key);
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
