/** Turns a thrown error into the error for the caller, and into its JSON. D5 */

import { type LoggerPort, NotedbError, type Conflict, type ErrorResult, type Violation, nearOf } from '../engine/index';

const MOST_FRAMES = 12;

export interface FailureReport {
  readonly logger: LoggerPort;
  /** A new id, in the answer and in the log. */
  newId(): string;
}

/**
 * A refusal is seen as it is. Anything else is a defect: the caller gets an id, the log gets the id with the details, and
 * neither gets data or absolute paths.
 */
export function callerError(thrown: unknown, operation: string | null, report: FailureReport): NotedbError {
  if (thrown instanceof NotedbError && thrown.code !== 'internal') return thrown;
  const id = report.newId();
  report.logger.log('error', 'internal_error', { id, operation, ...factsOf(thrown) });
  return new NotedbError('internal', `NoteDB failed at this call; its log has more under the id ${id}`, {
    hint: 'this is a defect of NoteDB: report it with what the log says',
  });
}

function factsOf(thrown: unknown): Readonly<Record<string, unknown>> {
  if (!(thrown instanceof Error)) return { thrown: typeof thrown };
  const code = 'code' in thrown && typeof thrown.code === 'string' ? { code: thrown.code } : {};
  return { error: thrown.name, ...code, ...messageOf(thrown), at: framesOf(thrown.stack ?? '') };
}

/** What the language itself says quotes source text only; any other message may hold values or paths. */
function messageOf(error: Error): { readonly message?: string } {
  const isOfLanguage = [TypeError, RangeError, ReferenceError].some(
    (each) => Object.getPrototypeOf(error) === each.prototype,
  );
  return isOfLanguage && !('code' in error) ? { message: error.message } : {};
}

/** Function, file name and position of each frame, without folders. */
function framesOf(stack: string): readonly string[] {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.slice(0, MOST_FRAMES).map((line) =>
    line
      .trim()
      .slice(3)
      .replaceAll(/[^\s(]*[/\\]/g, ''),
  );
}

/** So many entries of each list are sent; a list that was cut has its total beside it. D5 */
const MOST_ENTRIES = 100;

type Refusal = ErrorResult['error'];

/** `{error: {code, message, operation, violations, conflicts, hint}}`, every key always there; also `near`, `place`, and `step` and `rolledBack` of a batch. */
export function errorBody(error: NotedbError, operation: string | null): ErrorResult {
  return {
    error: {
      code: error.code,
      message: error.message,
      operation,
      violations: error.violations.slice(0, MOST_ENTRIES).map(wireViolation),
      conflicts: error.conflicts.slice(0, MOST_ENTRIES).map(wireConflict),
      hint: error.hint,
      ...nearOf(error.near),
      ...(error.place === null ? {} : { place: error.place }),
      ...(error.step === null ? {} : { step: error.step.index, rolledBack: error.step.rolledBack }),
      ...(error.violations.length > MOST_ENTRIES ? { violations_total: error.violations.length } : {}),
      ...(error.conflicts.length > MOST_ENTRIES ? { conflicts_total: error.conflicts.length } : {}),
    },
  };
}

const wireViolation = ({ value, ...violation }: Violation): Refusal['violations'][number] => ({
  ...violation,
  value: value ?? null,
});

const wireConflict = ({ expected, actual, ...conflict }: Conflict): Refusal['conflicts'][number] => ({
  ...conflict,
  expected: expected ?? null,
  actual: actual ?? null,
});
