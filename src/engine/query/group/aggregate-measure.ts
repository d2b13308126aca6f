/** The input of an aggregate: numbers, or ranks of values, for each row. D4. */

import type { SchedulerPort } from '../../ports/host';
import { ValueDictionary } from '../../storage/columns/value-dictionary';
import type { ValueSpec } from '../../values/column-spec';
import { enumPositions } from '../../values/compare';
import { type Json, isEmpty } from '../../json';
import { isOfType } from '../../values/valid-value';
import { isOrderedEnum, valueSpecOf } from './aggregates';
import { itemsOf } from './value-ids';
import { valueOrder } from '../row-order';
import type { Subject } from '../where/subject';
import type { CodeVector, ValueVector } from './value-vector';

/** By position in the rows of its side. Values that are not of the column's type, which a hand left, don't count. */
export type AggregateMeasure =
  | { readonly kind: 'present'; isPresent(position: number): boolean }
  /** The sum of the row's numbers, and how many they are. */
  | {
      readonly kind: 'numbers';
      sum(position: number): number;
      count(position: number): number;
      /** The same where each row has one number, or NaN for none. */
      readonly plain?: Float64Array;
    }
  /** NaN: no value. `value` gives the value of a rank. */
  | {
      readonly kind: 'ranks';
      least(position: number): number;
      most(position: number): number;
      value(rank: number): Json;
    };

export function presenceMeasure(vector: ValueVector): AggregateMeasure & { kind: 'present' } {
  if (vector.kind === 'numbers') {
    const { numbers, odd } = vector;
    return { kind: 'present', isPresent: (at) => !Number.isNaN(numbers[at]!) || !isEmpty(odd.get(at)) };
  }
  const { codes, dictionary } = vector;
  const present = Uint8Array.from({ length: dictionary.size }, (_, code) => Number(!isEmpty(dictionary.value(code))));
  return { kind: 'present', isPresent: (at) => present[codes[at]!] === 1 };
}

export function numbersOf(vector: ValueVector, { spec }: Subject): AggregateMeasure & { kind: 'numbers' } {
  if (vector.kind === 'numbers') {
    const { numbers } = vector;
    return {
      kind: 'numbers',
      plain: numbers,
      sum: (at) => (Number.isNaN(numbers[at]!) ? 0 : numbers[at]!),
      count: (at) => Number(!Number.isNaN(numbers[at]!)),
    };
  }
  const { codes, dictionary } = vector;
  const item = valueSpecOf(spec);
  const positions = isOrderedEnum(item) ? enumPositions(item?.values ?? []) : null;
  const numberOf = (value: Json): number => (positions === null ? value : positions.get(value)) as number;
  const sums = new Float64Array(dictionary.size).fill(Number.NaN);
  const counts = new Uint32Array(dictionary.size);
  const read = (code: number): void => {
    const found = itemsOf(dictionary.value(code))
      .map(numberOf)
      .filter((each) => typeof each === 'number');
    sums[code] = found.reduce((sum, each) => sum + each, 0);
    counts[code] = found.length;
  };
  const codeAt = (at: number): number => {
    const code = codes[at]!;
    if (Number.isNaN(sums[code]!)) read(code);
    return code;
  };
  return { kind: 'numbers', sum: (at) => sums[codeAt(at)]!, count: (at) => counts[codeAt(at)]! };
}

export async function ranksOf(
  vector: ValueVector,
  { spec }: Subject,
  zone: string,
  scheduler: SchedulerPort,
): Promise<AggregateMeasure & { kind: 'ranks' }> {
  if (vector.kind === 'numbers') {
    const { numbers } = vector;
    const at = (position: number): number => numbers[position]!;
    return { kind: 'ranks', least: at, most: at, value: (rank) => rank };
  }
  await scheduler.pause();
  if (spec?.type === 'list' || spec === null || spec.type === 'json')
    return ranksOfItems(vector, valueSpecOf(spec), zone);
  const { codes, dictionary } = vector;
  const ranks = await dictionary.ranksInSteps(valueOrder(spec, zone), scheduler);
  const codeByRank = new Map<number, number>();
  const own = new Float64Array(dictionary.size).fill(Number.NaN);
  for (const code of new Set(codes)) {
    const value = dictionary.value(code);
    if (isEmpty(value) || !isCounted(spec, value as Json)) continue;
    own[code] = ranks[code]!;
    codeByRank.set(ranks[code]!, code);
  }
  const at = (position: number): number => own[codes[position]!]!;
  return { kind: 'ranks', least: at, most: at, value: (rank) => dictionary.value(codeByRank.get(rank)!) as Json };
}

/** Of an ordered enum only its own values have a place. */
const isCounted = (spec: ValueSpec, value: Json): boolean =>
  isOrderedEnum(spec) ? spec.values?.includes(value as string) === true : isOfType(spec, value);

/** The least and the greatest item of each list; an untyped list counts as a list too. */
function ranksOfItems(
  { codes, dictionary }: CodeVector,
  item: ValueSpec | null,
  zone: string,
): AggregateMeasure & { kind: 'ranks' } {
  const items = new ValueDictionary();
  const own = new Map<number, readonly number[]>();
  for (const code of new Set(codes)) {
    const values = itemsOf(dictionary.value(code)).filter((value) => item === null || isCounted(item, value));
    own.set(
      code,
      values.map((value) => items.code(value)),
    );
  }
  const ranks = items.ranksBy(valueOrder(item, zone));
  const [least, most] = [
    new Float64Array(dictionary.size).fill(Number.NaN),
    new Float64Array(dictionary.size).fill(Number.NaN),
  ];
  const codeByRank = new Map<number, number>();
  for (const [code, itemCodes] of own) {
    for (const each of itemCodes) {
      const rank = ranks[each]!;
      codeByRank.set(rank, each);
      if (!(least[code]! <= rank)) least[code] = rank;
      if (!(most[code]! >= rank)) most[code] = rank;
    }
  }
  return {
    kind: 'ranks',
    least: (at) => least[codes[at]!]!,
    most: (at) => most[codes[at]!]!,
    value: (rank) => items.value(codeByRank.get(rank)!) as Json,
  };
}
