/** Functions of lists. A missing list is an empty one. docs/formulas.md#lists */

import type { Json } from '../../json';
import { compareJson } from '../../values/compare';
import { equalityKey, formulaEquality, formulaOrder } from '../compare-values';
import { ANY, eitherType, type FormulaType, isOpen } from '../formula-type';
import { type FormulaValue, finite, isItems, spend, textOf } from '../formula-value';
import type { CallContext, FunctionBody } from './function-body';

type Items = readonly FormulaValue[];

const itemsType = ({ types: [list] }: CallContext): FormulaType => list?.items ?? ANY;

type Find = (items: Items, value: FormulaValue) => boolean;

function finder(context: CallContext): Find {
  const item = itemsType(context);
  const values = context.types.slice(1).reduce(eitherType, item);
  const equal = formulaEquality(item, values, context.zone);
  return (items, value) => items.some((each) => equal(each, value));
}

/** Empty items come last. */
function sorter(context: CallContext): (a: FormulaValue, b: FormulaValue) => number {
  const type = itemsType(context);
  const order = formulaOrder(type, type, context.zone);
  if (order === null || isOpen(type)) return (a, b) => emptyLast(a, b) ?? compareJson(a as Json, b as Json);
  return (a, b) => emptyLast(a, b) ?? order(a, b) ?? 0;
}

const emptyLast = (a: FormulaValue, b: FormulaValue): number | null =>
  a === null || b === null ? Number(a === null) - Number(b === null) : null;

function uniqueItems(context: CallContext): (items: Items) => Items {
  const key = equalityKey(itemsType(context), context.zone);
  return (items) => {
    const seen = new Set<ReturnType<typeof key>>();
    return items.filter((item) => {
      const each = key(item);
      return !seen.has(each) && seen.add(each) !== undefined;
    });
  };
}

const numbersIn = (items: Items): readonly number[] => items.filter((item) => typeof item === 'number');

const sumOf = (items: Items): number => numbersIn(items).reduce((sum, each) => sum + each, 0);

function meanOf(items: Items): number | null {
  const { length } = numbersIn(items);
  return length === 0 ? null : finite(sumOf(items) / length);
}

/** `sign` 1: the smallest; -1: the largest. */
const extreme =
  (sign: 1 | -1): FunctionBody =>
  (context) => {
    const compare = sorter(context);
    return ([items]) => {
      const filled = (items as Items).filter((item) => item !== null);
      return filled.reduce((best, item) => (sign * compare(item, best) < 0 ? item : best), filled[0] ?? null);
    };
  };

/** Of the list alone. */
const ofItems =
  (calculate: (items: Items) => FormulaValue): FunctionBody =>
  () =>
  ([items]) =>
    calculate(items as Items);

export const LIST_FUNCTIONS = {
  'list.length': ofItems((items) => items.length),
  'list.contains': (context) => {
    const has = finder(context);
    return ([items, value = null]) => has(items as Items, value);
  },
  'list.containsAll': (context) => {
    const has = finder(context);
    return ([items, ...values]) => values.every((value) => has(items as Items, value));
  },
  'list.containsAny': (context) => {
    const has = finder(context);
    return ([items, ...values]) => values.some((value) => has(items as Items, value));
  },
  'list.join':
    () =>
    ([items, separator = ', '], frame) => {
      spend(frame, ((items as Items).length * (separator as string).length) / 16);
      return (items as Items).map(textOf).join(separator as string);
    },
  'list.unique': (context) => {
    const unique = uniqueItems(context);
    return ([items]) => unique(items as Items);
  },
  'list.sort': (context) => {
    const compare = sorter(context);
    return ([items]) => [...(items as Items)].sort(compare);
  },
  'list.reverse': ofItems((items) => [...items].reverse()),
  'list.flat': ofItems((items) => items.flatMap((item) => (isItems(item) ? [...item] : [item]))),
  'list.slice':
    () =>
    ([items, start, end]) =>
      (items as Items).slice(start as number, end as number | undefined),
  'list.sum': ofItems((items) => finite(sumOf(items))),
  'list.mean': ofItems(meanOf),
  'list.min': extreme(1),
  'list.max': extreme(-1),
} as const satisfies Readonly<Record<string, FunctionBody>>;
