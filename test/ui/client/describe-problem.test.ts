/** Refusals in the words of the interface. */

import { expect, it } from 'vitest';
import type { ErrorCode, Violation } from '../../../src/engine/index';
import { NotedbError } from '../../../src/engine/index';
import { refusedSteps } from '../../../src/engine/operations/refused-steps';
import { type Refusal, describeProblem, refusalOf } from '../../../src/ui/client/describe-problem';

const refused = (code: ErrorCode, message: string, violations: readonly string[], hint?: string): NotedbError =>
  new NotedbError(code, message, { violations: violations.map(violation), hint });
const violation = (message: string): Violation => ({ path: 'a.md', column: 'a', code: 'type', message });

it.each<[string, unknown, string, string | null]>([
  [
    'one reason',
    refused('refused', 'two things', ['status: "don" is not allowed']),
    'Status: "don" is not allowed.',
    null,
  ],
  [
    'several',
    refused('refused', 'two things', ['a is wrong', 'b is wrong', 'a is wrong']),
    'A is wrong\nb is wrong.',
    null,
  ],
  [
    'none listed',
    refused('not_found', 'there is no table x', [], 'call list_tables'),
    'There is no table x.',
    'Call list_tables.',
  ],
  [
    'a path and an operation first',
    refused('conflict', 'notedb/a b.md changed since', [], 'undo_migration takes it back'),
    'notedb/a b.md changed since.',
    'undo_migration takes it back.',
  ],
  ['a full sentence', refused('internal', 'It failed (see the log)', []), 'It failed (see the log)', null],
  ['a defect', new TypeError('x is undefined'), 'NoteDB failed at this.', 'x is undefined'],
  ['something thrown', 'oops', 'NoteDB failed at this.', 'oops'],
])('%s', (_what, thrown, message, hint) => expect(describeProblem(thrown)).toEqual({ message, hint }));

it('tells conflicts too', () => {
  const conflict = { path: 'a.md', column: 'a', code: 'expect', message: 'a is 1, not 2' };
  const error = new NotedbError('conflict', 'a.md does not hold what was expected', { conflicts: [conflict] });
  expect(describeProblem(error).message).toBe('A is 1, not 2.');
});

it('says of a batch why its first refused step is refused, as that step alone would', () => {
  const missing = new NotedbError('not_found', 'there is no table x');
  const value = refused('refused', 'two things', ['step 2 (a): is wrong (1 more step is refused)']);
  for (const error of [missing, value]) {
    const whole = refusedSteps([
      { index: 1, operation: 'update_row', error },
      { index: 2, operation: 'insert_row', error: missing },
    ]);
    expect(describeProblem(whole)).toEqual(describeProblem(error));
  }
});

it('knows a refusal by its data, also one that came over a wire', () => {
  const error = new NotedbError('not_found', 'there is no row a.md', { hint: 'look again' });
  const { code, message, hint, violations, conflicts } = error;
  const wire: Refusal = { code, message, hint, violations, conflicts };
  expect(describeProblem(wire)).toEqual(describeProblem(error));
  expect(refusalOf(wire)?.code).toBe('not_found');
  expect(refusalOf(Object.assign(new Error('no file'), { code: 'ENOENT' }))).toBeNull();
});
