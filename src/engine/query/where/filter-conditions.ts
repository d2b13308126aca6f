/** The operators that a filter puts on one subject. Source: docs/operations.md#select_rows, D6. */

import { nearNames, suggestThenList } from '../../../kernel/near-names';
import { badRequest } from '../../errors';
import { type Json, isJsonObject, isList } from '../../json';
import { type FilterOperator, OPERATORS } from '../../catalog/shapes';
import type { Subject } from './subject';

/** How deep filters may nest. */
export const DEEPEST_FILTER = 64;

/** Operators that are short for others are written out. */
export type ConditionOperator = Exclude<FilterOperator, 'between' | 'empty'>;

export type Condition = readonly [operator: ConditionOperator, operand: Json];

/** Each operator with its operand; a literal is an equality. Throws 400 for an unknown operator. */
export function conditionsOf(subject: Subject, value: Json): readonly Condition[] {
  if (!isJsonObject(value)) return [['eq', value]];
  const keys = Object.keys(value);
  const known = keys.filter((key) => (OPERATORS as readonly string[]).includes(key));
  if (known.length === keys.length && keys.length > 0)
    return known.flatMap((key) => writtenOut(subject, key as FilterOperator, value[key] as Json));
  const takesObjects = subject.spec === null || subject.spec.type === 'json';
  const unknown = keys.filter((key) => !known.includes(key));
  if (
    takesObjects &&
    known.length === 0 &&
    !unknown.some((key) => key.startsWith('$') && rightForm(subject.name, key) !== undefined)
  )
    return [['eq', value]];
  const names = unknown.map((key) => `"${key}"`).join(', ');
  const what = keys.length === 0 ? '{} names no operator' : `unknown operator ${names}`;
  const forms = unknown.map((key) => rightForm(subject.name, key));
  if (unknown.length > 0 && forms.every((form) => form !== undefined)) {
    throw badRequest(`${subject.name}: ${what}`, `write ${forms.join(', ')}; operators: ${OPERATORS.join(', ')}`);
  }
  const near = unknown.flatMap((key) => nearNames(key, OPERATORS));
  throw badRequest(`${subject.name}: ${what}`, suggestThenList(near, `operators: ${OPERATORS.join(', ')}`));
}

function writtenOut({ name }: Subject, operator: FilterOperator, operand: Json): readonly Condition[] {
  if (operator === 'empty') {
    if (typeof operand === 'boolean') return [['exists', !operand]];
    throw badRequest(`${name}: empty takes true or false`, 'write {"empty": true}');
  }
  if (operator !== 'between') return [[operator, operand]];
  const [from, to] = isList(operand) ? operand : [];
  if (!isList(operand) || operand.length !== 2 || from === undefined || to === undefined)
    throw badRequest(`${name}: between takes two values`, 'write {"between": [from, to]}, or gte or lte for one');
  return [
    ['gte', from],
    ['lte', to],
  ];
}

/** Operators of other languages, small and without blanks, and how a filter says them. */
const RIGHT_FORMS: Readonly<Record<string, string>> = {
  ...forms('{"eq": value}', '= == === equals equal is'),
  ...forms('{"ne": value}', '!= !== <> neq not_equal notequals'),
  ...forms('{"gt": value}', '> after greater greater_than'),
  ...forms('{"gte": value}', '>= ge from min'),
  ...forms('{"lt": value}', '< before less less_than'),
  ...forms('{"lte": value}', '<= le until max'),
  ...forms('{"contains": text}', 'like regex regexp matches includes include has any all'),
  ...forms('{"icontains": text}', 'ilike search'),
  ...forms('{"starts_with": text}', 'startswith starts prefix'),
  ...forms('{"ends_with": text}', 'endswith ends suffix'),
  ...forms('{"empty": true}', 'isnull is_null null isempty is_empty'),
  ...forms('{"empty": false}', 'notnull not_null isnotnull is_not_null notempty not_empty'),
  ...forms('{"between": [from, to]}', 'range'),
  ...forms('{"length": number}', 'size len count'),
};

function forms(form: string, names: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, form]));
}

/** The whole condition. Undefined: no operator of another language. `not` is said by `not`. */
function rightForm(column: string, key: string): string | undefined {
  const name = key.replace(/^\$/, '').replace(/\s+/g, '_').toLowerCase();
  const condition = (form: string): string => `{"${column}": ${form}}`;
  if ((OPERATORS as readonly string[]).includes(name)) return condition(`{"${name}": value}`);
  if (['nin', 'not_in', 'notin'].includes(name)) return `{"not": ${condition('{"in": [values]}')}}`;
  const form = Object.hasOwn(RIGHT_FORMS, name) ? RIGHT_FORMS[name] : undefined;
  return form === undefined ? undefined : condition(form);
}
