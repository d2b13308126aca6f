/** The operators that a filter puts on one subject. Source: docs/operations.md#select_rows, D6. */

import { nearNames, suggestThenList } from '../../../kernel/near-names';
import { badRequest } from '../../errors';
import { type Json, isJsonObject } from '../../json';
import { type FilterOperator, OPERATORS } from '../../catalog/shapes';
import type { Subject } from './subject';

/** How deep filters may nest. */
export const DEEPEST_FILTER = 64;

/** Each operator with its operand; a literal is an equality. Throws 400 for an unknown operator. */
export function conditionsOf(subject: Subject, value: Json): readonly (readonly [FilterOperator, Json])[] {
  if (!isJsonObject(value)) return [['eq', value]];
  const keys = Object.keys(value);
  const known = keys.filter((key) => (OPERATORS as readonly string[]).includes(key));
  if (known.length === keys.length && keys.length > 0)
    return known.map((key) => [key as FilterOperator, value[key] as Json]);
  const takesObjects = subject.spec === null || subject.spec.type === 'json';
  if (takesObjects && known.length === 0) return [['eq', value]];
  const unknown = keys.filter((key) => !known.includes(key));
  const names = unknown.map((key) => `"${key}"`).join(', ');
  const what = keys.length === 0 ? '{} names no operator' : `unknown operator ${names}`;
  const near = unknown.flatMap((key) => nearNames(key, OPERATORS));
  throw badRequest(`${subject.name}: ${what}`, suggestThenList(near, `operators: ${OPERATORS.join(', ')}`));
}
