/** The order and the equality of values. D6 (order, icontains), D16 (datetime, list, json). */

import { parseLinkValue } from '../note/links/link-syntax';
import type { ColumnSpec, ItemSpec } from './column-spec';
import { datetimeInstant } from './time/dates';
import { type Json, isEmpty, isJsonObject, jsonEqual, isList } from '../json';
import { isOfType } from './valid-value';
import { itemSpec } from './validate';

/** Below 0: `a` first; 0: neither. */
export type ValueComparison = (a: Json, b: Json) => number;

/** Unicode's root order. It is named `en`, which adds nothing to it: `und` would mean the language of the system. */
const rootCollator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Case, accents and leading zeros aside; where that finds no difference, by code points. So 0 means the same text. D6 */
export const compareText = (a: string, b: string): number =>
  a === b ? 0 : rootCollator.compare(a, b) || compareCodePoints(a, b);

/** By code points, which is not the order of JavaScript's `<` beyond U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return surrogatesLast(left) - surrogatesLast(right);
  }
  return a.length - b.length;
}

/** A code unit with the surrogates, which begin the highest code points, above all others. */
const surrogatesLast = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/**
 * The total order of a column's values, the empty ones aside (the caller puts them last). Values that are not of the
 * type come after those that are. Date-times are ordered by instant, links by what they link to. The function remembers
 * what it read in a text: make one for each sort. D6
 */
export function compareValues(spec: ColumnSpec | ItemSpec, zone: string): ValueComparison {
  switch (spec.type) {
    case 'string':
      return TEXT_ORDER;
    case 'enum':
      return spec.ordered === true ? byPosition(spec.values ?? []) : TEXT_ORDER;
    case 'link':
      return byKey(targetOf, (a, b) => compareText(a.key, b.key) || compareCodePoints(a.text, b.text));
    case 'datetime':
      return byKey(
        (text) => instantOrNull(text, zone),
        (a, b) => a.key - b.key,
      );
    case 'date':
      return ofTypeFirst((value) => isOfType(spec, value), compareCodePoints);
    case 'list':
      return ofTypeFirst(Array.isArray, compareLists(compareValues(itemSpec(spec), zone)));
    case 'integer':
    case 'number':
    case 'boolean':
    case 'json':
      return ofTypeFirst((value) => isOfType(spec, value), compareJson);
  }
}

/** The position of each value of an ordered enum, from 1. D16 */
export const enumPositions = (values: readonly string[]): ReadonlyMap<Json, number> =>
  new Map(values.map((value, index) => [value, index + 1]));

function byPosition(values: readonly string[]): ValueComparison {
  const positions = enumPositions(values);
  const positionOf = (value: Json): number => positions.get(value) as number;
  return ofTypeFirst(
    (value) => positions.has(value),
    (a, b) => positionOf(a) - positionOf(b),
  );
}

const targetOf = (text: string): string | null => parseLinkValue(text)?.linkpath ?? null;

function instantOrNull(text: string, zone: string): number | null {
  const instant = datetimeInstant(text, zone);
  return Number.isNaN(instant) ? null : instant;
}

/** `compare` sees only values that are of the type. */
function ofTypeFirst<T extends Json>(
  isOfItsType: (value: Json) => boolean,
  compare: (a: T, b: T) => number,
): ValueComparison {
  return (a, b) => {
    const isLeft = isOfItsType(a);
    const isRight = isOfItsType(b);
    if (isLeft && isRight) return compare(a as T, b as T);
    return isLeft ? -1 : isRight ? 1 : compareJson(a, b);
  };
}

interface KeyedText<K> {
  readonly text: string;
  readonly key: K;
}

/** By what a text means; null: it is not of the type. Each text is read once. */
function byKey<K>(
  keyOf: (text: string) => K | null,
  compare: (a: KeyedText<K>, b: KeyedText<K>) => number,
): ValueComparison {
  const known = new Map<string, KeyedText<K> | null>();
  const keyed = (text: Json): KeyedText<K> | null => {
    if (typeof text !== 'string') return null;
    let found = known.get(text);
    if (found === undefined) {
      const key = keyOf(text);
      known.set(text, (found = key === null ? null : { text, key }));
    }
    return found;
  };
  return (a, b) => {
    const left = keyed(a);
    const right = keyed(b);
    if (left !== null && right !== null) return compare(left, right);
    return left !== null ? -1 : right !== null ? 1 : compareJson(a, b);
  };
}

const TEXT_ORDER = ofTypeFirst((value) => typeof value === 'string', compareText);

const compareLists =
  (compareItems: ValueComparison): ValueComparison =>
  (a, b) => {
    const [left, right] = [a as readonly Json[], b as readonly Json[]];
    for (let i = 0; i < left.length && i < right.length; i++) {
      const order = compareItems(left[i] as Json, right[i] as Json);
      if (order !== 0) return order;
    }
    return left.length - right.length;
  };

/** The order of untyped values: null, booleans, numbers, text, lists, objects. */
export function compareJson(a: Json, b: Json): number {
  const order = typeRank(a) - typeRank(b);
  if (order !== 0) return order;
  if (typeof a === 'string') return compareText(a, b as string);
  if (typeof a !== 'object') return Number(a) - Number(b);
  if (isList(a)) return compareLists(compareJson)(a, b);
  return compareLists(compareJson)(entriesOf(a), entriesOf(b));
}

function typeRank(value: Json): number {
  if (value === null) return 0;
  if (Array.isArray(value)) return 4;
  return ['boolean', 'number', 'string', '', 'object'].indexOf(typeof value) + 1;
}

/** Keys in order: objects that differ only in the order of their keys are equal. D16 */
const entriesOf = (value: Json): readonly Json[] =>
  isJsonObject(value)
    ? Object.entries(value)
        .sort(([a], [b]) => compareCodePoints(a, b))
        .flat()
    : [];

/**
 * Equality as a write sees it: values that are equal need no write. Empty ones are equal; date-times by instant, text
 * exactly, links by their text (which row they mean is the link index's to know), lists and JSON deep and ordered. D16
 */
export function valuesEqual(
  spec: ColumnSpec | ItemSpec,
  zone: string,
): (a: Json | undefined, b: Json | undefined) => boolean {
  const ofType = equalityOf(spec, zone);
  return (a, b) => jsonEqual(a, b) || (isEmpty(a) && isEmpty(b)) || ofType(a, b);
}

type ValueEquality = (a: Json | undefined, b: Json | undefined) => boolean;

/** Beyond being the same JSON. */
function equalityOf(spec: ColumnSpec | ItemSpec, zone: string): ValueEquality {
  if (spec.type === 'list') {
    const itemsEqual = valuesEqual(itemSpec(spec), zone);
    return (a, b) => isList(a) && isList(b) && listsEqual(a, b, itemsEqual);
  }
  if (spec.type !== 'datetime') return () => false;
  return (a, b) =>
    typeof a === 'string' && typeof b === 'string' && datetimeInstant(a, zone) === datetimeInstant(b, zone);
}

const listsEqual = (a: readonly Json[], b: readonly Json[], itemsEqual: ValueEquality): boolean =>
  a.length === b.length && a.every((item, i) => itemsEqual(item, b[i]));
