/** The distinct values of a column: a code each, never reused, so that older snapshots can go on reading. */

import { foldText } from '../values/compare';
import { flatText } from '../values/flat-text';
import type { Json } from '../values/json';
import { ValueIndex } from './value-index';

/** The code of an absent value. */
export const NO_VALUE = 0;

/** In memory of its own: what was cut from a note would keep more than itself alive. */
const ownCopy = (value: Json): Json =>
  typeof value === 'string'
    ? flatText(value)
    : typeof value === 'object'
      ? (JSON.parse(JSON.stringify(value)) as Json)
      : value;

export class Dictionary {
  private loaded: (Json | undefined)[] | null = null;
  /** Made when a value is looked for by its content: reading needs none. */
  private index: ValueIndex | null = null;
  /** Texts without case and accents, as far as somebody searched in them. */
  private readonly foldedTexts: string[] = [];
  /** Position of each code in the order of values, fractional so that a new value fits between two others. */
  private ranks: Float64Array | null = null;
  private ranked = 0;
  private sorted: number[] = [];

  /** The given values are distinct, the first one gets the code 1; a function is called when the first one is needed. */
  constructor(private given: readonly Json[] | (() => readonly Json[]) = []) {}

  private get values(): (Json | undefined)[] {
    if (this.loaded !== null) return this.loaded;
    const values = typeof this.given === 'function' ? this.given() : this.given;
    this.loaded = [undefined, ...values];
    this.given = [];
    return this.loaded;
  }

  get size(): number {
    return this.values.length;
  }

  value(code: number): Json | undefined {
    return this.values[code];
  }

  /** The text with this code as a search compares it; folding takes a hundred times longer than searching. */
  folded(code: number): string {
    return (this.foldedTexts[code] ??= foldText(this.values[code] as string));
  }

  /** Adds the value if it is new. */
  code(value: Json): number {
    this.index ??= new ValueIndex(this.values);
    const present = this.index.find(value);
    if (present !== 0) return present;
    const code = this.values.push(ownCopy(value)) - 1;
    this.index.add(code);
    return code;
  }

  /**
   * Ranks by code under `compare`, which must always be the same for one dictionary. Built at first use; a later new
   * value is put between its neighbours by binary search.
   */
  ranksBy(compare: (a: Json, b: Json) => number): Float64Array {
    const count = this.values.length;
    if (this.ranks !== null && this.ranked === count) return this.ranks;
    const byValue = (a: number, b: number): number => compare(this.values[a] as Json, this.values[b] as Json);
    if (this.ranks === null || count - this.ranked > 64 + this.ranked / 8) return this.rankAll(byValue);
    const ranks = this.room(count);
    for (let code = this.ranked; code < count; code++) {
      if (!this.insertRank(code, ranks, byValue)) return this.rankAll(byValue);
    }
    this.ranked = count;
    return ranks;
  }

  private room(count: number): Float64Array {
    const present = this.ranks as Float64Array;
    if (present.length >= count) return present;
    const larger = new Float64Array(Math.ceil(count * 1.25) + 16).fill(Number.NaN);
    larger.set(present);
    this.ranks = larger;
    return larger;
  }

  private rankAll(byValue: (a: number, b: number) => number): Float64Array {
    const count = this.values.length;
    this.sorted = Array.from({ length: count - 1 }, (_, i) => i + 1).sort(byValue);
    const ranks = new Float64Array(count + 16).fill(Number.NaN);
    let rank = 0;
    this.sorted.forEach((code, i) => {
      // Values that compare equal (the same instant in two offsets) share a rank.
      if (i === 0 || byValue(this.sorted[i - 1] as number, code) !== 0) rank++;
      ranks[code] = rank;
    });
    this.ranks = ranks;
    this.ranked = count;
    return ranks;
  }

  /** False when there is no room left between the neighbours. */
  private insertRank(code: number, ranks: Float64Array, byValue: (a: number, b: number) => number): boolean {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (byValue(this.sorted[middle] as number, code) < 0) low = middle + 1;
      else high = middle;
    }
    const next = this.sorted[low];
    if (next !== undefined && byValue(next, code) === 0) {
      ranks[code] = ranks[next] as number;
    } else {
      const below = low === 0 ? undefined : (ranks[this.sorted[low - 1] as number] as number);
      const above = next === undefined ? undefined : (ranks[next] as number);
      const rank = between(below, above);
      if (rank === null) return false;
      ranks[code] = rank;
    }
    this.sorted.splice(low, 0, code);
    return true;
  }
}

function between(below: number | undefined, above: number | undefined): number | null {
  if (below === undefined) return above === undefined ? 1 : above - 1;
  if (above === undefined) return below + 1;
  const middle = (below + above) / 2;
  return middle > below && middle < above ? middle : null;
}
