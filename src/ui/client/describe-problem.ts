/** Refusals as data, and what they say to a person in front of a table. D5 */

import type { NotedbError } from '../../engine/index';
import type { ProblemText } from '../components/text/problem-text';

/** What a client's `run` rejects with, in whatever class: the engine's own error, or one that came over HTTP. */
export type Refusal = Pick<NotedbError, 'code' | 'message' | 'hint' | 'violations' | 'conflicts'> & {
  readonly step?: NotedbError['step'] | undefined;
};

/** Null for what is no refusal but a failure. */
export function refusalOf(thrown: unknown): Refusal | null {
  if (typeof thrown !== 'object' || thrown === null) return null;
  const { code, message, violations, conflicts } = thrown as Partial<Refusal>;
  const isRefusal = typeof code === 'string' && typeof message === 'string' && Array.isArray(violations);
  return isRefusal && Array.isArray(conflicts) ? ofOneStep(thrown as Refusal) : null;
}

/** Of a batch: the first refused step alone, of which message and hint speak. */
function ofOneStep(refusal: Refusal): Refusal {
  const { code, message, hint, violations, conflicts, step } = refusal;
  if (step === null || step === undefined) return refusal;
  const isOwn = (each: { readonly step?: number }): boolean => each.step === undefined || each.step === step.index;
  return { code, message, hint, step, violations: violations.filter(isOwn), conflicts: conflicts.filter(isOwn) };
}

/** The index of the step of a batch that was refused; null when it was none. */
export const stepOf = (thrown: unknown): number | null => refusalOf(thrown)?.step?.index ?? null;

export function describeProblem(thrown: unknown): ProblemText {
  const refusal = refusalOf(thrown);
  if (refusal === null) {
    return { message: 'NoteDB failed at this.', hint: thrown instanceof Error ? thrown.message : String(thrown) };
  }
  const causes = [...refusal.violations, ...refusal.conflicts].map(({ message }) => message);
  // Nobody counted the steps.
  const whole = refusal.message
    .replace(/^step \d+ \(\w+\): /, '')
    .replace(/ \(\d+ more steps? (?:is|are) refused\)$/, '');
  const message = causes.length === 0 ? whole : [...new Set(causes)].join('\n');
  return { message: asSentence(message), hint: refusal.hint === null ? null : asSentence(refusal.hint) };
}

/** Messages of the engine are half sentences: `status: "don" is not allowed`. */
function asSentence(text: string): string {
  // A path or the name of an operation is spelt as it is.
  const isName = /^\S*[/_]/.test(text);
  const capital = isName ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?)]$/.test(capital) ? capital : `${capital}.`;
}
