/** Why a part of a note can't be found: it is not there, or several have its name. docs/http.md#parts */

import { NotedbError, notFound } from '../../errors';

export class PartProblem {
  constructor(
    readonly kind: 'missing' | 'ambiguous',
    readonly message: string,
    readonly hint: string,
    /** Names that are meant perhaps, as a call writes them. */
    readonly near: readonly string[] = [],
  ) {}

  /** For a write: a client might make a missing note anew, but not one of which a part is missing. */
  get refusal(): NotedbError {
    return new NotedbError('refused', this.message, { hint: this.hint, near: this.near });
  }

  get whenRead(): NotedbError {
    const { kind, message, hint, near } = this;
    return kind === 'missing' ? notFound(message, { hint, near }) : this.refusal;
  }
}
