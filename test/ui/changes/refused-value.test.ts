/** Why a value of a cell was refused, in words for its person. D5 */

import { describe, expect, it } from 'vitest';
import { describeRefusedValue } from '../../../src/ui/changes/refused-value';
import { NotedbError, type Violation } from '../../../src/engine/index';
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
  ['many', '"many" is not a number.'],
])('says of %j in a column of numbers: %s', (typed, message) => {
  const count = column('count', { type: 'number' });
  expect(describeRefusedValue(ofType('count'), count, typed).message).toBe(message);
});

const refused = (violation: Pick<Violation, 'code' | 'message' | 'near'>, hint: string): NotedbError =>
  new NotedbError('refused', 'refused', { violations: [{ path: 'a.md', column: 'state', ...violation }], hint });

describe('a value that is near', () => {
  const state = column('state', { type: 'link', ref: 'main.default.states' });

  it('is the name that the engine lists, even with the word "or" or in quotes', () => {
    const near = ['Now or Never', '"Later" (alias of Then)'];
    const error = refused({ code: 'broken_link', message: 'state: leads nowhere', near }, 'call list_link_targets');
    expect(describeRefusedValue(error, state, 'now')).toEqual({
      message: 'Nothing in States is called "now".',
      hint: 'Did you mean Now or Never or "Later" (alias of Then)?',
      near,
    });
  });

  it('is of a choice the one that the engine lists', () => {
    const choice = column('state', { type: 'enum', values: ['todo', 'done'] });
    const error = refused({ code: 'enum', message: 'state: "don" is not allowed', near: ['done'] }, 'use one of them');
    expect(describeRefusedValue(error, choice, 'don')).toMatchObject({ hint: 'Did you mean done?', near: ['done'] });
  });

  it('is none where only the words of the hint read like one', () => {
    const error = refused({ code: 'unique', message: 'state: "a" is taken' }, 'did you mean Now or Never?');
    const { hint, near } = describeRefusedValue(error, column('state'), 'a');
    expect([hint, near]).toEqual([null, undefined]);
  });
});

it('offers to keep a rule about several columns by another one of them', () => {
  const message =
    'in every row of tasks hours is not empty where status is "done" (done_has_hours); here hours is empty';
  const violation = { path: 'a.md', column: null, columns: ['hours', 'status'], code: 'check', message } as const;
  const error = new NotedbError('refused', message, { violations: [violation], hint: 'describe_table lists them' });
  expect(describeRefusedValue(error, column('status'), 'done')).toEqual({
    message: `${message.replace('in every', 'In every')}.`,
    hint: 'Change Hours first, or leave Status as it is.',
    namesColumn: true,
  });
});
