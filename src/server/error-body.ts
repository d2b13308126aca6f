/** An error as every caller sees it: over HTTP, through the owner's socket and on the program's standard error. D5 */

import type { Conflict, ErrorResult, NotedbError, Violation } from '../engine/index';

/** So many entries of each list are sent; the total stands beside a list that was cut. D5 */
const MOST_ENTRIES = 100;

type Refusal = ErrorResult['error'];

/** `{error: {code, message, operation, violations, conflicts, hint}}`, every key always there; of a batch also `step` and `rolledBack`. */
export function errorBody(error: NotedbError, operation: string | null): ErrorResult {
  return {
    error: {
      code: error.code,
      message: error.message,
      operation,
      violations: error.violations.slice(0, MOST_ENTRIES).map(wireViolation),
      conflicts: error.conflicts.slice(0, MOST_ENTRIES).map(wireConflict),
      hint: error.hint,
      ...(error.step === null ? {} : { step: error.step.index, rolledBack: error.step.rolledBack }),
      ...(error.violations.length > MOST_ENTRIES ? { violations_total: error.violations.length } : {}),
      ...(error.conflicts.length > MOST_ENTRIES ? { conflicts_total: error.conflicts.length } : {}),
    },
  };
}

function wireViolation({ path, column, code, message, value, severity }: Violation): Refusal['violations'][number] {
  const wire = { path, column, code, message, value: value ?? null };
  return severity === undefined ? wire : { ...wire, severity };
}

function wireConflict({ path, column, code, message, expected, actual }: Conflict): Refusal['conflicts'][number] {
  return { path, column, code, message, expected: expected ?? null, actual: actual ?? null };
}
