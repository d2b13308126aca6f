/** Refusals as data, and what they say to a person in front of a table. D5 */

import type { NotedbError } from '../../engine/index';
import { asSentence } from '../../kernel/as-sentence';
import type { ProblemText } from '../components/text/problem-text';

/** What a client's `run` rejects with, in whatever class: the engine's own error, or one that came over HTTP. */
export type Refusal = Pick<NotedbError, 'code' | 'message' | 'hint' | 'violations' | 'conflicts'> & {
  readonly step?: NotedbError['step'] | undefined;
  readonly near?: NotedbError['near'] | undefined;
  readonly place?: NotedbError['place'] | undefined;
};

/** Null for a failure that is not a refusal. */
export function refusalOf(thrown: unknown): Refusal | null {
  const refusal = asRefusal(thrown);
  return refusal === null ? null : ofOneStep(refusal);
}

function asRefusal(thrown: unknown): Refusal | null {
  if (typeof thrown !== 'object' || thrown === null) return null;
  const { code, message, violations, conflicts } = thrown as Partial<Refusal>;
  const isRefusal = typeof code === 'string' && typeof message === 'string' && Array.isArray(violations);
  return isRefusal && Array.isArray(conflicts) ? (thrown as Refusal) : null;
}

/** Of a batch: the first refused step alone, of which message and hint speak. */
function ofOneStep(refusal: Refusal): Refusal {
  const { code, message, hint, violations, conflicts, step } = refusal;
  if (step === null || step === undefined) return refusal;
  const isOwn = (each: { readonly step?: number }): boolean => each.step === undefined || each.step === step.index;
  return { code, message, hint, step, violations: violations.filter(isOwn), conflicts: conflicts.filter(isOwn) };
}

/** The refusal of each refused step of a batch, by its index. Empty: no step alone is to blame. */
export function refusedSteps(thrown: unknown): ReadonlyMap<number, Refusal> {
  const whole = asRefusal(thrown);
  if (whole === null || whole.step === null || whole.step === undefined) return new Map();
  const { hint } = whole;
  const first = whole.step.index;
  const violations = byStep(whole.violations, first);
  const conflicts = byStep(whole.conflicts, first);
  const indexes = [...new Set([first, ...violations.keys(), ...conflicts.keys()])];
  return new Map(
    indexes.map((index) => {
      const own = { violations: violations.get(index) ?? [], conflicts: conflicts.get(index) ?? [] };
      const message = [...own.violations, ...own.conflicts][0]?.message ?? whole.message;
      const code = own.conflicts.some((each) => each.code === 'not_found') ? 'not_found' : 'refused';
      return [index, { ...own, message, hint, code: index === first ? whole.code : code }];
    }),
  );
}

function byStep<Cause extends { readonly step?: number }>(
  causes: readonly Cause[],
  first: number,
): ReadonlyMap<number, readonly Cause[]> {
  const steps = new Map<number, Cause[]>();
  for (const cause of causes) {
    const own = steps.get(cause.step ?? first);
    if (own === undefined) steps.set(cause.step ?? first, [cause]);
    else own.push(cause);
  }
  return steps;
}

export function describeProblem(thrown: unknown): ProblemText {
  const refusal = refusalOf(thrown);
  if (refusal === null) {
    return { message: 'NoteDB failed at this.', hint: thrown instanceof Error ? thrown.message : String(thrown) };
  }
  const causes = [...refusal.violations, ...refusal.conflicts].map(({ message }) => message);
  // Each refused step of a batch has a cause, whose message does not count steps as that of the batch does.
  const message = causes.length === 0 ? refusal.message : [...new Set(causes)].join('\n');
  return { message: asSentence(message), hint: refusal.hint === null ? null : asSentence(refusal.hint) };
}
