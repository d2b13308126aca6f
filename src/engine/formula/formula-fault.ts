/** A mistake in the text of a formula, with its place. docs/formulas.md#mistakes */

import type { NameSuggestion } from '../../kernel/near-names';

/** [at, at + length) of the text, from 0. */
export interface FormulaPlace {
  readonly at: number;
  readonly length: number;
}

/** A mistake as data, for an editor that marks the place and proposes names. */
export interface FormulaProblem extends FormulaPlace {
  readonly message: string;
  /** The right form. */
  readonly hint?: string;
  /** Names that may be meant, the best first. */
  readonly near: readonly string[];
}

/** Thrown while a formula is compiled, and caught by `readFormula`. */
export class FormulaFault extends Error {
  readonly problem: FormulaProblem;

  constructor(message: string, { at, length }: FormulaPlace, { hint, near }: Partial<NameSuggestion> = {}) {
    super(message);
    this.name = 'FormulaFault';
    this.problem = { message, at, length, near: near ?? [], ...(hint === undefined ? {} : { hint }) };
  }
}
