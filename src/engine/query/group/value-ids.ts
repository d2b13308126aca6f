/** Numbers for the values of an expression, so that equal values are compared, grouped and joined as small integers. */

import type { SchedulerPort } from '../../ports/host';
import { chunkOf, offsetOf } from '../../storage/columns/chunked-array';
import { type Json, isEmpty, isList } from '../../json';
import type { ValueClasses, ValueKey, ValueKeyer } from './value-keys';
import { type ChosenRows, type CodeVector, type NumberVector, type ValueVector, inSteps } from './value-vector';

/** The number of an empty value. */
export const NOTHING = -1;

/** Distinct values by number, from 0. */
export class ValueIdMap {
  private readonly byKey = new Map<ValueKey, number>();
  /** By number: the first value that was seen, or a lesser one that is equal to it. */
  readonly values: Json[] = [];
  /** By number: the code of that value in the dictionary that it came from, 0 when it came from none. */
  readonly codes: number[] = [];
  /** The numbers of values that are written in several ways. */
  readonly spelled = new Set<number>();

  /** `isLess`: which of two equal values represents both. */
  constructor(readonly isLess: (a: Json, b: Json) => boolean = () => false) {}

  get size(): number {
    return this.values.length;
  }

  add(key: ValueKey, value: Json, code = 0): number {
    const known = this.byKey.get(key);
    if (known !== undefined) return this.alike(known, value, code);
    this.byKey.set(key, this.values.length);
    return this.another(value, code);
  }

  /** A value that is known to equal none before; it is not found by a key. */
  another(value: Json, code: number): number {
    this.codes.push(code);
    return this.values.push(value) - 1;
  }

  /** A value that equals those with this number. */
  alike(number: number, value: Json, code: number): number {
    const present = this.values[number] as Json;
    if (present === value) return number;
    this.spelled.add(number);
    if (this.isLess(value, present)) {
      this.values[number] = value;
      this.codes[number] = code;
    }
    return number;
  }

  /** `NOTHING` for a value that was never added. */
  find(key: ValueKey): number {
    return this.byKey.get(key) ?? NOTHING;
  }
}

/** The numbers of the rows of one side, by position. */
export interface ValueIds {
  /** Where the numbers of each position start, and one more; null when each position has just one. */
  readonly starts: Uint32Array | null;
  /** A list has a number for each of its distinct items, an empty value has `NOTHING`. */
  readonly numbers: Int32Array;
}

export interface ValueIdSource {
  readonly vector: ValueVector;
  readonly rows: ChosenRows;
  /** Of a value, or of each item of a list. */
  readonly keyer: ValueKeyer;
  readonly isList: boolean;
  /** False: values that are not known already get `NOTHING`. */
  readonly adds: boolean;
  /** True when no other side has to be given the same numbers. */
  readonly isAlone?: boolean;
}

export async function assignValueIds(
  numbering: ValueIdSource,
  values: ValueIdMap,
  scheduler: SchedulerPort,
): Promise<ValueIds> {
  const { vector, keyer } = numbering;
  if (vector.kind === 'codes' && !numbering.isList && numbering.isAlone === true) {
    const classes = await keyer.classes(vector.dictionary, scheduler);
    if (classes !== null) return numberClasses(vector, classes, { numbering, values }, scheduler);
  }
  if (vector.kind === 'numbers') return numberNumbers(vector, numbering, values, scheduler);
  return numbering.isList
    ? numberLists(vector, numbering, values, scheduler)
    : numberCodes(vector, numbering, values, scheduler);
}

function numberOf(
  value: Json | undefined,
  path: string,
  { keyer, adds }: ValueIdSource,
  values: ValueIdMap,
  code = 0,
): number {
  if (isEmpty(value)) return NOTHING;
  const key = keyer.key(value as Json, path);
  return adds ? values.add(key, value as Json, code) : values.find(key);
}

async function numberNumbers(
  { numbers, odd }: NumberVector,
  numbering: ValueIdSource,
  values: ValueIdMap,
  scheduler: SchedulerPort,
): Promise<ValueIds> {
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
  numbering: ValueIdSource,
  values: ValueIdMap,
  scheduler: SchedulerPort,
): Promise<ValueIds> {
  const known = new Int32Array(dictionary.size).fill(UNKNOWN);
  const numbers = new Int32Array(codes.length);
  const first = (code: number): number => {
    const value = dictionary.value(code);
    const isByRow = !isEmpty(value) && numbering.keyer.dependsOnPath(value as Json);
    return (known[code] = isByRow ? BY_ROW : numberOf(value, '', numbering, values, code));
  };
  await inSteps(codes.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const code = codes[i]!;
      let number = known[code]!;
      if (number === UNKNOWN) number = first(code);
      if (number === BY_ROW)
        number = numberOf(dictionary.value(code), pathOf(numbering.rows, i), numbering, values, code);
      numbers[i] = number;
    }
  });
  return { starts: null, numbers };
}

/** Above so many classes for each row a map takes less than a list of them. */
const CLASSES_A_ROW = 8;

/** Codes by their class: no text is looked at but where values of one class have to be distinguished. */
async function numberClasses(
  { codes, dictionary }: CodeVector,
  { end, ofCode, ofValue }: ValueClasses,
  { numbering, values }: { readonly numbering: ValueIdSource; readonly values: ValueIdMap },
  scheduler: SchedulerPort,
): Promise<ValueIds> {
  const known = new Int32Array(dictionary.size).fill(UNKNOWN);
  const numbers = new Int32Array(codes.length);
  const byClass = numbersOf(end, codes.length);
  const inClass = (each: number, value: Json, code: number): number => {
    const number = byClass.get(each);
    if (number !== undefined) return values.alike(number, value, code);
    const made = values.another(value, code);
    byClass.set(each, made);
    return made;
  };
  const first = (code: number): number => {
    const value = dictionary.value(code);
    if (isEmpty(value)) return (known[code] = NOTHING);
    const own = ofCode === null ? code : ofCode[code]!;
    if (own >= 0) return (known[code] = inClass(own, value as Json, code));
    if (numbering.keyer.dependsOnPath(value as Json)) return (known[code] = BY_ROW);
    return (known[code] = numberOf(value, '', numbering, values, code));
  };
  const byRow = (code: number, path: string): number => {
    const value = dictionary.value(code) as Json;
    const own = ofValue(value, path);
    return own >= 0 ? inClass(own, value, code) : numberOf(value, path, numbering, values, code);
  };
  await inSteps(codes.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const code = codes[i]!;
      let number = known[code]!;
      if (number === UNKNOWN) number = first(code);
      numbers[i] = number === BY_ROW ? byRow(code, pathOf(numbering.rows, i)) : number;
    }
  });
  return { starts: null, numbers };
}

interface NumberByClass {
  get(each: number): number | undefined;
  set(each: number, number: number): void;
}

function numbersOf(end: number, rows: number): NumberByClass {
  if (end > rows * CLASSES_A_ROW) return new Map<number, number>();
  const numbers = new Int32Array(end).fill(NOTHING);
  return {
    get: (each) => (numbers[each] === NOTHING ? undefined : numbers[each]),
    set: (each, number) => void (numbers[each] = number),
  };
}

async function numberLists(
  { codes, dictionary }: CodeVector,
  numbering: ValueIdSource,
  values: ValueIdMap,
  scheduler: SchedulerPort,
): Promise<ValueIds> {
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

/** A value that is not a list, which a hand left in a column of lists, is a list of one. D16 */
export const itemsOf = (value: Json | undefined): readonly Json[] =>
  isEmpty(value) ? [] : isList(value) ? value.filter((item) => !isEmpty(item)) : [value as Json];

export const pathOf = ({ snapshot, slots }: ChosenRows, position: number): string =>
  snapshot.paths[chunkOf(slots[position]!)]?.[offsetOf(slots[position]!)] as string;
