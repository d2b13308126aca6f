/** The operators of a filter in words, by the type of the column. */

import type { CellType, GridColumn } from '../grid-column';
import { type BuilderOperator, needsValue } from './filter-tree';

type Words = readonly (readonly [BuilderOperator, string])[];

const EMPTY: Words = [
  ['empty', 'is empty'],
  ['filled', 'is not empty'],
];
const ONE_OF: Words = [
  ['in', 'is any of'],
  ['notIn', 'is none of'],
];
const IS: Words = [
  ['eq', 'is'],
  ['ne', 'is not'],
];
const CONTAINS: Words = [
  ['icontains', 'contains'],
  ['notIcontains', 'does not contain'],
];

const TEXT: Words = [
  ...CONTAINS,
  ...IS,
  ...ONE_OF,
  ['contains', 'contains exactly'],
  ['notContains', 'does not contain exactly'],
  ['starts_with', 'starts with'],
  ['ends_with', 'ends with'],
  ['gt', 'comes after'],
  ['gte', 'is or comes after'],
  ['lt', 'comes before'],
  ['lte', 'is or comes before'],
  ['between', 'is between'],
  ...EMPTY,
];

const AMOUNT: Words = [
  ...IS,
  ['gt', 'is more than'],
  ['gte', 'is at least'],
  ['lt', 'is less than'],
  ['lte', 'is at most'],
  ['between', 'is between'],
  ...ONE_OF,
  ...EMPTY,
];

const DAY: Words = [
  ...IS,
  ['lt', 'is before'],
  ['lte', 'is on or before'],
  ['gt', 'is after'],
  ['gte', 'is on or after'],
  ['between', 'is between'],
  ...ONE_OF,
  ...EMPTY,
];

const CHOICE: Words = [...ONE_OF, ...IS, ...EMPTY];

const RANK: Words = [
  ...ONE_OF,
  ...IS,
  ['gt', 'is above'],
  ['gte', 'is at least'],
  ['lt', 'is below'],
  ['lte', 'is at most'],
  ['between', 'is between'],
  ...EMPTY,
];

const LINK: Words = [
  ...IS,
  ...ONE_OF,
  ...CONTAINS,
  ['within', 'is or lies below'],
  ['notWithin', 'neither is nor lies below'],
  ...EMPTY,
];

const LIST: Words = [
  ['contains', 'has'],
  ['notContains', 'does not have'],
  ['icontains', 'has the text'],
  ['notIcontains', 'does not have the text'],
  ['eq', 'is exactly'],
  ['ne', 'is not exactly'],
  ...EMPTY,
];

const LINKS: Words = [...LIST, ['within', 'has one at or below'], ['notWithin', 'has none at or below']];

const WORDS: Readonly<Record<CellType, Words>> = {
  string: TEXT,
  integer: AMOUNT,
  number: AMOUNT,
  boolean: [...IS, ...EMPTY],
  date: DAY,
  datetime: DAY,
  enum: CHOICE,
  link: LINK,
  list: LIST,
  json: [...CONTAINS, ...IS, ...EMPTY],
};

/** For an operator that the builder does not offer for the type, but that somebody wrote. */
const ANY: ReadonlyMap<BuilderOperator, string> = new Map([...LINK, ...DAY, ...AMOUNT, ...TEXT]);

const wordsOf = ({ type, itemType, isOrdered, ref }: GridColumn): Words => {
  if (type === 'enum' && isOrdered) return RANK;
  const words = type === 'list' && itemType === 'link' ? LINKS : WORDS[type];
  return ref === null ? words.filter(([operator]) => operator !== 'within' && operator !== 'notWithin') : words;
};

/** The operators that are offered for a column, the likeliest first, and the chosen one in any case. */
export function operatorsOf(column: GridColumn, chosen: BuilderOperator | null = null): Words {
  const words = wordsOf(column);
  if (chosen === null || words.some(([operator]) => operator === chosen)) return words;
  return [...words, [chosen, ANY.get(chosen) ?? chosen]];
}

export const usualOperator = (column: GridColumn): BuilderOperator => wordsOf(column)[0]?.[0] ?? 'eq';

/** The operator for another column: the same one where it means the same there. “is” of a list would mean all its items. */
export function keptOperator(before: GridColumn, column: GridColumn, operator: BuilderOperator): BuilderOperator {
  const isOffered = wordsOf(column).some(([each]) => each === operator);
  const isAlike = (before.type === 'list') === (column.type === 'list') || !needsValue(operator);
  return isOffered && isAlike ? operator : usualOperator(column);
}

/** How an order of a column goes, up and down. */
export function orderWords({ type, isOrdered, itemType }: GridColumn): { readonly up: string; readonly down: string } {
  switch (type === 'list' ? itemType : type) {
    case 'integer':
    case 'number':
      return { up: '1 → 9', down: '9 → 1' };
    case 'date':
    case 'datetime':
      return { up: 'Old → new', down: 'New → old' };
    case 'boolean':
      return { up: 'No → yes', down: 'Yes → no' };
    // Without a rank the engine orders choices by their letters.
    case 'enum':
      return isOrdered ? { up: 'First → last choice', down: 'Last → first choice' } : { up: 'A → Z', down: 'Z → A' };
    case 'string':
    case 'link':
    case 'list':
    case 'json':
      return { up: 'A → Z', down: 'Z → A' };
  }
}
