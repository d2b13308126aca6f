/** The length of a value, for a condition on it. Source: docs/queries.md#operators-for-texts-ranges-and-lengths. */

import { badRequest } from '../../errors';
import { type Json, isEmpty, isList } from '../../json';
import { columnOfOperand } from './compared-columns';
import { type Condition, conditionsOf } from './filter-conditions';
import type { Subject } from './subject';

const COUNTED: readonly string[] = ['string', 'enum', 'list', 'json'];

/** Texts have characters, lists have items. Throws 400 for other types. */
export function lengthSubject({ name, spec }: Subject): Subject {
  const type = spec?.type ?? 'json';
  if (!COUNTED.includes(type))
    throw badRequest(`${name}: length counts characters and items, and ${type} has none`, 'compare the value itself');
  const length = `${name}: length`;
  return { name: length, spec: { name: length, type: 'integer' }, stored: null, ofRow: () => undefined };
}

export function lengthConditions(length: Subject, given: Json): readonly Condition[] {
  const conditions = conditionsOf(length, given);
  if (conditions.some(([, operand]) => columnOfOperand(operand) !== null))
    throw badRequest(`${length.name} takes no column`, 'compute has a length that two columns can be compared by');
  return conditions;
}

/** Null: of a value that has none. An empty value has none of its parts. */
export function lengthOf(value: Json | undefined): number | null {
  if (isEmpty(value)) return 0;
  if (isList(value)) return value.length;
  return typeof value === 'string' ? [...value.normalize('NFC')].length : null;
}
