/** A frozen column with other values in some rows, and with rows behind its own: only the chunks in which these lie are made. */

import type { Json } from '../../json';
import { chunkOf, makeCodes, makeNumbers, offsetOf } from './chunked-array';
import { type FrozenColumn, frozenValue } from './stored-column';
import { NO_VALUE } from './value-dictionary';

/** Gives the row in a slot the value at an index. */
export type PlaceValue = (slot: number, index: number) => void;

/** What a column held in some rows; nothing of it is read before somebody asks for the column. */
export interface HeldValues {
  /** Distinct; null: none. */
  readonly values: readonly Json[];
  /** Calls `place` for each of the rows. */
  each(place: PlaceValue): void;
}

/** The same for rows that came together: their slots follow one another. */
export interface ArrivedValues extends HeldValues {
  readonly first: number;
  /** The value of the row so many slots behind the first one. */
  valueAt(offset: number): Json | undefined;
}

export class ChangedColumn {
  private readonly chunks: (Uint32Array | Float64Array)[];
  private readonly isOwn: boolean[] = [];
  private odd: Map<number, Json> | null = null;
  /** Not placed yet, in their order: the last one has the last word. */
  private waiting: HeldValues[] = [];
  /** Of those that wait, the ones of rows that came, by slot; null: rows of the basis wait too, and only the chunks show them. */
  private arrived: ArrivedValues[] | null = [];
  /** Chunks that there are when it is frozen. */
  private count = 0;
  private made: FrozenColumn | null = null;

  /** `behind`: the first slot that no row of the column has. */
  constructor(
    private readonly column: FrozenColumn,
    private readonly behind: number,
  ) {
    this.chunks = [...column.chunks];
  }

  /** To be placed when the column is asked for: over earlier values. */
  placeLater(values: HeldValues): void {
    this.waiting.push(values);
    this.arrived = null;
  }

  /** The same for rows that came. Those that came later lie behind. */
  arriveLater(values: ArrivedValues): void {
    this.waiting.push(values);
    this.arrived?.push(values);
  }

  /** Places the first one of what waits. False: nothing does. */
  placeOne(): boolean {
    this.arrived = null;
    const values = this.waiting.shift();
    if (values === undefined) return false;
    values.each(this.placing(values.values));
    return true;
  }

  /** Places these values, of which each is looked up once. */
  private placing(values: readonly Json[]): PlaceValue {
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
  private reach(chunk: number): void {
    while (this.chunks.length <= chunk) {
      this.isOwn[this.chunks.length] = true;
      this.chunks.push(this.column.kind === 'codes' ? makeCodes() : makeNumbers());
    }
  }

  set(slot: number, value: Json): void {
    while (this.placeOne());
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

  /** For good. `count`: chunks that it has then. */
  freeze(count: number): FrozenColumn {
    this.count = count;
    if (this.waiting.length === 0 && this.chunks.length >= count) return this.placed();
    const placed = (): FrozenColumn => this.placed();
    const peek = (slot: number): Json | undefined => this.peek(slot);
    return this.column.kind === 'codes'
      ? new WaitingCodes(placed as () => CodesPlaced, peek)
      : new WaitingNumbers(placed as () => NumbersPlaced, peek);
  }

  private placed(): FrozenColumn {
    if (this.made !== null) return this.made;
    const { column, chunks } = this;
    while (this.placeOne());
    this.reach(this.count - 1);
    return (this.made =
      column.kind === 'codes'
        ? { kind: 'codes', chunks: chunks as Uint32Array[], dictionary: column.dictionary }
        : { kind: 'numbers', chunks: chunks as Float64Array[], odd: this.odd ?? column.odd });
  }

  private peek(slot: number): Json | undefined {
    const { arrived, column, behind } = this;
    if (arrived === null) return frozenValue(this.placed(), slot);
    if (slot < behind) return frozenValue(column, slot);
    const values = arrivedAt(arrived, slot);
    return values?.valueAt(slot - values.first);
  }
}

type CodesPlaced = FrozenColumn & { readonly kind: 'codes' };
type NumbersPlaced = FrozenColumn & { readonly kind: 'numbers' };

/** The last of those that begin at the slot or before it: they lie in the order of their slots. */
function arrivedAt(arrived: readonly ArrivedValues[], slot: number): ArrivedValues | undefined {
  let [low, high] = [0, arrived.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (arrived[middle]!.first <= slot) low = middle + 1;
    else high = middle;
  }
  return arrived[low - 1];
}

/** A column whose chunks are made when somebody asks for them; one row is read without them. */
class WaitingCodes {
  readonly kind = 'codes';

  constructor(
    private readonly placed: () => CodesPlaced,
    readonly peek: (slot: number) => Json | undefined,
  ) {}

  get chunks(): CodesPlaced['chunks'] {
    return this.placed().chunks;
  }

  /** With the values that have waited. */
  get dictionary(): CodesPlaced['dictionary'] {
    return this.placed().dictionary;
  }
}

class WaitingNumbers {
  readonly kind = 'numbers';

  constructor(
    private readonly placed: () => NumbersPlaced,
    readonly peek: (slot: number) => Json | undefined,
  ) {}

  get chunks(): NumbersPlaced['chunks'] {
    return this.placed().chunks;
  }

  get odd(): NumbersPlaced['odd'] {
    return this.placed().odd;
  }
}
