/** Validates a value against its column, by the value alone. Source: docs/operations.md#column-specs, D16. */

import type { ColumnSpec, ItemSpec, ValueSpec } from './column-spec';
import { type Json, isList } from '../json';
import { MOST_LEVELS, isOfType, isOnStep, isValidValue } from './valid-value';
import { enumProblem, typeProblem, valueProblem, type ValuePlace, type ValueProblem } from './value-problem';

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
  if (!isList(value)) return [typeProblem(spec, value, place)];
  return value.flatMap((item, index) => checkScalar(items, item, { ...place, item: index + 1 }));
}

const NO_PROBLEMS: readonly ValueProblem[] = [];

function areValidItems(items: ItemSpec, value: Json): boolean {
  if (!isList(value)) return false;
  for (const item of value) if (!isValidValue(items, item)) return false;
  return true;
}

/** As `checkValue` for a value that is neither a list nor empty. */
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

/** The problem of a JSON value with more levels than front matter holds. docs/formats.md */
export const levelsProblem = (value: Json, place: ValuePlace): ValueProblem =>
  valueProblem('type', value, `has more than ${MOST_LEVELS} levels of lists and objects; flatten it`, place);

const isNumeric = ({ type }: ValueSpec): boolean => type === 'integer';

const isWhole = (value: Json): boolean => typeof value === 'number' && Number.isInteger(value);

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
    problems.push(valueProblem('step', value, `is not a multiple of ${step}${from}`, place));
  }
  return problems;
}
