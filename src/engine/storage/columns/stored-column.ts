/** One column of a table: codes into a dictionary, or plain doubles for numbers. */

import type { ColumnType } from '../../values/column-spec';
import type { Json } from '../../json';
import {
  type ChunkedArray,
  chunkOf,
  float64Chunks,
  inChunks,
  makeCodes,
  makeNumbers,
  offsetOf,
  uint32Chunks,
} from './chunked-array';
import { NO_VALUE, ValueDictionary } from './value-dictionary';

/** A column at one moment: the same object as long as no value changes, so that derived data can be kept with it. */
export type FrozenColumn = (
  | { readonly kind: 'codes'; readonly chunks: readonly Uint32Array[]; readonly dictionary: ValueDictionary }
  | {
      readonly kind: 'numbers';
      /** NaN: no number; look into `odd`. */
      readonly chunks: readonly Float64Array[];
      /** Values of another type than the column's, which only a hand edit leaves. */
      readonly odd: ReadonlyMap<number, Json>;
    }
) & {
  /** There where the rest is made when it is asked for: the value in a slot without that. */
  readonly peek?: (slot: number) => Json | undefined;
};

/** A column without its gaps: one code or number a row, in the order of the rows. */
export type PackedColumn =
  | {
      readonly kind: 'codes';
      readonly codes: Uint32Array;
      /** A function reads them when the first one is needed. */
      readonly values: readonly Json[] | (() => readonly Json[]);
    }
  | { readonly kind: 'numbers'; readonly numbers: Float64Array; readonly odd: readonly (readonly [number, Json])[] };

export interface StoredColumn {
  /** Takes over the rows 0, 1, 2 …; only for a new column. */
  adopt(packed: PackedColumn): void;
  get(slot: number): Json | undefined;
  /** `isNew`: as for chunks. */
  set(slot: number, value: Json | undefined, isNew?: boolean): void;
  freeze(): FrozenColumn;
}

export const makeColumn = (type: ColumnType | null): StoredColumn =>
  type === 'integer' || type === 'number' ? new NumberColumn() : new CodeColumn();

/** Values that no row has any more, beside as many as there are rows, before they are dropped. */
const MOST_UNUSED = 1024;

class CodeColumn implements StoredColumn {
  private codes = uint32Chunks();
  private dictionary = new ValueDictionary();
  private frozen: FrozenColumn | null = null;

  adopt(packed: PackedColumn): void {
    if (packed.kind !== 'codes') throw new RangeError('a column of codes was expected');
    this.frozen = null;
    this.dictionary = new ValueDictionary(packed.values);
    this.codes.adopt(inChunks(packed.codes, makeCodes));
  }

  get(slot: number): Json | undefined {
    return this.dictionary.value(this.codes.get(slot));
  }

  set(slot: number, value: Json | undefined, isNew = false): void {
    const code = value === undefined ? NO_VALUE : this.dictionary.code(value);
    if (this.codes.has(slot) && this.codes.get(slot) === code) return;
    this.frozen = null;
    this.codes.set(slot, code, isNew);
    if (this.dictionary.size > 2 * this.codes.capacity + MOST_UNUSED) this.dropUnused();
  }

  /** Else a day of edits leaves every value behind. Snapshots keep the dictionary that they have. */
  private dropUnused(): void {
    const slots = Uint32Array.from({ length: this.codes.capacity }, (_, slot) => slot);
    const packed = packColumn(this.freeze(), slots);
    this.codes = uint32Chunks();
    this.adopt(packed);
  }

  freeze(): FrozenColumn {
    return (this.frozen ??= { kind: 'codes', chunks: this.codes.freeze(), dictionary: this.dictionary });
  }
}

class NumberColumn implements StoredColumn {
  private readonly numbers: ChunkedArray<number, Float64Array> = float64Chunks();
  private odd: Map<number, Json> = new Map();
  private oddShared = false;
  private frozen: FrozenColumn | null = null;

  adopt(packed: PackedColumn): void {
    if (packed.kind !== 'numbers') throw new RangeError('a column of numbers was expected');
    this.frozen = null;
    this.numbers.adopt(inChunks(packed.numbers, makeNumbers));
    this.odd = new Map(packed.odd);
  }

  get(slot: number): Json | undefined {
    const number = this.numbers.get(slot);
    return Number.isNaN(number) ? this.odd.get(slot) : number;
  }

  set(slot: number, value: Json | undefined, isNew = false): void {
    const isOdd = value !== undefined && typeof value !== 'number';
    const wasOdd = this.odd.has(slot);
    const number = typeof value === 'number' ? value : Number.NaN;
    if (!isOdd && !wasOdd && this.numbers.has(slot) && Object.is(this.numbers.get(slot), number)) return;
    this.frozen = null;
    this.numbers.set(slot, number, isNew);
    if (!isOdd && !wasOdd) return;
    if (this.oddShared) this.odd = new Map(this.odd);
    this.oddShared = false;
    if (isOdd) this.odd.set(slot, value);
    else this.odd.delete(slot);
  }

  freeze(): FrozenColumn {
    if (this.frozen !== null) return this.frozen;
    this.oddShared = true;
    return (this.frozen = { kind: 'numbers', chunks: this.numbers.freeze(), odd: this.odd });
  }
}

export function frozenValue(column: FrozenColumn, slot: number): Json | undefined {
  if (column.peek !== undefined) return column.peek(slot);
  const chunk = column.chunks[chunkOf(slot)];
  if (chunk === undefined) return undefined;
  const stored = chunk[offsetOf(slot)] as number;
  if (column.kind === 'codes') return column.dictionary.value(stored);
  return Number.isNaN(stored) ? column.odd.get(slot) : stored;
}

/** The values of the given slots, in their order, with a dictionary of only what they use. */
export function packColumn(column: FrozenColumn, slots: Uint32Array): PackedColumn {
  if (column.kind === 'numbers') {
    const numbers = new Float64Array(slots.length);
    const odd: (readonly [number, Json])[] = [];
    slots.forEach((slot, i) => {
      numbers[i] = column.chunks[chunkOf(slot)]?.[offsetOf(slot)] as number;
      const value = column.odd.get(slot);
      if (value !== undefined) odd.push([i, value]);
    });
    return { kind: 'numbers', numbers, odd };
  }
  const { chunks, dictionary } = column;
  const newCodes = new Uint32Array(dictionary.size);
  const values: Json[] = [];
  const codes = new Uint32Array(slots.length);
  slots.forEach((slot, i) => {
    const code = chunks[chunkOf(slot)]?.[offsetOf(slot)] as number;
    if (code === NO_VALUE) return;
    if (newCodes[code] === 0) newCodes[code] = values.push(dictionary.value(code) as Json);
    codes[i] = newCodes[code] as number;
  });
  return { kind: 'codes', codes, values };
}
