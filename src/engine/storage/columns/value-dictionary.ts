/** The distinct values of a column: a code each, never reused, so that older snapshots can go on reading. */

import { foldText } from '../../../kernel/fold-text';
import { isDate } from '../../values/time/dates';
import { flatText } from '../../text/flat-text';
import type { SchedulerPort } from '../../ports/host';
import { type Json, isEmpty } from '../../json';
import { sortInSteps } from './sort-in-steps';
import { ValueIndex } from './value-index';

/** The code of an absent value. */
export const NO_VALUE = 0;

/** An order of values, the empty ones aside. */
export interface ValueOrder {
  /** Two orders with one key are the same. */
  readonly key: string;
  readonly compare: (a: Json, b: Json) => number;
}

/** In memory of its own: a slice of a note would keep the whole note alive. */
const ownCopy = (value: Json): Json =>
  typeof value === 'string'
    ? flatText(value)
    : typeof value === 'object'
      ? (JSON.parse(JSON.stringify(value)) as Json)
      : value;

export class ValueDictionary {
  private loaded: (Json | undefined)[] | null = null;
  /** Made when a value is looked for by its content: reading needs none. */
  private index: ValueIndex | null = null;
  /** Texts without case and accents, as far as somebody searched in them. */
  private readonly foldedTexts: string[] = [];
  /** Whether a text is a calendar day, as far as somebody asked. */
  private readonly days: boolean[] = [];
  private readonly notNormalized: number[] = [];
  /** Codes below it were looked at for their Unicode form. */
  private looked = 0;
  /** Position of each code in the order of values, fractional so that a new value fits between two others. */
  private ranks: Float64Array | null = null;
  private ranked = 0;
  /** The codes of values that are not empty, in their order. */
  private sorted: number[] = [];
  private orderKey = '';

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
    return (this.loaded ?? this.values)[code];
  }

  /** The text with this code as a search compares it; folding takes a hundred times longer than searching. */
  folded(code: number): string {
    return (this.foldedTexts[code] ??= foldText(this.values[code] as string));
  }

  /** Whether the text with this code is a calendar day: to find out takes longer than to compare two of them. */
  isDay(code: number): boolean {
    return (this.days[code] ??= isDate(this.values[code] as string));
  }

  /** The code of a value; 0 when no row ever had it. */
  find(value: Json): number {
    this.index ??= new ValueIndex(this.values);
    return this.index.find(value);
  }

  /** The codes of texts that are not in Unicode's form NFC: they may be equal to others. */
  unnormalized(): readonly number[] {
    const { values } = this;
    for (; this.looked < values.length; this.looked++) {
      const value = values[this.looked];
      if (typeof value === 'string' && !/^[ -~]*$/.test(value) && value.normalize('NFC') !== value)
        this.notNormalized.push(this.looked);
    }
    return this.notNormalized;
  }

  /** Adds the value if it is new. */
  code(value: Json): number {
    this.index ??= new ValueIndex(this.values);
    return this.index.codeOf(value, this.add);
  }

  private readonly add = (value: Json): number => this.values.push(ownCopy(value)) - 1;

  /** Ranks by code, Infinity for empty values. Built at first use and for another order; a later value goes between its neighbours. */
  ranksBy(order: ValueOrder): Float64Array {
    const count = this.values.length;
    const known = this.orderKey === order.key ? this.ranks : null;
    if (known !== null && this.ranked === count) return known;
    const byValue = this.comparing(order);
    const anew = (): Float64Array => this.rankAll(this.present(count).sort(byValue), count, order);
    if (known === null || this.isMuchNew(count)) return anew();
    const ranks = this.room(count);
    for (let code = this.ranked; code < count; code++) if (!this.insertRank(code, ranks, byValue)) return anew();
    this.ranked = count;
    return ranks;
  }

  /** As `ranksBy`, with pauses while many values are sorted. */
  async ranksInSteps(order: ValueOrder, scheduler: SchedulerPort): Promise<Float64Array> {
    const count = this.values.length;
    if (this.orderKey !== order.key || this.ranks === null || this.isMuchNew(count)) {
      const sorted = await sortInSteps(Uint32Array.from(this.present(count)), this.comparing(order), scheduler);
      this.rankAll([...sorted], count, order);
    }
    return this.ranksBy(order);
  }

  inOrder(order: ValueOrder): readonly number[] {
    this.ranksBy(order);
    return this.sorted;
  }

  private isMuchNew(count: number): boolean {
    return count - this.ranked > 64 + this.ranked / 8;
  }

  private comparing({ compare }: ValueOrder): (a: number, b: number) => number {
    return (a, b) => compare(this.values[a] as Json, this.values[b] as Json);
  }

  private present(count: number): number[] {
    return Array.from({ length: count }, (_, code) => code).filter((code) => !isEmpty(this.values[code]));
  }

  private room(count: number): Float64Array {
    const present = this.ranks as Float64Array;
    if (present.length >= count) return present;
    const larger = new Float64Array(Math.ceil(count * 1.25) + 16).fill(Number.POSITIVE_INFINITY);
    larger.set(present);
    this.ranks = larger;
    return larger;
  }

  /** `sorted`: the codes below `count` whose values are not empty, in their order. */
  private rankAll(sorted: number[], count: number, order: ValueOrder): Float64Array {
    const byValue = this.comparing(order);
    const ranks = new Float64Array(count + 16).fill(Number.POSITIVE_INFINITY);
    let rank = 0;
    sorted.forEach((code, i) => {
      // Values that compare equal (the same instant in two offsets) share a rank.
      if (i === 0 || byValue(sorted[i - 1] as number, code) !== 0) rank++;
      ranks[code] = rank;
    });
    this.sorted = sorted;
    this.ranks = ranks;
    this.ranked = count;
    this.orderKey = order.key;
    return ranks;
  }

  /** False when there is no room left between the neighbours. */
  private insertRank(code: number, ranks: Float64Array, byValue: (a: number, b: number) => number): boolean {
    if (isEmpty(this.values[code])) return true;
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
      const rank = numberBetween(below, above);
      if (rank === null) return false;
      ranks[code] = rank;
    }
    this.sorted.splice(low, 0, code);
    return true;
  }
}

function numberBetween(below: number | undefined, above: number | undefined): number | null {
  if (below === undefined) return above === undefined ? 1 : above - 1;
  if (above === undefined) return below + 1;
  const middle = (below + above) / 2;
  return middle > below && middle < above ? middle : null;
}
