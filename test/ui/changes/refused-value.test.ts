/** Why a value of a cell was refused, in words for its person. D5 */

import { expect, it } from 'vitest';
import { describeRefusedValue } from '../../../src/ui/changes/refused-value';
import { column } from '../components/grid-fixture';

const ofType = (name: string): unknown => ({
  code: 'constraint_violation',
  message: 'a value does not fit',
  hint: null,
  conflicts: [],
  violations: [{ code: 'type', column: name, message: 'wrong', path: 'a.md' }],
});

it.each([
  ['99999999999999999999', '"99999999999999999999" has more digits than a number keeps.'],
  ['=2+3', '"=2+3" is a formula, and a cell holds a value.'],
  ['many', '"many" is no number.'],
])('says of %j in a column of numbers: %s', (typed, message) => {
  const count = column('count', { type: 'number' });
  expect(describeRefusedValue(ofType('count'), count, typed).message).toBe(message);
});
