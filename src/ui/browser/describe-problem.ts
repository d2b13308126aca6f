/** Describes a refused operation to a person in front of a table. D5 */

import { NotedbError } from '../../engine/index';
import type { ProblemText } from '../components/problem-text';

export function describeProblem(thrown: unknown): ProblemText {
  if (!(thrown instanceof NotedbError)) {
    return { message: 'NoteDB failed at this.', hint: thrown instanceof Error ? thrown.message : String(thrown) };
  }
  const causes = [...thrown.violations, ...thrown.conflicts].map(({ message }) => message);
  const message = causes.length === 0 ? thrown.message : [...new Set(causes)].join('\n');
  return { message: asSentence(message), hint: thrown.hint === null ? null : asSentence(thrown.hint) };
}

/** Messages of the engine are half sentences: `status: "don" is not allowed`. */
function asSentence(text: string): string {
  // A path or the name of an operation is spelt as it is.
  const isName = /^\S*[/_]/.test(text);
  const capital = isName ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?)]$/.test(capital) ? capital : `${capital}.`;
}
