/** A frozen column with other values in some rows, and with rows behind its own: only the chunks in which these lie are made. */

import type { Json } from '../values/json';
import { chunkOf, makeCodes, makeNumbers, offsetOf } from './chunks';
import type { FrozenColumn } from './column';
import { NO_VALUE } from './dictionary';

/** Gives the row in a slot the value at an index. */
export type PlaceValue = (slot: number, index: number) => void;

export class ChangedColumn {
  private readonly chunks: (Uint32Array | Float64Array)[];
  private readonly isOwn: boolean[] = [];
  private odd: Map<number, Json> | null = null;

  constructor(private readonly column: FrozenColumn) {
    this.chunks = [...column.chunks];
  }

  /** Places these values, of which each is looked up once; null: none. */
  placing(values: readonly Json[]): PlaceValue {
    const { column } = this;
    if (column.kind === 'codes') {
      const codes = values.map((value) => (value === null ? NO_VALUE : column.dictionary.code(value)));
      return (slot, index) => this.store(slot, codes[index] as number);
    }
    return (slot, index) => {
      const value = values[index] as Json;
      this.store(slot, typeof value === 'number' ? value : Number.NaN);
      this.storeOdd(slot, value);
    };
  }

  private store(slot: number, stored: number): void {
    const chunk = chunkOf(slot);
    if (this.isOwn[chunk] !== true) this.own(chunk);
    (this.chunks[chunk] as Uint32Array)[offsetOf(slot)] = stored;
  }

  private own(chunk: number): void {
    this.reach(chunk);
    if (this.isOwn[chunk] === true) return;
    this.chunks[chunk] = (this.chunks[chunk] as Uint32Array).slice();
    this.isOwn[chunk] = true;
  }

  /** Makes room up to this chunk, without values. */
  reach(chunk: number): void {
    while (this.chunks.length <= chunk) {
      this.isOwn[this.chunks.length] = true;
      this.chunks.push(this.column.kind === 'codes' ? makeCodes() : makeNumbers());
    }
  }

  set(slot: number, value: Json): void {
    this.placing([value])(slot, 0);
  }

  /** A value of another type than the column's. */
  private storeOdd(slot: number, value: Json): void {
    const present = this.odd ?? (this.column.kind === 'numbers' ? this.column.odd : null);
    const isOdd = value !== null && typeof value !== 'number';
    if (!isOdd && present?.has(slot) !== true) return;
    this.odd ??= new Map(present);
    if (isOdd) this.odd.set(slot, value);
    else this.odd.delete(slot);
  }

  freeze(): FrozenColumn {
    const { column } = this;
    return column.kind === 'codes'
      ? { kind: 'codes', chunks: this.chunks as Uint32Array[], dictionary: column.dictionary }
      : { kind: 'numbers', chunks: this.chunks as Float64Array[], odd: this.odd ?? column.odd };
  }
}
