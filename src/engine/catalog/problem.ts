/** Problems of a definition with their places: the argument of a call, the line of a file. D5, D18. */

import { type Violation, type ViolationCode, NotedbError, nearOf } from '../errors';

/** Where in the definition: keys and list indexes from the outside in. */
export type ProblemPath = readonly (string | number)[];

export interface Problem {
  readonly at: ProblemPath;
  /** The column or field that it is about, null when it is the table. */
  readonly column: string | null;
  readonly code: ViolationCode;
  /** Wrong in itself (shape, type, name): 400. A problem of meaning is refused: 422. D18 */
  readonly grammar: boolean;
  readonly message: string;
  readonly hint?: string | undefined;
  /** Names that were probably meant, the best first. */
  readonly near?: readonly string[];
}

/** Of the meaning, and of the table as a whole, unless `more` says otherwise. */
export const problemAt = (
  at: ProblemPath,
  code: ViolationCode,
  message: string,
  more: Partial<Pick<Problem, 'column' | 'grammar' | 'hint' | 'near'>> = {},
): Problem => ({ at, column: null, code, grammar: false, message, ...more });

/** Of the form alone. */
export const grammarProblem = (at: ProblemPath, message: string, code: ViolationCode = 'type'): Problem =>
  problemAt(at, code, message, { grammar: true });

const MOST_IN_MESSAGE = 10;

const USUAL_HINT = 'correct the definition, then repeat the call; nothing was written';

/** Throws when there are problems: those of grammar alone if there are any, else all. D18 */
export function refuseProblems(what: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const grammar = problems.filter((problem) => problem.grammar);
  throw grammar.length > 0 ? problemsError('bad_request', what, grammar) : problemsError('refused', what, problems);
}

function problemsError(code: 'bad_request' | 'refused', what: string, problems: readonly Problem[]): NotedbError {
  const hints = [...new Set(problems.flatMap(({ hint }) => (hint === undefined ? [] : [hint])))];
  return new NotedbError(code, `${what}: ${joinMessages(problems.map(({ message }) => message))}`, {
    violations: problems.map(violationOf),
    hint: hints.length === 0 ? USUAL_HINT : joinMessages(hints),
    near: problems.slice(0, MOST_IN_MESSAGE).flatMap(({ near = [] }) => near),
  });
}

const violationOf = ({ column, code, message, near = [] }: Problem): Violation => ({
  path: null,
  column,
  code,
  message,
  ...nearOf(near),
});

function joinMessages(messages: readonly string[]): string {
  const rest = messages.length - MOST_IN_MESSAGE;
  const shown = messages.slice(0, MOST_IN_MESSAGE).join('; ');
  return rest > 0 ? `${shown}; and ${rest} more` : shown;
}
