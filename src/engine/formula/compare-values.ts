/** Equality and order of values in a formula, by their types. docs/formulas.md#comparison */

import { isDate, datetimeInstant } from '../values/time/dates';
import { compareCodePoints, compareText, enumPositions } from '../values/compare';
import { linkpathIn } from '../note/links/link-syntax';
import { Duration } from './duration';
import { eitherType, type FormulaType, isMoment, isOneEnum, isOpen } from './formula-type';
import { type FormulaValue, isItems } from './formula-value';

/** Below 0, 0, above 0; null where one of the values has no place in the order. */
export type FormulaOrder = (a: FormulaValue, b: FormulaValue) => number | null;

type EqualityKey = (value: FormulaValue) => string | number | boolean | null;

/** Equal values have equal keys; every empty value has null. */
export function equalityKey(type: FormulaType, zone: string): EqualityKey {
  switch (type.kind) {
    case 'link':
      return (value) => (typeof value === 'string' && value !== '' ? linkpathIn(value) : keyOfAny(value));
    case 'datetime':
      return (value) => (typeof value === 'string' ? numberOrNull(datetimeInstant(value, zone)) : null);
    case 'list': {
      const ofItem = equalityKey(type.items ?? type, zone);
      return (value) => (isItems(value) && value.length > 0 ? JSON.stringify(value.map(ofItem)) : null);
    }
    default:
      return keyOfAny;
  }
}

const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

const keyOfAny: EqualityKey = (value) => {
  if (value === '' || (isItems(value) && value.length === 0)) return null;
  if (value instanceof Duration) return value.milliseconds() ?? value.toString();
  return typeof value === 'object' && value !== null ? JSON.stringify(canonical(value)) : value;
};

/** Objects with their keys in order. */
function canonical(value: FormulaValue): unknown {
  if (isItems(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null || value instanceof Duration) return value;
  const keys = Object.keys(value).sort(compareCodePoints);
  return keys.map((key) => [key, canonical(value[key] ?? null)]);
}

export function formulaEquality(
  a: FormulaType,
  b: FormulaType,
  zone: string,
): (a: FormulaValue, b: FormulaValue) => boolean {
  const key = equalityKey(
    isMoment(a) && isMoment(b) && a.kind !== b.kind ? { kind: 'datetime' } : eitherType(a, b),
    zone,
  );
  return (left, right) => key(left) === key(right);
}

/** Null: values of these types have no order. */
export function formulaOrder(a: FormulaType, b: FormulaType, zone: string): FormulaOrder | null {
  if (isOpen(a) && isOpen(b)) return orderOfAny;
  const [left, right] = [isOpen(a) ? b : a, isOpen(b) ? a : b];
  if (isMoment(left) && isMoment(right))
    return left.kind === 'date' && right.kind === 'date' ? orderOfDates : byInstant(zone);
  if (left.kind !== right.kind) return null;
  switch (left.kind) {
    case 'number':
      return orderOfNumbers;
    case 'text':
      return left.enum?.ordered === true || right.enum?.ordered === true ? orderOfEnum(left, right) : orderOfTexts;
    case 'boolean':
      return (x, y) => (typeof x === 'boolean' && typeof y === 'boolean' ? Number(x) - Number(y) : null);
    case 'duration':
      return orderOfDurations;
    case 'link':
      return (x, y) =>
        typeof x === 'string' && typeof y === 'string' ? compareText(linkpathIn(x), linkpathIn(y)) : null;
    default:
      return null;
  }
}

const orderOfNumbers: FormulaOrder = (a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : null);

const orderOfTexts: FormulaOrder = (a, b) =>
  typeof a === 'string' && typeof b === 'string' ? compareText(a, b) : null;

const orderOfAny: FormulaOrder = (a, b) => orderOfNumbers(a, b) ?? orderOfTexts(a, b);

const orderOfDates: FormulaOrder = (a, b) =>
  typeof a === 'string' && typeof b === 'string' && isDate(a) && isDate(b) ? compareCodePoints(a, b) : null;

const byInstant =
  (zone: string): FormulaOrder =>
  (a, b) =>
    typeof a === 'string' && typeof b === 'string'
      ? numberOrNull(datetimeInstant(a, zone) - datetimeInstant(b, zone))
      : null;

const orderOfDurations: FormulaOrder = (a, b) => {
  const [left, right] = [millisecondsOf(a), millisecondsOf(b)];
  return left === null || right === null ? null : left - right;
};

const millisecondsOf = (value: FormulaValue): number | null =>
  value instanceof Duration ? value.milliseconds() : typeof value === 'number' ? value : null;

/** By position in the ordered enum; another text has no place. Two other enums have no common order. */
function orderOfEnum(a: FormulaType, b: FormulaType): FormulaOrder | null {
  if (a.enum !== undefined && b.enum !== undefined && !isOneEnum(a, b)) return null;
  const positions = enumPositions((a.enum ?? b.enum)?.values ?? []);
  const positionOf = (value: FormulaValue): number => positions.get(value as string) ?? NaN;
  return (x, y) => numberOrNull(positionOf(x) - positionOf(y));
}
