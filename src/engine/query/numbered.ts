/** Numbers for the values of an expression, so that equal values are compared, grouped and joined as small integers. */

import type { SchedulerPort } from '../ports/host';
import { chunkOf, offsetOf } from '../storage/chunks';
import { type Json, isEmpty } from '../values/json';
import type { Keyer, ValueKey } from './value-keys';
import { type ChosenRows, type CodeVector, type NumberVector, type Vector, inSteps } from './vector';

/** The number of an empty value. */
export const NOTHING = -1;

/** Distinct values by number, from 0. */
export class ValueNumbers {
  private readonly byKey = new Map<ValueKey, number>();
  /** By number: the first value that was seen, or a lesser one that is equal to it. */
  readonly values: Json[] = [];

  /** `isLess`: which of two equal values stands for both. */
  constructor(private readonly isLess: (a: Json, b: Json) => boolean = () => false) {}

  get size(): number {
    return this.values.length;
  }

  add(key: ValueKey, value: Json): number {
    const known = this.byKey.get(key);
    if (known === undefined) {
      this.byKey.set(key, this.values.length);
      return this.values.push(value) - 1;
    }
    const present = this.values[known] as Json;
    if (present !== value && this.isLess(value, present)) this.values[known] = value;
    return known;
  }

  /** `NOTHING` for a value that was never added. */
  find(key: ValueKey): number {
    return this.byKey.get(key) ?? NOTHING;
  }
}

/** The numbers of the rows of one side, by position. */
export interface Numbered {
  /** Where the numbers of each position start, and one more; null when each position has just one. */
  readonly starts: Uint32Array | null;
  /** A list has a number for each of its distinct items, an empty value has `NOTHING`. */
  readonly numbers: Int32Array;
}

export interface Numbering {
  readonly vector: Vector;
  readonly rows: ChosenRows;
  /** Of a value, or of each item of a list. */
  readonly keyer: Keyer;
  readonly isList: boolean;
  /** False: values that are not known already get `NOTHING`. */
  readonly adds: boolean;
}

export async function numberValues(
  numbering: Numbering,
  values: ValueNumbers,
  scheduler: SchedulerPort,
): Promise<Numbered> {
  const { vector } = numbering;
  if (vector.kind === 'numbers') return numberNumbers(vector, numbering, values, scheduler);
  return numbering.isList
    ? numberLists(vector, numbering, values, scheduler)
    : numberCodes(vector, numbering, values, scheduler);
}

function numberOf(value: Json | undefined, path: string, { keyer, adds }: Numbering, values: ValueNumbers): number {
  if (isEmpty(value)) return NOTHING;
  const key = keyer.key(value as Json, path);
  return adds ? values.add(key, value as Json) : values.find(key);
}

async function numberNumbers(
  { numbers, odd }: NumberVector,
  numbering: Numbering,
  values: ValueNumbers,
  scheduler: SchedulerPort,
): Promise<Numbered> {
  const found = new Int32Array(numbers.length);
  await inSteps(numbers.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const value = numbers[i]!;
      found[i] = numberOf(Number.isNaN(value) ? odd.get(i) : value, '', numbering, values);
    }
  });
  return { starts: null, numbers: found };
}

const UNKNOWN = -2;
const BY_ROW = -3;

async function numberCodes(
  { codes, dictionary }: CodeVector,
  numbering: Numbering,
  values: ValueNumbers,
  scheduler: SchedulerPort,
): Promise<Numbered> {
  const known = new Int32Array(dictionary.size).fill(UNKNOWN);
  const numbers = new Int32Array(codes.length);
  const first = (code: number): number => {
    const value = dictionary.value(code);
    const isByRow = !isEmpty(value) && numbering.keyer.dependsOnPath(value as Json);
    return (known[code] = isByRow ? BY_ROW : numberOf(value, '', numbering, values));
  };
  await inSteps(codes.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const code = codes[i]!;
      let number = known[code]!;
      if (number === UNKNOWN) number = first(code);
      if (number === BY_ROW) number = numberOf(dictionary.value(code), pathOf(numbering.rows, i), numbering, values);
      numbers[i] = number;
    }
  });
  return { starts: null, numbers };
}

async function numberLists(
  { codes, dictionary }: CodeVector,
  numbering: Numbering,
  values: ValueNumbers,
  scheduler: SchedulerPort,
): Promise<Numbered> {
  const known = new Map<number, readonly number[]>();
  const numbers: number[] = [];
  const starts = new Uint32Array(codes.length + 1);
  await inSteps(codes.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const code = codes[i]!;
      let items = known.get(code);
      if (items === undefined) {
        const list = itemsOf(dictionary.value(code));
        const isByRow = list.some((item) => numbering.keyer.dependsOnPath(item));
        const path = isByRow ? pathOf(numbering.rows, i) : '';
        const found = [...new Set(list.map((item) => numberOf(item, path, numbering, values)))];
        items = found.length === 0 ? NO_ITEMS : found;
        if (!isByRow) known.set(code, items);
      }
      for (const item of items) numbers.push(item);
      starts[i + 1] = numbers.length;
    }
  });
  return { starts, numbers: Int32Array.from(numbers) };
}

const NO_ITEMS: readonly number[] = [NOTHING];

/** A value that is no list, which a hand left in a column of lists, is a list of one. D16 */
export const itemsOf = (value: Json | undefined): readonly Json[] =>
  isEmpty(value)
    ? []
    : Array.isArray(value)
      ? (value as readonly Json[]).filter((item) => !isEmpty(item))
      : [value as Json];

const pathOf = ({ snapshot, slots }: ChosenRows, position: number): string =>
  snapshot.paths[chunkOf(slots[position]!)]?.[offsetOf(slots[position]!)] as string;
