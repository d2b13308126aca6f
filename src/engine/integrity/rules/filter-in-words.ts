/** A filter in words, for messages about rules: `hours is not empty where status is "done"`. docs/decisions.md#check-constraints */

import type { FilterOperator } from '../../catalog/shapes';
import { type Json, type JsonObject, isJsonObject, isList } from '../../json';
import { columnOfOperand } from '../../query/where/compared-columns';
import { cutText } from '../../text/cut-text';

/** What a condition says, and its opposite. */
type Words = readonly [is: string, isNot: string];

const WORDS: Readonly<Record<FilterOperator, Words>> = {
  eq: ['is', 'is not'],
  ne: ['is not', 'is'],
  gt: ['is above', 'is not above'],
  gte: ['is at least', 'is not at least'],
  lt: ['is below', 'is not below'],
  lte: ['is at most', 'is not at most'],
  between: ['is between', 'is not between'],
  in: ['is one of', 'is none of'],
  contains: ['contains', 'does not contain'],
  icontains: ['contains', 'does not contain'],
  starts_with: ['starts with', 'does not start with'],
  ends_with: ['ends with', 'does not end with'],
  length: ['has a length that', 'does not have a length that'],
  within: ['is or lies below', 'neither is nor lies below'],
  exists: ['is not empty', 'is empty'],
  empty: ['is empty', 'is not empty'],
};

type Joint = 'and' | 'or';

/** `isSole`: it needs no brackets beside others. */
interface Clause {
  readonly text: string;
  readonly isSole: boolean;
}

export const filterInWords = (filter: JsonObject): string => cutText(clauseOf(filter, false).text);

function clauseOf(filter: JsonObject, isNegated: boolean): Clause {
  const clauses = Object.entries(filter).flatMap(([key, value]) => entryClauses(key, value, isNegated));
  if (!isNegated || clauses.length < 2) return joined(clauses, 'and');
  return { text: `not (${clauseOf(filter, false).text})`, isSole: true };
}

function entryClauses(key: string, value: Json, isNegated: boolean): readonly Clause[] {
  if (key === 'not') return [clauseOf(asFilter(value), !isNegated)];
  if (key === 'and' || key === 'or') {
    const filters = isList(value) ? value.map(asFilter) : [];
    const group =
      key === 'or'
        ? alternatives(filters)
        : joined(
            filters.map((each) => clauseOf(each, false)),
            key,
          );
    return [isNegated ? { text: `not (${group.text})`, isSole: true } : group];
  }
  return conditionsOf(value).map(([operator, operand]) => sole(`${key} ${condition(operator, operand, isNegated)}`));
}

/** An alternative that rules something out says where the others hold. */
function alternatives(filters: readonly JsonObject[]): Clause {
  const others = filters.filter((filter) => !rulesOut(filter));
  const excluded = filters.filter(rulesOut);
  if (others.length === 0 || excluded.length === 0)
    return joined(
      filters.map((each) => clauseOf(each, false)),
      'or',
    );
  const needed = joined(
    others.map((each) => clauseOf(each, false)),
    'or',
  );
  const where = joined(
    excluded.map((each) => clauseOf(each, true)),
    'and',
  );
  return { text: `${needed.text} where ${where.text}`, isSole: false };
}

const rulesOut = (filter: JsonObject): boolean => {
  const [[key, value] = ['', null], ...more] = Object.entries(filter);
  if (more.length > 0) return false;
  return key === 'not' || conditionsOf(value).every(([operator, operand]) => operator === 'ne' && operand !== null);
};

function joined(clauses: readonly Clause[], joint: Joint): Clause {
  const [only, ...others] = clauses;
  if (only !== undefined && others.length === 0) return only;
  const texts = clauses.map(({ text, isSole }) => (isSole ? text : `(${text})`));
  return { text: texts.join(` ${joint} `), isSole: false };
}

const sole = (text: string): Clause => ({ text, isSole: true });

function conditionsOf(value: Json): readonly (readonly [FilterOperator, Json])[] {
  if (!isJsonObject(value)) return [['eq', value]];
  const entries = Object.entries(value).filter((entry): entry is [FilterOperator, Json] => entry[0] in WORDS);
  return entries.length === 0 ? [['eq', value]] : entries;
}

function condition(operator: FilterOperator, operand: Json, isNegated: boolean): string {
  const flips = (operator === 'exists' || operator === 'empty') && operand === false;
  const [is, isNot] = WORDS[operator];
  const words = isNegated === flips ? is : isNot;
  if (operator === 'exists' || operator === 'empty') return words;
  if (operand === null && (operator === 'eq' || operator === 'ne')) return `${words} empty`;
  if (operator === 'between') return `${words} ${listed(operand, ' and ')}`;
  if (operator === 'in') return `${words} ${listed(operand, ', ')}`;
  if (operator === 'length')
    return `${words} ${conditionsOf(operand)
      .map(([each, of]) => condition(each, of, false))
      .join(' and ')}`;
  return `${words} ${operandText(operand)}`;
}

const listed = (operand: Json, joint: string): string =>
  (isList(operand) ? operand : [operand]).map(operandText).join(joint);

const operandText = (operand: Json): string => columnOfOperand(operand) ?? JSON.stringify(operand);

const asFilter = (value: Json): JsonObject => (isJsonObject(value) ? value : {});
