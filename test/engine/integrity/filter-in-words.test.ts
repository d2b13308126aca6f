/** The filter of a CHECK in words. docs/decisions.md#check-constraints */

import { expect, it } from 'vitest';
import { OPERATORS } from '../../../src/engine/catalog/shapes';
import { filterInWords } from '../../../src/engine/integrity/rules/filter-in-words';
import type { JsonObject } from '../../../src/engine/json';

it.each<readonly [JsonObject, string]>([
  [{ status: 'done' }, 'status is "done"'],
  [{ status: null }, 'status is empty'],
  [{ status: { ne: null } }, 'status is not empty'],
  [{ status: { empty: true } }, 'status is empty'],
  [{ status: { exists: false } }, 'status is empty'],
  [{ 'owner.kind': 'staff', paid: true }, 'owner.kind is "staff" and paid is true'],
  [{ due: { gte: { column: 'start' }, lt: '{today}' } }, 'due is at least start and due is below "{today}"'],
  [{ hours: { between: [1, 5] } }, 'hours is between 1 and 5'],
  [{ status: { in: ['todo', 'doing'] } }, 'status is one of "todo", "doing"'],
  [{ not: { status: 'done' } }, 'status is not "done"'],
  [{ not: { status: { in: ['todo', 'doing'] } } }, 'status is none of "todo", "doing"'],
  [{ not: { a: 1, b: 2 } }, 'not (a is 1 and b is 2)'],
  [{ or: [{ a: 1 }, { b: 2, c: 3 }] }, 'a is 1 or (b is 2 and c is 3)'],
  [{ and: [{ a: 1 }, { or: [{ b: 2 }, { c: 3 }] }] }, 'a is 1 and (b is 2 or c is 3)'],
  [{ or: [{ status: { ne: 'done' } }, { hours: { exists: true } }] }, 'hours is not empty where status is "done"'],
  [
    { or: [{ not: { status: 'done' } }, { hours: { gt: 1 } }, { note: { starts_with: 'x' } }] },
    'hours is above 1 or note starts with "x" where status is "done"',
  ],
  [{ or: [{ a: { ne: 1 } }, { b: { ne: 2 } }] }, 'a is not 1 or b is not 2'],
])('says %j as: %s', (filter, words) => {
  expect(filterInWords(filter)).toBe(words);
});

it.each(OPERATORS)('has words for %s and for its opposite', (operator) => {
  const operand = operator === 'between' || operator === 'in' ? [1, 2] : operator === 'length' ? { gt: 1 } : true;
  const [is, isNot] = [
    filterInWords({ a: { [operator]: operand } }),
    filterInWords({ not: { a: { [operator]: operand } } }),
  ];
  expect(is).not.toBe(isNot);
  for (const words of [is, isNot]) expect(words).not.toMatch(/[{_[]/);
});
