/** The place of a mistake in a formula, as a refusal gives it. docs/app/computed-columns.md */

import type { Refusal } from '../../client/describe-problem';
import type { FormulaMistake } from './formula-field';

/** Null: the refusal names no place in this text. */
export function mistakeOf(refusal: Refusal | null, formula: string): FormulaMistake | null {
  const { place = null, near = [] } = refusal ?? {};
  if (place === null || place === undefined || place.at > formula.length) return null;
  return { ...place, near };
}
