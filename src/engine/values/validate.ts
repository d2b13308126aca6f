/** Validates a value against its column, by the value alone. Source: docs/operations.md#column-specs, D16. */

import { parseLinkValue } from '../note/links/link-syntax';
import { DEEPEST } from '../yaml/yaml-guard';
import type { ColumnSpec, ItemSpec, ValueSpec } from './column-spec';
import { isDate, isDatetime } from './time/dates';
import { type Json, isNestedDeeper } from '../json';
import { enumProblem, typeProblem, valueProblem, type ValuePlace, type ValueProblem } from './value-problem';

/** Of the step. D16 */
const STEP_TOLERANCE = 1e-9;

/** Of lists and objects in each other that a JSON value may have: with what they hold it can be an item of a list. */
export const MOST_LEVELS = DEEPEST - 2;

/** A list whose `items` are not declared is one of strings. D16 */
const STRING_ITEM: ItemSpec = { type: 'string' };

export const itemSpec = (spec: ColumnSpec | ItemSpec): ItemSpec =>
  ('items' in spec ? spec.items : undefined) ?? STRING_ITEM;

export const placeOf = (spec: ColumnSpec | ItemSpec, table = ''): ValuePlace => ({
  column: 'name' in spec ? spec.name : '',
  table,
  item: 0,
});

/**
 * Everything that a value breaks: type, enum, min and max, step; each item of a list. Empty values break nothing here
 * (`required` is the row's matter). `table` is the name that a message shows. D5: all are listed.
 */
export function checkValue(spec: ColumnSpec | ItemSpec, value: Json | undefined, table = ''): readonly ValueProblem[] {
  if (value === undefined || value === null || value === '') return NO_PROBLEMS;
  if (spec.type !== 'list')
    return isValidValue(spec, value) ? NO_PROBLEMS : checkScalar(spec, value, placeOf(spec, table));
  const items = itemSpec(spec);
  if (areValidItems(items, value)) return NO_PROBLEMS;
  const place = placeOf(spec, table);
  if (!Array.isArray(value)) return [typeProblem(spec, value, place)];
  return (value as readonly Json[]).flatMap((item, index) => checkScalar(items, item, { ...place, item: index + 1 }));
}

const NO_PROBLEMS: readonly ValueProblem[] = [];

/** Nothing is wrong with a value that is no list: the fast way, without words. */
export const isValidValue = (spec: ValueSpec, value: Json): boolean =>
  isOfType(spec, value) && (typeof value !== 'number' || isWithinBounds(spec, value));

function areValidItems(items: ItemSpec, value: Json): boolean {
  if (!Array.isArray(value)) return false;
  for (const item of value as readonly Json[]) if (!isValidValue(items, item)) return false;
  return true;
}

function isWithinBounds({ min, max, step }: ValueSpec, value: number): boolean {
  if (typeof min === 'number' && value < min) return false;
  if (typeof max === 'number' && value > max) return false;
  return step === undefined || isOnStep(value, typeof min === 'number' ? min : 0, step);
}

/** As `checkValue` for what is no list, and not empty. */
export function checkScalar(spec: ValueSpec, value: Json, place: ValuePlace): readonly ValueProblem[] {
  if (isValidValue(spec, value)) return NO_PROBLEMS;
  const problem = checkType(spec, value, place);
  return problem === null ? checkBounds(spec, value, place) : [problem];
}

/** The value is of the type, bounds aside: what can be stored in the column. A list only as a list. */
export function checkType(spec: ValueSpec, value: Json, place: ValuePlace): ValueProblem | null {
  if (isOfType(spec, value)) return null;
  if (spec.type === 'enum' && typeof value === 'string') return enumProblem(spec, value, place);
  if (isNumeric(spec) && isWhole(value)) {
    return valueProblem('range', value, 'is beyond ±9007199254740991, the largest that an integer can be', place);
  }
  if (spec.type === 'json') return levelsProblem(value, place);
  return typeProblem(spec, value, place);
}

/** What is wrong with a JSON value that has more levels than front matter holds. docs/formats.md */
export const levelsProblem = (value: Json, place: ValuePlace): ValueProblem =>
  valueProblem('type', value, `has more than ${MOST_LEVELS} levels of lists and objects; flatten it`, place);

const isNumeric = ({ type }: ValueSpec): boolean => type === 'integer';

const isWhole = (value: Json): boolean => typeof value === 'number' && Number.isInteger(value);

/** Without a word about what is wrong: the fast way for what is right. */
export function isOfType(spec: ValueSpec, value: Json): boolean {
  switch (spec.type) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && isDate(value);
    case 'datetime':
      return typeof value === 'string' && (isDatetime(value) || isDate(value));
    case 'enum':
      return typeof value === 'string' && (spec.values ?? []).includes(value);
    case 'link':
      return typeof value === 'string' && isLink(value);
    case 'list':
      return Array.isArray(value);
    case 'json':
      return !isNestedDeeper(value, MOST_LEVELS);
  }
}

/** The usual link without taking it apart. */
const isLink = (text: string): boolean =>
  /^\[\[[^[\]|#\\:\s][^[\]\\:\n]*\]\]$/.test(text) || parseLinkValue(text) !== null;

/** min, max and step are for numbers. */
function checkBounds(spec: ValueSpec, value: Json, place: ValuePlace): ValueProblem[] {
  if (typeof value !== 'number') return [];
  const { min, max, step } = spec;
  const problems: ValueProblem[] = [];
  if (typeof min === 'number' && value < min) {
    problems.push(valueProblem('range', value, `is below the minimum ${min}`, place));
  }
  if (typeof max === 'number' && value > max) {
    problems.push(valueProblem('range', value, `is above the maximum ${max}`, place));
  }
  const base = typeof min === 'number' ? min : 0;
  if (step !== undefined && !isOnStep(value, base, step)) {
    const from = base === 0 ? '' : ` counted from ${base}`;
    problems.push(valueProblem('step', value, `is no multiple of ${step}${from}`, place));
  }
  return problems;
}

/** Off by at most a billionth of the step; or by what a binary number this large can't tell (`123456789.1` by `0.1`). */
function isOnStep(value: number, base: number, step: number): boolean {
  const steps = Math.round((value - base) / step);
  const miss = Math.abs(value - (base + steps * step));
  return miss <= STEP_TOLERANCE * step || miss <= Number.EPSILON * Math.max(Math.abs(value), Math.abs(base));
}
