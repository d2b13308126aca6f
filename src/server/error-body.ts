/** An error as every caller sees it: over HTTP, through the owner's socket and on the program's standard error. D5 */

import type { Conflict, Json, JsonObject, NotedbError, Violation } from '../engine/index';

/** So many entries of each list are sent; the total stands beside a list that was cut. D5 */
const MOST_ENTRIES = 100;

/** `{error: {code, message, operation, violations, conflicts, hint}}`, every key always there; of a batch also `step` and `rolledBack`. */
export function errorBody(error: NotedbError, operation: string | null): JsonObject {
  return {
    error: {
      code: error.code,
      message: error.message,
      operation,
      violations: error.violations.slice(0, MOST_ENTRIES).map(wireViolation),
      conflicts: error.conflicts.slice(0, MOST_ENTRIES).map(wireConflict),
      hint: error.hint,
      ...(error.step === null ? {} : { step: error.step.index, rolledBack: error.step.rolledBack }),
      ...totalIfCut('violations_total', error.violations.length),
      ...totalIfCut('conflicts_total', error.conflicts.length),
    },
  };
}

function totalIfCut(key: string, total: number): JsonObject {
  return total > MOST_ENTRIES ? { [key]: total } : {};
}

function wireViolation({ path, column, code, message, value, severity }: Violation): Json {
  const wire = { path, column, code, message, value: value ?? null };
  return severity === undefined ? wire : { ...wire, severity };
}

function wireConflict({ path, column, code, message, expected, actual }: Conflict): Json {
  return { path, column, code, message, expected: expected ?? null, actual: actual ?? null };
}
