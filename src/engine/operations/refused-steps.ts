/** One refusal of all steps of a batch that are refused. Source: docs/operations.md#batch. */

import { type Conflict, type ErrorCode, NotedbError, nearOf } from '../errors';
import { explainFailure } from './explain-failure';

export interface StepRefusal {
  readonly index: number;
  readonly operation: string;
  readonly error: NotedbError;
}

/** Refusals caused by the step alone. Any other refuses every step, and ends the batch. */
const OF_THE_STEP: ReadonlySet<ErrorCode> = new Set(['bad_request', 'forbidden', 'not_found', 'refused', 'conflict']);

/** Throws other errors than a refusal of the step. */
export function refusalOf(thrown: unknown): NotedbError {
  const known = explainFailure(thrown);
  if (known instanceof NotedbError && OF_THE_STEP.has(known.code)) return known;
  throw known;
}

/** The first one speaks; the violations and conflicts are those of all, each with its step. */
export function refusedSteps(refusals: readonly StepRefusal[]): NotedbError {
  const [first, ...others] = refusals;
  if (first === undefined) throw new Error('no step was refused');
  const { index, operation, error } = first;
  const more =
    others.length === 0 ? '' : ` (${others.length} more ${others.length === 1 ? 'step is' : 'steps are'} refused)`;
  return error.with({
    message: `step ${index} (${operation}): ${error.message}${more}`,
    violations: refusals.flatMap((each) =>
      each.error.violations.map((violation) => ({ ...violation, step: each.index })),
    ),
    conflicts: refusals.flatMap((each) => conflictsOf(each).map((conflict) => ({ ...conflict, step: each.index }))),
    unmatched: refusals.flatMap((each) => each.error.unmatched.map((name) => ({ ...name, step: each.index }))),
    step: { index, rolledBack: Array.from({ length: index }, (_, i) => i) },
  });
}

/** A step that is refused as a whole is one conflict, so that each refused step is listed. */
function conflictsOf({ error }: StepRefusal): readonly Conflict[] {
  const { code, message, violations, conflicts, near } = error;
  if (violations.length + conflicts.length > 0) return conflicts;
  return [{ path: null, column: null, code, message, ...nearOf(near) }];
}
