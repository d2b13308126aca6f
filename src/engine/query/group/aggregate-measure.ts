/** The input of an aggregate: numbers, ranks or values of each row. D4. */

import type { SchedulerPort } from '../../ports/host';
import type { LinkView } from '../../storage/view';
import { ValueDictionary, type ValueOrder } from '../../storage/columns/value-dictionary';
import type { ValueSpec } from '../../values/column-spec';
import { enumPositions } from '../../values/compare';
import { type Json, isEmpty } from '../../json';
import { isOfType } from '../../values/valid-value';
import { type AggregateKind, isOrderedEnum, valueSpecOf } from './aggregates';
import { ValueIdMap, type ValueIds, assignValueIds, itemsOf } from './value-ids';
import { keyerOf } from './value-keys';
import { valueOrder } from '../row-order';
import type { Subject } from '../where/subject';
import type { ChosenRows, CodeVector, ValueVector } from './value-vector';

/** By position in the rows of its side. Values that are not of the column's type, which a hand left, don't count. */
export type AggregateMeasure =
  | { readonly kind: 'present'; isPresent(position: number): boolean }
  /** The sum of the row's numbers, and how many they are. An exact sum is Infinity where no number holds it. */
  | {
      readonly kind: 'numbers';
      readonly isExact: boolean;
      sum(position: number): number;
      count(position: number): number;
      readonly items: (position: number) => readonly number[];
      /** The same where each row has one number, or NaN for none. */
      readonly plain?: Float64Array;
    }
  /** NaN: no value. `value` gives the value of a rank. */
  | {
      readonly kind: 'ranks';
      least(position: number): number;
      most(position: number): number;
      value(rank: number): Json;
    }
  /** The number of each distinct value; the items of a list have one each. */
  | { readonly kind: 'ids'; readonly ids: ValueIds; readonly size: number }
  /** The values as they are: none of an empty value, each item of a list. */
  | {
      readonly kind: 'values';
      readonly items: (position: number) => readonly Json[];
      /** True where a row has its items as one value. */
      readonly isList: boolean;
      readonly order: ValueOrder;
    };

export interface MeasuredColumn {
  readonly subject: Subject;
  readonly vector: ValueVector;
  readonly rows: ChosenRows;
}

interface MeasureContext {
  readonly zone: string;
  readonly links: LinkView;
  readonly scheduler: SchedulerPort;
}

/** What an aggregate of this kind reads of each row. */
export async function measureOf(
  kind: AggregateKind,
  column: MeasuredColumn,
  context: MeasureContext,
): Promise<AggregateMeasure> {
  const { subject, vector } = column;
  switch (kind) {
    case 'count':
    case 'share':
      return presenceMeasure(vector);
    case 'count_distinct':
      return idsOf(column, context);
    case 'sum':
    case 'avg':
    case 'median':
      return numbersOf(vector, subject, kind === 'sum' && valueSpecOf(subject.spec)?.type === 'integer');
    case 'min':
    case 'max':
      return ranksOf(vector, subject, context.zone, context.scheduler);
    case 'first':
    case 'last':
    case 'list':
      return valuesOf(kind === 'list', vector, subject, context.zone);
  }
}

async function idsOf(
  { subject: { spec }, vector, rows }: MeasuredColumn,
  context: MeasureContext,
): Promise<AggregateMeasure & { kind: 'ids' }> {
  const values = new ValueIdMap();
  const keyer = keyerOf(valueSpecOf(spec), context);
  const source = { vector, rows, keyer, isList: spec?.type === 'list', adds: true, isAlone: true };
  const ids = await assignValueIds(source, values, context.scheduler);
  return { kind: 'ids', ids, size: values.size };
}

function valuesOf(
  isFlat: boolean,
  vector: ValueVector,
  { spec }: Subject,
  zone: string,
): AggregateMeasure & { kind: 'values' } {
  const item = valueSpecOf(spec);
  const isList = spec?.type === 'list';
  const order = valueOrder(isFlat ? { type: 'list', items: item ?? { type: 'json' } } : spec, zone);
  const read = (value: Json | undefined): readonly Json[] => {
    if (isEmpty(value)) return [];
    const all = isList || (item === null && isFlat) ? itemsOf(value) : [value as Json];
    return item === null ? all : all.filter((each) => isCounted(item, each));
  };
  if (vector.kind === 'numbers') {
    const { numbers } = vector;
    return { kind: 'values', isList, order, items: (at) => (Number.isNaN(numbers[at]!) ? [] : [numbers[at]!]) };
  }
  const { codes, dictionary } = vector;
  const known: (readonly Json[])[] = [];
  return {
    kind: 'values',
    isList,
    order,
    items: (at) => (known[codes[at]!] ??= read(dictionary.value(codes[at]!))),
  };
}

function presenceMeasure(vector: ValueVector): AggregateMeasure & { kind: 'present' } {
  if (vector.kind === 'numbers') {
    const { numbers, odd } = vector;
    return { kind: 'present', isPresent: (at) => !Number.isNaN(numbers[at]!) || !isEmpty(odd.get(at)) };
  }
  const { codes, dictionary } = vector;
  const present = Uint8Array.from({ length: dictionary.size }, (_, code) => Number(!isEmpty(dictionary.value(code))));
  return { kind: 'present', isPresent: (at) => present[codes[at]!] === 1 };
}

function numbersOf(vector: ValueVector, { spec }: Subject, isExact: boolean): AggregateMeasure & { kind: 'numbers' } {
  if (vector.kind === 'numbers') {
    const { numbers } = vector;
    return {
      kind: 'numbers',
      isExact,
      plain: numbers,
      sum: (at) => (Number.isNaN(numbers[at]!) ? 0 : numbers[at]!),
      count: (at) => Number(!Number.isNaN(numbers[at]!)),
      items: (at) => (Number.isNaN(numbers[at]!) ? [] : [numbers[at]!]),
    };
  }
  const { codes, dictionary } = vector;
  const item = valueSpecOf(spec);
  const positions = isOrderedEnum(item) ? enumPositions(item?.values ?? []) : null;
  const numberOf = (value: Json): number => (positions === null ? value : positions.get(value)) as number;
  const sums = new Float64Array(dictionary.size).fill(Number.NaN);
  const counts = new Uint32Array(dictionary.size);
  const items = (code: number): readonly number[] =>
    itemsOf(dictionary.value(code))
      .map(numberOf)
      .filter((each) => typeof each === 'number');
  const read = (code: number): void => {
    const found = items(code);
    const sum = found.reduce((before, each) => before + each, 0);
    sums[code] = isExact && !Number.isSafeInteger(sum) ? Number.POSITIVE_INFINITY : sum;
    counts[code] = found.length;
  };
  const codeAt = (at: number): number => {
    const code = codes[at]!;
    if (Number.isNaN(sums[code]!)) read(code);
    return code;
  };
  return {
    kind: 'numbers',
    isExact,
    sum: (at) => sums[codeAt(at)]!,
    count: (at) => counts[codeAt(at)]!,
    items: (at) => items(codes[at]!),
  };
}

async function ranksOf(
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
